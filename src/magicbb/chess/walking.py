"""Every legal move, visited: what is done with it is compiled into the walk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from magicbb.chess.castling import (
    KING_PATH,
    KING_ROOK,
    KING_SIDE,
    KING_STEP,
    KING_WAY,
    QUEEN_PATH,
    QUEEN_ROOK,
    QUEEN_SIDE,
    QUEEN_STEP,
    QUEEN_WAY,
)
from magicbb.chess.move_tables import king_attacks, knight_attacks
from magicbb.chess.pawns import (
    LEFT,
    RANK_1,
    RANK_3,
    RANK_6,
    RANK_7,
    RANK_8,
    RIGHT,
    TWO_UP,
    UP,
    beside,
    downwards,
    to_the_left,
    to_the_right,
)
from magicbb.chess.restraints import attacked_kernel, en_passant_kernel, restraints_kernel
from magicbb.chess.state import kinds, lowest, without_lowest
from magicbb.compile import Word, Words, count_zeros, counting, kernel

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.chess.move_tables import Sliders

NO_PROMOTION, TO_KNIGHT, TO_BISHOP, TO_ROOK, TO_QUEEN = map(Word, (0, 2, 3, 4, 5))
"""What a pawn becomes, numbered as pieces are in python-chess."""

_ZERO, _ONE, _THREE = Word(0), Word(1), Word(3)
_CASTLING_KING, _KING_TARGET, _QUEEN_TARGET = Word(1 << 4), Word(1 << 6), Word(1 << 2)


def walk_kernel(sliders: Sliders, visit: Callable[..., Word]) -> Callable[..., Word]:
    """The kernel (tables, context, own, bqn, rqk, pnk, rights) -> Word that visits every move.

    Args:
        sliders: How to look up what bishops and rooks see.
        visit: A kernel (tables, context, total, origin, target, promotion, own, bqn, rqk, pnk,
            rights) -> total. It is inlined for every kind of move. `total` is what the visit before
            returned, and at first 0. Origin and target are bitboards. The five words are the
            position after the move, from the same side: `own` are the pieces of the side that is
            to move next, but it still moves downwards. The square for en passant is on rank 3, and
            only there where a pawn stands beside it, ready to capture.
    """
    restraints, attacked = restraints_kernel(sliders), attacked_kernel(sliders)
    en_passant_is_legal = en_passant_kernel(sliders)
    bishop, rook = sliders.bishop, sliders.rook

    @kernel
    def walk(
        tables: Words, context: Any, own: Word, bqn: Word, rqk: Word, pnk: Word, rights: Word
    ) -> Word:
        occupied = bqn | rqk | pnk
        others, empty = occupied & ~own, ~occupied
        diagonal, orthogonal, knights, pawns, kings = kinds(bqn, rqk, pnk)
        king = count_zeros(kings & own)
        checkers, diagonal_pins, line_pins, allowed = restraints(
            tables,
            king,
            own,
            occupied,
            diagonal & others,
            orthogonal & others,
            knights & others,
            pawns & others,
        )
        total = _ZERO
        kept = rights & ~RANK_6  # whoever may be captured en passant may be so only now
        castling = rights & RANK_1
        steps = king_attacks(tables, king) & ~own
        if steps | castling:
            origin = kings & own
            danger = attacked(
                tables,
                occupied ^ origin,
                diagonal & others,
                orthogonal & others,
                knights & others,
                pawns & others,
                kings & others,
            )
            steps &= ~danger
            while steps:
                target = lowest(steps)
                rest = ~(origin | target)
                total = visit(
                    tables,
                    context,
                    total,
                    origin,
                    target,
                    NO_PROMOTION,
                    others & ~target,
                    bqn & rest,
                    rqk & rest | target,
                    pnk & rest | target,
                    kept & ~(target | RANK_1),
                )
                steps = without_lowest(steps)
            if castling and checkers == _ZERO:
                if castling & KING_ROOK and (occupied & KING_PATH | danger & KING_WAY) == _ZERO:
                    total = visit(
                        tables,
                        context,
                        total,
                        _CASTLING_KING,
                        _KING_TARGET,
                        NO_PROMOTION,
                        others,
                        bqn,
                        rqk ^ KING_SIDE,
                        pnk ^ KING_STEP,
                        kept & ~RANK_1,
                    )
                if castling & QUEEN_ROOK and (occupied & QUEEN_PATH | danger & QUEEN_WAY) == _ZERO:
                    total = visit(
                        tables,
                        context,
                        total,
                        _CASTLING_KING,
                        _QUEEN_TARGET,
                        NO_PROMOTION,
                        others,
                        bqn,
                        rqk ^ QUEEN_SIDE,
                        pnk ^ QUEEN_STEP,
                        kept & ~RANK_1,
                    )
        targets = ~own & allowed
        pins = diagonal_pins | line_pins
        mine = pawns & own
        free, pinned = mine & ~pins, mine & diagonal_pins & ~line_pins
        captures = others & allowed
        to_left = (to_the_left(free) | to_the_left(pinned) & diagonal_pins) & captures
        to_right = (to_the_right(free) | to_the_right(pinned) & diagonal_pins) & captures
        pinned = mine & line_pins & ~diagonal_pins
        forth = (free << UP | pinned << UP & line_pins) & empty
        twice = (forth & RANK_3) << UP & empty & allowed
        forth &= allowed
        if mine & RANK_7:
            for way in counting(_THREE):
                reached, step = forth & RANK_8, UP
                if way == _ZERO:
                    reached, step = to_left & RANK_8, LEFT
                if way == _ONE:
                    reached, step = to_right & RANK_8, RIGHT
                while reached:
                    target = lowest(reached)
                    origin, rest = target >> step, ~target
                    bqn_rest, rqk_rest = bqn & rest, rqk & rest
                    pnk_rest, kept_rest = (pnk & rest) ^ origin, kept & rest
                    total = visit(
                        tables,
                        context,
                        total,
                        origin,
                        target,
                        TO_QUEEN,
                        others & rest,
                        bqn_rest | target,
                        rqk_rest | target,
                        pnk_rest,
                        kept_rest,
                    )
                    total = visit(
                        tables,
                        context,
                        total,
                        origin,
                        target,
                        TO_ROOK,
                        others & rest,
                        bqn_rest,
                        rqk_rest | target,
                        pnk_rest,
                        kept_rest,
                    )
                    total = visit(
                        tables,
                        context,
                        total,
                        origin,
                        target,
                        TO_BISHOP,
                        others & rest,
                        bqn_rest | target,
                        rqk_rest,
                        pnk_rest,
                        kept_rest,
                    )
                    total = visit(
                        tables,
                        context,
                        total,
                        origin,
                        target,
                        TO_KNIGHT,
                        others & rest,
                        bqn_rest | target,
                        rqk_rest,
                        pnk_rest | target,
                        kept_rest,
                    )
                    reached = without_lowest(reached)
            to_left, to_right, forth = to_left & ~RANK_8, to_right & ~RANK_8, forth & ~RANK_8
        while to_left:
            target = lowest(to_left)
            origin, rest = target >> LEFT, ~target
            total = visit(
                tables,
                context,
                total,
                origin,
                target,
                NO_PROMOTION,
                others & rest,
                bqn & rest,
                rqk & rest,
                (pnk | target) ^ origin,
                kept,
            )
            to_left = without_lowest(to_left)
        while to_right:
            target = lowest(to_right)
            origin, rest = target >> RIGHT, ~target
            total = visit(
                tables,
                context,
                total,
                origin,
                target,
                NO_PROMOTION,
                others & rest,
                bqn & rest,
                rqk & rest,
                (pnk | target) ^ origin,
                kept,
            )
            to_right = without_lowest(to_right)
        while forth:
            target = lowest(forth)
            origin = target >> UP
            total = visit(
                tables,
                context,
                total,
                origin,
                target,
                NO_PROMOTION,
                others,
                bqn,
                rqk,
                pnk ^ origin ^ target,
                kept,
            )
            forth = without_lowest(forth)
        while twice:
            target = lowest(twice)
            origin, passed = target >> TWO_UP, _ZERO
            if beside(target) & pawns & others:
                passed = target >> UP
            total = visit(
                tables,
                context,
                total,
                origin,
                target,
                NO_PROMOTION,
                others,
                bqn,
                rqk,
                pnk ^ origin ^ target,
                kept | passed,
            )
            twice = without_lowest(twice)
        target = rights & RANK_6
        if target:
            origins = mine & downwards(target)
            while origins:
                origin = lowest(origins)
                if en_passant_is_legal(
                    tables,
                    origin,
                    target,
                    king,
                    occupied,
                    diagonal & others,
                    orthogonal & others,
                    knights & others,
                    pawns & others,
                ):
                    total = visit(
                        tables,
                        context,
                        total,
                        origin,
                        target,
                        NO_PROMOTION,
                        others ^ target >> UP,
                        bqn,
                        rqk,
                        pnk ^ origin ^ target ^ target >> UP,
                        kept,
                    )
                origins = without_lowest(origins)
        movers = knights & own & ~pins
        while movers:
            origin, reached = lowest(movers), knight_attacks(tables, count_zeros(movers)) & targets
            while reached:
                target = lowest(reached)
                rest = ~(origin | target)
                total = visit(
                    tables,
                    context,
                    total,
                    origin,
                    target,
                    NO_PROMOTION,
                    others & rest,
                    bqn & rest | target,
                    rqk & rest,
                    pnk & rest | target,
                    kept & rest,
                )
                reached = without_lowest(reached)
            movers = without_lowest(movers)
        movers = (diagonal | orthogonal) & own
        while movers:
            origin, square, reached = lowest(movers), count_zeros(movers), _ZERO
            of_bishop, of_rook = origin & diagonal, origin & orthogonal
            if of_bishop and origin & line_pins == _ZERO:
                seen = bishop(tables, square, occupied)
                reached = seen & diagonal_pins if origin & diagonal_pins else seen
            if of_rook and origin & diagonal_pins == _ZERO:
                seen = rook(tables, square, occupied)
                reached |= seen & line_pins if origin & line_pins else seen
            reached &= targets
            while reached:
                target = lowest(reached)
                rest = ~(origin | target)
                total = visit(
                    tables,
                    context,
                    total,
                    origin,
                    target,
                    NO_PROMOTION,
                    others & rest,
                    bqn & rest | (target if of_bishop else _ZERO),
                    rqk & rest | (target if of_rook else _ZERO),
                    pnk & rest,
                    kept & rest,
                )
                reached = without_lowest(reached)
            movers = without_lowest(movers)
        return total

    return walk
