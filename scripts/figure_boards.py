# ruff: noqa: INP001 (a script, not a package)
"""Building blocks of the guide's figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import magicbb as mb
from magicbb.geometry.bitboards import FULL
from magicbb.pictures.board import board_svg

if TYPE_CHECKING:
    from collections.abc import Mapping

D4 = mb.geometry.parse_square("d4")
SMALL, MEDIUM = 170, 220


def board(
    marked: int = 0,
    occupied: int = 0,
    pieces: Mapping[int, str] | None = None,
    size: int = MEDIUM,
    shaded: int = 0,
) -> str:
    """Draw a board with blockers, pieces, marked squares and a shaded mask."""
    men = dict.fromkeys(mb.geometry.squares_of(occupied), "x") | dict(pieces or {})
    return board_svg(men, marked=marked, shaded=shaded, size=size)


def top(bits: int) -> int:
    """Return a 64-bit word in which only the given number of top bits are set."""
    return FULL & ~(FULL >> bits)
