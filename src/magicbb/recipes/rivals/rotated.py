"""Rotated bitboards: four boards, so that every line is contiguous on one of them.

The squares of a rank are adjacent in a bitboard, so its six inner squares form an index into a
table of attacks. With three more copies of the occupied squares, rotated by 90 degrees for files
and by 45 degrees in either direction for diagonals, a shift extracts the inner squares of any line.

By Robert Hyatt, for Crafty since 1994 ("Rotated bitmaps, a new twist on an old idea", ICCA Journal
22/4, 1999), and at about the same time by the authors of DarkThought (Ernst A. Heinz, "How
DarkThought plays chess", ICCA Journal 20/3, 1997); see
https://www.chessprogramming.org/Rotated_Bitboards

Engines update the four boards incrementally with each move (`turning.toggle`), so that a look-up
takes little more than two shifts and two loads (`Rotated.kept_kernel`). Here the method, like every
other recipe, is given only the occupied squares, so it must rotate the boards each time, which
takes longer than the rest of the look-up. Each square has its own table for each line, 86 KB in
total.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb.compile import Word, Words, kernel
from magicbb.geometry.bitboards import bitboard_of, squares_of
from magicbb.geometry.sliders import BISHOP, ROOK
from magicbb.lookup.keys import PLACES, row_of
from magicbb.recipes.notes import explained
from magicbb.recipes.rivals.arrays import RivalArrays
from magicbb.recipes.rivals.lines import NOTES, lines_of, on_each_line
from magicbb.recipes.rivals.turning import places, turn, turn_left, turn_right

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.geometry.sliders import Slider
    from magicbb.lookup.recipe import AttacksKernel

BOARDS_OF = {ROOK: (0, 1), BISHOP: (2, 3)}
"""The boards on which a slider's lines are contiguous."""

_ONE, _TWO, _THREE = Word(1), Word(2), Word(3)
_SHIFT, _MASK_START = Word(63), Word(6)  # the parts of a window

_NOTES = {
    **NOTES,
    **on_each_line(
        "",
        "{}, window",
        "The low six bits hold the position of the line's first inner square on the turned board; "
        "the bits above hold a mask with one bit for each inner square.",
    ),
    **on_each_line("_sets", "{}, sets", "The start of this square's attack sets along the {}."),
}


@explained(**_NOTES)
@kernel
def line_attacks(attack_sets: Words, board: Word, window: Word, offset: Word) -> Word:
    """The attacks along a line, looked up by the inner squares that its window selects."""
    inner = (board >> (window & _SHIFT)) & (window >> _MASK_START)
    return attack_sets[offset + inner]


@dataclass(frozen=True)
class Rotated:
    """Rotated bitboards as a recipe, with an attack table for each square and line."""

    name: str = "rotated"
    description: str = "rotated bitboards, turned for every look-up (Hyatt 1994)"
    memory: str = "Words"
    needs: str = ""

    def arrays(self) -> RivalArrays:
        """Four words per row: for each line, the window and the start of its attack sets.

        A window is the position of the line's first inner square plus 64 times a mask with one bit
        per inner square. The attack sets begin with the data for `turning.toggle`: the bits of each
        square on the four boards.
        """
        sets = [1 << place for square in range(64) for place in places(square)]
        parameters = np.zeros((len(PLACES), 4), np.uint64)
        for row, (slider, square) in enumerate(PLACES):
            record: list[int] = []
            lines = reversed(lines_of(slider, square))  # in the order of the boards
            for board, line in zip(BOARDS_OF[slider], lines, strict=True):
                square_of = {places(on)[board]: on for on in squares_of(line.mask | 1 << square)}
                inner = sorted(square_of)[1:-1]
                mask = (1 << len(inner)) - 1
                record += [mask << 6 | (inner[0] if inner else 0), len(sets)]
                for number in range(mask + 1):
                    set_bits = (place for bit, place in enumerate(inner) if number >> bit & 1)
                    blockers = bitboard_of(square_of[place] for place in set_bits)
                    sets.append(slider.attacks(square, blockers) & line.mask)
            parameters[row] = record
        return RivalArrays(parameters, attack_sets=np.array(sets, np.uint64))

    def fields(self, slider: Slider) -> tuple[str, ...]:
        """For each line, the names of the words for the window and the start of its attack sets."""
        lines = ("rank", "file") if slider == ROOK else ("anti_diagonal", "diagonal")
        return tuple(name for line in lines for name in (line, f"{line}_sets"))

    def attacks_kernel(self, slider: Slider) -> AttacksKernel:
        """The kernel (parameters, slots, attack sets, square, occupied) -> attacks."""
        look = _two_lines(slider)

        @kernel
        def rook(
            parameters: Words, _slots: Words, attack_sets: Words, square: Word, occupied: Word
        ) -> Word:
            turned = turn(occupied)
            return look(parameters, attack_sets, square, occupied, turned)

        @kernel
        def bishop(
            parameters: Words, _slots: Words, attack_sets: Words, square: Word, occupied: Word
        ) -> Word:
            left = turn_left(occupied)
            right = turn_right(left)
            return look(parameters, attack_sets, square, left, right)

        return rook if slider == ROOK else bishop

    def kept_kernel(self, slider: Slider) -> Callable[[Words, Any, Words, Word, Words, Word], Word]:
        """The kernel (parameters, slots, attack sets, square, kept, start) -> attacks.

        This is the form that engines use: `kept` holds the four boards, beginning at `start`. They
        are written once by `turning.boards` and updated by `turning.toggle`.
        """
        look, board = _two_lines(slider), Word(BOARDS_OF[slider][0])

        @kernel
        def kept_attacks(
            parameters: Words,
            _slots: Words,
            attack_sets: Words,
            square: Word,
            kept: Words,
            start: Word,
        ) -> Word:
            first = start + board
            return look(parameters, attack_sets, square, kept[first], kept[first + _ONE])

        return kept_attacks


def _two_lines(slider: Slider) -> Callable[[Words, Words, Word, Word, Word], Word]:
    """The kernel (parameters, attack sets, square, first board, second board) -> attacks."""
    first, width = Word(row_of(slider, 0)), Word(4)

    @explained(**_NOTES)
    @kernel
    def look(parameters: Words, attack_sets: Words, square: Word, board: Word, other: Word) -> Word:
        start = (first + square) * width
        return line_attacks(
            attack_sets, board, parameters[start], parameters[start + _ONE]
        ) | line_attacks(attack_sets, other, parameters[start + _TWO], parameters[start + _THREE])

    return look
