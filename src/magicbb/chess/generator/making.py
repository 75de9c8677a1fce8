"""Compute the position after a legal move."""

from __future__ import annotations

from typing import Any

from magicbb.chess.generator.castling import castled, castling_rook
from magicbb.chess.generator.listing import PROMOTION, SQUARE, TO, seen_by_mover
from magicbb.chess.generator.squares import (
    CHESS960_MARK,
    HOME_RANKS,
    RANK_1,
    RANK_3,
    RANK_6,
    TWO_UP,
    UP,
)
from magicbb.chess.generator.state import rest_of, side_to_move, turned, write_state
from magicbb.chess.moves import NO_PROMOTION, TO_BISHOP, TO_KNIGHT, TO_ROOK
from magicbb.chess.notation.fen import LARGEST_COUNTER
from magicbb.compile import Word, Words, kernel, lower

_ZERO, _ONE = Word(0), Word(1)
_LAST_COUNT = Word(LARGEST_COUNTER)


@kernel
def write_after(words: Words, after: Words, place: Word, step: Word, code: Word) -> None:
    """Write the state after a legal move.

    The state before the move is at `place` in `words`; the new one is written to `place` in
    `after`.
    """
    position = side_to_move(words, place, step)
    own, bqn, rqk, pnk, _rights = position
    _rights, turn, clock, number = rest_of(words, place, step)
    code = seen_by_mover(code, turn)
    origin, target = _ONE << (code & SQUARE), _ONE << (code >> TO & SQUARE)
    clock = lower(clock + _ONE, _LAST_COUNT)
    if (bqn | rqk | pnk) & ~own & target or pnk & ~(bqn | rqk) & origin:
        clock = _ZERO
    others, bqn, rqk, pnk, rights = make(position, origin, target, code >> PROMOTION)
    black = _ZERO - turn
    bqn, rqk, pnk = turned(bqn, black), turned(rqk, black), turned(pnk, black)
    white = turned(others, black) ^ ((bqn | rqk | pnk) & ~black)
    number = lower(number + turn, _LAST_COUNT)
    rest = (turned(rights, black), turn ^ _ONE, clock, number)
    write_state(after, place, step, (white, bqn, rqk, pnk), rest)


@kernel
def make(position: Any, origin: Word, target: Word, promotion: Word) -> Any:
    """The five words after a legal move, still seen from the side that moved.

    Origin and target are bitboards; the promotion is one of the constants in `moves`. After a
    double pawn step the en passant square is always set, as in a FEN, even if no pawn can capture.
    """
    own, bqn, rqk, pnk, rights = position
    pawns, kings = pnk & ~(bqn | rqk) & own, rqk & pnk & own
    others, rest = (bqn | rqk | pnk) & ~own & ~target, ~(origin | target)
    bqn_after = bqn & rest | (target if bqn & origin else _ZERO)
    rqk_after = rqk & rest | (target if rqk & origin else _ZERO)
    pnk_after = pnk & rest | (target if pnk & origin else _ZERO)
    kept = rights & (rest | CHESS960_MARK) & ~RANK_6
    if origin & pawns:
        if target == rights & RANK_6:
            others &= ~(target >> UP)
            pnk_after &= ~(target >> UP)
        if target == origin << TWO_UP:
            kept |= origin << UP
        if promotion != NO_PROMOTION:
            pnk_after = pnk_after if promotion == TO_KNIGHT else pnk_after & ~target
            bqn_after |= target if promotion != TO_ROOK else _ZERO
            rqk_after |= target if promotion > TO_BISHOP else _ZERO
    if origin & kings:
        kept &= ~RANK_1
        rook = castling_rook(own, origin, target)
        if rook:
            _target, rqk_after, pnk_after = castled(rqk, pnk, origin, rook)
    if kept & HOME_RANKS == _ZERO:
        kept &= RANK_3
    return others, bqn_after, rqk_after, pnk_after, kept
