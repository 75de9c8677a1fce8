"""Mappings: the eight ways to number the squares, line by line from one of the corners.

Everywhere else in this package a1 is 0, b1 is 1 and h8 is 63. Engines number the squares in other
ways too, and at the border, where magics come in and source code goes out, a mapping says how.

All eight are turns and reflections of each other. A rook stays a rook when the board is turned or
reflected, and a bishop a bishop: what a slider on square *number* n attacks, given the occupied
*numbers*, is the same in all of them. So are masks, magics, shifts and tables, number for number.
What differs is which square has the number, and that is what goes wrong when arrays in the order of
one mapping are used with another.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from magicbb.arguments import short_repr, suggestion
from magicbb.geometry.squares import SQUARE_NAMES, square_at, square_name


@dataclass(frozen=True)
class Mapping:
    """One way to number the squares.

    Attributes:
        first: The square of number 0, a corner.
        along_files: Whether the numbers run along the files (0 and 1 on one file); else along the
            ranks.

    >>> mapping = parse_mapping("a8=0")
    >>> mapping.name, mapping.square_names[:2], mapping.number_of("a1")
    ('a8=0', ('a8', 'b8'), 56)
    """

    first: int
    along_files: bool = False

    @property
    def name(self) -> str:
        """The corner's number, and that of the next square where it is on the same file.

        >>> [mapping.name for mapping in MAPPINGS.values()]
        ['a1=0', 'a8=0', 'h1=0', 'h8=0', 'a1=0,a2=1', 'a8=0,a7=1', 'h1=0,h2=1', 'h8=0,h7=1']
        """
        corner = f"{square_name(self.first)}=0"
        return f"{corner},{square_name(self.squares[1])}=1" if self.along_files else corner

    @cached_property
    def squares(self) -> tuple[int, ...]:
        """The square, in this package's numbering, for each number."""
        return tuple(
            self.first ^ (square_at(line, place) if self.along_files else square_at(place, line))
            for line in range(8)
            for place in range(8)
        )

    @property
    def square_names(self) -> tuple[str, ...]:
        """The names of the squares in the order of their numbers."""
        return tuple(SQUARE_NAMES[square] for square in self.squares)

    def number_of(self, name: str) -> int:
        """The number of a square."""
        return self.square_names.index(name)

    @property
    def description(self) -> str:
        """The numbers of four squares, enough to see how it goes.

        >>> MAPPINGS["a1=0"].description
        'a1 = 0, b1 = 1, a2 = 8, h8 = 63'
        """
        names = self.square_names
        return ", ".join(f"{names[number]} = {number}" for number in (0, 1, 8, 63))


MAPPINGS = {
    mapping.name: mapping
    for mapping in (Mapping(first, along) for along in (False, True) for first in (0, 56, 7, 63))
}
"""The eight mappings by name."""

_SPELLINGS = {
    f"{square_name(mapping.first)}=0,{spelling}": mapping
    for mapping in MAPPINGS.values()
    for spelling in (
        f"{square_name(mapping.squares[1])}=1",
        "file-major" if mapping.along_files else "rank-major",
    )
}
"""Longer names."""


def parse_mapping(mapping: str | Mapping) -> Mapping:
    """A mapping from its name; a `Mapping` is returned as it is.

    A name says which corner has the number 0: "a1=0", "a8=0", "h1=0" or "h8=0". Numbers run along
    the ranks then. Where they run along the files, the name also says where 1 is: "a1=0,a2=1", or
    "a1=0,file-major".

    Raises:
        ValueError: It is not one of the eight; the message suggests the nearest.
        TypeError: It is neither a name nor a `Mapping`.

    >>> parse_mapping("h8=0, file-major").name
    'h8=0,h7=1'
    """
    if isinstance(mapping, Mapping):
        return mapping
    rule = f"mapping must be one of {', '.join(MAPPINGS)}"
    if not isinstance(mapping, str):
        raise TypeError(f"{rule}, got {short_repr(mapping)}")
    known = MAPPINGS | _SPELLINGS
    name = mapping.replace(" ", "").lower()
    if name not in known:
        raise ValueError(f"{rule}, got {short_repr(mapping)}{suggestion(name, known)}")
    return known[name]
