"""The offset in the magic's low 16 bits, with a fixed shift (Eugene Kotlov 2018).

Only 16 bytes are stored for each square: the mask and the magic. Offsets are in units of eight
slots, so that 16 bits can address all slots and each square's slots start at a cache line boundary.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.compile import Word, Words, kernel
from magicbb.lookup.keys import WIDEST_BITS
from magicbb.magics.search.offset_in_magic import OFFSET_BITS, UNIT_BITS, find_with_offsets
from magicbb.recipes.hashing.multiply import NOTES, Multiply, white_input
from magicbb.recipes.notes import Note, explained

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.geometry.sliders import Slider
    from magicbb.magics.magic import Magic
    from magicbb.recipes.kernel_types import Columns, IndexKernel

_OFFSET, _UNIT = Word((1 << OFFSET_BITS) - 1), Word(UNIT_BITS)

_NOTES = NOTES | {
    "offset": Note(
        "Offset",
        "The start of this square's slots: the low 16 bits of the magic, in units of eight slots.",
    ),
    "slot": Note("Slot", "The offset plus the index: the position in the table."),
}


@dataclass(frozen=True)
class OffsetInMagic(Multiply):
    """The hash that uses white magics that carry their square's offset."""

    name = "white-offset-in-magic"
    fixed: bool = True
    joint = True

    def search(
        self, seed: int, on_found: Callable[[Magic], None] | None = None
    ) -> tuple[Magic, ...]:
        """Find magics whose embedded offsets cause no collisions between squares."""
        return find_with_offsets(seed, on_found)

    def index(self, slider: Slider, column: Columns) -> IndexKernel:
        """The kernel that computes the index, counted from the start of the table."""
        mask, magic = column["mask"], column["magic"]
        shift = Word(64 - WIDEST_BITS[slider.name])

        @explained(**_NOTES)
        @kernel
        def multiply_and_add(parameters: Words, start: Word, _square: Word, occupied: Word) -> Word:
            factor = parameters[start + magic]
            index = (white_input(parameters[start + mask], occupied) * factor) >> shift
            return ((factor & _OFFSET) << _UNIT) + index

        return multiply_and_add
