"""Frozen dataclasses as values for JSON, and back: the one place that checks what was written.

A dataclass is an object with its fields in their order, a tuple is a list, and None is null. What
types do not say stands beside them:

    slider: Annotated[Slider, Said(), Key("piece")]
    bits: Annotated[int, Key("index_bits")]
    factor: Annotated[int, Hex()]

Reading is strict: types are those of JSON (true is no number), no field is missing or unknown, and
the sentence of an error names the path and the value. Fields with a default may be missing.

The libraries for this were tried and do less: msgspec passes over unknown fields of dataclasses,
writes none as a list, and does not name the wrong value; cattrs takes "4" for 4; dacite has no
ranges, and refuses a list for a tuple; Pydantic takes longer to import than magicbb.

The parts: `marks` (what stands beside types), `forms` (how each type is read and written), `errors`
(what is wrong, and where).
"""

from __future__ import annotations

from typing import Any, TypeVar

from magicbb.research.codec.errors import FormatError, WrongError, require
from magicbb.research.codec.forms import form_of
from magicbb.research.codec.marks import (
    DECIMAL,
    FLAT,
    ROW,
    SPARSE,
    Hex,
    Key,
    OneOf,
    Range,
    Said,
)

__all__ = [
    "DECIMAL",
    "FLAT",
    "ROW",
    "SPARSE",
    "FormatError",
    "Hex",
    "Key",
    "OneOf",
    "Range",
    "Said",
    "read",
    "require",
    "write",
]

T = TypeVar("T")


def read(kind: type[T], value: object, what: str, *, loose: bool = False) -> T:
    """Read a value.

    Args:
        kind: A dataclass, or any type that consists of them, annotated as above.
        value: What `json.loads` made of a text.
        what: What it should be, for errors: "the certificate".
        loose: Whether unknown fields are passed over.

    Raises:
        FormatError: It is something else.

    >>> from typing import Annotated
    >>> rows = tuple[Annotated[int, Range(0, 128)], ...]
    >>> read(rows, [5, 128], "the file")
    Traceback (most recent call last):
    magicbb.research.codec.errors.FormatError: the file's [1] must be 0..127, got 128
    """
    try:
        return form_of(kind, loose=loose).read(value)  # type: ignore[arg-type]
    except WrongError as error:
        raise FormatError(error.say(what, error.path)) from None


def write(kind: Any, value: object) -> Any:
    """The value that `read` reads, for `json.dumps`.

    >>> from typing import Annotated
    >>> write(tuple[Annotated[int, Hex()], ...], (1, 255))
    ['0x0000000000000001', '0x00000000000000ff']
    """
    return form_of(kind).write(value)
