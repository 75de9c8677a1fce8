"""One square after the other, each with as many slots as its index has values (Kannan 2006)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from magicbb.compile import Word, Words, kernel
from magicbb.recipes.layout.placement import Placement
from magicbb.recipes.notes import Note, explained

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from magicbb.geometry.sliders import Slider
    from magicbb.recipes.layout.placement import Rows

SLOT = Note("Slot", "From where the square's slots start, as far as the index says.")
"""What layouts say that add an offset to the index."""

_OFFSET = Note("Offset", "Where the slots of this square start in the table.")


@dataclass(frozen=True)
class Concatenated:
    """Every square's slots start where those of the square before end."""

    name: str = "concatenated"
    words: tuple[str, ...] = ("offset",)
    packs: bool = False
    joint: bool = False
    shares: bool = False

    def place(self, rows: Rows) -> Placement:
        """Add up the sizes; offsets are not taken."""
        rows.refuse_offsets(self.name)
        *starts, entries = accumulate((1 << count for count in rows.bits), initial=0)
        return Placement(tuple((start,) for start in starts), entries)

    def slot(
        self,
        slider: Slider,  # noqa: ARG002 (the same for both)
        column: Mapping[str, Word],
    ) -> Callable[[Words, Word, Word, Word], Word]:
        """The kernel that adds the offset."""
        return offset_slot(column["offset"])


def offset_slot(offset: Word) -> Callable[[Words, Word, Word, Word], Word]:
    """The kernel that adds the square's offset to the index; a sum wraps, so it may be negative."""

    @explained(offset=_OFFSET, slot=SLOT)
    @kernel
    def add_offset(parameters: Words, start: Word, _square: Word, index: Word) -> Word:
        return parameters[start + offset] + index

    return add_offset
