"""One square after the other, each with as many slots as its index has values (Kannan 2006).

Or one group of squares after the other (Lasse Hansen 2008): the squares of a group agree on every
bit that two of them read, with any magics; see `storage.union.group_of`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from magicbb.lookup.keys import ROWS
from magicbb.recipes.layout.placement import Layout, Placement
from magicbb.recipes.storage.union import group_of

if TYPE_CHECKING:
    from magicbb.recipes.layout.placement import Rows


@dataclass(frozen=True)
class Concatenated(Layout):
    """Every group's slots start where the previous group's end; here a square is a group."""

    name = "concatenated"
    words = ("offset",)

    def group(self, row: int) -> tuple[int, ...]:
        """The group that a row belongs to; groups lie in ascending order."""
        return (row,)

    def place(self, rows: Rows) -> Placement:
        """Give each group the slots of its largest member."""
        groups = [self.group(row) for row in range(ROWS)]
        sizes = dict.fromkeys(sorted(groups), 0)
        for name, count in zip(groups, rows.bits, strict=True):
            sizes[name] = max(sizes[name], 1 << count)
        *starts, entries = accumulate(sizes.values(), initial=0)
        start_of = dict(zip(sizes, starts, strict=True))
        return Placement(tuple((start_of[name],) for name in groups), entries)


@dataclass(frozen=True)
class Shared(Concatenated):
    """Two rook or four bishop squares, in fixed groups, have the same slots."""

    name = "shared"
    shares = True

    def group(self, row: int) -> tuple[int, ...]:
        """The group of squares that can share slots."""
        return group_of(row)
