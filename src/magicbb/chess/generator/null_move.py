"""Count the replies to many moves at once with a null move.

A quiet move that is not sensitive (see `replies`) changes only the replies of unpinned sliders and
pawns, and only if its origin or target is a *watched* square: one that such a slider sees, or that
such a pawn can step to or capture on. If neither is watched, there are as many replies as to a null
move; if only the origin is watched, there are as many as if the piece were removed.

The idea is from Daniel Infuehr's Chessbit (https://github.com/Gigantua/Chessbit).
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from magicbb.chess.generator.replies import (
    any_kernel,
    capture_kernel,
    free_kernel,
    quiet_kernel,
    sensitive_for,
)
from magicbb.chess.generator.squares import RANK_3, UP
from magicbb.chess.generator.state import Shortcut
from magicbb.compile import Word, Words, kernel, popcount, swap_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.chess.generator.move_tables import Sliders

_ZERO, _TWO, _ALL = Word(0), Word(2), Word(2**64 - 1)


@kernel
def no_null_move() -> Any:
    """A placeholder for the results of a null move, used when every move is visited."""
    return _ZERO, _ZERO, _ZERO


@functools.cache
def null_move_kernel(sliders: Sliders) -> Callable[..., Any]:
    """The kernel (tables, known) -> replies to a null move, and two sets of watched squares.

    The first set has all watched squares, the second only those watched by pawns. Both are seen
    from the side to move.
    """
    free_moves = free_kernel(sliders)

    @kernel
    def null_move(tables: Words, known: Any) -> Any:
        board, _ours, _enemies, _sensitive, free, stays = known
        moves, seen = free_moves(tables, board, free, _ZERO)
        _diagonal, _orthogonal, _knights, ahead, left, right = free
        by_pawns = swap_bytes(ahead | (ahead & RANK_3) << UP | left | right)
        return stays + moves, swap_bytes(seen) | by_pawns, by_pawns

    return null_move


@functools.cache
def null_move_count(sliders: Sliders) -> Shortcut:
    """The shortcut that adds up the replies to moves when two plies are left.

    The context of its kernels consists of the number of plies left, the results of `replies` and of
    the null move, and the hash table.
    """
    after_quiet, after_captures = quiet_kernel(sliders), capture_kernel(sliders)
    free_moves, after_any = free_kernel(sliders), any_kernel(sliders)

    @kernel
    def pieces(
        tables: Words, context: Any, total: Word, origin: Word, reached: Word, planes: Any
    ) -> Any:
        depth, known, (passed, watched, by_pawns), _table = context
        if depth != _TWO:
            return total, reached
        board, _ours, _enemies, sensitive, free, stays = known
        squares = sensitive_for(sensitive, planes)
        if origin & squares:
            squares = _ALL
        own, _occupied, _kings, _rights = board
        captures = reached & ~squares & swap_bytes(own)
        total += after_captures(tables, known, origin, _ZERO, captures)
        quiet = reached & ~(squares | captures)
        if origin & watched and quiet:
            moves, seen = free_moves(tables, board, free, swap_bytes(origin))
            watched, passed = swap_bytes(seen) | by_pawns, stays + moves
        total += popcount(quiet & ~watched) * passed
        if quiet & watched:
            total += after_quiet(tables, known, origin, _ZERO, quiet & watched)
        return total + after_any(tables, known, origin, reached & squares, planes), _ZERO

    @kernel
    def pawns(tables: Words, context: Any, total: Word, step: Word, reached: Word) -> Any:
        depth, known, (passed, watched, _by_pawns), _table = context
        if depth != _TWO:
            return total, reached
        (own, _occupied, _kings, _rights), _ours, _enemies, sensitive, _free, _stays = known
        squares, for_pawns, _for_knights, _for_king, _for_diagonal, _for_orthogonal = sensitive
        squares |= for_pawns
        unchanged = reached & ~(squares | squares << step)
        captures = unchanged & swap_bytes(own)
        total += after_captures(tables, known, _ZERO, step, captures)
        quiet = unchanged & ~captures
        near = quiet & (watched | watched << step)
        total += popcount(quiet & ~near) * passed
        if near:
            total += after_quiet(tables, known, _ZERO, step, near)
        return total, reached & ~unchanged

    return Shortcut(pieces, pawns)
