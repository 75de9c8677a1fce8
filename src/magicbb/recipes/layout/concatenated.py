"""One square after the other, each with as many slots as its index has values (Kannan 2006)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from magicbb.lookup.keys import ROWS
from magicbb.recipes.layout.placement import Layout, Placement

if TYPE_CHECKING:
    from magicbb.recipes.layout.placement import Rows


@dataclass(frozen=True)
class Concatenated(Layout):
    """Every group's slots start where those of the group before end; here a square is a group."""

    name = "concatenated"
    words = ("offset",)

    def group(self, row: int) -> tuple[int, ...]:
        """The group that a row belongs to; groups lie in ascending order."""
        return (row,)

    def place(self, rows: Rows) -> Placement:
        """Give each group the slots of its largest member; offsets are not taken."""
        rows.refuse_offsets(self.name)
        groups = [self.group(row) for row in range(ROWS)]
        sizes = dict.fromkeys(sorted(groups), 0)
        for name, count in zip(groups, rows.bits, strict=True):
            sizes[name] = max(sizes[name], 1 << count)
        *starts, entries = accumulate(sizes.values(), initial=0)
        start_of = dict(zip(sizes, starts, strict=True))
        return Placement(tuple((start_of[name],) for name in groups), entries)
