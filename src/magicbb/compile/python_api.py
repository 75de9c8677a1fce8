"""Functions of Python's C API that kernels may call, under their own names.

They run with the interpreter's lock held, so only in the body of a built-in function.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from magicbb.compile.kernels import external

if TYPE_CHECKING:
    from magicbb.compile.types import Object, Objects, Shorts, Word, Words


@external
def PyLong_AsVoidPtr(number: Object) -> Words:
    """The pointer that an int holds."""
    raise NotImplementedError


@external
def PyTuple_GetItem(items: Object, place: Word) -> Object:
    """An item of a tuple (a borrowed reference)."""


@external
def PyLong_AsUnsignedLongLong(number: Object) -> Word:
    """The value of an int; with an error set and all bits set for anything else."""
    raise NotImplementedError


@external
def PyLong_FromUnsignedLongLong(value: Word) -> Object:
    """A new int."""


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


@external
def PyBytes_AsString(content: Object) -> Words:
    """The memory of a bytes object."""
    raise NotImplementedError


@external
def PyBytes_Size(content: Object) -> Word:
    """The size of a bytes object; with an error set and all bits set for anything else."""
    raise NotImplementedError


@external
def PyBytes_FromStringAndSize(content: Object, size: Word) -> Object:
    """A new bytes object; where there is no content (null), to be filled before anyone sees it."""


@external
def PyByteArray_AsString(content: Object) -> Shorts:
    """The memory of a bytearray."""
    raise NotImplementedError


@external
def PyByteArray_Size(content: Object) -> Word:
    """The size of a bytearray."""
    raise NotImplementedError


@external
def PyByteArray_FromStringAndSize(content: Object, size: Word) -> Object:
    """A new bytearray; where there is no content (null), to be filled."""


@external
def Py_DecRef(reference: Object) -> None:
    """Give up a reference."""
