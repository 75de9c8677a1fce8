"""The types in the signatures of kernels: words, and pointers to memory and to records.

| annotation | in C           | from Python                        |
|------------|----------------|------------------------------------|
| `Word`     | `uint64_t`     | an int                             |
| `bool`     | `bool`         | a bool                             |
| `Words`    | `uint64_t *`   | a `uint64` array                   |
| `Shorts`   | `uint16_t *`   | a `uint16` array                   |
| `Bytes`    | `uint8_t *`    | a `uint8` array                    |
| a `Record` | `uint64_t *`   | a record of that class             |
| `Rows[R]`  | `uint64_t *`   | an array made by `R.array`         |
| `Object`   | `PyObject *`   | only in built-in functions         |
| `Objects`  | `PyObject **`  | only in built-in functions         |

Memory is passed as bare pointers: array arguments would cost reference counting on every call, and
global tables would be baked into the code.
"""

from __future__ import annotations

import ctypes
import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Word = np.uint64

R_co = TypeVar("R_co", covariant=True)

ENTRY_SYMBOL = "magicbb_entry"
"""The symbol of an entry's function in its object code."""


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


class Rows(Protocol[R_co]):
    """Memory that holds consecutive records."""

    def __getitem__(self, index: Word, /) -> R_co:
        """Return a reference to one record, not a copy."""


class Object(Protocol):
    """A pointer to a Python object."""


class Objects(Protocol):
    """A pointer to an array of Python objects."""

    def __getitem__(self, index: Word, /) -> Object:
        """Return one item as a borrowed reference."""


ELEMENT_DTYPES: dict[str, np.dtype[Any]] = {
    "Words": np.dtype(np.uint64),
    "Shorts": np.dtype(np.uint16),
    "Bytes": np.dtype(np.uint8),
}
"""The dtype of the array that is passed for each type of pointer argument."""

C_TYPES: dict[str, Any] = {
    "None": None,
    "Word": ctypes.c_uint64,
    "bool": ctypes.c_bool,
    **dict.fromkeys(("Words", "Shorts", "Bytes", "Object", "Objects"), ctypes.c_void_p),
}
"""The ctypes type of each type in a signature, for calls from Python; records are pointers too."""


@dataclass(frozen=True)
class Layout:
    """The layout of a record in compiled code: 64 bits for each field, in order.

    Attributes:
        fields: The name and type of each field; for a pointer to records, the type is a layout.
    """

    fields: tuple[tuple[str, Kind], ...]

    @functools.cached_property
    def dtype(self) -> np.dtype[Any] | None:
        """The dtype of an array of such records; None unless all fields are Words."""
        if any(kind != "Word" for _, kind in self.fields):
            return None
        return np.dtype((np.record, [(name, np.uint64) for name, _ in self.fields]))


Kind: TypeAlias = str | Layout
"""A type in a kernel's signature: one of `C_TYPES`, or the layout of a record."""


Signature: TypeAlias = tuple[Kind, ...]
"""The types of the arguments, followed by the type of the result."""


def signature_of(
    function: Callable[..., Any], replace: Mapping[str, str | type] | None = None
) -> Signature:
    """Derive a function's signature from its annotations.

    Args:
        function: A function from a module with `from __future__ import annotations`.
        replace: Types by argument name that override the annotations, for functions whose element
            type varies.

    Raises:
        TypeError: An annotation is missing, or is neither one of `C_TYPES` nor a record.
    """
    code = function.__code__
    names = (*code.co_varnames[: code.co_argcount], "return")
    annotations = {**function.__annotations__, **(replace or {})}
    kinds = []
    for name in names:
        annotation = annotations.get(name)
        kind = kind_of(annotation, function.__globals__)
        if name not in annotations or kind is None:
            raise TypeError(
                f"{function.__qualname__}: {name} is annotated {annotation}, "
                f"not one of {[*C_TYPES]} or a record"
            )
        kinds.append(kind)
    return (*kinds,)


def kind_of(annotation: object, names: Mapping[str, Any]) -> Kind | None:
    """The type named by an annotation, or None.

    Args:
        annotation: The text of the annotation, or the record class itself.
        names: A mapping from names to record classes.
    """
    text = str(annotation)
    if text in C_TYPES:
        return text
    record = annotation
    if isinstance(annotation, str):
        record = names.get(text.removeprefix("Rows[").removesuffix("]"))
    layout = getattr(record, "layout", None)
    return layout if isinstance(record, type) and isinstance(layout, Layout) else None
