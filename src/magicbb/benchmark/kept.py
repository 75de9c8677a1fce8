"""Rotated boards that are kept up to date: looking up with them, and what keeping them costs.

An engine with rotated bitboards has three boards more in its position and toggles two squares on
all four for a quiet move; with magics it toggles them on one. So the cost of a look-up is not the
whole comparison: the other part is paid per move, however many look-ups follow.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb.compile import Bytes, Word, Words, counting, entry, kernel
from magicbb.recipes.rivals.turning import BOARDS, boards, toggle

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy.typing as npt

    from magicbb.chess.notation.fen import Board
    from magicbb.geometry.sliders import Slider
    from magicbb.recipes.rivals.rotated import Rotated

SQUARES_PER_MOVE = 2
"""A quiet move empties a square and occupies another."""

_ZERO, _ONE, _TWO = Word(0), Word(1), Word(2)
_BOARDS, _LAST_SQUARE = Word(BOARDS), Word(63)


@dataclass(frozen=True)
class KeptRotated:
    """Rotated bitboards as a recipe whose second argument is not `occupied`.

    The slots are the four boards of one position after the other, and the argument says where the
    boards of the query's position start.
    """

    rotated: Rotated
    memory: str = "Words"

    def attacks_kernel(self, slider: Slider) -> Callable[[Words, Any, Words, Word, Word], Word]:
        """The kernel (parameters, boards, attack sets, square, start) -> attacks."""
        look_up = self.rotated.kept_kernel(slider)

        @kernel
        def kept(
            parameters: Words, slots: Words, attack_sets: Words, square: Word, start: Word
        ) -> Word:
            return look_up(parameters, slots, attack_sets, square, slots, start)

        return kept


def boards_of(positions: Sequence[Board]) -> npt.NDArray[np.uint64]:
    """The four boards of every position, one after the other."""
    occupied = np.array([board.occupied for board in positions], np.uint64)
    kept = np.empty(BOARDS * len(occupied), np.uint64)
    _turn_all(occupied, kept, len(occupied))
    return kept


@entry
def _turn_all(occupied: Words, kept: Words, count: Word) -> None:
    for number in counting(count):
        boards(occupied[number], kept, number * _BOARDS)


@entry
def toggle_four(attack_sets: Words, kept: Words, squares: Bytes, moves: Word, passes: Word) -> None:
    """Make moves on rotated boards: toggle the next two squares in all four of `kept`."""
    for _ in counting(passes):
        for move in counting(moves):
            place = move * _TWO
            toggle(attack_sets, kept, _ZERO, Word(squares[place]) & _LAST_SQUARE)
            toggle(attack_sets, kept, _ZERO, Word(squares[place + _ONE]) & _LAST_SQUARE)


@entry
def toggle_one(attack_sets: Words, kept: Words, squares: Bytes, moves: Word, passes: Word) -> None:
    """Make moves on the occupied squares alone, the first board of `kept`, in the same way."""
    for _ in counting(passes):
        for move in counting(moves):
            place = move * _TWO
            kept[_ZERO] ^= attack_sets[(Word(squares[place]) & _LAST_SQUARE) * _BOARDS]
            kept[_ZERO] ^= attack_sets[(Word(squares[place + _ONE]) & _LAST_SQUARE) * _BOARDS]
