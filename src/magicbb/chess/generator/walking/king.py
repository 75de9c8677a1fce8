"""The king's moves, castling among them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from magicbb.chess.generator.castling import (
    KING_ROOK,
    KING_SIDE,
    KING_STEP,
    QUEEN_ROOK,
    QUEEN_SIDE,
    QUEEN_STEP,
    free_to_castle,
    safe_to_castle,
)
from magicbb.chess.generator.move_tables import king_attacks
from magicbb.chess.generator.pawns import RANK_1, RANK_6
from magicbb.chess.generator.restraints import attacked_kernel
from magicbb.chess.generator.state import lowest, without_lowest
from magicbb.chess.moves import NO_PROMOTION
from magicbb.compile import Word, Words, count_zeros, kernel

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.chess.generator.move_tables import Sliders
    from magicbb.chess.generator.walking.visit import Visit

_E1, _G1, _C1 = Word(1 << 4), Word(1 << 6), Word(1 << 2)


def king_walk(sliders: Sliders, visit: Visit) -> Callable[..., Word]:
    """The kernel (tables, context, total, position, enemies, restraints) -> total."""
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
            steps &= ~danger
            while steps:
                target = lowest(steps)
                rest = ~(origin | target)
                crown = rqk & rest | target
                after = (others & ~target, bqn & rest, crown, pnk & rest | target, kept & ~target)
                total = visit(tables, context, total, origin, target, NO_PROMOTION, after)
                steps = without_lowest(steps)
            rooks = safe_to_castle(rooks, danger)
            if rooks & KING_ROOK:
                after = (others, bqn, rqk ^ KING_SIDE, pnk ^ KING_STEP, kept)
                total = visit(tables, context, total, _E1, _G1, NO_PROMOTION, after)
            if rooks & QUEEN_ROOK:
                after = (others, bqn, rqk ^ QUEEN_SIDE, pnk ^ QUEEN_STEP, kept)
                total = visit(tables, context, total, _E1, _C1, NO_PROMOTION, after)
        return total

    return moves
