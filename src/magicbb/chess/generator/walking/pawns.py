"""Pawn moves: captures, steps, promotions and en passant captures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from magicbb.chess.generator.restraints import en_passant_kernel
from magicbb.chess.generator.squares import (
    LEFT,
    RANK_3,
    RANK_6,
    RANK_7,
    RANK_8,
    RIGHT,
    TWO_UP,
    UP,
    beside,
    to_the_left,
    to_the_right,
)
from magicbb.chess.generator.state import kinds, lowest, without_lowest
from magicbb.chess.moves import NO_PROMOTION, TO_KNIGHT, TO_QUEEN, TO_ROOK
from magicbb.compile import Word, Words, count_zeros, counting, kernel

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.chess.generator.move_tables import Sliders
    from magicbb.chess.generator.state import Shortcut, Visit

_ZERO, _ONE, _THREE, _FOUR = Word(0), Word(1), Word(3), Word(4)


@kernel
def pawn_targets(position: Any, restraints: Any) -> Any:
    """The targets of pawns: captures to the left and to the right, single and double steps."""
    own, bqn, rqk, pnk, _rights = position
    _checkers, diagonal_pins, line_pins, allowed = restraints
    occupied, pawns = bqn | rqk | pnk, pnk & ~(bqn | rqk) & own
    captures = occupied & ~own & allowed
    free = pawns & ~(diagonal_pins | line_pins)
    pinned = pawns & diagonal_pins & ~line_pins
    to_left = (to_the_left(free) | to_the_left(pinned) & diagonal_pins) & captures
    to_right = (to_the_right(free) | to_the_right(pinned) & diagonal_pins) & captures
    pinned = pawns & line_pins & ~diagonal_pins
    forth = (free << UP | pinned << UP & line_pins) & ~occupied
    twice = (forth & RANK_3) << UP & ~occupied & allowed
    return to_left, to_right, forth & allowed, twice


def pawn_walk(sliders: Sliders, visit: Visit, shortcut: Shortcut) -> Callable[..., Word]:
    """The kernel (tables, context, facts, total, position, enemies, restraints) -> total."""
    captures, promotions = _capture_walk(visit), _promotion_walk(visit)
    en_passant = _en_passant_walk(sliders, visit)
    captured, stepped = shortcut.pawn_captures, shortcut.pawn_steps

    @kernel
    def moves(
        tables: Words,
        context: Any,
        facts: Any,
        total: Word,
        position: Any,
        enemies: Any,
        restraints: Any,
    ) -> Word:
        own, bqn, rqk, pnk, rights = position
        others, kept = (bqn | rqk | pnk) & ~own, rights & ~RANK_6
        _diagonal, _orthogonal, _knights, their_pawns = enemies
        to_left, to_right, forth, twice = pawn_targets(position, restraints)
        if pnk & ~(bqn | rqk) & own & RANK_7:
            ways = (to_left & RANK_8, to_right & RANK_8, forth & RANK_8)
            total = promotions(tables, context, total, position, ways)
            to_left, to_right, forth = to_left & ~RANK_8, to_right & ~RANK_8, forth & ~RANK_8
        total, to_left = captured(tables, facts, total, LEFT, to_left)
        total = captures(tables, context, total, position, to_left, LEFT)
        total, to_right = captured(tables, facts, total, RIGHT, to_right)
        total = captures(tables, context, total, position, to_right, RIGHT)
        total, forth = stepped(tables, facts, total, UP, forth)
        while forth:
            target = lowest(forth)
            origin = target >> UP
            after = (others, bqn, rqk, pnk ^ origin ^ target, kept)
            total = visit(tables, context, total, origin, target, NO_PROMOTION, after)
            forth = without_lowest(forth)
        total, twice = stepped(tables, facts, total, TWO_UP, twice)
        while twice:
            target = lowest(twice)
            origin, passed = target >> TWO_UP, _ZERO
            if beside(target) & their_pawns:
                passed = target >> UP
            after = (others, bqn, rqk, pnk ^ origin ^ target, kept | passed)
            total = visit(tables, context, total, origin, target, NO_PROMOTION, after)
            twice = without_lowest(twice)
        if rights & RANK_6:
            total = en_passant(tables, context, total, position, enemies)
        return total

    return moves


def _capture_walk(visit: Visit) -> Callable[..., Word]:
    """The kernel that visits pawn captures to one side, except promotions."""

    @kernel
    def moves(
        tables: Words, context: Any, total: Word, position: Any, reached: Word, step: Word
    ) -> Word:
        own, bqn, rqk, pnk, rights = position
        others, kept = (bqn | rqk | pnk) & ~own, rights & ~RANK_6
        while reached:
            target = lowest(reached)
            origin, rest = target >> step, ~target
            after = (others & rest, bqn & rest, rqk & rest, (pnk | target) ^ origin, kept)
            total = visit(tables, context, total, origin, target, NO_PROMOTION, after)
            reached = without_lowest(reached)
        return total

    return moves


def _promotion_walk(visit: Visit) -> Callable[..., Word]:
    """The kernel that visits promotions: captures to the left, captures to the right, and steps."""

    @kernel
    def moves(tables: Words, context: Any, total: Word, position: Any, ways: Any) -> Word:
        own, bqn, rqk, pnk, rights = position
        others, kept = (bqn | rqk | pnk) & ~own, rights & ~RANK_6
        to_left, to_right, forth = ways
        for way in counting(_THREE):
            reached, step = forth, UP
            if way == _ZERO:
                reached, step = to_left, LEFT
            if way == _ONE:
                reached, step = to_right, RIGHT
            while reached:
                to = lowest(reached)
                origin, rest = to >> step, ~to
                # A rook captured on its home square can no longer castle.
                own_after, kept_after = others & rest, kept & rest
                b, r, p = bqn & rest, rqk & rest, (pnk & rest) ^ origin
                for less in counting(_FOUR):
                    piece = TO_QUEEN - less
                    bqn_after = b if piece == TO_ROOK else b | to
                    rqk_after = r | to if piece >= TO_ROOK else r
                    pnk_after = p | to if piece == TO_KNIGHT else p
                    after = (own_after, bqn_after, rqk_after, pnk_after, kept_after)
                    total = visit(tables, context, total, origin, to, piece, after)
                reached = without_lowest(reached)
        return total

    return moves


def _en_passant_walk(sliders: Sliders, visit: Visit) -> Callable[..., Word]:
    """The kernel that visits en passant captures."""
    capturing = en_passant_kernel(sliders)

    @kernel
    def moves(tables: Words, context: Any, total: Word, position: Any, enemies: Any) -> Word:
        own, bqn, rqk, pnk, rights = position
        occupied, kept, target = bqn | rqk | pnk, rights & ~RANK_6, rights & RANK_6
        _diagonal, _orthogonal, _knights, pawns = kinds(bqn, rqk, pnk, own)
        king, captured = count_zeros(rqk & pnk & own), target >> UP
        origins = capturing(tables, pawns, target, king, occupied, enemies)
        while origins:
            origin = lowest(origins)
            moved = pnk ^ origin ^ target ^ captured
            after = (occupied & ~own ^ captured, bqn, rqk, moved, kept)
            total = visit(tables, context, total, origin, target, NO_PROMOTION, after)
            origins = without_lowest(origins)
        return total

    return moves
