"""Functions of Python's C API that kernels may call.

They need the GIL, so they may be used only in the body of a built-in function.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from magicbb.compile.kernels import external

if TYPE_CHECKING:
    from magicbb.compile.types import Object, Objects, Shorts, Word, Words


@external
def PyLong_AsVoidPtr(number: Object) -> Words:
    """The value of an int as a pointer."""
    raise NotImplementedError


@external
def PyTuple_GetItem(items: Object, place: Word) -> Object:
    """An item of a tuple (a borrowed reference)."""


@external
def PyLong_AsUnsignedLongLong(number: Object) -> Word:
    """The value of an int; on failure, all bits are set and an exception is pending."""
    raise NotImplementedError


@external
def PyLong_FromUnsignedLongLong(value: Word) -> Object:
    """A new int."""


@external
def PyErr_Occurred() -> Object:
    """The type of the current exception, or null."""


@external
def PyErr_Clear() -> None:
    """Clear the current exception."""


@external
def PyObject_Vectorcall(
    function: Object, arguments: Objects, count: Word, keywords: Object
) -> Object:
    """Call a function with a vector of arguments."""


@external
def PyBytes_AsString(content: Object) -> Words:
    """A pointer to the contents of a bytes object."""
    raise NotImplementedError


@external
def PyBytes_Size(content: Object) -> Word:
    """The size of a bytes object; on failure, all bits are set and an exception is pending."""
    raise NotImplementedError


@external
def PyBytes_FromStringAndSize(content: Object, size: Word) -> Object:
    """A new bytes object; if `content` is null, it must be filled before any other use."""


@external
def PyByteArray_AsString(content: Object) -> Shorts:
    """A pointer to the contents of a bytearray."""
    raise NotImplementedError


@external
def PyByteArray_Size(content: Object) -> Word:
    """The size of a bytearray."""
    raise NotImplementedError


@external
def PyByteArray_FromStringAndSize(content: Object, size: Word) -> Object:
    """A new bytearray; if `content` is null, it is not initialized."""


@external
def Py_DecRef(reference: Object) -> None:
    """Release a reference."""
