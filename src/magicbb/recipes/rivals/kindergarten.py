"""Kindergarten bitboards: a multiplication gathers the squares of a line.

A diagonal has at most one square on each file, so multiplying its occupied squares by the b-file
adds them up without carries: all of them appear on the eighth rank, shifted by one file. The top
six bits are the inner squares, in the order of the files::

    . . . . . . . h     . 1 . . . . . .     . a[b c d e f g]
    . . . . . . g .     . 1 . . . . . .     . . . . . . . .
    . . . . . f . .     . 1 . . . . . .     . . . . . . . .
    . . . . e . . .  *  . 1 . . . . . .  =  . . . . . . . .
    . . . d . . . .     . 1 . . . . . .     . . . . . . . .
    . . c . . . . .     . 1 . . . . . .     . . . . . . . .
    . b . . . . . .     . 1 . . . . . .     . . . . . . . .
    a . . . . . . .     . 1 . . . . . .     . . . . . . . .

The inner squares and the slider's file select a table entry: the squares that a slider on that file
would see along the first rank, copied to all eight ranks. The line's mask keeps, of each copy, the
square that lies on the line. On a rank, the inner squares are already adjacent. A file is shifted
to the a-file, multiplied by the diagonal c2-h7, and looked up in a separate table.

By Gerd Isenberg, from a discussion with others (Winboard Forum, 4 December 2006), half a year after
Lasse Hansen's magics had mapped two lines with one multiplication. There were earlier attempts to
map a line in this way ("rotated bitboards obsolete?", Computer Chess Club, 26 February 2006). See
https://www.chessprogramming.org/Kindergarten_Bitboards

With two multiplications, a small table is enough: 8 KB for both sliders, a hundredth of the size of
a magic table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from magicbb.compile import Word, Words, kernel
from magicbb.geometry.bitboards import FULL
from magicbb.geometry.sliders import ROOK
from magicbb.lookup.keys import PLACES, row_of
from magicbb.recipes.notes import Note, explained
from magicbb.recipes.rivals.arrays import RivalArrays
from magicbb.recipes.rivals.lines import LINES, NOTES, lines_of, rank_attacks

if TYPE_CHECKING:
    import numpy.typing as npt

    from magicbb.geometry.sliders import Slider
    from magicbb.lookup.recipe import AttacksKernel

A_FILE = 0x0101010101010101
C2_H7 = 0x0080402010080400

_ONE, _TWO, _THREE = Word(1), Word(2), Word(3)
_FILE, _RANK, _INNER = Word(7), Word(56), Word(63)
_TO_INDEX = Word(58)  # a shift that leaves six bits
_A_FILE, _B_FILE, _C2_H7 = Word(A_FILE), Word(A_FILE << 1), Word(C2_H7)
_FILES_START = Word(8 * 64)  # the table for files follows the table for all other lines

_NOTES = NOTES | {
    "filled": Note("Start of the sets", "The start of the attack sets for the slider's file."),
    "b_square": Note("Second square", "The number of the second square on the slider's rank."),
    "product": Note(
        "Product",
        "The squares of the line are added without carries, so that they end up side by side "
        "in the top bits.",
    ),
    "listed": Note(
        "Table entry",
        "The attacks along the first rank, repeated on all ranks, or along the a-file.",
    ),
}
_ALONG_FILE = _NOTES | {
    "file": Note("File number", "The lowest three bits of the square's number.")
}


@explained(**_NOTES)
@kernel
def diagonal_attacks(attack_sets: Words, line: Word, filled: Word, occupied: Word) -> Word:
    """The attacks along a line that has at most one square on each file.

    `filled` is the start of the attack sets for the square's file.
    """
    inner = ((occupied & line) * _B_FILE) >> _TO_INDEX
    return attack_sets[filled + inner] & line


@explained(**_ALONG_FILE)
@kernel
def file_attacks(attack_sets: Words, square: Word, occupied: Word) -> Word:
    """The attacks along a file."""
    file = square & _FILE
    inner = (((occupied >> file) & _A_FILE) * _C2_H7) >> _TO_INDEX
    return attack_sets[_FILES_START + ((square & _RANK) << _THREE | inner)] << file


@dataclass(frozen=True)
class Kindergarten:
    """A multiplication gathers the inner squares of a line, and a table gives the attacks."""

    name: str = "kindergarten"
    description: str = "kindergarten bitboards, multiply each line (Isenberg 2006)"
    memory: str = "Words"
    needs: str = ""

    def arrays(self) -> RivalArrays:
        """Three words per row: the start of the attack sets for its file, and two for its lines.

        For a rook, these two words are the rank and the number of its second square; for a bishop,
        both diagonals. The attack sets are those of `file_filled`, followed by those of
        `a_file_attacks`. (With the start computed from the square instead, a rook took 1.05 times
        as long.)
        """
        parameters = np.zeros((len(PLACES), 3), np.uint64)
        for row, (slider, square) in enumerate(PLACES):
            first, second = lines_of(slider, square)
            words = (second.mask, square & 56 | 1) if slider == ROOK else (first.mask, second.mask)
            parameters[row] = (square % 8 * 64, *words)
        attack_sets = np.concatenate([file_filled().ravel(), a_file_attacks().ravel()])
        return RivalArrays(parameters, attack_sets=attack_sets)

    def fields(self, slider: Slider) -> tuple[str, ...]:
        """The names of the words for the start of the attack sets and for the lines."""
        return ("filled", *(("rank", "b_square") if slider == ROOK else LINES[slider.name]))

    def attacks_kernel(self, slider: Slider) -> AttacksKernel:
        """The kernel (parameters, slots, attack sets, square, occupied) -> attacks."""
        first = Word(row_of(slider, 0))

        @explained(**_NOTES)
        @kernel
        def rook(
            parameters: Words, _slots: Words, attack_sets: Words, square: Word, occupied: Word
        ) -> Word:
            start = (first + square) * _THREE
            inner = (occupied >> parameters[start + _TWO]) & _INNER
            rank = attack_sets[parameters[start] + inner] & parameters[start + _ONE]
            return rank | file_attacks(attack_sets, square, occupied)

        @explained(**_NOTES)
        @kernel
        def bishop(
            parameters: Words, _slots: Words, attack_sets: Words, square: Word, occupied: Word
        ) -> Word:
            start = (first + square) * _THREE
            filled, line = parameters[start], parameters[start + _ONE]
            other = parameters[start + _TWO]
            diagonal = diagonal_attacks(attack_sets, line, filled, occupied)
            return diagonal | diagonal_attacks(attack_sets, other, filled, occupied)

        return rook if slider == ROOK else bishop


def file_filled() -> npt.NDArray[np.uint64]:
    """First-rank attacks, copied to all ranks: uint64[8 files, 64 sets of inner squares]."""
    return np.array(
        [[rank_attacks(file, inner) * A_FILE for inner in range(64)] for file in range(8)],
        np.uint64,
    )


def a_file_attacks() -> npt.NDArray[np.uint64]:
    """The attacks along the a-file: uint64[8 ranks, 64 products of the inner squares]."""
    table = np.zeros((8, 64), np.uint64)
    for rank in range(8):
        for inner in range(64):
            occupied = sum(((inner >> place) & 1) << (8 * place + 8) for place in range(6))
            product = (occupied * C2_H7 & FULL) >> 58
            table[rank, product] = ROOK.attacks(8 * rank, occupied) & A_FILE
    return table
