"""Where kings, knights and pawns go, in plain Python."""

from __future__ import annotations

KNIGHT_STEPS = tuple((x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y))
KING_STEPS = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)
PAWN_STEPS = ((-1, 1), (1, 1))
"""Files and ranks from a piece to the squares that it attacks; of a pawn that moves upwards."""


def step_attacks(square: int, steps: tuple[tuple[int, int], ...]) -> int:
    """The squares that are some steps away, as a bitboard.

    >>> hex(step_attacks(0, KNIGHT_STEPS))
    '0x20400'
    """
    file, rank = square % 8, square // 8
    targets = [(file + x, rank + y) for x, y in steps]
    return sum(1 << 8 * y + x for x, y in targets if 0 <= x < 8 and 0 <= y < 8)  # noqa: PLR2004
