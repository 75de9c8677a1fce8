"""Squares from the point of view of the side to move: ranks, pawn moves, castling."""

from __future__ import annotations

from magicbb.compile import Word, kernel

RANK_1, RANK_3, RANK_6 = Word(0xFF), Word(0xFF << 16), Word(0xFF << 40)
RANK_7, RANK_8 = Word(0xFF << 48), Word(0xFF << 56)

LEFT, UP, RIGHT, TWO_UP = Word(7), Word(8), Word(9), Word(16)
"""The distances of pawn moves: capture to the left, step, capture to the right, double step."""

_ONE = Word(1)
_NOT_A_FILE, _NOT_H_FILE = Word(0xFEFEFEFEFEFEFEFE), Word(0x7F7F7F7F7F7F7F7F)

KING_ROOK, QUEEN_ROOK = Word(1 << 7), Word(1 << 0)
"""The squares of the castling rooks: h1 on the kingside, a1 on the queenside."""

KING_SIDE, QUEEN_SIDE = Word(0b11110000), Word(0b00011101)
"""The squares that castling changes in the plane with rooks and kings: e1 to h1; a1, c1, d1, e1."""

KING_STEP, QUEEN_STEP = Word(0b01010000), Word(0b00010100)
"""The squares that castling changes in the plane with kings but not rooks: e1, g1; c1, e1."""

HOME_RANKS = Word(0xFF << 56 | 0xFF)
"""The ranks of the castling rooks, whose squares represent the castling rights."""

PASSED = RANK_3 | RANK_6
"""The ranks of en passant squares, which represent a double pawn step in the rights word."""

CHESS960_MARK = Word(1 << 24 | 1 << 32)
"""The flag in the rights of a Chess960 position; flipping the board does not change it."""


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
    """The squares that pawns moving down attack, or that pawns moving up attack from."""
    return (squares & _NOT_A_FILE) >> RIGHT | (squares & _NOT_H_FILE) >> LEFT


@kernel
def beside(square: Word) -> Word:
    """The squares immediately to the left and right of the given squares."""
    return (square & _NOT_A_FILE) >> _ONE | (square & _NOT_H_FILE) << _ONE


@kernel
def around(squares: Word) -> Word:
    """The squares that kings on the given squares attack, and these squares themselves."""
    wide = squares | beside(squares)
    return wide | wide << UP | wide >> UP
