"""What stands beside a type in `Annotated`, and says how its values are written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class Range:
    """Of an integer: it is in ``range(start, stop)``."""

    start: int
    stop: int


@dataclass(frozen=True)
class Hex:
    """Of a 64-bit word: it is a text, "0x" and digits, with zeros before them up to `digits`."""

    digits: int = 16


@dataclass(frozen=True)
class OneOf:
    """It is one of some values."""

    values: tuple[object, ...]


@dataclass(frozen=True)
class Said:
    """It is written in words.

    Attributes:
        write: Makes them.
        read: Makes the value of them; left out, the class of the field does. ValueError and
            TypeError say what is wrong.
        types: The types of the words.
    """

    write: Callable[[Any], Any] = str
    read: Callable[[Any], Any] = lambda words: words
    types: tuple[type, ...] = (str,)


@dataclass(frozen=True)
class Key:
    """Of a field: what it is called where it is written."""

    name: str


FLAT = "flat"
"""Of a dataclass: its fields stand among those of the one that has it. None writes none of them."""

ROW = "row"
"""Of a dataclass: it is the list of its fields."""

SPARSE = "sparse"
"""Of a field, or of a dataclass for all its fields: left out where it has its default."""

DECIMAL = "decimal"
"""Of a dataclass: what would be `Hex` in it are plain numbers."""
