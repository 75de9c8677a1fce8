"""Functions of Python's C API that kernels may call, under their own names.

They run with the interpreter's lock held, so only in the body of a built-in function.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from magicbb.compile.kernels import external

if TYPE_CHECKING:
    from magicbb.compile.types import Object, Objects, Word, Words


@external
def PyLong_AsVoidPtr(number: Object) -> Words:
    """The pointer that an int holds."""
    raise NotImplementedError


@external
def PyTuple_GetItem(items: Object, place: Word) -> Object:
    """An item of a tuple (a borrowed reference)."""
    raise NotImplementedError


@external
def PyLong_AsUnsignedLongLong(number: Object) -> Word:
    """The value of an int; with an error set and all bits set for anything else."""
    raise NotImplementedError


@external
def PyLong_FromUnsignedLongLong(value: Word) -> Object:
    """A new int."""
    raise NotImplementedError


@external
def PyErr_Occurred() -> Object:
    """The type of the error that is set, or null."""


@external
def PyErr_Clear() -> None:
    """Forget the error that is set."""


@external
def PyObject_Vectorcall(
    function: Object, arguments: Objects, count: Word, keywords: Object
) -> Object:
    """Call a function with the arguments as they came."""
