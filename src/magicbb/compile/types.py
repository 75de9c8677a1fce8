"""The types a kernel may name in its signature: words, and pointers to memory.

| annotation | in C           | from Python                        |
|------------|----------------|------------------------------------|
| `Word`     | `uint64_t`     | an int                             |
| `bool`     | `bool`         | a bool                             |
| `Words`    | `uint64_t *`   | a `uint64` array                   |
| `Shorts`   | `uint16_t *`   | a `uint16` array                   |
| `Bytes`    | `uint8_t *`    | a `uint8` array                    |
| `Object`   | `PyObject *`   | only in functions of Python's C API|
| `Objects`  | `PyObject **`  | only in functions of Python's C API|

Memory is passed as bare pointers: an array argument would cost reference counting on every call,
and a table that is a global would be baked into the code.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

Word = np.uint64

ENTRY_SYMBOL = "magicbb_entry"
"""The name that every entry's function has in its object code."""


class Words(Protocol):
    """Memory that holds 64-bit words."""

    def __getitem__(self, index: Word, /) -> Word:
        """Read one word."""

    def __setitem__(self, index: Word, value: Word, /) -> None:
        """Write one word."""


class Shorts(Words, Protocol):
    """Memory that holds 16-bit numbers."""


class Bytes(Words, Protocol):
    """Memory that holds 8-bit numbers."""


class Object(Protocol):
    """A Python object, as C sees it."""


class Objects(Protocol):
    """Several Python objects in a row, as C sees them."""

    def __getitem__(self, index: Word, /) -> Object:
        """Read one reference (a borrowed one)."""


ELEMENT_DTYPES: dict[str, np.dtype[Any]] = {
    "Words": np.dtype(np.uint64),
    "Shorts": np.dtype(np.uint16),
    "Bytes": np.dtype(np.uint8),
}
"""The dtype of the array that a pointer argument is made from."""

C_TYPES: dict[str, Any] = {
    "None": None,
    "Word": ctypes.c_uint64,
    "bool": ctypes.c_bool,
    "Words": ctypes.c_void_p,
    "Shorts": ctypes.c_void_p,
    "Bytes": ctypes.c_void_p,
    "Object": ctypes.c_void_p,
    "Objects": ctypes.c_void_p,
}
"""The same types for a call from Python, through ctypes."""


class Signature(tuple[str, ...]):
    """The names of the argument types, followed by the name of the result's type."""

    __slots__ = ()

    @property
    def arguments(self) -> tuple[str, ...]:
        """The argument types."""
        return self[:-1]

    @property
    def result(self) -> str:
        """The type of the result."""
        return self[-1]


def signature_of(function: Callable[..., Any], replace: dict[str, str] | None = None) -> Signature:
    """Read a function's signature off its annotations.

    Args:
        function: A function from a module with `from __future__ import annotations`.
        replace: Types by argument name that overrule the annotations; for functions whose
            memory has a different element type in each use.

    Raises:
        TypeError: An argument or the result has no annotation, or one that is not in the table.
    """
    code = function.__code__
    names = (*code.co_varnames[: code.co_argcount], "return")
    annotations = {**function.__annotations__, **(replace or {})}
    signature = Signature(str(annotations.get(name)) for name in names)
    for name, kind in zip(names, signature, strict=True):
        if name not in annotations or kind not in C_TYPES:
            msg = f"{function.__qualname__}: {name} is annotated {kind}, not one of {[*C_TYPES]}"
            raise TypeError(msg)
    return signature
