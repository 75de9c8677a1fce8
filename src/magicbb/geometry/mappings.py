"""The eight mappings: ways to number the squares line by line, starting at one of the corners.

In the rest of this package a1 is 0, b1 is 1 and h8 is 63. Some engines number the squares
differently; a mapping describes their numbering when magics are read or source code is exported.

The eight mappings are rotations and reflections of each other, which turn rook moves into rook
moves and bishop moves into bishop moves: the attacks of a slider on square *number* n, given the
occupied *numbers*, are the same in every mapping. The same is true of masks, magics, shifts and
tables. Only the squares to which the numbers belong differ, so an array is wrong only if its order
follows one mapping and its bits are numbered by another.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from magicbb.arguments import short_repr, suggestion
from magicbb.geometry.squares import SQUARE_NAMES, parse_square, square_at, square_name

if TYPE_CHECKING:
    from typing import SupportsIndex


_CORNERS = (0, 7, 56, 63)


@dataclass(frozen=True)
class Mapping:
    """A numbering of the squares.

    Attributes:
        first: The square with number 0, a corner.
        along_files: Whether the numbers run along the files (0 and 1 are on the same file) rather
            than along the ranks.

    >>> mapping = parse_mapping("a8=0")
    >>> mapping.name, mapping.square_names[:2], mapping.number_of("a1")
    ('a8=0', ('a8', 'b8'), 56)
    """

    first: int
    along_files: bool = False

    def __post_init__(self) -> None:
        """Check that the first square is a corner."""
        if parse_square(self.first) not in _CORNERS:
            raise ValueError(f"first must be a1, h1, a8 or h8, got {short_repr(self.first)}")
        object.__setattr__(self, "first", parse_square(self.first))

    @property
    def name(self) -> str:
        """The name: the corner with number 0, plus the square with number 1 if `along_files`.

        >>> [mapping.name for mapping in MAPPINGS.values()]
        ['a1=0', 'a8=0', 'h1=0', 'h8=0', 'a1=0,a2=1', 'a8=0,a7=1', 'h1=0,h2=1', 'h8=0,h7=1']
        """
        corner = f"{square_name(self.first)}=0"
        return f"{corner},{square_name(self.squares[1])}=1" if self.along_files else corner

    @cached_property
    def squares(self) -> tuple[int, ...]:
        """The squares, as numbered in this package, in the order of the mapping."""
        return tuple(
            self.first ^ (square_at(line, place) if self.along_files else square_at(place, line))
            for line in range(8)
            for place in range(8)
        )

    @property
    def square_names(self) -> tuple[str, ...]:
        """The names of the squares in the order of the mapping."""
        return tuple(SQUARE_NAMES[square] for square in self.squares)

    def number_of(self, square: SupportsIndex | str) -> int:
        """The number that the mapping gives to a square.

        >>> MAPPINGS["a8=0"].number_of("a1")
        56
        """
        return self.squares.index(parse_square(square))

    @property
    def description(self) -> str:
        """A description with the numbers of four squares, which identify the mapping.

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
"""Longer alternative names."""


def parse_mapping(mapping: str | Mapping) -> Mapping:
    """Return the mapping with a given name; a `Mapping` is returned unchanged.

    The names "a1=0", "a8=0", "h1=0" and "h8=0" give the corner with number 0; in these mappings,
    the numbers run along the ranks. If they run along the files, the name also gives the square
    with number 1, as in "a1=0,a2=1", or ends with "file-major", as in "a1=0,file-major".

    Raises:
        ValueError: The name is unknown; the message suggests the closest name, if any is similar.
        TypeError: The argument is neither a name nor a `Mapping`.

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
