"""One row of fixed length per square, rook rows before bishop rows (Hansen 2006)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.compile import Word, Words, kernel
from magicbb.geometry.sliders import ROOK, SLIDERS
from magicbb.lookup.keys import ROWS, WIDEST_BITS, row_name
from magicbb.recipes.layout.layout import SLOT, Layout, Placement
from magicbb.recipes.notes import Note, explained

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.geometry.sliders import Slider
    from magicbb.recipes.kernel_types import Columns, SlotKernel
    from magicbb.recipes.layout.layout import Rows

_BISHOP_START = 64 << WIDEST_BITS["rook"]

_OFFSET = Note(
    "Offset",
    "The start of this square's slots; it follows from the square, since all rows have the same "
    "length.",
)


@dataclass(frozen=True)
class Strided(Layout):
    """The layout without stored offsets: the start of a row follows from the square."""

    name = "strided"

    def place(self, rows: Rows) -> Placement:
        """Check that all indices fit into their rows."""
        for row, count in enumerate(rows.bits):
            room = WIDEST_BITS[SLIDERS[row // 64].name]
            if count > room:
                raise ValueError(
                    f"{row_name(row)}: {count} index bits, but the strided layout allows {room}"
                )
        return Placement(((),) * ROWS, _BISHOP_START + (64 << WIDEST_BITS["bishop"]))

    def slots_of_slider(self, bits: Sequence[int]) -> int | None:
        """Rows of equal length, each as long as the longest has to be."""
        return len(bits) << max(bits)

    def slot(self, slider: Slider, column: Columns) -> SlotKernel:  # noqa: ARG002 (no stored words)
        """The kernel that adds the index to the row's start, which follows from the square."""
        stride_bits = Word(WIDEST_BITS[slider.name])
        first = Word(0 if slider == ROOK else _BISHOP_START)

        @explained(offset=_OFFSET, slot=SLOT)
        @kernel
        def strided(_parameters: Words, _start: Word, square: Word, index: Word) -> Word:
            return first + (square << stride_bits) + index

        return strided
