"""How many moves there are, without visiting any: the last ply of perft."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from magicbb.chess.castling import (
    KING_PATH,
    KING_ROOK,
    KING_WAY,
    QUEEN_PATH,
    QUEEN_ROOK,
    QUEEN_WAY,
)
from magicbb.chess.move_tables import king_attacks, knight_attacks
from magicbb.chess.pawns import (
    RANK_1,
    RANK_3,
    RANK_6,
    RANK_7,
    RANK_8,
    UP,
    downwards,
    to_the_left,
    to_the_right,
)
from magicbb.chess.restraints import attacked_kernel, en_passant_kernel, restraints_kernel
from magicbb.chess.state import kinds, lowest, without_lowest
from magicbb.compile import Word, Words, count_zeros, kernel, outlined, popcount

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.chess.move_tables import Sliders

_ZERO, _ONE, _THREE = Word(0), Word(1), Word(3)


@functools.cache
def count_kernel(sliders: Sliders) -> Callable[[Words, Word, Word, Word, Word, Word], Word]:
    """The kernel (tables, own, bqn, rqk, pnk, rights) -> number of legal moves.

    It is one function, called and not inlined, that calls nothing itself.
    """
    restraints, attacked = restraints_kernel(sliders), attacked_kernel(sliders)
    en_passant_is_legal = en_passant_kernel(sliders)
    reached_by_bishops, reached_by_rooks = _sum_kernel(sliders.bishop), _sum_kernel(sliders.rook)

    @outlined
    def count(tables: Words, own: Word, bqn: Word, rqk: Word, pnk: Word, rights: Word) -> Word:
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
        steps = king_attacks(tables, king) & ~own
        castling = rights & RANK_1
        if castling:
            if checkers | occupied & KING_PATH:
                castling &= ~KING_ROOK
            if checkers | occupied & QUEEN_PATH:
                castling &= ~QUEEN_ROOK
        if steps | castling:
            danger = attacked(
                tables,
                occupied ^ kings & own,
                diagonal & others,
                orthogonal & others,
                knights & others,
                pawns & others,
                kings & others,
            )
            total += popcount(steps & ~danger)
            if castling:
                if castling & KING_ROOK and danger & KING_WAY == _ZERO:
                    total += _ONE
                if castling & QUEEN_ROOK and danger & QUEEN_WAY == _ZERO:
                    total += _ONE
        targets = ~own & allowed
        pins = diagonal_pins | line_pins
        pawns &= own
        free = pawns & ~pins
        captures = others & allowed
        to_left, to_right = to_the_left(free) & captures, to_the_right(free) & captures
        forth = free << UP & empty
        twice = (forth & RANK_3) << UP & empty & allowed
        forth &= allowed
        if pins & own:
            to_left |= to_the_left(pawns & diagonal_pins) & captures & diagonal_pins
            to_right |= to_the_right(pawns & diagonal_pins) & captures & diagonal_pins
            pinned = (pawns & line_pins) << UP & empty & line_pins
            forth |= pinned & allowed
            twice |= (pinned & RANK_3) << UP & empty & allowed
            along = diagonal & own & diagonal_pins
            total += reached_by_bishops(tables, along, occupied, targets & diagonal_pins)
            along = orthogonal & own & line_pins
            total += reached_by_rooks(tables, along, occupied, targets & line_pins)
        total += popcount(to_left) + popcount(to_right) + popcount(forth | twice)
        if pawns & RANK_7:
            last = popcount(to_left & RANK_8) + popcount(to_right & RANK_8)
            total += _THREE * (last + popcount(forth & RANK_8))
        target = rights & RANK_6
        if target:
            origins = pawns & downwards(target)
            while origins:
                if en_passant_is_legal(
                    tables,
                    lowest(origins),
                    target,
                    king,
                    occupied,
                    diagonal & others,
                    orthogonal & others,
                    knights & others,
                    pnk & ~(bqn | rqk) & others,
                ):
                    total += _ONE
                origins = without_lowest(origins)
        knights &= own & ~pins
        while knights:
            total += popcount(knight_attacks(tables, count_zeros(knights)) & targets)
            knights = without_lowest(knights)
        total += reached_by_bishops(tables, diagonal & own & ~pins, occupied, targets)
        return total + reached_by_rooks(tables, orthogonal & own & ~pins, occupied, targets)

    return count


def _sum_kernel(slide: Callable[[Words, Word, Word], Word]) -> Callable[..., Word]:
    """The kernel (tables, pieces, occupied, targets) -> how many moves sliding pieces have."""

    @kernel
    def reached(tables: Words, pieces: Word, occupied: Word, targets: Word) -> Word:
        total = _ZERO
        while pieces:
            total += popcount(slide(tables, count_zeros(pieces), occupied) & targets)
            pieces = without_lowest(pieces)
        return total

    return reached
