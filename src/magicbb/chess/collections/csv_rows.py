"""Compiled: the rows of a CSV file of attack maps."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import numpy as np

from magicbb.chess.collections.map_kernels import MapsState
from magicbb.compile import Bytes, Word, counting, entry
from magicbb.compile.memory import frozen

if TYPE_CHECKING:
    import numpy.typing as npt


HEADER = b"position,square,piece,color,attacks\n"

LONGEST_ROW = len("18446744073709551615,a1,bishop,white,0x0123456789abcdef\n")
"""Bytes of a row at most."""

_RECORD = 16  # "bishop,white,0x" and its length, in one cache line's quarter

_ZERO, _ONE, _THREE, _FOUR, _SEVEN, _TEN = map(Word, (0, 1, 3, 4, 7, 10))
_FIFTEEN, _SIXTEEN, _SIXTY = Word(15), Word(16), Word(60)
_COMMA, _NEWLINE, _DIGIT_0, _FILE_A, _RANK_1 = map(Word, b",\n0a1")
_TO_LETTERS = Word(ord("a") - ord("9") - 1)  # from what would follow 9 to a
_NINE = Word(9)


@functools.cache
def names() -> npt.NDArray[np.uint8]:
    """The middle of a row for each piece and colour, and how long it is."""
    records = np.zeros((4, 2, _RECORD), np.uint8)
    for piece, name in enumerate(("bishop", "rook", "queen")):
        for color, word in enumerate(("black", "white")):
            text = f"{name},{word},0x".encode()
            records[piece, color, : len(text)] = np.frombuffer(text, np.uint8)
            records[piece, color, -1] = len(text)
    return frozen(records.reshape(-1))


@entry
def write_rows(
    maps: MapsState, names: Bytes, first: Word, end: Word, before: Word, out: Bytes
) -> Word:
    """Write the rows of the positions from `first` up to `end`, and return how many bytes they are.

    `names` are those of `names()`, `before` is how many positions the file had before the first of
    these maps. There must be room for `LONGEST_ROW` bytes of each row, and a record more.
    """
    place, squares, pieces = _ZERO, maps.squares, maps.pieces
    colors, attacks = maps.colors, maps.attacks
    for position in counting(first, end):
        number = before + position
        width, power = _ONE, number // _TEN
        while power:
            width, power = width + _ONE, power // _TEN
        for slider in counting(maps.starts[position], maps.starts[position + _ONE]):
            digits, rest = place + width, number
            for back in counting(_ONE, width + _ONE):
                out[digits - back] = _DIGIT_0 + rest % _TEN
                rest //= _TEN
            place = digits
            square = Word(squares[slider])
            out[place], out[place + _ONE] = _COMMA, _FILE_A + (square & _SEVEN)
            out[place + _ONE + _ONE], out[place + _THREE] = _RANK_1 + (square >> _THREE), _COMMA
            place += _FOUR
            record = (
                (Word(pieces[slider]) - _THREE & _THREE) << _ONE | Word(colors[slider])
            ) << _FOUR
            # All of the record, for a length that is known takes one instruction; what is too much
            # of it is overwritten.
            for byte in counting(_SIXTEEN):
                out[place + byte] = names[record + byte]
            place += Word(names[record + _FIFTEEN])
            seen = attacks[slider]
            for byte in counting(_SIXTEEN):
                nibble = seen >> (_SIXTY - (byte << _ONE + _ONE)) & _FIFTEEN
                out[place + byte] = nibble + _DIGIT_0 + (_TO_LETTERS if nibble > _NINE else _ZERO)
            out[place + _SIXTEEN] = _NEWLINE
            place += _SIXTEEN + _ONE
    return place
