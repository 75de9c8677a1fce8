"""Count the slider replies to all quiet moves of a position together.

Looking up a slider after each move of one piece takes a loop of a few iterations, and mispredicting
its end costs more than the look-ups. So the moves are collected first. Then each slider is looked
up after all of them, in one long loop: perft takes 0.7 times as long.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from magicbb.chess.generator.state import lowest, without_lowest
from magicbb.compile import Word, Words, count_zeros, counting, kernel, popcount, swap_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.chess.generator.move_tables import Sliders

_ZERO, _ONE, _FOUR = Word(0), Word(1), Word(4)


@kernel
def nothing_postponed(changes: Words, number: Words) -> Any:
    """An empty collection in local words, which have room for the quiet moves of any position.

    Each of e empty squares is reached along 8 lines, each time by one piece, and by 8 knights. So s
    sliders, pawns and kings have at most min(8e, 27s) quiet moves, and n knights at most
    min(8e, 8n). As s + n + e is at most 63, the sum is at most 432. `postpone` writes up to three
    more words.
    """
    number[_ZERO] = _ZERO
    return changes, number


@kernel
def postpone(postponed: Any, gone: Word, step: Word, targets: Word) -> None:
    """Collect quiet moves, each as the squares that change.

    If `step` is not 0, they are made by pawns, each from the square `target - step`, and `gone` is
    empty; otherwise by the piece on `gone`.
    """
    changes, number = postponed
    place = number[_ZERO]
    number[_ZERO] = place + popcount(targets)
    # Moves are written four at a time; the next call overwrites the surplus. The end of the loop is
    # mispredicted less often, so perft takes 0.95 to 1.0 times as long, depending on the position.
    while targets:
        for _ in counting(_FOUR):
            target = lowest(targets)
            changes[place] = gone | target | target >> step if step else gone | target
            place += _ONE
            targets = without_lowest(targets)


@functools.cache
def postponed_kernel(sliders: Sliders) -> Callable[..., Word]:
    """The kernel (tables, known, postponed) -> replies of unpinned sliders to the collected moves.

    `known` is the result of `replies`.
    """
    bishop_moves, rook_moves = _each_kernel(sliders.bishop), _each_kernel(sliders.rook)

    @kernel
    def after_each(tables: Words, known: Any, postponed: Any) -> Word:
        (own, occupied, _kings, _rights), _ours, _enemies, _sensitive, free, _kept = known
        (diagonal, orthogonal), _knights, _pawns = free
        occupied, targets = swap_bytes(occupied), ~swap_bytes(own)
        total = bishop_moves(tables, diagonal, occupied, targets, postponed)
        return total + rook_moves(tables, orthogonal, occupied, targets, postponed)

    return after_each


def _each_kernel(slide: Callable[[Words, Word, Word], Word]) -> Callable[..., Word]:
    """The kernel for the diagonal or the orthogonal sliders."""

    @kernel
    def moves(tables: Words, pieces: Word, occupied: Word, targets: Word, postponed: Any) -> Word:
        changes, number = postponed
        total = _ZERO
        while pieces:
            square, place = count_zeros(pieces), _ZERO
            while place < number[_ZERO]:
                total += popcount(slide(tables, square, occupied ^ changes[place]) & targets)
                place += _ONE
            pieces = without_lowest(pieces)
        return total

    return moves
