"""The squares that matter to the other side's king: moves from or to them may need a full count.

A square is *sensitive* for a piece if a move of the piece from or to it may give check, may pin or
unpin a piece, or may change the squares that the other side's king can move to or castle across.
`replies` counts the replies to all other moves from the position before them.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from magicbb.chess.generator.move_tables import (
    between,
    diagonals,
    king_attacks,
    knight_attacks,
    lines,
)
from magicbb.chess.generator.squares import RANK_1, to_the_left, to_the_right
from magicbb.chess.generator.state import without_lowest
from magicbb.compile import Word, Words, count_zeros, kernel, popcount, swap_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.chess.generator.move_tables import Sliders

_ZERO, _TWO = Word(0), Word(2)


@functools.cache
def sensitive_kernel(sliders: Sliders) -> Callable[..., Any]:
    """The kernel that finds the sensitive squares: for all pieces, and for each kind of piece."""
    bishop, rook, castling = sliders.bishop, sliders.rook, sliders.castling
    paths, free_to_castle, way_to_castle = castling.paths, castling.free, castling.way

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
        # The squares between the king and a slider: if two pieces stand on them, moving either may
        # pin the other.
        aligned = diagonals(tables, king) & diagonal | lines(tables, king) & orthogonal
        while aligned:
            way = between(tables, king, count_zeros(aligned))
            if popcount(way & occupied) <= _TWO:
                for_all |= way
            aligned = without_lowest(aligned)
        # The squares from which a slider would give check or pin a piece.
        for_diagonal = bishop(tables, king, occupied & ~bishop(tables, king, occupied))
        for_orthogonal = rook(tables, king, occupied & ~rook(tables, king, occupied))
        # The squares that the king can move to or castle across unless they are attacked, and the
        # squares from which a piece would attack them.
        steps = king_attacks(tables, king) & ~own
        steps |= way_to_castle(free_to_castle(rights, kings, occupied, _ZERO), kings)
        for_pawns = to_the_left(steps | kings) | to_the_right(steps | kings)
        for_knights, for_king = knight_attacks(tables, king), _ZERO
        near_diagonals, near_lines = _ZERO, _ZERO
        while steps:
            square = count_zeros(steps)
            near_diagonals |= bishop(tables, square, occupied)
            near_lines |= rook(tables, square, occupied)
            for_knights |= knight_attacks(tables, square)
            for_king |= king_attacks(tables, square)
            steps = without_lowest(steps)
        # A piece between a slider and a square that must not be attacked is visible from both.
        seen = _ZERO
        while diagonal:
            seen |= bishop(tables, count_zeros(diagonal), occupied)
            diagonal = without_lowest(diagonal)
        for_all |= seen & near_diagonals
        seen = _ZERO
        while orthogonal:
            seen |= rook(tables, count_zeros(orthogonal), occupied)
            orthogonal = without_lowest(orthogonal)
        for_all |= seen & near_lines
        return (
            swap_bytes(for_all),
            swap_bytes(for_pawns),
            swap_bytes(for_knights),
            swap_bytes(for_king),
            swap_bytes(for_diagonal | near_diagonals),
            swap_bytes(for_orthogonal | near_lines),
        )

    return sensitive_squares


@kernel
def sensitive_for(sensitive: Any, planes: Any) -> Word:
    """The sensitive squares for a piece other than a pawn."""
    squares, _for_pawns, for_knights, for_king, for_diagonal, for_orthogonal = sensitive
    in_bqn, in_rqk, in_pnk = planes
    if in_pnk:
        return squares | (for_knights if in_bqn else for_king)
    return squares | for_diagonal & in_bqn | for_orthogonal & in_rqk
