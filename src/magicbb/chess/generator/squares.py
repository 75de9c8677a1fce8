"""Squares as the side to move sees them: ranks, pawn steps and attacks, castling squares."""

from __future__ import annotations

from magicbb.compile import Word, kernel

RANK_1, RANK_3, RANK_6 = Word(0xFF), Word(0xFF << 16), Word(0xFF << 40)
RANK_7, RANK_8 = Word(0xFF << 48), Word(0xFF << 56)

LEFT, UP, RIGHT, TWO_UP = Word(7), Word(8), Word(9), Word(16)
"""How many squares further a pawn's capture ends: to the left, and to the right."""

_ONE = Word(1)
_NOT_A_FILE, _NOT_H_FILE = Word(0xFEFEFEFEFEFEFEFE), Word(0x7F7F7F7F7F7F7F7F)

KING_ROOK, QUEEN_ROOK = Word(1 << 7), Word(1 << 0)
"""The rooks' castling squares: h1 on the king's side, a1 on the queen's."""

KING_SIDE, QUEEN_SIDE = Word(0b11110000), Word(0b00011101)
"""The squares that castling changes for rooks and kings together: e1 to h1; a1, c1, d1 and e1."""

KING_STEP, QUEEN_STEP = Word(0b01010000), Word(0b00010100)
"""The squares that castling changes for the king alone: e1 and g1; c1 and e1."""

HOME_RANKS = Word(0xFF << 56 | 0xFF)
"""The bits of the castling rights, as the squares of rooks."""

CHESS960_MARK = Word(1 << 24 | 1 << 32)
"""Marks the rights of a Chess960 position. Turning the board keeps it."""


@kernel
def to_the_left(pawns: Word) -> Word:
    """The squares that pawns attack towards the a-file."""
    return (pawns & _NOT_A_FILE) << LEFT


@kernel
def to_the_right(pawns: Word) -> Word:
    """The squares that pawns attack towards the h-file."""
    return (pawns & _NOT_H_FILE) << RIGHT


@kernel
def downwards(squares: Word) -> Word:
    """The attacks of pawns moving down; equally, the squares from which pawns moving up attack."""
    return (squares & _NOT_A_FILE) >> RIGHT | (squares & _NOT_H_FILE) >> LEFT


@kernel
def beside(square: Word) -> Word:
    """The squares to the left and to the right."""
    return (square & _NOT_A_FILE) >> _ONE | (square & _NOT_H_FILE) << _ONE
