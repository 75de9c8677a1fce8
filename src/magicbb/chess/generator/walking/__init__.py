"""Visit every legal move, with the visitor inlined into the walk.

Listing the moves first and making them afterwards took 1.1 times as long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from magicbb.chess.generator.king import king_kernel
from magicbb.chess.generator.move_tables import knight_attacks
from magicbb.chess.generator.restraints import restraints
from magicbb.chess.generator.squares import RANK_1, RANK_6
from magicbb.chess.generator.state import EVERY_MOVE, kinds, lowest, without_lowest
from magicbb.chess.generator.walking.pawns import pawn_walk
from magicbb.chess.moves import NO_PROMOTION
from magicbb.compile import Word, Words, count_zeros, kernel

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.chess.generator.move_tables import Sliders
    from magicbb.chess.generator.state import Shortcut, Visit

_ZERO, _ALL = Word(0), Word(2**64 - 1)


def walk_kernel(
    sliders: Sliders, visit: Visit, shortcut: Shortcut = EVERY_MOVE
) -> Callable[[Words, Any, Any, Any], Word]:
    """The kernel (tables, context, facts, position) -> total that visits every legal move.

    The visitor receives the context, the shortcut the facts.

    Args:
        sliders: The kernels that look up bishops and rooks.
        visit: The visitor that is called for each move; see `state.Visit`.
        shortcut: The kernels that handle some of the moves instead of the visitor.
    """
    king_targets, castle = king_kernel(sliders), sliders.castling.walk(visit)
    pawn_moves = pawn_walk(sliders, visit, shortcut)
    piece_moves = _piece_walk(sliders, visit, shortcut)

    @kernel
    def walk(tables: Words, context: Any, facts: Any, position: Any) -> Word:
        own, bqn, rqk, pnk, rights = position
        occupied, kings = bqn | rqk | pnk, rqk & pnk
        king = count_zeros(kings & own)
        enemies = kinds(bqn, rqk, pnk, occupied & ~own)
        found = restraints(tables, king, occupied, enemies)
        checkers, _diagonal_pins, _line_pins, _allowed = found
        steps, rooks = king_targets(tables, own, occupied, kings, enemies, rights, checkers)
        total = castle(tables, context, _ZERO, position, rooks)
        total = pawn_moves(tables, context, facts, total, position, enemies, found)
        return piece_moves(tables, context, facts, total, position, steps, found)

    return walk


def _piece_walk(sliders: Sliders, visit: Visit, shortcut: Shortcut) -> Callable[..., Word]:
    """The kernel (tables, context, facts, total, position, steps, restraints) -> total for pieces.

    The king comes first, then the knights, then the sliders, all in one loop so that the visitor is
    compiled only once.
    """
    slider_targets, taken = _slider_kernel(sliders), shortcut.pieces

    @kernel
    def moves(
        tables: Words,
        context: Any,
        facts: Any,
        total: Word,
        position: Any,
        steps: Word,
        restraints: Any,
    ) -> Word:
        own, bqn, rqk, pnk, rights = position
        _checkers, diagonal_pins, line_pins, allowed = restraints
        occupied, king = bqn | rqk | pnk, rqk & pnk & own
        others = occupied & ~own
        diagonal, orthogonal, knights, _pawns = kinds(bqn, rqk, pnk, own)
        knights &= ~(diagonal_pins | line_pins)
        movers = diagonal | orthogonal
        if steps == _ZERO:
            king = _ZERO
        while king | knights | movers:
            kept = rights & ~RANK_6
            if king:
                origin, reached, planes = king, steps, (_ZERO, _ALL, _ALL)
                king, kept = _ZERO, kept & ~RANK_1
            elif knights:
                origin, planes = lowest(knights), (_ALL, _ZERO, _ALL)
                reached = knight_attacks(tables, count_zeros(knights)) & ~own & allowed
                knights = without_lowest(knights)
            else:
                origin = lowest(movers)
                in_bqn = _ALL if origin & diagonal else _ZERO  # a queen is in both planes
                in_rqk = _ALL if origin & orthogonal else _ZERO
                planes = (in_bqn, in_rqk, _ZERO)
                reached = slider_targets(tables, origin, occupied, planes, restraints)
                reached &= ~own & allowed
                movers = without_lowest(movers)
            total, reached = taken(tables, facts, total, origin, reached, planes)
            in_bqn, in_rqk, in_pnk = planes
            while reached:
                target = lowest(reached)
                rest = ~(origin | target)
                bqn_after = bqn & rest | target & in_bqn
                rqk_after = rqk & rest | target & in_rqk
                pnk_after = pnk & rest | target & in_pnk
                after = (others & rest, bqn_after, rqk_after, pnk_after, kept & rest)
                total = visit(tables, context, total, origin, target, NO_PROMOTION, after)
                reached = without_lowest(reached)
        return total

    return moves


def _slider_kernel(sliders: Sliders) -> Callable[..., Word]:
    """The kernel that returns the squares that a slider attacks.

    If the slider is pinned, only the squares on its pin line are returned.
    """
    bishop, rook = sliders.bishop, sliders.rook

    @kernel
    def targets(tables: Words, origin: Word, occupied: Word, planes: Any, restraints: Any) -> Word:
        _checkers, diagonal_pins, line_pins, _allowed = restraints
        in_bqn, in_rqk, _in_pnk = planes
        square, reached = count_zeros(origin), _ZERO
        if in_bqn and not origin & line_pins:
            seen = bishop(tables, square, occupied)
            reached = seen & diagonal_pins if origin & diagonal_pins else seen
        if in_rqk and not origin & diagonal_pins:
            seen = rook(tables, square, occupied)
            reached |= seen & line_pins if origin & line_pins else seen
        return reached

    return targets
