"""The moves of knights, bishops, rooks and queens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from magicbb.chess.generator.move_tables import knight_attacks
from magicbb.chess.generator.pawns import RANK_6
from magicbb.chess.generator.state import kinds, lowest, without_lowest
from magicbb.chess.moves import NO_PROMOTION
from magicbb.compile import Word, Words, count_zeros, kernel

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.chess.generator.move_tables import Sliders
    from magicbb.chess.generator.walking.visit import Visit

_ZERO = Word(0)


def piece_walk(sliders: Sliders, visit: Visit) -> Callable[..., Word]:
    """The kernel (tables, context, total, position, restraints) -> total."""
    bishop, rook = sliders.bishop, sliders.rook

    @kernel
    def knight_moves(
        tables: Words, context: Any, total: Word, position: Any, restraints: Any
    ) -> Word:
        own, bqn, rqk, pnk, rights = position
        _checkers, diagonal_pins, line_pins, allowed = restraints
        others, kept = (bqn | rqk | pnk) & ~own, rights & ~RANK_6
        movers = bqn & pnk & own & ~(diagonal_pins | line_pins)
        while movers:
            origin = lowest(movers)
            reached = knight_attacks(tables, count_zeros(movers)) & ~own & allowed
            while reached:
                target = lowest(reached)
                rest = ~(origin | target)
                bqn_after, pnk_after = bqn & rest | target, pnk & rest | target
                after = (others & rest, bqn_after, rqk & rest, pnk_after, kept & rest)
                total = visit(tables, context, total, origin, target, NO_PROMOTION, after)
                reached = without_lowest(reached)
            movers = without_lowest(movers)
        return total

    @kernel
    def sliding_moves(
        tables: Words, context: Any, total: Word, position: Any, restraints: Any
    ) -> Word:
        own, bqn, rqk, pnk, rights = position
        _checkers, diagonal_pins, line_pins, allowed = restraints
        occupied = bqn | rqk | pnk
        others, kept = occupied & ~own, rights & ~RANK_6
        diagonal, orthogonal, _knights, _pawns = kinds(bqn, rqk, pnk, own)
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
            while reached:
                target = lowest(reached)
                rest = ~(origin | target)
                bqn_after = bqn & rest | (target if bishops else _ZERO)
                rqk_after = rqk & rest | (target if rooks else _ZERO)
                after = (others & rest, bqn_after, rqk_after, pnk & rest, kept & rest)
                total = visit(tables, context, total, origin, target, NO_PROMOTION, after)
                reached = without_lowest(reached)
            movers = without_lowest(movers)
        return total

    @kernel
    def moves(tables: Words, context: Any, total: Word, position: Any, restraints: Any) -> Word:
        total = knight_moves(tables, context, total, position, restraints)
        return sliding_moves(tables, context, total, position, restraints)

    return moves
