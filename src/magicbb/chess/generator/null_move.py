"""Count the replies to many moves at once with a null move.

A quiet move that is not sensitive (see `sensitivity`) changes the replies of unpinned sliders only
if one of them sees its origin or target; those of pawns and, after pawn moves, of the king are
adjusted as in `replies`. If neither square is seen, the sliders have as many replies as to a null
move; if only the origin of a piece is seen, as many as if the piece were removed. After all other
quiet moves, they are looked up again.

The idea is from Daniel Infuehr's Chessbit (https://github.com/Gigantua/Chessbit).
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from magicbb.chess.generator.counting import pawn_moves
from magicbb.chess.generator.pawn_replies import pawn_changes
from magicbb.chess.generator.postponed import postpone
from magicbb.chess.generator.replies import shortcut, slides_kernel
from magicbb.compile import Word, Words, count_zeros, kernel, popcount, swap_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.chess.generator.move_tables import Sliders
    from magicbb.chess.generator.state import Shortcut


@functools.cache
def null_move_kernel(sliders: Sliders) -> Callable[..., Any]:
    """The kernel (tables, known) -> slider moves after a null move, and the squares they see."""
    slides = slides_kernel(sliders)

    @kernel
    def null_move(tables: Words, known: Any) -> Any:
        (own, occupied, _kings, _rights), _ours, _enemies, _sensitive, free, _kept = known
        pieces, _knights, _pawns = free
        return slides(tables, pieces, swap_bytes(occupied), ~swap_bytes(own))

    return null_move


@functools.cache
def null_move_count(sliders: Sliders) -> Shortcut:
    """The shortcut that adds up the replies to moves when two plies are left.

    The second part of the facts is the result of the null move, and the collection of moves after
    which sliders are looked up again; see `postponed`.
    """
    slides, bishop, rook = slides_kernel(sliders), sliders.bishop, sliders.rook

    @kernel
    def after_quiet(
        tables: Words, known: Any, more: Any, gone: Word, step: Word, targets: Word
    ) -> Word:
        (moves, seen), postponed = more
        (own, occupied, _kings, _rights), _ours, _enemies, _sensitive, free, kept = known
        (pieces, _knights, pawns), (stays, _steps) = free, kept
        left_over, reached = occupied ^ swap_bytes(gone), swap_bytes(targets)
        total = popcount(reached) * (stays + pawn_moves(pawns, left_over, ~own))
        total += pawn_changes(pawns, left_over, step, reached)
        left_over, ways = swap_bytes(occupied) ^ gone, ~swap_bytes(own)
        if gone & seen:
            moves, seen = slides(tables, pieces, left_over, ways)
        near = targets & (seen | seen << step if step else seen)
        postpone(postponed, gone, step, near)
        return total + popcount(targets & ~near) * moves

    @kernel
    def slider_moves(tables: Words, known: Any, more: Any, gone: Word, target: Word) -> Word:
        (moves, seen), _postponed = more
        (own, occupied, _kings, _rights), _ours, _enemies, _sensitive, free, _kept = known
        (diagonal, orthogonal), _knights, _pawns = free
        left_over, ways, square = swap_bytes(occupied) ^ gone, ~swap_bytes(own), count_zeros(target)
        if gone & seen:
            pieces = (diagonal & ~target, orthogonal & ~target)
            moves, _seen = slides(tables, pieces, left_over, ways | target)
            return moves
        # The sliders that see the target can take there; a captured slider loses its moves.
        on_diagonals, on_lines = bishop(tables, square, left_over), rook(tables, square, left_over)
        moves += popcount(on_diagonals & diagonal) + popcount(on_lines & orthogonal)
        if target & diagonal:
            moves -= popcount(on_diagonals & ways)
        if target & orthogonal:
            moves -= popcount(on_lines & ways)
        return moves

    return shortcut(sliders, after_quiet, slider_moves)
