"""Compiled: the sliders of many positions, what they attack, and what each side attacks."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from magicbb.chess.generator.move_tables import king_attacks
from magicbb.chess.generator.pawns import downwards, to_the_left, to_the_right
from magicbb.chess.generator.state import kinds, planes_of, without_lowest
from magicbb.compile import (
    Bytes,
    Entry,
    Record,
    Word,
    Words,
    count_zeros,
    counting,
    entry,
    kernel,
    popcount,
)

if TYPE_CHECKING:
    from magicbb.chess.generator.move_tables import Sliders

_ZERO, _ONE, _TWO, _EIGHT, _SIXTEEN = map(Word, (0, 1, 2, 8, 16))
_BISHOP, _ROOK = Word(3), Word(4)  # as python-chess numbers them; a queen is 5
_NOT_A, _NOT_AB = Word(0xFEFEFEFEFEFEFEFE), Word(0xFCFCFCFCFCFCFCFC)
_NOT_H, _NOT_GH = Word(0x7F7F7F7F7F7F7F7F), Word(0x3F3F3F3F3F3F3F3F)


@kernel
def all_knight_attacks(knights: Word) -> Word:
    """What some knights attack: all of them at once, for most have company.

    See https://www.chessprogramming.org/Knight_Pattern
    """
    one_file = (knights & _NOT_A) >> _ONE | (knights & _NOT_H) << _ONE
    two_files = (knights & _NOT_AB) >> _TWO | (knights & _NOT_GH) << _TWO
    return one_file << _SIXTEEN | one_file >> _SIXTEEN | two_files << _EIGHT | two_files >> _EIGHT


@entry
def count_sliders(columns: Words, step: Word, starts: Words, count: Word) -> Word:
    """Write where the sliders of each position start, and return how many there are in all."""
    total = _ZERO
    for position in counting(count):
        starts[position] = total
        _white, bqn, rqk, pnk = planes_of(columns, position, step)
        total += popcount((bqn | rqk) & ~pnk)
    starts[count] = total
    return total


class MapsState(Record):
    """Attack maps that are being written.

    Attributes:
        starts: For each position where its sliders start, and then where they end.
        squares: The square of each slider, and
        pieces: its piece, and
        colors: whether it is white, and
        attacks: what it attacks.
        white_attacked: For each position what White attacks, and
        black_attacked: what Black attacks.
    """

    starts: Words
    squares: Bytes
    pieces: Bytes
    colors: Bytes
    attacks: Words
    white_attacked: Words
    black_attacked: Words


@functools.cache
def map_entry(sliders: Sliders) -> Entry:
    """The compiled function that writes the maps of positions from `first` up to `end`.

    The attack sets must have been zeros before.
    """
    bishop, rook = sliders.bishop, sliders.rook

    @entry
    def map_attacks(
        tables: Words, columns: Words, step: Word, maps: MapsState, first: Word, end: Word
    ) -> Word:
        squares, pieces, colors, attacks = maps.squares, maps.pieces, maps.colors, maps.attacks
        for position in counting(first, end):
            start = maps.starts[position]
            white, bqn, rqk, pnk = planes_of(columns, position, step)
            occupied, kings = bqn | rqk | pnk, rqk & pnk
            diagonal, orthogonal, knights, pawns = kinds(bqn, rqk, pnk, occupied)
            both = diagonal | orthogonal
            white_pawns, black_pawns = pawns & white, pawns & ~white
            by_white = to_the_left(white_pawns) | to_the_right(white_pawns)
            by_white |= all_knight_attacks(knights & white)
            by_white |= king_attacks(tables, count_zeros(kings & white))
            by_black = downwards(black_pawns) | all_knight_attacks(knights & ~white)
            by_black |= king_attacks(tables, count_zeros(kings & ~white))
            # Two loops without a branch for the piece, which nobody can foresee; a queen is in both
            # and its place among the sliders is how many there are below it.
            left = diagonal
            while left:
                square = count_zeros(left)
                place = start + popcount(both & ((left & ~(left - _ONE)) - _ONE))
                seen = bishop(tables, square, occupied)
                is_white = white >> square & _ONE
                attacks[place] = seen
                squares[place], colors[place] = square, is_white
                pieces[place] = _BISHOP + ((orthogonal >> square & _ONE) << _ONE)
                by_white |= seen & (_ZERO - is_white)
                by_black |= seen & (is_white - _ONE)
                left = without_lowest(left)
            left = orthogonal
            while left:
                square = count_zeros(left)
                place = start + popcount(both & ((left & ~(left - _ONE)) - _ONE))
                seen = rook(tables, square, occupied)
                is_white = white >> square & _ONE
                attacks[place] |= seen
                squares[place], colors[place] = square, is_white
                pieces[place] = _ROOK + (diagonal >> square & _ONE)
                by_white |= seen & (_ZERO - is_white)
                by_black |= seen & (is_white - _ONE)
                left = without_lowest(left)
            maps.white_attacked[position], maps.black_attacked[position] = by_white, by_black
        return end

    return map_attacks
