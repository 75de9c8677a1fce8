"""The squares that matter to the other side's king: moves from or to them may need a full count.

A square is *sensitive* for a piece if a move of the piece from or to it may give check, may pin or
unpin a piece, or may change the squares that the other side's king can move to or castle across.
After all other moves, `replies` updates the number of replies instead of counting them all. For
pawns, the squares from which they attack only squares next to the king are kept apart: steps from
or to these are not sensitive, but captures are treated as if they were.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from magicbb.chess.generator.fills import leaps, seen_along_diagonals, seen_along_lines, shields
from magicbb.chess.generator.move_tables import diagonals, king_attacks, lines
from magicbb.chess.generator.restraints import aligned
from magicbb.chess.generator.squares import RANK_1, around, to_the_left, to_the_right
from magicbb.compile import Word, Words, count_zeros, kernel, swap_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.chess.generator.move_tables import Sliders

_ZERO = Word(0)


@functools.cache
def sensitive_kernel(sliders: Sliders) -> Callable[..., Any]:
    """The kernel (tables, board, enemies) -> sensitive squares, pin lines.

    The sensitive squares are those for all pieces, and those for pawns, knights, the king, diagonal
    and orthogonal sliders. For pawns, they are in two parts: those from which a pawn would attack
    the king or its way to castle, and those from which it would attack another of its steps. Both
    sets of pin lines are as in `restraints`.

    `board` is the replying side's, and `enemies` are the pieces of the side to move. The sensitive
    squares are seen from the side to move, the pin lines from the replying side.
    """
    castling = sliders.castling
    paths, free_to_castle, way_to_castle = castling.paths, castling.free, castling.way
    bishop, rook = sliders.bishop, sliders.rook

    @kernel
    def sensitive_squares(tables: Words, board: Any, enemies: Any) -> Any:
        own, occupied, kings, rights = board
        kings &= own
        king = count_zeros(kings)
        diagonal, orthogonal, _knights, _pawns = enemies
        # Capturing a piece next to the king may give the king a new square; capturing a rook
        # that may castle removes the right to castle.
        for_all = own & (king_attacks(tables, king) | rights)
        if rights & RANK_1:
            for_all |= paths
        # The squares where a move may make or end a pin.
        found = aligned(tables, king, occupied, diagonals(tables, king) & diagonal)
        _checkers, diagonal_pins, ways = found
        for_all |= ways
        found = aligned(tables, king, occupied, lines(tables, king) & orthogonal)
        _checkers, line_pins, ways = found
        for_all |= ways
        # The squares that the king can move to or castle across unless they are attacked, those
        # from which a piece would attack them, and those where it may shield them from a slider.
        steps = king_attacks(tables, king) & ~own
        near_pawns = to_the_left(steps) | to_the_right(steps)
        way = way_to_castle(free_to_castle(rights, kings, occupied, _ZERO), kings)
        for_pawns, steps = to_the_left(way | kings) | to_the_right(way | kings), steps | way
        for_diagonal = bishop(tables, king, occupied & ~bishop(tables, king, occupied))
        for_diagonal |= seen_along_diagonals(steps, occupied)
        for_orthogonal = rook(tables, king, occupied & ~rook(tables, king, occupied))
        for_orthogonal |= seen_along_lines(steps, occupied)
        for_all |= shields(steps, diagonal, orthogonal, occupied)
        for_king, for_knights = around(steps), leaps(steps | kings)
        squares = (
            swap_bytes(for_all),
            (swap_bytes(for_pawns), swap_bytes(near_pawns)),
            swap_bytes(for_knights),
            swap_bytes(for_king),
            swap_bytes(for_diagonal),
            swap_bytes(for_orthogonal),
        )
        return squares, (diagonal_pins, line_pins)

    return sensitive_squares


@kernel
def sensitive_for(sensitive: Any, planes: Any) -> Word:
    """The sensitive squares for a piece other than a pawn."""
    squares, _for_pawns, for_knights, for_king, for_diagonal, for_orthogonal = sensitive
    in_bqn, in_rqk, in_pnk = planes
    if in_pnk:
        return squares | (for_knights if in_bqn else for_king)
    return squares | for_diagonal & in_bqn | for_orthogonal & in_rqk


@kernel
def sensitive_for_pawns(sensitive: Any, step: Word) -> Any:
    """The targets of sensitive pawn moves, and of those near the king; a target may be in both."""
    squares, (for_pawns, near), _for_knights, _for_king, _for_diagonal, _for_orthogonal = sensitive
    squares |= for_pawns
    return squares | squares << step, near | near << step
