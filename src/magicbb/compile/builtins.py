"""Python functions whose body is an entry: called like `len`, without a Python frame.

A call costs a fifth of that of a Numba function through its dispatcher (29 against 140 ns for a
look-up with two boxed integers), because CPython passes the bare argument vector.
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
    """`PyMethodDef` of Python's C API."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


class Context(tuple[Any, ...]):
    """The target of a built-in function: an address, and references that keep it valid.

    The first item is the address of an array of words. The type is a tuple because a tuple in use
    cannot be changed, not even by the garbage collector when it breaks a cycle.
    """

    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the owner: a bound built-in is pickled as a name and the object it is bound to."""
        return _same, (self[-1],)


def _same(value: object) -> object:
    return value


@kernel
def context_words(context: Object) -> Words:
    """The words that a built-in function is bound to."""
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
    """Make a Python function from an entry with the signature of a METH_FASTCALL function.

    Args:
        entry: Takes (Object context, Objects arguments, Word count, Object keywords), as CPython
            passes them, and returns a new reference. `context_words(context)` are the addresses of
            `arrays`, followed by that of `fallback`.
        name: The function's name.
        signature: The text for `inspect.signature`, for example "(square, occupied)".
        doc: The docstring.
        arrays: Kept alive with the function.
        fallback: A Python function that the entry calls with all arguments that it does not handle
            itself.
        owner: The object that has the function as the attribute `name`, for pickling.
    """
    if entry.signature != _CALL:
        raise TypeError(f"a built-in function needs an entry of {_CALL}, got {entry.signature}")
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
