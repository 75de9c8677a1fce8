"""Replies to a quiet move, counted from the position before it: what it does not touch stays.

Most moves take nothing, and change nothing on the lines to the other side's king and to the
squares beside it. After such a move that king, its knights and its pinned pieces have the moves
that they would have if the side had passed. Only its other sliders are looked up again, and its
pawns counted. Without children for these moves perft is 1.8 times as fast on middle games.

A set of squares is *sensitive* for a piece if none of its moves to or from them is such a move.
The sets are as the side to move sees them; what stays is as the other side does, which replies.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from magicbb.chess.generator.counting import count_kernel, sliding_kernel
from magicbb.chess.generator.move_tables import (
    between,
    diagonals,
    king_attacks,
    knight_attacks,
    lines,
)
from magicbb.chess.generator.restraints import restraints
from magicbb.chess.generator.squares import (
    CASTLING_PATHS,
    RANK_1,
    RANK_3,
    RANK_6,
    RANK_8,
    UP,
    free_to_castle,
    to_the_left,
    to_the_right,
    way_to_castle,
)
from magicbb.chess.generator.state import Shortcut, kinds, lowest, upside_down, without_lowest
from magicbb.compile import Word, Words, count_zeros, kernel, popcount, swap_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.chess.generator.move_tables import Sliders

_ZERO, _TWO, _THREE, _ALL = Word(0), Word(2), Word(3), Word(2**64 - 1)


@kernel
def nothing_known() -> Any:
    """What `replies` gives, for where every move is to be visited: all squares are sensitive."""
    sensitive = (_ALL, _ALL, _ALL, _ALL, _ALL, _ALL)
    return sensitive, (_ZERO, _ZERO, _ZERO, _ZERO, _ZERO, _ZERO, _ZERO), _ZERO


@functools.cache
def replies_kernel(sliders: Sliders) -> Callable[..., Any]:
    """The kernel (tables, position) -> sensitive squares, free pieces, and moves that stay."""
    count, free_moves = count_kernel(sliders), _free_kernel(sliders)
    sensitive_squares = _sensitive_kernel(sliders)

    @kernel
    def replies(tables: Words, position: Any) -> Any:
        own, bqn, rqk, pnk, rights = position
        passed = ((bqn | rqk | pnk) & ~own, bqn, rqk, pnk, rights & ~RANK_6)
        own, bqn, rqk, pnk, rights = upside_down(passed)
        occupied, kings = bqn | rqk | pnk, rqk & pnk & own
        king = count_zeros(kings)
        enemies = kinds(bqn, rqk, pnk, occupied & ~own)
        diagonal, orthogonal, _knights, pawns = kinds(bqn, rqk, pnk, own)
        _checkers, diagonal_pins, line_pins, _allowed = restraints(tables, king, occupied, enemies)
        unpinned = ~(diagonal_pins | line_pins)
        pawns &= unpinned
        left, right = to_the_left(pawns), to_the_right(pawns)
        diagonal, orthogonal = diagonal & unpinned, orthogonal & unpinned
        free = (occupied, ~own, pawns << UP, left, right, diagonal, orthogonal)
        # There is no check: whoever has just moved has not left the king to be taken.
        total = count(tables, own, bqn, rqk, pnk, rights)
        stays = total - free_moves(tables, free, _ZERO)
        return sensitive_squares(tables, kings, own, occupied, enemies, rights), free, stays

    return replies


@functools.cache
def _free_kernel(sliders: Sliders) -> Callable[..., Word]:
    """The kernel (tables, free, changed) -> moves of unpinned sliders and pawns.

    `changed` are the squares that are empty if they were not, and taken by the enemy if they were.
    """
    bishop_moves, rook_moves = sliding_kernel(sliders.bishop), sliding_kernel(sliders.rook)

    @kernel
    def free_moves(tables: Words, free: Any, changed: Word) -> Word:
        occupied, targets, stepping, left, right, diagonal, orthogonal = free
        occupied ^= changed
        forth = stepping & ~occupied
        twice = (forth & RANK_3) << UP & ~occupied
        to_left, to_right = left & occupied & targets, right & occupied & targets
        total = popcount(to_left | forth | twice) + popcount(to_right)
        if (stepping | left | right) & RANK_8:
            last = popcount(to_left & RANK_8) + popcount(to_right & RANK_8)
            total += _THREE * (last + popcount(forth & RANK_8))
        total += bishop_moves(tables, diagonal, occupied, targets)
        return total + rook_moves(tables, orthogonal, occupied, targets)

    return free_moves


@functools.cache
def _sensitive_kernel(sliders: Sliders) -> Callable[..., Any]:
    """The kernel that finds the sensitive squares: for all, and more for pieces of each kind."""
    bishop, rook = sliders.bishop, sliders.rook

    @kernel
    def sensitive_squares(
        tables: Words, kings: Word, own: Word, occupied: Word, enemies: Any, rights: Word
    ) -> Any:
        king = count_zeros(kings)
        diagonal, orthogonal, _knights, _pawns = enemies
        for_all = own  # captures
        if rights & RANK_1:
            for_all |= CASTLING_PATHS
        # The pieces between the king and a slider: of two, either may pin the other.
        aligned = diagonals(tables, king) & diagonal | lines(tables, king) & orthogonal
        while aligned:
            way = between(tables, king, count_zeros(aligned))
            if popcount(way & occupied) <= _TWO:
                for_all |= way | lowest(aligned)
            aligned = without_lowest(aligned)
        # Where a slider would give check, or pin a piece.
        for_diagonal = bishop(tables, king, occupied & ~bishop(tables, king, occupied))
        for_orthogonal = rook(tables, king, occupied & ~rook(tables, king, occupied))
        # Squares on which the king must not be attacked, and from where they are.
        steps = king_attacks(tables, king) & ~own
        steps |= way_to_castle(free_to_castle(rights, occupied, _ZERO))
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
        # A piece between them and a slider is seen by both.
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


@functools.cache
def reply_count(sliders: Sliders) -> Shortcut:
    """Add up the replies to the moves that touch no sensitive square.

    The context of these kernels is a pair of anything and what `replies` gives.
    """
    free_moves = _free_kernel(sliders)

    @kernel
    def pieces(
        tables: Words, context: Any, total: Word, origin: Word, reached: Word, planes: Any
    ) -> Any:
        _depth, (sensitive, free, stays) = context
        squares, _pawns, for_knights, for_king, for_diagonal, for_orthogonal = sensitive
        in_bqn, in_rqk, in_pnk = planes
        if in_pnk:
            squares |= for_knights if in_bqn else for_king
        else:
            squares |= (for_diagonal if in_bqn else _ZERO) | (for_orthogonal if in_rqk else _ZERO)
        if origin & squares:
            return total, reached
        quiet = reached & ~squares
        while quiet:
            total += stays + free_moves(tables, free, swap_bytes(origin | lowest(quiet)))
            quiet = without_lowest(quiet)
        return total, reached & squares

    @kernel
    def pawns(tables: Words, context: Any, total: Word, step: Word, reached: Word) -> Any:
        _depth, (sensitive, free, stays) = context
        squares, for_pawns, _knights, _king, _diagonal, _orthogonal = sensitive
        squares |= for_pawns
        squares |= squares << step
        quiet = reached & ~squares
        while quiet:
            target = lowest(quiet)
            total += stays + free_moves(tables, free, swap_bytes(target | target >> step))
            quiet = without_lowest(quiet)
        return total, reached & squares

    return Shortcut(pieces, pawns)
