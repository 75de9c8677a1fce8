"""Two rook or four bishop squares on one table, in fixed groups (Lasse Hansen 2008).

They want the same of every bit that both read, whatever their magics are: see `storage.groups`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from magicbb.lookup.keys import ROWS
from magicbb.recipes.layout.concatenated import offset_slot
from magicbb.recipes.layout.placement import Placement
from magicbb.recipes.storage.groups import group_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from magicbb.compile import Word, Words
    from magicbb.geometry.sliders import Slider
    from magicbb.recipes.layout.placement import Rows


@dataclass(frozen=True)
class Shared:
    """Every group's slots start where those of the group before end."""

    name: str = "shared"
    words: tuple[str, ...] = ("offset",)
    packs: bool = False
    joint: bool = False
    shares: bool = True

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

    def slot(
        self,
        slider: Slider,  # noqa: ARG002 (the same for both)
        column: Mapping[str, Word],
    ) -> Callable[[Words, Word, Word, Word], Word]:
        """The kernel that adds the offset of the square's group."""
        return offset_slot(column["offset"])
