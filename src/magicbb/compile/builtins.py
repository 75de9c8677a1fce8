"""Built-in functions, like `len`, that call an entry without creating a Python frame.

A call takes a fifth as long as one through Numba's dispatcher (29 ns against 140 ns for a
look-up with two boxed integers), because CPython passes the argument vector directly.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb.compile.kernels import kernel
from magicbb.compile.memory import frozen
from magicbb.compile.python_api import PyLong_AsVoidPtr, PyTuple_GetItem
from magicbb.compile.types import Object, Word, Words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from magicbb.compile.entries import Entry

_FIRST = Word(0)
_CALL = ("Object", "Objects", "Word", "Object", "Object")
_METH_FASTCALL, _METH_KEYWORDS = 0x80, 0x02


class _MethodDefinition(ctypes.Structure):
    """The C API's `PyMethodDef` structure."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


class Context(tuple[Any, ...]):
    """The `self` of a built-in function: an address, and references that keep it valid.

    The first item is the address of an array of words. The context is a tuple because nothing
    can change a tuple in use, not even the garbage collector when it breaks a reference cycle.
    """

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the owner instead: a bound built-in is pickled as its name and `__self__`."""
        return _same, (self[-1],)


def _same(value: object) -> object:
    return value


@kernel
def context_words(context: Object) -> Words:
    """The array of words that a built-in function is bound to."""
    return PyLong_AsVoidPtr(PyTuple_GetItem(context, _FIRST))


def builtin(
    entry: Entry,
    *,
    name: str,
    signature: str,
    doc: str,
    arrays: Sequence[np.ndarray[Any, Any]],
    fallback: Callable[..., Any],
    owner: object,
) -> Callable[..., Any]:
    """Make a built-in function from an entry that has the METH_FASTCALL signature.

    Args:
        entry: An entry that takes (Object context, Objects arguments, Word count, Object keywords),
            as CPython passes them, and returns a new reference. `context_words(context)` holds the
            addresses of `arrays`, followed by that of `fallback`.
        name: The function's name.
        signature: The text for `inspect.signature`, for example "(square, occupied)".
        doc: The docstring.
        arrays: Arrays for the entry to read, kept alive as long as the function.
        fallback: A Python function that the entry calls for arguments that it does not handle
            itself.
        owner: The object whose attribute `name` is the function, for pickling.
    """
    if entry.signature != _CALL:
        raise TypeError(f"a built-in function's entry must be {_CALL}, got {entry.signature}")
    addresses = [array.ctypes.data for array in arrays]
    words = frozen(np.array([*addresses, id(fallback)], dtype=np.uint64))
    definition = _MethodDefinition(
        name.encode(),
        entry.address,
        _METH_FASTCALL | _METH_KEYWORDS,
        f"{name}{signature}\n--\n\n{doc}".encode(),
    )
    context = Context((words.ctypes.data, words, *arrays, fallback, definition, entry, owner))
    new = ctypes.pythonapi.PyCFunction_NewEx
    new.restype = ctypes.py_object
    new.argtypes = (ctypes.c_void_p, ctypes.py_object, ctypes.py_object)
    return new(ctypes.addressof(definition), context, "magicbb")
