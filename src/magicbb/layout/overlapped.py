"""Index ranges interleaved in one array (Onno Garms 2009, Volker Annuss 2010).

Not every index of a square is in use, and squares that leave different gaps can share a stretch of
the array. Offsets may be given, as those of a published table; else they are found by packing.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.arguments import short_repr
from magicbb.keys import ROWS, all_keys, row_name
from magicbb.layout.concatenated import offset_slot
from magicbb.layout.placement import Placement
from magicbb.magics import MOST_ENTRIES
from magicbb.packing import pack

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from magicbb.compile import Word, Words
    from magicbb.layout.placement import Rows
    from magicbb.sliders import Slider


@dataclass(frozen=True)
class Overlapped:
    """Every square starts at an offset of its own; negative ones are for black magics."""

    name: str = "overlapped"
    words: tuple[str, ...] = ("offset",)
    packs: bool = True
    joint: bool = False
    shares: bool = False

    def place(self, rows: Rows) -> Placement:
        """Take the offsets, or find some; given ones show whether they work when it is filled."""
        offsets = rows.offsets
        if offsets is None:
            contents = rows.contents
            offsets = pack(
                all_keys().starts, rows.indices(), contents.values, contents.care
            ).tolist()
        if len(offsets) != ROWS:
            raise ValueError(f"the overlapped layout needs {ROWS} offsets, got {len(offsets)}")
        checked = tuple(_offset(offset, row) for row, offset in enumerate(offsets))
        return Placement(tuple((offset % 2**64,) for offset in checked), None, checked)

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
