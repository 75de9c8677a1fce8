"""Ranks, and where pawns go that move upwards."""

from __future__ import annotations

from magicbb.compile import Word, kernel

RANK_1, RANK_3, RANK_6 = Word(0xFF), Word(0xFF << 16), Word(0xFF << 40)
RANK_7, RANK_8 = Word(0xFF << 48), Word(0xFF << 56)

LEFT, UP, RIGHT, TWO_UP = Word(7), Word(8), Word(9), Word(16)
"""How many squares further a pawn's move ends: to the left it captures, and to the right."""

_ONE = Word(1)
_NOT_A_FILE, _NOT_H_FILE = Word(0xFEFEFEFEFEFEFEFE), Word(0x7F7F7F7F7F7F7F7F)


@kernel
def to_the_left(pawns: Word) -> Word:
    """What pawns attack towards the a-file."""
    return (pawns & _NOT_A_FILE) << LEFT


@kernel
def to_the_right(pawns: Word) -> Word:
    """What pawns attack towards the h-file."""
    return (pawns & _NOT_H_FILE) << RIGHT


@kernel
def downwards(squares: Word) -> Word:
    """What pawns attack that move down the board; or from where those attack that move up."""
    return (squares & _NOT_A_FILE) >> RIGHT | (squares & _NOT_H_FILE) >> LEFT


@kernel
def beside(square: Word) -> Word:
    """The squares to the left and to the right."""
    return (square & _NOT_A_FILE) >> _ONE | (square & _NOT_H_FILE) << _ONE
