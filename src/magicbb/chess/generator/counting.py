"""How many moves there are, without visiting any: the last ply of perft.

Perft calls this bulk counting; see https://www.chessprogramming.org/Perft
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from magicbb.chess.generator.move_tables import king_attacks, knight_attacks
from magicbb.chess.generator.restraints import attacked_kernel, en_passant_kernel, restraints
from magicbb.chess.generator.squares import (
    RANK_3,
    RANK_6,
    RANK_7,
    RANK_8,
    UP,
    free_to_castle,
    safe_to_castle,
    to_the_left,
    to_the_right,
)
from magicbb.chess.generator.state import kinds, without_lowest
from magicbb.compile import Word, Words, count_zeros, kernel, outlined, popcount

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.chess.generator.move_tables import Sliders

_ZERO, _ONE, _THREE = Word(0), Word(1), Word(3)


@functools.cache
def count_kernel(sliders: Sliders) -> Callable[[Words, Word, Word, Word, Word, Word], Word]:
    """The kernel (tables, own, bqn, rqk, pnk, rights) -> number of legal moves.

    It is one function, called and not inlined, that calls nothing itself.
    """
    attacked, en_passant = attacked_kernel(sliders), en_passant_kernel(sliders)
    bishop_moves, rook_moves = sliding_kernel(sliders.bishop), sliding_kernel(sliders.rook)

    @outlined
    def count(tables: Words, own: Word, bqn: Word, rqk: Word, pnk: Word, rights: Word) -> Word:
        occupied = bqn | rqk | pnk
        others, kings = occupied & ~own, rqk & pnk
        king = count_zeros(kings & own)
        enemies = kinds(bqn, rqk, pnk, others)
        found = restraints(tables, king, occupied, enemies)
        checkers, diagonal_pins, line_pins, allowed = found
        diagonal, orthogonal, knights, pawns = kinds(bqn, rqk, pnk, own)
        targets, captures = ~own & allowed, others & allowed
        pins = diagonal_pins | line_pins
        total = _ZERO
        steps = king_attacks(tables, king) & ~own
        rooks = free_to_castle(rights, occupied, checkers)
        if steps | rooks:
            danger = attacked(tables, occupied ^ kings & own, enemies, kings & others)
            total += popcount(steps & ~danger)
            if rooks:
                total += popcount(safe_to_castle(rooks, danger))
        free = pawns & ~pins
        to_left, to_right = to_the_left(free) & captures, to_the_right(free) & captures
        forth = free << UP & ~occupied
        twice = (forth & RANK_3) << UP & ~occupied & allowed
        forth &= allowed
        if pins & own:
            to_left |= to_the_left(pawns & diagonal_pins) & captures & diagonal_pins
            to_right |= to_the_right(pawns & diagonal_pins) & captures & diagonal_pins
            pinned = (pawns & line_pins) << UP & ~occupied & line_pins
            forth |= pinned & allowed
            twice |= (pinned & RANK_3) << UP & ~occupied & allowed
            along = diagonal & diagonal_pins
            total += bishop_moves(tables, along, occupied, targets & diagonal_pins)
            along = orthogonal & line_pins
            total += rook_moves(tables, along, occupied, targets & line_pins)
        total += popcount(to_left | forth | twice) + popcount(to_right)
        if pawns & RANK_7:
            last = popcount(to_left & RANK_8) + popcount(to_right & RANK_8)
            total += _THREE * (last + popcount(forth & RANK_8))
        if rights & RANK_6:
            target = rights & RANK_6
            total += popcount(en_passant(tables, pawns, target, king, occupied, enemies))
        knights &= ~pins
        while knights:
            total += popcount(knight_attacks(tables, count_zeros(knights)) & targets)
            knights = without_lowest(knights)
        total += bishop_moves(tables, diagonal & ~pins, occupied, targets)
        return total + rook_moves(tables, orthogonal & ~pins, occupied, targets)

    return count


@functools.cache
def sliding_kernel(slide: Callable[[Words, Word, Word], Word]) -> Callable[..., Word]:
    """The kernel that counts the moves of sliding pieces to some targets."""

    @kernel
    def moves(tables: Words, pieces: Word, occupied: Word, targets: Word) -> Word:
        total = _ZERO
        while pieces:
            total += popcount(slide(tables, count_zeros(pieces), occupied) & targets)
            pieces = without_lowest(pieces)
        return total

    return moves
