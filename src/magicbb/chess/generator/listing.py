"""List the legal moves of a position as 16-bit codes."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from magicbb.chess.generator.walking import walk_kernel
from magicbb.compile import Shorts, Word, Words, count_zeros, counting, kernel

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.chess.generator.move_tables import Sliders

SQUARE, TO, PROMOTION = Word(63), Word(6), Word(12)
"""The mask for a square in a code, and the shifts of target and promotion; see `Move.code`."""

_ZERO, _ONE = Word(0), Word(1)
_UPSIDE_DOWN = Word(56 << 6 | 56)  # flips both squares of a move vertically


@functools.cache
def list_kernel(sliders: Sliders) -> Callable[[Words, Shorts, Word, Any, Word], Word]:
    """The kernel (tables, moves, start, position, turn) -> number of moves written.

    The position is seen from the side to move; the moves are written from White's point of view,
    starting at `moves[start]`.
    """

    @kernel
    def write(
        _tables: Words,
        context: Any,
        total: Word,
        origin: Word,
        target: Word,
        promotion: Word,
        _after: Any,
    ) -> Word:
        moves, start, turning = context
        code = count_zeros(origin) | count_zeros(target) << TO | promotion << PROMOTION
        moves[start + total] = code ^ turning
        return total + _ONE

    walk = walk_kernel(sliders, write)

    @kernel
    def list_moves(tables: Words, moves: Shorts, start: Word, position: Any, turn: Word) -> Word:
        return walk(tables, (moves, start, turn * _UPSIDE_DOWN), _ZERO, position)

    return list_moves


@kernel
def seen_by_mover(code: Word, turn: Word) -> Word:
    """The code of a move from the point of view of the side to move."""
    return code ^ turn * _UPSIDE_DOWN


@kernel
def is_among(moves: Shorts, start: Word, end: Word, code: Word) -> bool:
    """Whether a code is in `moves[start:end]`."""
    found = False
    for place in counting(start, end):
        found |= Word(moves[place]) == code
    return found
