"""A compiled check that words form a valid position; see `magicbb.chess.notation.fen_rules`."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from magicbb.chess.generator.move_tables import king_attacks
from magicbb.chess.generator.restraints import checkers_kernel
from magicbb.chess.generator.squares import (
    CHESS960_MARK,
    HOME_RANKS,
    RANK_1,
    RANK_3,
    RANK_8,
    UP,
)
from magicbb.chess.generator.state import kinds, planes_of, rest_of, turned, without_lowest
from magicbb.chess.notation.fen import LARGEST_COUNTER
from magicbb.compile import Entry, Word, Words, count_zeros, counting, entry, kernel

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.chess.generator.move_tables import Sliders

_ZERO, _ONE = Word(0), Word(1)
_CORNERS, _TO_RANK_1 = Word(0x81 << 56 | 0x81), Word(56)
_NEAR_KING, _FAR_KING = Word(1 << 4), Word(1 << 60)
_LARGEST_COUNTER = Word(LARGEST_COUNTER)


@functools.cache
def validity_kernel(sliders: Sliders) -> Callable[..., bool]:
    """The kernel that returns whether a board with rights and a side to move is valid."""
    checkers = checkers_kernel(sliders)

    @kernel
    def is_position(
        tables: Words, white: Word, bqn: Word, rqk: Word, pnk: Word, rights: Word, turn: Word
    ) -> bool:
        # From here on, everything is seen from the side not to move. This side must not be in
        # check, and a pawn that has just made a double step must belong to it.
        mask = turn - _ONE
        occupied = turned(bqn | rqk | pnk, mask)
        own = turned(white, mask) ^ (occupied & mask)
        bqn, rqk = turned(bqn, mask), turned(rqk, mask)
        pnk, rights = turned(pnk, mask), turned(rights, mask)
        pawns, king, other = pnk & ~(bqn | rqk), rqk & pnk & own, rqk & pnk & ~own
        wrong = pawns & HOME_RANKS | bqn & rqk & pnk | own & ~occupied
        wrong |= without_lowest(king) | without_lowest(other)
        # Each castling right needs a rook of its own side: in a corner, with the king on e1 or e8,
        # or where Chess960 allows it (see `wrong_rooks`).
        castling, rooks = rights & HOME_RANKS, rqk & ~(bqn | pnk)
        near, far = castling & RANK_1, castling & RANK_8
        wrong |= near & ~(rooks & own) | far & ~(rooks & ~own)
        passed = rights & ~HOME_RANKS
        if passed & CHESS960_MARK == CHESS960_MARK and castling:
            passed ^= CHESS960_MARK
            wrong |= wrong_rooks(near, king) | wrong_rooks(far >> _TO_RANK_1, other >> _TO_RANK_1)
        else:
            wrong |= castling & ~_CORNERS
            if (near and king != _NEAR_KING) or (far and other != _FAR_KING):
                return False
        wrong |= passed & ~RANK_3 | without_lowest(passed)
        wrong |= occupied & (passed | passed >> UP) | (passed << UP) & ~(pawns & own)
        if wrong or not (king and other):
            return False
        square, enemies = count_zeros(king), kinds(bqn, rqk, pnk, ~own)
        attackers = king_attacks(tables, square) & other
        attackers |= checkers(tables, square, occupied, enemies)
        return attackers == _ZERO

    return is_position


@kernel
def wrong_rooks(rooks: Word, king: Word) -> Word:
    """Nonzero if the Chess960 castling rights on rank 1 are invalid.

    They are valid only with the king on rank 1 and at most one castling rook on each side of it.
    """
    below = king - _ONE
    if rooks and king & RANK_1 == _ZERO:
        return rooks
    return without_lowest(rooks & below) | without_lowest(rooks & ~(king | below))


@functools.cache
def validity_entry(sliders: Sliders) -> Entry:
    """The compiled function (tables, columns, step, count) -> index of the first invalid position.

    The words of a position are `step` apart. If all are valid, the function returns `count`.
    """
    is_position = validity_kernel(sliders)

    @entry
    def first_wrong(tables: Words, columns: Words, step: Word, count: Word) -> Word:
        for place in counting(count):
            white, bqn, rqk, pnk = planes_of(columns, place, step)
            rights, turn, clock, number = rest_of(columns, place, step)
            if turn > _ONE or clock > _LARGEST_COUNTER:
                return place
            if number == _ZERO or number > _LARGEST_COUNTER:
                return place
            if not is_position(tables, white, bqn, rqk, pnk, rights, turn):
                return place
        return count

    return first_wrong
