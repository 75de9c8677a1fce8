"""Squares laid out in succession, each with one slot per index value (Kannan 2006)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from magicbb.lookup.keys import ROWS
from magicbb.recipes.layout.layout import Layout, Placement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.recipes.layout.layout import Rows


@dataclass(frozen=True)
class Concatenated(Layout):
    """Groups of squares placed in succession; in this layout, each square is its own group."""

    name = "concatenated"
    words = ("offset",)

    def group(self, row: int) -> tuple[int, ...]:
        """The group of a row; groups are placed in ascending order."""
        return (row,)

    def place(self, rows: Rows) -> Placement:
        """Give each group as many slots as its largest member needs."""
        groups = [self.group(row) for row in range(ROWS)]
        sizes = dict.fromkeys(sorted(groups), 0)
        for name, count in zip(groups, rows.bits, strict=True):
            sizes[name] = max(sizes[name], 1 << count)
        *starts, entries = accumulate(sizes.values(), initial=0)
        start_of = dict(zip(sizes, starts, strict=True))
        return Placement(tuple((start_of[name],) for name in groups), entries)

    def slots_of_slider(self, bits: Sequence[int]) -> int | None:
        """One slot for each index of each row."""
        return sum(1 << each for each in bits)
