"""Castling, as the side to move sees it: the king stands on e1."""

from __future__ import annotations

from magicbb.compile import Word

KING_ROOK, QUEEN_ROOK = Word(1 << 7), Word(1 << 0)
"""From where the rooks castle: h1 on the king's side, a1 on the queen's."""

KING_PATH, QUEEN_PATH = Word(0b01100000), Word(0b00001110)
"""What must be empty: f1 and g1; b1, c1 and d1."""

KING_WAY, QUEEN_WAY = Word(0b01100000), Word(0b00001100)
"""Where the king must not be attacked: f1 and g1; c1 and d1."""

KING_SIDE, QUEEN_SIDE = Word(0b11110000), Word(0b00011101)
"""Which squares change with respect to rooks and kings: e1 to h1; a1, c1, d1 and e1."""

KING_STEP, QUEEN_STEP = Word(0b01010000), Word(0b00010100)
"""Which change with respect to the king: e1 and g1; c1 and e1."""
