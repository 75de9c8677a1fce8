"""Two rook or four bishop squares that can share, whatever they share (Lasse Hansen 2008).

The lines of such squares cross nowhere, or only on squares next to both, which both always attack:
so they want the same of every bit that both read.
"""

from __future__ import annotations

from magicbb.geometry.sliders import ROOK, SLIDERS


def group_of(row: int) -> tuple[int, int, int]:
    """The group that a row belongs to; equal for rows that share.

    A rook shares with its diagonal neighbour in the same block of two by two squares:

        a2 b2     1 0
        a1 b1     0 1

    Bishops share in fours: those on files c to f of one rank, and on the outer files those of one
    half of the board. Two of a group have different colours, or stand two apart, and then their
    lines cross only on the squares between.

        a4 b4 c4 d4 e4 f4 g4 h4     0 1 7 7 7 7 2 3
        a3 b3 c3 d3 e3 f3 g3 h3     0 1 6 6 6 6 2 3
        a2 b2 c2 d2 e2 f2 g2 h2     0 1 5 5 5 5 2 3
        a1 b1 c1 d1 e1 f1 g1 h1     0 1 4 4 4 4 2 3
    """
    slider, square = SLIDERS[row // 64], row % 64
    rank, file = divmod(square, 8)
    if slider == ROOK:
        return (0, 4 * (rank // 2) + file // 2, (rank + file) % 2)
    inner = 2 <= file <= 5  # noqa: PLR2004 (files c and f)
    return (1, 8 + rank, 0) if inner else (1, rank // 4, file)
