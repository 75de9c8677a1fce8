"""Two rook or four bishop squares on one table, in fixed groups (Lasse Hansen 2008).

They want the same of every bit that both read, whatever their magics are: see `storage.groups`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from magicbb.lookup.keys import ROWS
from magicbb.recipes.layout.placement import Layout, Placement
from magicbb.recipes.storage.groups import group_of

if TYPE_CHECKING:
    from magicbb.recipes.layout.placement import Rows


@dataclass(frozen=True)
class Shared(Layout):
    """Every group's slots start where those of the group before end."""

    name = "shared"
    words = ("offset",)
    shares = True

    def place(self, rows: Rows) -> Placement:
        """Give each group the slots of its largest member."""
        rows.refuse_offsets(self.name)
        groups = [group_of(row) for row in range(ROWS)]
        names = sorted({*groups})
        sizes = [
            max(1 << count for count, own in zip(rows.bits, groups, strict=True) if own == name)
            for name in names
        ]
        *starts, entries = accumulate(sizes, initial=0)
        start_of = dict(zip(names, starts, strict=True))
        return Placement(tuple((start_of[group],) for group in groups), entries)
