"""Kogge-Stone fills: spread over the empty squares by one step, then two, then four.

A fill starts from all sliders at once, needs no square numbers, and returns the union of their
attacks; a look-up is a fill from a single square. A slider reaches a square if all squares in
between are empty. After the first step, `one` holds the squares reached in at most one step. The
second step advances two squares if two consecutive squares are empty; the third advances four
squares if four are. In each direction, three steps thus replace the seven of a ray walk::

    one   = sliders | sliders << n & empty         twos  = empty & empty << n
    three = one | one << 2 * n & twos              fours = twos & twos << 2 * n
    seven = three | three << 4 * n & fours

The attacks are `seven << n`, since the last step may also land on a piece. A step along a rank or a
diagonal must not wrap around the edge of the board.

There are no tables and no parameters. The directions are independent of each other, so the
directions towards higher squares share one vector register and the opposite directions share
another: two lanes each for a rook or a bishop, four each for a queen. AVX2 and NEON can shift each
lane by its own distance.

By Steffan Westcott (Computer Chess Club, 15 September 2002), after the adder of Peter Kogge and
Harold Stone (IEEE Transactions on Computers C-22/8, 1973); see
https://www.chessprogramming.org/Kogge-Stone_Algorithm
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb.compile import Word, Words, kernel, vectorized
from magicbb.compile.vectors import constant_lanes, in_all_lanes, union_of_lanes
from magicbb.geometry.sliders import ROOK
from magicbb.lookup.keys import ROWS
from magicbb.recipes.notes import Note, explained
from magicbb.recipes.rivals.arrays import RivalArrays

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.geometry.sliders import Slider
    from magicbb.lookup.recipe import AttacksKernel

_ONE = Word(1)
_NOT_A, _NOT_H = Word(0xFEFEFEFEFEFEFEFE), Word(0x7F7F7F7F7F7F7F7F)

_NOTES = {
    "slider": Note("The slider", "The slider's square as a bitboard with a single bit set."),
    "empty": Note("Empty squares", "The squares that sliders can pass through."),
    "right": Note(
        "Empty, to the right",
        "The empty squares except those on the a-file, which no step to the right can reach.",
    ),
    "left": Note(
        "Empty, to the left",
        "The empty squares except the h-file, which no step to the left can reach.",
    ),
    "one": Note("One step", "The sliders, and the empty squares next to them in one direction."),
    "twos": Note("Two in a row", "Empty squares preceded by another empty square."),
    "three": Note(
        "Three steps",
        "The squares reached so far and, from each of them, two squares farther if both are empty.",
    ),
    "fours": Note("Four in a row", "Empty squares preceded by three more empty squares."),
    "files": Note("Along the file", "The squares attacked along the file, in both directions."),
    "to_the_right": Note(
        "To the right", "The squares attacked along both diagonals, to the right."
    ),
    "to_the_left": Note("To the left", "The squares attacked along both diagonals, to the left."),
    "attacks": Note("Attacks", "The squares attacked in all directions."),
    "seven": Note(
        "Seven steps",
        "The squares reached so far and, from each of them, four squares farther if all are empty. "
        "This covers the line.",
    ),
}


def _higher(step: int) -> Callable[[Word, Word], Word]:
    """The kernel (sliders, empty) -> attacks for a direction towards higher squares."""
    single, double, fourfold = Word(step), Word(2 * step), Word(4 * step)

    @explained(**_NOTES)
    @kernel
    def fill(sliders: Word, empty: Word) -> Word:
        one = sliders | (sliders << single) & empty
        twos = empty & (empty << single)
        three = one | (one << double) & twos
        fours = twos & (twos << double)
        seven = three | (three << fourfold) & fours
        return seven << single

    return fill


def _lower(step: int) -> Callable[[Word, Word], Word]:
    """The kernel (sliders, empty) -> attacks for a direction towards lower squares."""
    single, double, fourfold = Word(step), Word(2 * step), Word(4 * step)

    @explained(**_NOTES)
    @kernel
    def fill(sliders: Word, empty: Word) -> Word:
        one = sliders | (sliders >> single) & empty
        twos = empty & (empty >> single)
        three = one | (one >> double) & twos
        fours = twos & (twos >> double)
        seven = three | (three >> fourfold) & fours
        return seven >> single

    return fill


def fill_lanes(builder: Any, pieces: Any, occupied: Any, *steps: int) -> Any:
    """Generate fills from a vector of pieces, one line in both directions per lane."""
    inside = {8: (2**64 - 1,) * 2, 1: (0xFEFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F)}  # no wrapping
    inside |= {9: inside[1], 7: inside[1][::-1]}
    single, double, fourfold = (
        constant_lanes(times * step for step in steps) for times in (1, 2, 4)
    )
    attacks = single.type([0] * len(steps))
    blocked = in_all_lanes(builder, occupied, single)
    for direction, shift in enumerate((builder.shl, builder.lshr)):
        targets = constant_lanes(inside[step][direction] for step in steps)
        empty, reached = builder.and_(builder.not_(blocked), targets), pieces
        for by in (single, double, fourfold):
            reached = builder.or_(reached, builder.and_(shift(reached, by), empty))
            empty = builder.and_(empty, shift(empty, by))
        attacks = builder.or_(attacks, builder.and_(shift(reached, single), targets))
    return attacks


def _side_by_side(builder: Any, sliders: Any, occupied: Any, *steps: int) -> Any:
    """Generate the union of the fills from the same sliders along the given lines."""
    pieces = in_all_lanes(builder, sliders, constant_lanes(steps))
    return union_of_lanes(builder, fill_lanes(builder, pieces, occupied, *steps))


def _rooks(builder: Any, sliders: Any, occupied: Any) -> Any:
    return _side_by_side(builder, sliders, occupied, 8, 1)


def _bishops(builder: Any, sliders: Any, occupied: Any) -> Any:
    return _side_by_side(builder, sliders, occupied, 9, 7)


def _queens(builder: Any, sliders: Any, occupied: Any) -> Any:
    return _side_by_side(builder, sliders, occupied, 8, 1, 9, 7)


_upwards, _downwards = _higher(8), _lower(8)
_rightwards, _leftwards = _higher(1), _lower(1)
_up_right, _down_left = _higher(9), _lower(9)
_up_left, _down_right = _higher(7), _lower(7)


@explained(**_NOTES)
@vectorized(_rooks)
def rooks_attacks(sliders: Word, occupied: Word) -> Word:
    """All squares that the given rooks attack."""
    empty = ~occupied
    right, left = empty & _NOT_A, empty & _NOT_H
    files = _upwards(sliders, empty) | _downwards(sliders, empty)
    return files | _rightwards(sliders, right) & _NOT_A | _leftwards(sliders, left) & _NOT_H


@explained(**_NOTES)
@vectorized(_bishops)
def bishops_attacks(sliders: Word, occupied: Word) -> Word:
    """All squares that the given bishops attack."""
    empty = ~occupied
    right, left = empty & _NOT_A, empty & _NOT_H
    to_the_right = _up_right(sliders, right) | _down_right(sliders, right)
    to_the_left = _up_left(sliders, left) | _down_left(sliders, left)
    return to_the_right & _NOT_A | to_the_left & _NOT_H


@vectorized(_queens)
def queens_attacks(sliders: Word, occupied: Word) -> Word:
    """All squares that the given queens attack."""
    return rooks_attacks(sliders, occupied) | bishops_attacks(sliders, occupied)


@dataclass(frozen=True)
class KoggeStone:
    """Fills from the slider's square, in all directions."""

    name: str = "kogge-stone"
    description: str = "Kogge-Stone fills, by one, two and four steps (Westcott 2002)"
    memory: str = "Words"
    needs: str = ""

    def arrays(self) -> RivalArrays:
        """Empty arrays, since a look-up needs only the square."""
        return RivalArrays(np.zeros((ROWS, 0), np.uint64))

    def fields(self, slider: Slider) -> tuple[str, ...]:  # noqa: ARG002 (the same for both sliders)
        """No fields."""
        return ()

    def attacks_kernel(self, slider: Slider) -> AttacksKernel:
        """The kernel (parameters, slots, attack sets, square, occupied) -> attacks."""
        return _from_square(rooks_attacks if slider == ROOK else bishops_attacks)

    def queen_kernel(self) -> AttacksKernel:
        """The kernel for a queen, whose eight directions share two vector registers."""
        return _from_square(queens_attacks)


def _from_square(fill: Callable[[Word, Word], Word]) -> AttacksKernel:
    """The kernel of a look-up, which fills from a single square."""

    @explained(**_NOTES)
    @kernel
    def look_up(
        _parameters: Words, _slots: Words, _attack_sets: Words, square: Word, occupied: Word
    ) -> Word:
        slider = _ONE << square
        return fill(slider, occupied)

    return look_up
