"""Python functions whose body is an entry: called like `len`, with no Python frame.

Calling one costs a fifth of calling a Numba function through its dispatcher (29 against 140 ns for
a look-up with two boxed integers), because CPython passes it the bare argument vector.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from magicbb.compile.entries import Entry

_METH_FASTCALL, _METH_KEYWORDS = 0x80, 0x02


class _MethodDefinition(ctypes.Structure):
    """`PyMethodDef` of Python's C API."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


class Context(int):
    """What a built-in function is bound to: the address of a row of words.

    It is an integer so that compiled code reads it with one call (`PyLong_AsVoidPtr`), and it
    keeps alive all that the words point to.
    """

    _held: tuple[Any, ...]
    _owner: object

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the owner instead: a bound built-in is pickled as "that name of this object"."""
        return _same, (self._owner,)


def _same(value: object) -> object:
    return value


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
    """Make a Python function of an entry with the signature of a METH_FASTCALL function.

    Args:
        entry: Takes (Object context, Objects arguments, Word count, Object keywords), as CPython
            passes them, and returns a new reference. The context is an int, the address of words:
            first the addresses of `arrays`, then that of `fallback`.
        name: The function's name.
        signature: What `inspect.signature` shows, for example "(square, occupied)".
        doc: The docstring.
        arrays: Kept alive with the function.
        fallback: A Python function that the entry calls with all that it does not take itself.
        owner: The object that has the function as an attribute of its name, for pickling.
    """
    addresses = [array.ctypes.data for array in arrays]
    words = np.array([*addresses, id(fallback)], dtype=np.uint64)
    definition = _MethodDefinition(
        name.encode(),
        entry.address,
        _METH_FASTCALL | _METH_KEYWORDS,
        f"{name}{signature}\n--\n\n{doc}".encode(),
    )
    context = Context(words.ctypes.data)
    context._held = (words, *arrays, fallback, definition, entry)  # noqa: SLF001
    context._owner = owner  # noqa: SLF001
    new = ctypes.pythonapi.PyCFunction_NewEx
    new.restype = ctypes.py_object
    new.argtypes = (ctypes.c_void_p, ctypes.py_object, ctypes.py_object)
    function: Callable[..., Any] = new(ctypes.addressof(definition), context, "magicbb")
    return function
