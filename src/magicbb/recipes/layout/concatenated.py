"""One square after the other, each with as many slots as its index has values (Kannan 2006)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from magicbb.recipes.layout.placement import Layout, Placement

if TYPE_CHECKING:
    from magicbb.recipes.layout.placement import Rows


@dataclass(frozen=True)
class Concatenated(Layout):
    """Every square's slots start where those of the square before end."""

    name = "concatenated"
    words = ("offset",)

    def place(self, rows: Rows) -> Placement:
        """Add up the sizes; offsets are not taken."""
        rows.refuse_offsets(self.name)
        *starts, entries = accumulate((1 << count for count in rows.bits), initial=0)
        return Placement(tuple((start,) for start in starts), entries)
