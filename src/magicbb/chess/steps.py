"""The attacks of knights, kings and pawns, in plain Python."""

from __future__ import annotations

import functools

_KNIGHT = tuple((x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y))
_KING = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)
_STEPS = {
    **dict.fromkeys("Nn", _KNIGHT),
    **dict.fromkeys("Kk", _KING),
    "P": ((-1, 1), (1, 1)),
    "p": ((-1, -1), (1, -1)),
}
"""The file and rank offsets of the squares that a piece attacks, by the letter of the piece."""


@functools.cache
def step_attacks(letter: str, square: int) -> int:
    """The squares that a knight, a king or a pawn attacks, as a bitboard.

    >>> hex(step_attacks("N", 0))
    '0x20400'
    """
    file, rank = square % 8, square // 8
    targets = [(file + x, rank + y) for x, y in _STEPS[letter]]
    return sum(1 << 8 * y + x for x, y in targets if 0 <= x < 8 and 0 <= y < 8)  # noqa: PLR2004
