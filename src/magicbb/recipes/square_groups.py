"""Groups of squares that can share any slots through their post-masks.

The lines of two squares in a group do not cross, or cross only on squares next to both sliders,
which both always attack. So the squares agree on every bit that both read. The idea is Lasse
Hansen's (2008).
"""

from __future__ import annotations

from magicbb.geometry.sliders import ROOK, SLIDERS


def group_of(row: int) -> tuple[int, int, int]:
    """The group of a row; rows in the same group can share any slots.

    A rook square shares slots with its diagonal neighbour in the same two-by-two block:

        a2 b2     1 0
        a1 b1     0 1

    Bishop squares share slots in groups of four: those on files c to f of a rank and, on each outer
    file, those in the same half of the board. Any two squares in a group have different colours or
    are two apart; in the latter case, their lines cross only on squares adjacent to both.

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
