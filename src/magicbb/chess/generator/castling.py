"""Castling in the move generator, for standard chess and for Chess960.

The move generator is compiled separately for each. The Chess960 version accepts all positions, but
is not used for standard chess, since it is slower and takes time to compile.

In Chess960 (Fischer, 1996), king and rook end up on the same squares as in standard chess, wherever
they started: g1 and f1, or c1 and d1. Both paths must be empty apart from the king and the rook,
and the king must not cross an attacked square. See https://www.chessprogramming.org/Chess960.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from magicbb.chess.generator.squares import (
    CHESS960_MARK,
    KING_ROOK,
    KING_SIDE,
    KING_STEP,
    QUEEN_ROOK,
    QUEEN_SIDE,
    QUEEN_STEP,
    RANK_1,
    RANK_6,
)
from magicbb.chess.moves import NO_PROMOTION
from magicbb.compile import Word, Words, higher, kernel, lower

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.chess.generator.state import Visit

_ZERO, _ONE, _TWO = Word(0), Word(1), Word(2)
_A1, _B1, _C1, _D1, _E1, _F1, _G1 = map(Word, (1, 2, 4, 8, 16, 32, 64))
_KING_PATH, _QUEEN_PATH = _F1 | _G1, _B1 | _C1 | _D1  # these must be empty in standard chess
_KING_WAY, _QUEEN_WAY = _F1 | _G1, _C1 | _D1  # must not be attacked


@dataclass(frozen=True, eq=False)
class Castling:
    """The castling rules of standard chess or Chess960.

    Attributes:
        left_out: The flag in the rights that marks positions not covered by these rules.
        paths: The squares that affect castling when they become empty or occupied.
        free: A kernel (rights, king, occupied, checkers) -> the rooks for which neither a check nor
            an occupied square prevents castling.
        way: A kernel (rooks, king) -> the squares that must not be attacked: those that the king
            crosses or ends on when castling with these rooks.
        safe: A kernel (rooks, king, danger, orthogonal) -> the rooks with which castling is safe
            for the king. `danger` is the set of attacked squares, `orthogonal` the enemy's rooks
            and queens.
        walk: A function that takes a `Visit` and returns a kernel (tables, context, total,
            position, rooks) -> total that visits the castling moves with these rooks.
    """

    left_out: Word
    paths: Word
    free: Callable[[Word, Word, Word, Word], Word]
    way: Callable[[Word, Word], Word]
    safe: Callable[[Word, Word, Word, Word], Word]
    walk: Callable[[Visit], Callable[..., Word]]


@kernel
def _free(rights: Word, _king: Word, occupied: Word, checkers: Word) -> Word:
    rooks = rights & RANK_1
    if rooks:
        if checkers | occupied & _KING_PATH:
            rooks &= ~KING_ROOK
        if checkers | occupied & _QUEEN_PATH:
            rooks &= ~QUEEN_ROOK
    return rooks


@kernel
def _way(rooks: Word, _king: Word) -> Word:
    way = _KING_WAY if rooks & KING_ROOK else _ZERO
    return way | (_QUEEN_WAY if rooks & QUEEN_ROOK else _ZERO)


@kernel
def _safe(rooks: Word, _king: Word, danger: Word, _orthogonal: Word) -> Word:
    if danger & _KING_WAY:
        rooks &= ~KING_ROOK
    if danger & _QUEEN_WAY:
        rooks &= ~QUEEN_ROOK
    return rooks


def _walk(visit: Visit) -> Callable[..., Word]:
    @kernel
    def moves(tables: Words, context: Any, total: Word, position: Any, rooks: Word) -> Word:
        own, bqn, rqk, pnk, rights = position
        others, kept = (bqn | rqk | pnk) & ~own, rights & ~(RANK_1 | RANK_6)
        if rooks & KING_ROOK:
            after = (others, bqn, rqk ^ KING_SIDE, pnk ^ KING_STEP, kept)
            total = visit(tables, context, total, _E1, _G1, NO_PROMOTION, after)
        if rooks & QUEEN_ROOK:
            after = (others, bqn, rqk ^ QUEEN_SIDE, pnk ^ QUEEN_STEP, kept)
            total = visit(tables, context, total, _E1, _C1, NO_PROMOTION, after)
        return total

    return moves


STANDARD = Castling(CHESS960_MARK, _KING_PATH | _QUEEN_PATH, _free, _way, _safe, _walk)
"""Castling from e1 with rooks in the corners, written as a king move of two squares."""


@kernel
def _to_the_left(rooks: Word, king: Word) -> Word:
    """The rook on the queenside."""
    return rooks & (king - _ONE)


@kernel
def _to_the_right(rooks: Word, king: Word) -> Word:
    """The rook on the kingside."""
    return rooks & ~(king | (king - _ONE))


@kernel
def _span(first: Word, last: Word) -> Word:
    """The squares from one square to another, inclusive."""
    return (last << _ONE) - first


@kernel
def _free_960(rights: Word, king: Word, occupied: Word, checkers: Word) -> Word:
    rooks = rights & RANK_1
    left, right = _to_the_left(rooks, king), _to_the_right(rooks, king)
    others = occupied & ~king
    if right and (checkers | _span(lower(king, _F1), _G1) & others & ~right):
        rooks &= ~right
    if left and (checkers | _span(lower(left, _C1), higher(king, _D1)) & others & ~left):
        rooks &= ~left
    return rooks


@kernel
def _way_960(rooks: Word, king: Word) -> Word:
    way = _span(king, _G1) if _to_the_right(rooks, king) else _ZERO
    if _to_the_left(rooks, king):
        way |= _span(lower(king, _C1), higher(king, _C1))
    return way & ~king


@kernel
def _safe_960(rooks: Word, king: Word, danger: Word, orthogonal: Word) -> Word:
    left, right = _to_the_left(rooks, king), _to_the_right(rooks, king)
    if danger & _way_960(right, king):
        rooks &= ~right
    # A rook that leaves b1 may expose c1 to an attack from a1. Other rooks need no such test: a
    # rook that shields the king along the rank is attacked itself and stands on the king's path,
    # so that castling is already ruled out.
    if danger & _way_960(left, king) or (left & _B1 and orthogonal & _A1):
        rooks &= ~left
    return rooks


def _walk_960(visit: Visit) -> Callable[..., Word]:
    @kernel
    def moves(tables: Words, context: Any, total: Word, position: Any, rooks: Word) -> Word:
        own, bqn, rqk, pnk, rights = position
        others, kept = (bqn | rqk | pnk) & ~own, rights & ~(RANK_1 | RANK_6)
        king = rqk & pnk & own
        while rooks:
            rook = rooks & ~(rooks - _ONE)
            king_after, rqk_after, pnk_after = castled(rqk, pnk, king, rook)
            target = rook if rights & CHESS960_MARK else king_after
            after = (others, bqn, rqk_after, pnk_after, kept)
            total = visit(tables, context, total, king, target, NO_PROMOTION, after)
            rooks &= rooks - _ONE
        return total

    return moves


@kernel
def castling_rook(own: Word, king: Word, target: Word) -> Word:
    """The rook of a castling move in either notation; 0 if the move is not castling."""
    rook = own & target
    if rook == _ZERO and target == king << _TWO:
        rook = KING_ROOK
    if rook == _ZERO and target == king >> _TWO:
        rook = QUEEN_ROOK
    return rook


@kernel
def castled_to(king: Word, rook: Word) -> Any:
    """The squares of the king and the rook after castling."""
    return (_G1, _F1) if rook > king else (_C1, _D1)


@kernel
def castled(rqk: Word, pnk: Word, king: Word, rook: Word) -> Any:
    """The king after castling, and the two planes that castling changes."""
    king_after, rook_after = castled_to(king, rook)
    return king_after, rqk & ~(king | rook) | king_after | rook_after, pnk & ~king | king_after


CHESS960 = Castling(_ZERO, RANK_1, _free_960, _way_960, _safe_960, _walk_960)
"""Castling with king and rooks on any files, written as the king taking the rook if the position's
rights contain `CHESS960_MARK`, else as in standard chess."""
