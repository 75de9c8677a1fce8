"""One move, made for a position that is kept; a walk makes all moves as it goes."""

from __future__ import annotations

from typing import Any

from magicbb.chess.generator.castling import KING_SIDE, KING_STEP, QUEEN_SIDE, QUEEN_STEP
from magicbb.chess.generator.pawns import RANK_1, RANK_6, TWO_UP, UP
from magicbb.chess.moves import NO_PROMOTION, TO_BISHOP, TO_KNIGHT, TO_ROOK
from magicbb.compile import Word, kernel

_ZERO, _TWO = Word(0), Word(2)


@kernel
def make(position: Any, origin: Word, target: Word, promotion: Word) -> Any:
    """The five words after a legal move, from the same side.

    Origin and target are bitboards, the promotion is one of `moves`. After a double step of a pawn
    the square for en passant is there whether or not a pawn can capture, as in a FEN.
    """
    own, bqn, rqk, pnk, rights = position
    pawns, kings = pnk & ~(bqn | rqk) & own, rqk & pnk & own
    others, rest = (bqn | rqk | pnk) & ~own & ~target, ~(origin | target)
    bqn_after = bqn & rest | (target if bqn & origin else _ZERO)
    rqk_after = rqk & rest | (target if rqk & origin else _ZERO)
    pnk_after = pnk & rest | (target if pnk & origin else _ZERO)
    kept = rights & rest & ~RANK_6
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
        if target == origin << _TWO:
            rqk_after, pnk_after = rqk ^ KING_SIDE, pnk ^ KING_STEP
        if target == origin >> _TWO:
            rqk_after, pnk_after = rqk ^ QUEEN_SIDE, pnk ^ QUEEN_STEP
    return others, bqn_after, rqk_after, pnk_after, kept
