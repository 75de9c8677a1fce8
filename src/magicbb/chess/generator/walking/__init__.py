"""Every legal move, visited: what is done with it is compiled into the walk.

Keeping the moves in a list first, and making them from there, took 1.1 times as long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from magicbb.chess.generator.move_tables import king_attacks, knight_attacks
from magicbb.chess.generator.restraints import attacked_kernel, restraints
from magicbb.chess.generator.squares import (
    KING_ROOK,
    KING_SIDE,
    KING_STEP,
    QUEEN_ROOK,
    QUEEN_SIDE,
    QUEEN_STEP,
    RANK_1,
    RANK_6,
    free_to_castle,
    safe_to_castle,
)
from magicbb.chess.generator.state import EVERY_MOVE, kinds, lowest, without_lowest
from magicbb.chess.generator.walking.pawns import pawn_walk
from magicbb.chess.moves import NO_PROMOTION
from magicbb.compile import Word, Words, count_zeros, kernel

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.chess.generator.move_tables import Sliders
    from magicbb.chess.generator.state import Shortcut, Visit

_ZERO, _ONE = Word(0), Word(1)
_E1, _G1, _C1 = Word(1 << 4), Word(1 << 6), Word(1 << 2)


def walk_kernel(
    sliders: Sliders, visit: Visit, shortcut: Shortcut = EVERY_MOVE
) -> Callable[[Words, Any, Any], Word]:
    """The kernel (tables, context, position) -> total that visits every legal move.

    Args:
        sliders: How to look up what bishops and rooks see.
        visit: What is done with every move, see `state.Visit`.
        shortcut: What is done instead with some that take nothing.
    """
    go_to = _target_walk(visit, shortcut)
    king_moves = _king_walk(sliders, visit, go_to)
    pawn_moves = pawn_walk(sliders, visit, shortcut)
    piece_moves = _piece_walk(sliders, go_to)

    @kernel
    def walk(tables: Words, context: Any, position: Any) -> Word:
        own, bqn, rqk, pnk, _rights = position
        occupied = bqn | rqk | pnk
        king = count_zeros(rqk & pnk & own)
        enemies = kinds(bqn, rqk, pnk, occupied & ~own)
        found = restraints(tables, king, occupied, enemies)
        total = king_moves(tables, context, _ZERO, position, enemies, found)
        total = pawn_moves(tables, context, total, position, enemies, found)
        return piece_moves(tables, context, total, position, found)

    return walk


def _target_walk(visit: Visit, shortcut: Shortcut) -> Callable[..., Word]:
    """The kernel that visits the moves of one piece, which stands in some of the three planes."""
    pieces = shortcut.pieces

    @kernel
    def moves(
        tables: Words,
        context: Any,
        total: Word,
        position: Any,
        origin: Word,
        reached: Word,
        planes: Any,
    ) -> Word:
        own, bqn, rqk, pnk, rights = position
        in_bqn, in_rqk, in_pnk = planes
        others, kept = (bqn | rqk | pnk) & ~own, rights & ~RANK_6
        total, reached = pieces(tables, context, total, origin, reached, planes)
        while reached:
            target = lowest(reached)
            rest = ~(origin | target)
            bqn_after = bqn & rest | (target if in_bqn else _ZERO)
            rqk_after = rqk & rest | (target if in_rqk else _ZERO)
            pnk_after = pnk & rest | (target if in_pnk else _ZERO)
            after = (others & rest, bqn_after, rqk_after, pnk_after, kept & rest)
            total = visit(tables, context, total, origin, target, NO_PROMOTION, after)
            reached = without_lowest(reached)
        return total

    return moves


def _king_walk(sliders: Sliders, visit: Visit, go_to: Callable[..., Word]) -> Callable[..., Word]:
    """The kernel of the king: (tables, context, total, position, enemies, restraints) -> total."""
    attacked = attacked_kernel(sliders)

    @kernel
    def moves(
        tables: Words, context: Any, total: Word, position: Any, enemies: Any, restraints: Any
    ) -> Word:
        own, bqn, rqk, pnk, rights = position
        checkers, _diagonal_pins, _line_pins, _allowed = restraints
        occupied = bqn | rqk | pnk
        origin, others = rqk & pnk & own, occupied & ~own
        kept = rights & ~(RANK_1 | RANK_6)
        steps = king_attacks(tables, count_zeros(origin)) & ~own
        rooks = free_to_castle(rights, occupied, checkers)
        if steps | rooks:
            danger = attacked(tables, occupied ^ origin, enemies, rqk & pnk & others)
            planes = (_ZERO, _ONE, _ONE)
            position, steps = (own, bqn, rqk, pnk, kept), steps & ~danger
            total = go_to(tables, context, total, position, origin, steps, planes)
            rooks = safe_to_castle(rooks, danger)
            if rooks & KING_ROOK:
                after = (others, bqn, rqk ^ KING_SIDE, pnk ^ KING_STEP, kept)
                total = visit(tables, context, total, _E1, _G1, NO_PROMOTION, after)
            if rooks & QUEEN_ROOK:
                after = (others, bqn, rqk ^ QUEEN_SIDE, pnk ^ QUEEN_STEP, kept)
                total = visit(tables, context, total, _E1, _C1, NO_PROMOTION, after)
        return total

    return moves


def _piece_walk(sliders: Sliders, go_to: Callable[..., Word]) -> Callable[..., Word]:
    """The kernel of knights and sliding pieces: (tables, context, total, position, restraints)."""
    bishop, rook = sliders.bishop, sliders.rook

    @kernel
    def moves(tables: Words, context: Any, total: Word, position: Any, restraints: Any) -> Word:
        own, bqn, rqk, pnk, _rights = position
        _checkers, diagonal_pins, line_pins, allowed = restraints
        occupied = bqn | rqk | pnk
        diagonal, orthogonal, knights, _pawns = kinds(bqn, rqk, pnk, own)
        knights &= ~(diagonal_pins | line_pins)
        while knights:
            origin, planes = lowest(knights), (_ONE, _ZERO, _ONE)
            reached = knight_attacks(tables, count_zeros(knights)) & ~own & allowed
            total = go_to(tables, context, total, position, origin, reached, planes)
            knights = without_lowest(knights)
        movers = diagonal | orthogonal
        while movers:
            origin, square, reached = lowest(movers), count_zeros(movers), _ZERO
            bishops, rooks = origin & diagonal, origin & orthogonal  # a queen is both
            if bishops & ~line_pins:
                seen = bishop(tables, square, occupied)
                reached = seen & diagonal_pins if origin & diagonal_pins else seen
            if rooks & ~diagonal_pins:
                seen = rook(tables, square, occupied)
                reached |= seen & line_pins if origin & line_pins else seen
            reached &= ~own & allowed
            planes = (bishops, rooks, _ZERO)
            total = go_to(tables, context, total, position, origin, reached, planes)
            movers = without_lowest(movers)
        return total

    return moves
