"""Count legal moves without visiting them, for the last ply of perft.

This is known as bulk counting; see https://www.chessprogramming.org/Perft
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from magicbb.chess.generator.king import king_kernel
from magicbb.chess.generator.move_tables import knight_attacks
from magicbb.chess.generator.restraints import en_passant_kernel, restraints
from magicbb.chess.generator.squares import (
    RANK_3,
    RANK_6,
    RANK_8,
    UP,
    to_the_left,
    to_the_right,
)
from magicbb.chess.generator.state import kinds, upside_down, without_lowest
from magicbb.compile import Word, Words, count_zeros, kernel, outlined, popcount

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.chess.generator.move_tables import Sliders
    from magicbb.chess.generator.state import Visit

_ZERO, _THREE = Word(0), Word(3)


@functools.cache
def count_kernel(sliders: Sliders) -> Callable[[Words, Word, Word, Word, Word, Word], Word]:
    """The kernel (tables, own, bqn, rqk, pnk, rights) -> number of legal moves.

    It is compiled as a single leaf function, which is not inlined.
    """
    moves, en_passant = moves_kernel(sliders), en_passant_kernel(sliders)

    @outlined
    def count(tables: Words, own: Word, bqn: Word, rqk: Word, pnk: Word, rights: Word) -> Word:
        occupied, kings = bqn | rqk | pnk, rqk & pnk
        enemies, ours = kinds(bqn, rqk, pnk, occupied & ~own), kinds(bqn, rqk, pnk, own)
        total = moves(tables, own, occupied, kings, ours, enemies, rights)
        if rights & RANK_6:
            _diagonal, _orthogonal, _knights, pawns = ours
            target, king = rights & RANK_6, count_zeros(kings & own)
            total += popcount(en_passant(tables, pawns, target, king, occupied, enemies))
        return total

    return count


@functools.cache
def counting_visit(sliders: Sliders) -> Visit:
    """The visitor that adds up the numbers of replies to all moves."""
    count = count_kernel(sliders)

    @kernel
    def visit(
        tables: Words,
        _context: Any,
        total: Word,
        _origin: Word,
        _target: Word,
        _promotion: Word,
        after: Any,
    ) -> Word:
        own, bqn, rqk, pnk, rights = upside_down(after)
        return total + count(tables, own, bqn, rqk, pnk, rights)

    return visit


@functools.cache
def moves_kernel(sliders: Sliders) -> Callable[..., Word]:
    """The kernel that counts all legal moves except en passant captures.

    Its arguments are the tables, the pieces of the side to move, all pieces, the kings, the pieces
    of both sides by kind, and the rights.
    """
    king_targets, pinned_moves = king_kernel(sliders), pinned_kernel(sliders)
    bishop_moves, rook_moves = sliding_kernel(sliders.bishop), sliding_kernel(sliders.rook)

    @kernel
    def moves(
        tables: Words,
        own: Word,
        occupied: Word,
        kings: Word,
        ours: Any,
        enemies: Any,
        rights: Word,
    ) -> Word:
        found = restraints(tables, count_zeros(kings & own), occupied, enemies)
        checkers, diagonal_pins, line_pins, allowed = found
        steps, rooks = king_targets(tables, own, occupied, kings, enemies, rights, checkers)
        total = popcount(steps) + popcount(rooks)
        diagonal, orthogonal, knights, pawns = ours
        targets, pins = ~own & allowed, diagonal_pins | line_pins
        if pins & own:
            total += pinned_moves(tables, ours, occupied, targets, diagonal_pins, line_pins)
        knights &= ~pins
        while knights:
            total += popcount(knight_attacks(tables, count_zeros(knights)) & targets)
            knights = without_lowest(knights)
        total += bishop_moves(tables, diagonal & ~pins, occupied, targets)
        total += rook_moves(tables, orthogonal & ~pins, occupied, targets)
        return total + pawn_moves(reached_by_pawns(pawns & ~pins), occupied, targets)

    return moves


@functools.cache
def pinned_kernel(sliders: Sliders) -> Callable[..., Word]:
    """The kernel that counts the moves of pinned pieces (pinned knights cannot move)."""
    bishop_moves, rook_moves = sliding_kernel(sliders.bishop), sliding_kernel(sliders.rook)

    @kernel
    def pinned_moves(
        tables: Words,
        ours: Any,
        occupied: Word,
        targets: Word,
        diagonal_pins: Word,
        line_pins: Word,
    ) -> Word:
        diagonal, orthogonal, _knights, pawns = ours
        ahead = (pawns & line_pins) << UP & line_pins
        left = to_the_left(pawns & diagonal_pins) & diagonal_pins
        right = to_the_right(pawns & diagonal_pins) & diagonal_pins
        total = pawn_moves((ahead, left, right), occupied, targets)
        along = diagonal & diagonal_pins
        total += bishop_moves(tables, along, occupied, targets & diagonal_pins)
        along = orthogonal & line_pins
        return total + rook_moves(tables, along, occupied, targets & line_pins)

    return pinned_moves


@kernel
def reached_by_pawns(pawns: Word) -> Any:
    """The squares one step ahead of pawns, and those that pawns attack to the left and right."""
    return pawns << UP, to_the_left(pawns), to_the_right(pawns)


@kernel
def pawn_moves(reached: Any, occupied: Word, targets: Word) -> Word:
    """The number of pawn moves, excluding en passant captures."""
    ahead, left, right = reached
    forth = ahead & ~occupied
    twice = (forth & RANK_3) << UP & ~occupied & targets
    forth &= targets
    left, right = left & occupied & targets, right & occupied & targets
    total = popcount(left | forth | twice) + popcount(right)
    if (left | forth | right) & RANK_8:
        last = popcount(left & RANK_8) + popcount(right & RANK_8)
        total += _THREE * (last + popcount(forth & RANK_8))
    return total


@functools.cache
def sliding_kernel(slide: Callable[[Words, Word, Word], Word]) -> Callable[..., Word]:
    """The kernel that counts the moves of sliders to given targets."""

    @kernel
    def moves(tables: Words, pieces: Word, occupied: Word, targets: Word) -> Word:
        total = _ZERO
        while pieces:
            total += popcount(slide(tables, count_zeros(pieces), occupied) & targets)
            pieces = without_lowest(pieces)
        return total

    return moves
