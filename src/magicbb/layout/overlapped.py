"""Index ranges interleaved in one array (Onno Garms 2009, Volker Annuss 2010).

Not every index of a square is in use, and squares that leave different gaps can share a stretch of
the array. Which offsets work is found by packing; this layout takes them as given.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.layout.concatenated import offset_slot
from magicbb.layout.placement import Placement

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from magicbb.compile import Word, Words
    from magicbb.sliders import Slider


@dataclass(frozen=True)
class Overlapped:
    """Every square starts at an offset of its own; negative ones are for black magics."""

    name: str = "overlapped"
    words: tuple[str, ...] = ("offset",)

    def place(
        self,
        bits: Sequence[int],  # noqa: ARG002 (the slots in use decide, not the bits)
        offsets: Sequence[int] | None,
    ) -> Placement:
        """Take the offsets; whether they work shows when the table is filled."""
        if offsets is None:
            raise ValueError("the overlapped layout needs offsets, one for each square")
        return Placement(tuple((offset % 2**64,) for offset in offsets), None)

    def slot(
        self,
        slider: Slider,  # noqa: ARG002 (the same for both)
        column: Mapping[str, Word],
    ) -> Callable[[Words, Word, Word, Word], Word]:
        """The kernel that adds the offset."""
        return offset_slot(column["offset"])
