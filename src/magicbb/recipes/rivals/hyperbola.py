"""Hyperbola quintessence: subtract the slider from its blockers, in both directions.

Let o be the occupied squares of a line and r the slider, which is not in o. In o - r, the borrow
propagates from r up to the first blocker and clears it; nothing changes beyond the blocker or below
r. So (o - r) ^ o consists of r and all squares it sees upwards. The other direction works in the
same way with the board upside down, since swapping the bytes reverses the order of squares on any
line with one square per rank. If the two differences are XORed, o itself cancels out and the
changes remain::

    (o - r) ^ swap(swap(o) - swap(r)), within the line

Swapping bytes cannot reverse a rank, whose eight squares are in one byte, so ranks are looked up in
a 512-byte table. (Reversing all bits would avoid the table, but x86 has no instruction for it: a
rook took 1.5 times as long.)

The subtraction is Ryan Mack's idea, with reversed boards updated incrementally (Hyperbola Project,
2000); reversing on the fly is Gerd Isenberg's. Aleks Peshkov found the form above (Computer Chess
Club, "Re: BitBoard Tests Magic v Non-Rotated 32 Bits v 64 Bits", 25 August 2007); see
https://www.chessprogramming.org/Hyperbola_Quintessence

The lines of a square do not depend on each other, so they are computed side by side in one vector
register: two for a bishop, three for a queen. Stockfish has done so with AVX2 since it abandoned
magics in 2026. For a bishop, this takes 0.55 times as long as computing the lines one at a time;
for a queen, 0.65 times as long.

A dozen more instructions replace a large table: the 4.5 KB of data fit in the L1 cache.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb.compile import Bytes, Word, Words, kernel, swap_bytes, vectorized
from magicbb.compile.vectors import (
    in_all_lanes,
    lanes,
    swap_bytes_in_lanes,
    union_of_lanes,
)
from magicbb.geometry.sliders import BISHOP, ROOK
from magicbb.lookup.keys import PLACES, row_of
from magicbb.recipes.notes import Note, explained
from magicbb.recipes.rivals.arrays import RivalArrays
from magicbb.recipes.rivals.lines import LINES, NOTES, lines_of, rank_attacks

if TYPE_CHECKING:
    from magicbb.geometry.sliders import Slider
    from magicbb.lookup.recipe import AttacksKernel

_ONE, _TWO, _THREE = Word(1), Word(2), Word(3)
_FILE = Word(7)  # the file of a square
_INNER = Word(0x7E)  # the inner squares of the first rank

_NOTES = NOTES | {
    "bit": Note("The slider", "The slider's square as a bitboard with a single bit set."),
    "swapped": Note(
        "The slider, upside down", "The slider's square on the board with the ranks reversed."
    ),
    "below": Note("Start of the rank", "The number of the first square on the slider's rank."),
    "entry": Note("First rank", "The attacks along the first rank for a slider on this file."),
    "blockers": Note("Pieces", "The occupied squares of the line."),
    "upwards": Note(
        "Upwards",
        "Subtract the slider from the pieces: the borrow runs up to the first piece and clears it. "
        "On the line, only the slider's own square and the squares that it sees change.",
    ),
    "downwards": Note(
        "Downwards", "The same on the board upside down, where the borrow runs the other way."
    ),
}


@explained(**_NOTES)
@kernel
def line_attacks(line: Word, slider: Word, swapped: Word, occupied: Word) -> Word:
    """The attacks along a line that has at most one square on each rank.

    Args:
        line: The squares of the line, excluding the slider's own square.
        slider: The slider's square, as a bitboard.
        swapped: The slider's square, with the bytes of the bitboard swapped.
        occupied: The occupied squares of the whole board.
    """
    blockers = occupied & line
    upwards, downwards = blockers - slider, swap_bytes(swap_bytes(blockers) - swapped)
    return (upwards ^ downwards) & line


def _side_by_side(
    builder: Any, slider: Any, swapped: Any, occupied: Any, line: Any, *others: Any
) -> Any:
    """Generate the instructions of `line_attacks`, one line per lane, and combine the results."""
    line = lanes(builder, line, *others)
    slider, swapped, occupied = (
        in_all_lanes(builder, word, line) for word in (slider, swapped, occupied)
    )
    blockers = builder.and_(occupied, line)
    upwards = builder.sub(blockers, slider)
    downwards = builder.sub(swap_bytes_in_lanes(builder, blockers), swapped)
    changed = builder.xor(upwards, swap_bytes_in_lanes(builder, downwards))
    return union_of_lanes(builder, builder.and_(changed, line))


@explained(**_NOTES)
@vectorized(_side_by_side)
def two_lines_attacks(slider: Word, swapped: Word, occupied: Word, line: Word, other: Word) -> Word:
    """The attacks along two lines at once; see `line_attacks`."""
    diagonal = line_attacks(line, slider, swapped, occupied)
    return diagonal | line_attacks(other, slider, swapped, occupied)


@vectorized(_side_by_side)
def three_lines_attacks(
    slider: Word, swapped: Word, occupied: Word, line: Word, other: Word, third: Word
) -> Word:
    """The attacks along three lines at once; see `line_attacks`."""
    seen = two_lines_attacks(slider, swapped, occupied, line, other)
    return seen | line_attacks(third, slider, swapped, occupied)


@dataclass(frozen=True)
class Hyperbola:
    """Hyperbola quintessence as a recipe; the slots hold the attacks along ranks."""

    name: str = "hyperbola"
    description: str = "hyperbola quintessence, o ^ (o - 2r) both ways (Isenberg, Peshkov 2007)"
    memory: str = "Bytes"
    needs: str = ""

    def arrays(self) -> RivalArrays:
        """Four words per row, half a cache line; 512 slots.

        The first two words are the slider's square as a bitboard, and that bitboard with its bytes
        swapped (computing them instead took 1.06 times as long for a bishop). The other two are,
        for a rook, its file and the number of the first square on its rank; for a bishop, its two
        diagonals. The slot for six inner squares and a file is `inner * 8 + file`.
        """
        parameters = np.zeros((len(PLACES), 4), np.uint64)
        for row, (slider, square) in enumerate(PLACES):
            first, second = lines_of(slider, square)
            words = (first.mask, square & 56) if slider == ROOK else (first.mask, second.mask)
            parameters[row] = (1 << square, 1 << (square ^ 56), *words)
        slots = [rank_attacks(file, inner) for inner in range(64) for file in range(8)]
        return RivalArrays(parameters, np.array(slots, np.uint8), used=len(slots))

    def fields(self, slider: Slider) -> tuple[str, ...]:
        """The names of a square's words: its bitboard, this byte-swapped, and its two lines."""
        return ("bit", "swapped", *(("file", "below") if slider == ROOK else LINES[slider.name]))

    def attacks_kernel(self, slider: Slider) -> AttacksKernel:
        """The kernel (parameters, slots, attack sets, square, occupied) -> attacks."""
        first, width = Word(row_of(slider, 0)), Word(4)

        @explained(**_NOTES)
        @kernel
        def rook(
            parameters: Words, slots: Bytes, _attack_sets: Words, square: Word, occupied: Word
        ) -> Word:
            start = (first + square) * width
            bit, swapped = parameters[start], parameters[start + _ONE]
            file, below = parameters[start + _TWO], parameters[start + _THREE]
            inner = (occupied >> below) & _INNER
            rank = Word(slots[inner << _TWO | square & _FILE]) << below
            return rank | line_attacks(file, bit, swapped, occupied)

        @explained(**_NOTES)
        @kernel
        def bishop(
            parameters: Words, _slots: Bytes, _attack_sets: Words, square: Word, occupied: Word
        ) -> Word:
            start = (first + square) * width
            bit, swapped = parameters[start], parameters[start + _ONE]
            line, other = parameters[start + _TWO], parameters[start + _THREE]
            return two_lines_attacks(bit, swapped, occupied, line, other)

        return rook if slider == ROOK else bishop

    def queen_kernel(self) -> AttacksKernel:
        """The kernel for a queen, which computes all lines except the rank side by side."""
        rooks, bishops, width = Word(row_of(ROOK, 0)), Word(row_of(BISHOP, 0)), Word(4)

        @kernel
        def queen(
            parameters: Words, slots: Bytes, _attack_sets: Words, square: Word, occupied: Word
        ) -> Word:
            start, diagonals = (rooks + square) * width, (bishops + square) * width
            bit, swapped = parameters[start], parameters[start + _ONE]
            file, below = parameters[start + _TWO], parameters[start + _THREE]
            line, other = parameters[diagonals + _TWO], parameters[diagonals + _THREE]
            inner = (occupied >> below) & _INNER
            rank = Word(slots[inner << _TWO | square & _FILE]) << below
            lines = three_lines_attacks(bit, swapped, occupied, file, line, other)
            return rank | lines

        return queen
