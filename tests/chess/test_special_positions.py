"""Positions on which move generators break, each with its moves as the rules have them.

Every position is there for White and, turned upside down with the colours exchanged, for Black.
In the tables below a line with a name comes first, and then one with the position.
"""

from __future__ import annotations

import pytest

import magicbb as mb

MOVES = """
en passant to the left
    7k/8/8/3pP3/8/8/8/K7 w - d6 | e5 | e5e6 e5d6
en passant to the right
    7k/8/8/3Pp3/8/8/8/K7 w - e6 | d5 | d5d6 d5e6
en passant from both sides
    7k/8/8/2PpP3/8/8/8/K7 w - d6 | c5 e5 | c5c6 c5d6 e5e6 e5d6
en passant on the a-file
    7k/8/8/pP6/8/8/8/7K w - a6 | b5 | b5b6 b5a6
en passant on the h-file
    7k/8/8/6Pp/8/8/8/7K w - h6 | g5 | g5g6 g5h6
no en passant around the right edge
    k7/8/8/p6P/8/8/8/K7 w - a6 | h5 | h5h6
no en passant around the left edge
    k7/8/P7/7p/8/8/8/K7 w - h6 | a6 | a6a7
no en passant a move too late
    7k/8/8/3pP3/8/8/8/K7 w - - | e5 | e5e6
no en passant by other pieces
    7k/8/8/1B1pR3/2N5/8/8/K7 w - d6 | c4 | c4a3 c4a5 c4b2 c4b6 c4d2 c4d6 c4e3
en passant that uncovers a rook along the rank
    7k/8/8/K2pP2r/8/8/8/8 w - d6 | e5 | e5e6
en passant from the left that uncovers a rook
    7k/8/8/K1Pp3r/8/8/8/8 w - d6 | c5 | c5c6
en passant that uncovers a queen on the other side
    7k/8/8/q2pP2K/8/8/8/8 w - d6 | e5 | e5e6
en passant with a second pawn that stays
    7k/8/8/K1PpP2r/8/8/8/8 w - d6 | c5 e5 | c5c6 c5d6 e5e6 e5d6
en passant with a piece behind which the rook stays
    7k/8/8/K2pP1nr/8/8/8/8 w - d6 | e5 | e5e6 e5d6
en passant with only a bishop on the rank
    7k/8/8/K2pP2b/8/8/8/8 w - d6 | e5 | e5e6 e5d6
en passant as the only answer to check
    7k/3b4/8/r5pP/7K/r7/8/8 w - g6 |  | h5g6
en passant that takes the checking pawn, among others
    7k/8/8/3pP3/4K3/8/8/8 w - d6 |  | e5d6 e4d3 e4e3 e4f3 e4d4 e4f4 e4d5 e4f5
en passant that comes between the king and a bishop
    5b1k/8/8/3pP3/8/K7/8/8 w - d6 |  | a3a2 a3b2 a3b3 a3a4 e5d6
en passant along the pin, to the left
    7k/b7/8/1pP5/3K4/8/8/8 w - b6 | c5 | c5b6
en passant is no answer to another check
    4r2k/8/8/2pP4/8/8/8/4K3 w - c6 |  | e1d1 e1d2 e1f1 e1f2
en passant along the pin on a diagonal
    1b5k/8/8/3pP3/8/6K1/8/8 w - d6 | e5 | e5d6
en passant across the pin on a diagonal
    8/6bk/8/3pP3/8/2K5/8/8 w - d6 | e5 |
en passant of a pawn pinned on its file
    4r2k/8/8/3pP3/8/8/8/4K3 w - d6 | e5 | e5e6
en passant that uncovers a bishop behind the captured pawn
    7k/1b6/8/3pP3/8/5K2/8/8 w - d6 | e5 | e5e6
en passant in front of a rook on the captured pawn's file
    3r3k/8/8/3pP3/8/8/8/3K4 w - d6 | e5 | e5e6 e5d6
double check, only the king moves
    4r2k/8/8/8/8/5n2/3Q2P1/4K3 w - - |  | e1d1 e1f1 e1f2
double check, where one checker can be taken by the king
    4r2k/8/8/8/8/8/3QnP2/4K1r1 w - - | e1 d2 |
triple check
    4r2k/8/8/8/7b/3n4/3Q4/4K3 w - - |  | e1d1 e1f1
check by a knight cannot be blocked
    7k/8/8/8/8/3n4/5P2/R3K3 w - - | a1 f2 |
a checking knight can be taken
    7k/8/8/8/8/3n4/2P5/4K2B w - - | c2 h1 | c2d3
check is answered by coming between
    4r1k1/8/8/8/8/8/3P1P2/R1BQKB1R w - - |  | f1e2 d1e2
check is answered by taking
    4r1k1/8/8/8/B6R/8/3P1P2/3QKR2 w - - | a4 h4 | a4e8 h4e4
check is answered by a double step
    7k/8/8/8/1r5K/6PP/2P3PP/8 w - - |  | c2c4 g3g4 h4g5 h4h5
a double step blocks and a single does not
    8/8/8/8/r6K/6pp/3P4/7k w - - | d2 | d2d4
no double step through a piece
    7k/8/8/8/8/3n4/3P4/K7 w - - | d2 |
no double step onto a piece
    7k/8/8/8/3n4/8/3P4/K7 w - - | d2 | d2d3
a pawn that gives check is taken
    7k/8/8/8/8/8/3p4/2B1K3 w - - |  | c1d2 e1d1 e1d2 e1e2 e1f1 e1f2
the king does not retreat along the line of the check
    7k/8/8/8/r3K3/8/8/8 w - - |  | e4d3 e4e3 e4f3 e4d5 e4e5 e4f5
the king does not retreat along the diagonal of the check
    7k/8/8/b7/8/2K5/8/8 w - - |  | c3b2 c3c2 c3d3 c3b3 c3c4 c3d4
the king does not take what is protected
    7k/8/8/8/8/2b5/3q4/4K3 w - - |  | e1f1
the king takes what is not protected
    7k/8/8/8/8/8/3q4/4K3 w - - |  | e1d2 e1f1
the king does not take what a pawn protects
    7k/8/8/8/8/4p3/3n4/4K3 w - - |  | e1d1 e1e2
the king does not take what is protected from behind it
    7k/8/8/8/8/8/8/q2rK2r w - - |  | e1e2 e1f2
the kings keep their distance
    8/8/8/3k4/8/3K4/8/8 w - - |  | d3c2 d3d2 d3e2 d3c3 d3e3
kings alone
    7k/8/8/8/8/8/8/K7 w - - |  | a1a2 a1b1 a1b2
a promotion blocks a check
    1r2K3/3P4/8/8/8/8/8/7k w - - | d7 | d7d8n d7d8b d7d8r d7d8q
a promotion takes the checker
    1r2K3/P7/8/8/8/8/8/7k w - - | a7 | a7b8n a7b8b a7b8r a7b8q
a pinned knight does not move
    4r2k/8/8/8/8/8/4N3/4K3 w - - | e2 |
a pinned rook moves along its file
    4r2k/8/8/8/8/4R3/8/4K3 w - - | e3 | e3e2 e3e4 e3e5 e3e6 e3e7 e3e8
a pinned rook moves along its rank
    7k/8/8/8/K2R2q1/8/8/8 w - - | d4 | d4b4 d4c4 d4e4 d4f4 d4g4
a rook pinned on a diagonal does not move
    7k/8/8/8/7b/8/5R2/4K3 w - - | f2 |
a bishop pinned on a file does not move
    4r2k/8/8/8/8/4B3/8/4K3 w - - | e3 |
a pinned bishop moves along its diagonal
    7k/8/8/8/7b/8/5B2/4K3 w - - | f2 | f2g3 f2h4
a queen pinned on a file moves like a rook
    4r2k/8/8/8/8/4Q3/8/4K3 w - - | e3 | e3e2 e3e4 e3e5 e3e6 e3e7 e3e8
a queen pinned on a diagonal moves like a bishop
    7k/8/8/8/7b/6Q1/8/4K3 w - - | g3 | g3f2 g3h4
a pawn pinned on its file steps
    4r2k/8/8/8/8/3p1p2/4P3/4K3 w - - | e2 | e2e3 e2e4
a pawn pinned on a rank does not step
    7k/8/8/8/8/3p4/K1P4r/8 w - - | c2 |
a pawn pinned on a diagonal takes the pinner
    7k/8/8/8/8/6b1/5P2/4K3 w - - | f2 | f2g3
a pawn pinned on a diagonal takes nothing else
    7k/8/8/8/7b/4p3/5P2/4K3 w - - | f2 |
a pinned pawn does not block elsewhere
    4r2k/8/8/8/7b/8/5P2/4K2R w - - | f2 h1 |
two pins at once
    4r2k/8/8/8/7b/6N1/4B3/4K3 w - - |  | e1d1 e1d2 e1f1 e1f2
with two pieces between there is no pin
    4r2k/8/4n3/8/8/8/4N3/4K3 w - - | e2 | e2c1 e2c3 e2d4 e2f4 e2g1 e2g3
a pinned piece still protects
    4k3/8/8/3pr3/3K4/8/8/4R3 w - - | d4 | d4c3 d4d3 d4e5 d4c5
a pinned piece still gives check
    4k3/8/8/8/K3r3/8/8/4R3 w - - |  | a4a3 a4a5 a4b3 a4b5 e1e4
a promoting pawn pinned on its file
    3nrn1k/4P3/8/8/8/8/8/4K3 w - - | e7 |
a promoting pawn takes what pins it
    4b2k/3P4/2K5/8/8/8/8/8 w - - | d7 | d7e8n d7e8b d7e8r d7e8q
a promoting pawn pinned on a diagonal takes nothing else
    2r1b2k/3P4/2K5/8/8/8/8/8 w - - | d7 |
a promoting pawn pinned on a rank
    8/K2P3r/8/8/8/8/8/7k w - - | d7 |
castling to both sides
    4k3/8/8/8/8/8/8/R3K2R w KQ - | e1 | e1d1 e1d2 e1e2 e1f1 e1f2 e1c1 e1g1
castling without the right
    4k3/8/8/8/8/8/8/R3K2R w Q - | e1 | e1d1 e1d2 e1e2 e1f1 e1f2 e1c1
castling out of check
    4k3/4r3/8/8/8/8/8/R3K2R w KQ - | e1 | e1d1 e1d2 e1f1 e1f2
castling out of check by a knight
    4k3/8/8/8/8/3n4/8/R3K2R w KQ - | e1 | e1d1 e1d2 e1e2 e1f1
castling through an attacked square
    4k3/5r2/8/8/8/8/8/R3K2R w KQ - | e1 | e1d1 e1d2 e1e2 e1c1
castling to the queen's side through one
    4k3/3r4/8/8/8/8/8/R3K2R w KQ - | e1 | e1e2 e1f1 e1f2 e1g1
castling into check
    4k3/6r1/8/8/8/8/8/R3K2R w KQ - | e1 | e1d1 e1d2 e1e2 e1f1 e1f2 e1c1
castling to the queen's side into check
    4k3/2r5/8/8/8/8/8/R3K2R w KQ - | e1 | e1d1 e1d2 e1e2 e1f1 e1f2 e1g1
castling with an attack on b1
    4k3/1r6/8/8/8/8/8/R3K2R w KQ - | e1 | e1d1 e1d2 e1e2 e1f1 e1f2 e1c1 e1g1
castling with attacked rooks
    r3k2r/8/8/8/8/8/8/R3K2R w KQ - | e1 | e1d1 e1d2 e1e2 e1f1 e1f2 e1c1 e1g1
castling over a piece on b1
    4k3/8/8/8/8/8/8/RN2K2R w KQ - | e1 | e1d1 e1d2 e1e2 e1f1 e1f2 e1g1
castling over an enemy piece on b1
    4k3/8/8/8/8/8/8/Rn2K2R w KQ - | e1 | e1d1 e1e2 e1f1 e1f2 e1g1
castling over pieces on c1 and g1
    4k3/8/8/8/8/8/8/R1B1K1NR w KQ - | e1 | e1d1 e1d2 e1e2 e1f1 e1f2
castling over pieces on d1 and f1
    4k3/8/8/8/8/8/8/R2QKB1R w KQ - | e1 | e1d2 e1e2 e1f2
castling with a pawn that attacks f1 and d1
    4k3/8/8/8/8/8/4p3/R3K2R w KQ - | e1 | e1d2 e1e2 e1f2
castling with a pawn that attacks g1
    4k3/8/8/8/8/8/7p/R3K2R w KQ - | e1 | e1d1 e1d2 e1e2 e1f1 e1f2 e1c1
castling with a king that attacks c1
    8/8/8/8/8/8/1k6/R3K2R w KQ - | e1 | e1d1 e1d2 e1e2 e1f1 e1f2 e1g1
castling with a bishop that attacks g1 through f2
    4k3/8/8/2b5/8/8/8/R3K2R w KQ - | e1 | e1d1 e1d2 e1e2 e1f1 e1c1
promotion by a step
    7k/4P3/8/8/8/8/8/K7 w - - | e7 | e7e8n e7e8b e7e8r e7e8q
promotion by captures and not by a step
    2bqr2k/3P4/8/8/8/8/8/K7 w - - | d7 | d7c8n d7c8b d7c8r d7c8q d7e8n d7e8b d7e8r d7e8q
promotion on the a-file takes nothing on the h-file
    1n5r/P6k/8/8/8/8/8/K7 w - - | a7 | a7a8n a7a8b a7a8r a7a8q a7b8n a7b8b a7b8r a7b8q
pawns take nothing around the left edge
    k7/8/8/P6r/7r/8/8/6K1 w - - | a5 | a5a6
pawns take nothing around the right edge
    k7/8/r7/8/r6P/8/8/1K6 w - - | h4 | h4h5
pawns do not take forwards
    7k/8/8/8/8/4r3/4P3/K7 w - - | e2 |
pawns do not take their own
    7k/8/8/8/8/3N1N2/4P3/K7 w - - | e2 | e2e3 e2e4
only pawns at home step twice
    7k/8/8/8/8/P7/1P6/K7 w - - | a3 b2 | a3a4 b2b3 b2b4
mate in the corner by two rooks
    K6r/6r1/8/8/8/8/8/7k w - - |  |
mate by a smothering knight
    7k/8/8/8/8/8/5nPP/6RK w - - |  |
stalemate with a pinned knight
    8/8/8/8/8/1k6/8/KNr5 w - - |  |
stalemate with blocked pawns
    8/8/8/p7/P7/5k2/5p2/5K2 w - - |  |
"""
"""The FEN, the squares of the pieces that are meant (none: all), and all moves of those."""

COUNTS = """
nine queens, and the most moves that a game can lead to
    R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - | 218
more with queens that no game has
    QQQQQQNk/Qp3QNN/Q5Q1/Q5Q1/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - | 245
queens around the board
    QQQQQQQQ/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/pp5Q/kBN2K1Q w - - | 232
a board without a free square
    QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/ppQQQQQQ/kBNQQKQQ w - - | 8
a full board and no move
    NNNNNNNN/NNNNNNNN/NNNNNNNN/NNNNNNNN/nnnnnnnn/nnnnnnnn/ppbbbbbb/kBNNNKNN w - - | 0
"""
"""The FEN and how many moves there are."""

AFTER = """
castling to the king's side
    r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9 | e1g1 | r3k2r/8/8/8/8/8/8/R4RK1 b kq - 4 9
castling to the queen's side
    r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9 | e1c1 | r3k2r/8/8/8/8/8/8/2KR3R b kq - 4 9
a move of the king loses both rights
    r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9 | e1e2 | r3k2r/8/8/8/8/8/4K3/R6R b kq - 4 9
a move of a rook loses one right
    r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9 | a1b1 | r3k2r/8/8/8/8/8/8/1R2K2R b Kkq - 4 9
a move of the other rook loses the other
    r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9 | h1h7 | r3k2r/7R/8/8/8/8/8/R3K3 b Qkq - 4 9
a rook that takes a rook loses a right of each side
    r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9 | a1a8 | R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 9
another rook in the corner has no right
    4k3/8/8/8/8/8/6PP/R3K1NR w Q - 0 1 | a1a2 | 4k3/8/8/8/8/8/R5PP/4K1NR b - - 1 1
a rook at home is taken by a knight
    r3k2r/8/6N1/8/8/8/8/R3K2R w KQkq - 3 9 | g6h8 | r3k2N/8/8/8/8/8/8/R3K2R b KQq - 0 9
a rook at home is taken by a bishop
    r3k2r/8/8/4B3/8/8/8/R3K2R w KQkq - 3 9 | e5h8 | r3k2B/8/8/8/8/8/8/R3K2R b KQq - 0 9
a rook at home is taken by a queen
    r3k2r/8/8/3Q4/8/8/8/R3K2R w KQkq - 3 9 | d5a8 | Q3k2r/8/8/8/8/8/8/R3K2R b KQk - 0 9
a rook at home is taken by a king
    r3k2r/1K6/8/8/8/8/8/8 w kq - 3 9 | b7a8 | K3k2r/8/8/8/8/8/8/8 b k - 0 9
a rook at home is taken by a promoting pawn
    r3k2r/1P6/8/8/8/8/8/4K3 w kq - 3 9 | b7a8n | N3k2r/8/8/8/8/8/8/4K3 b k - 0 9
the other rook is taken by a promoting pawn
    r3k2r/6P1/8/8/8/8/8/4K3 w kq - 3 9 | g7h8q | r3k2Q/8/8/8/8/8/8/4K3 b q - 0 9
what promotes into a corner gives no right
    1r2k3/P7/8/8/8/8/8/4K2R w K - 3 9 | a7b8r | 1R2k3/8/8/8/8/8/8/4K2R b K - 0 9
a double step with a pawn beside
    4k3/8/8/8/3p4/8/4P3/4K3 w - - 3 9 | e2e4 | 4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 9
a double step with no pawn beside
    4k3/8/8/8/8/8/4P3/4K3 w - - 3 9 | e2e4 | 4k3/8/8/8/4P3/8/8/4K3 b - e3 0 9
a double step with a pawn around the edge
    4k3/8/8/7p/8/8/P7/4K3 w - - 3 9 | a2a4 | 4k3/8/8/7p/P7/8/8/4K3 b - a3 0 9
a double step where capturing en passant would be illegal
    4r2k/8/8/8/4p3/8/3P4/4K3 w - - 3 9 | d2d4 | 4r2k/8/8/8/3Pp3/8/8/4K3 b - d3 0 9
a single step onto the fourth rank
    4k3/8/8/8/3p4/4P3/8/4K3 w - - 3 9 | e3e4 | 4k3/8/8/8/3pP3/8/8/4K3 b - - 0 9
a rook goes two squares up
    7k/8/8/8/3p4/8/4R3/4K3 w - - 3 9 | e2e4 | 7k/8/8/8/3pR3/8/8/4K3 b - - 4 9
a capture en passant takes the pawn beside
    7k/8/8/3pP3/8/8/8/K7 w - d6 0 9 | e5d6 | 7k/8/3P4/8/8/8/8/K7 b - - 0 9
a capture on the square beside takes nothing else
    7k/8/3n4/3pP3/8/8/8/K7 w - - 3 9 | e5d6 | 7k/8/3P4/3p4/8/8/8/K7 b - - 0 9
a promotion takes the pawn away
    7k/4P3/8/8/8/8/8/K7 w - - 3 9 | e7e8b | 4B2k/8/8/8/8/8/8/K7 b - - 0 9
"""
"""The FEN, a move and the FEN after it."""

GIVES_CHECK = """
promotion to a knight gives check where a queen does not
    8/4P1k1/8/8/8/8/8/K7 w - - | e7e8n | yes
promotion to a queen does not
    8/4P1k1/8/8/8/8/8/K7 w - - | e7e8q | no
promotion to a rook gives check on the rank
    k7/4P3/8/8/8/8/8/7K w - - | e7e8r | yes
promotion to a bishop does not
    k7/4P3/8/8/8/8/8/7K w - - | e7e8b | no
promotion to a bishop gives check on the diagonal
    8/4P3/8/8/k7/8/8/7K w - - | e7e8b | yes
a pawn's capture uncovers a check along the rank
    8/8/8/4p3/R2P3k/8/8/K7 w - - | d4e5 | yes
castling gives check with the rook
    5k2/8/8/8/8/8/8/4K2R w K - | e1g1 | yes
castling on the other side gives check with the rook
    3k4/8/8/8/8/8/8/R3K3 w Q - | e1c1 | yes
castling uncovers nothing
    4k3/8/8/8/8/8/8/R3K3 w Q - | e1c1 | no
en passant puts a pawn in front of a rook
    3k4/8/8/3pP3/8/8/8/K2R4 w - d6 | e5d6 | no
en passant uncovers a check along the rank
    8/8/8/R2pP2k/8/8/8/K7 w - d6 | e5d6 | yes
en passant uncovers a check by a bishop behind the captured pawn
    8/1k6/8/3pP3/8/8/6B1/K7 w - d6 | e5d6 | yes
en passant gives check with the pawn
    8/2k5/8/3pP3/8/8/8/K7 w - d6 | e5d6 | yes
a double step gives check with the pawn
    8/8/8/3k4/8/8/4P3/K7 w - - | e2e4 | yes
a king uncovers a check
    7k/8/8/8/8/8/1K6/B7 w - - | b2b3 | yes
a king that stays on the line uncovers none
    7k/8/8/8/8/8/1K6/B7 w - - | b2c3 | no
a pinned piece's capture gives check
    4k3/8/8/8/4q3/8/4R3/4K3 w - - | e2e4 | yes
"""
"""The FEN, a move and whether it gives check."""


def mirrored(fen: str) -> str:
    """The FEN with the board upside down and the colours exchanged."""
    board, side, castling, passed, *counters = fen.split()
    other = passed.translate(str.maketrans("36", "63"))
    ranks = board.swapcase().split("/")
    rights = "".join(right for right in "KQkq" if right in castling.swapcase()) or "-"
    side = {"w": "b", "b": "w"}[side]
    return " ".join(["/".join(ranks[::-1]), side, rights, other, *counters])


def mirrored_moves(moves: str) -> str:
    """The moves, or squares, with the ranks counted from the other end."""
    return moves.translate(str.maketrans("12345678", "87654321"))


def moves_of(position: mb.Position, squares: str) -> set[str]:
    """The legal moves of the pieces on some squares, or of all."""
    found = position.legal_moves()
    origins = {mb.geometry.parse_square(square) for square in squares.split()} or {*range(64)}
    return {move.uci for move in found if move.from_square in origins}


def each(table: str, *names: str) -> pytest.MarkDecorator:
    """Run a test for each position of a table."""
    lines = [line.strip() for line in table.splitlines() if line]
    rows = [[part.strip() for part in line.split("|")] for line in lines[1::2]]
    return pytest.mark.parametrize(names, [row[: len(names)] for row in rows], ids=lines[::2])


each_position = each(MOVES, "fen", "squares", "moves")
each_fen = each(MOVES + AFTER + GIVES_CHECK, "fen")
each_count = each(COUNTS, "fen", "count")
each_way = each(AFTER, "fen", "move", "expected")
each_check = each(GIVES_CHECK, "fen", "move", "answer")


class TestForWhite:
    @each_position
    def test_the_moves_are(self, fen: str, squares: str, moves: str) -> None:
        assert moves_of(mb.Position(fen), squares) == {*moves.split()}

    @each_fen
    def test_perft_counts_as_many_as_are_listed(self, fen: str) -> None:
        position = mb.Position(fen)
        assert position.perft(1) == len(position.legal_moves())

    @each_fen
    def test_perft_visits_as_many_as_are_listed(self, fen: str) -> None:
        position = mb.Position(fen)
        after = [position.push(move) for move in position.legal_moves()]
        assert position.perft(2) == sum(len(child.legal_moves()) for child in after)

    @each_count
    def test_there_are_so_many_moves(self, fen: str, count: str) -> None:
        assert len({*mb.Position(fen).legal_moves()}) == int(count)

    @each_count
    def test_perft_counts_so_many(self, fen: str, count: str) -> None:
        assert mb.Position(fen).perft(1) == int(count)

    @each_way
    def test_a_move_leads_to(self, fen: str, move: str, expected: str) -> None:
        assert mb.Position(fen).push(move).to_fen() == expected

    @each_check
    def test_a_move_gives_check_or_not(self, fen: str, move: str, answer: str) -> None:
        assert mb.Position(fen).push(move).is_check() is (answer == "yes")


class TestForBlack:
    @each_fen
    def test_perft_counts_as_many_as_are_listed(self, fen: str) -> None:
        position = mb.Position(mirrored(fen))
        assert position.perft(1) == len(position.legal_moves())

    @each_fen
    def test_perft_visits_as_many_as_are_listed(self, fen: str) -> None:
        position = mb.Position(mirrored(fen))
        after = [position.push(move) for move in position.legal_moves()]
        assert position.perft(2) == sum(len(child.legal_moves()) for child in after)

    @each_position
    def test_the_moves_are(self, fen: str, squares: str, moves: str) -> None:
        position = mb.Position(mirrored(fen))
        assert moves_of(position, mirrored_moves(squares)) == {*mirrored_moves(moves).split()}

    @each_count
    def test_there_are_so_many_moves(self, fen: str, count: str) -> None:
        assert len({*mb.Position(mirrored(fen)).legal_moves()}) == int(count)

    @each_count
    def test_perft_counts_so_many(self, fen: str, count: str) -> None:
        assert mb.Position(mirrored(fen)).perft(1) == int(count)

    @each_way
    def test_a_move_leads_to(self, fen: str, move: str, expected: str) -> None:
        after = mb.Position(mirrored(fen)).push(mirrored_moves(move))
        board, side, castling, passed, clock, number = mirrored(expected).split()
        assert after.to_fen() == f"{board} {side} {castling} {passed} {clock} {int(number) + 1}"

    @each_check
    def test_a_move_gives_check_or_not(self, fen: str, move: str, answer: str) -> None:
        after = mb.Position(mirrored(fen)).push(mirrored_moves(move))
        assert after.is_check() is (answer == "yes")
