"""Index ranges interleaved in one array (Onno Garms 2009, Volker Annuss 2010).

Not every index of a square is in use, and squares that leave different gaps can share a stretch of
the array. Which offsets work is found by packing; this layout takes them as given.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.arguments import short_repr
from magicbb.keys import row_name
from magicbb.layout.concatenated import offset_slot
from magicbb.layout.placement import MOST_ENTRIES, Placement

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from magicbb.compile import Word, Words
    from magicbb.layout.placement import Indices
    from magicbb.sliders import Slider


@dataclass(frozen=True)
class Overlapped:
    """Every square starts at an offset of its own; negative ones are for black magics."""

    name: str = "overlapped"
    words: tuple[str, ...] = ("offset",)

    def place(
        self,
        bits: Sequence[int],
        offsets: Sequence[int] | None,
        indices: Indices,  # noqa: ARG002 (nothing is packed)
    ) -> Placement:
        """Take the offsets; whether they work shows when the table is filled."""
        if offsets is None or len(offsets) != len(bits):
            got = "none" if offsets is None else f"{len(offsets)}"
            raise ValueError(f"the overlapped layout needs offsets, {len(bits)} of them, got {got}")
        checked = [_offset(offset, row) for row, offset in enumerate(offsets)]
        return Placement(tuple((offset % 2**64,) for offset in checked), None)

    def slot(
        self,
        slider: Slider,  # noqa: ARG002 (the same for both)
        column: Mapping[str, Word],
    ) -> Callable[[Words, Word, Word, Word], Word]:
        """The kernel that adds the offset."""
        return offset_slot(column["offset"])


def _offset(offset: int, row: int) -> int:
    rule = f"{row_name(row)}: offset must be an integer of at most {MOST_ENTRIES:,}"
    try:
        offset = operator.index(offset)
    except TypeError:
        raise TypeError(f"{rule}, got {short_repr(offset)}") from None
    if abs(offset) > MOST_ENTRIES:
        raise ValueError(f"{rule}, got {short_repr(offset)}")
    return offset
