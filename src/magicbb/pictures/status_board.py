"""A chessboard that shows the answer to a question for each square: a colour and a short text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magicbb.geometry.squares import FILE_NAMES, RANK_NAMES, SQUARE_NAMES
from magicbb.pictures import palette
from magicbb.pictures.lettering import escaped, picture

if TYPE_CHECKING:
    from collections.abc import Sequence

_CELL, _EDGE = 46, 16
_WIDTH = 8 * _CELL + _EDGE

COLOURS = {
    "yes": (palette.ROOK, palette.PAPER),
    "no": (palette.FAINT_INK, palette.PAPER),
    "open": (palette.TAKEN_FAINT, palette.INK),
}
"""For each answer, the colours of the square and of its text."""


def status_board_svg(answers: Sequence[tuple[str, str]]) -> str:
    """Draw a board with an answer on each square as an SVG picture; return the SVG source.

    Args:
        answers: For each square, from a1 to h8, a key of `COLOURS` and a short text.

    >>> svg = status_board_svg([("yes", "has one")] + [("open", "?")] * 63)
    >>> print(svg.splitlines()[1][:36])
    <title>a1: has one. b1: ?. c1: ?. d1
    """
    layers = []
    for square, (answer, text) in enumerate(answers):
        fill, ink = COLOURS[answer]
        x, y = _EDGE + square % 8 * _CELL, (7 - square // 8) * _CELL
        layers.append(
            f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" fill="{fill}" '
            f'stroke="{palette.PAPER}"/>'
            f'<text x="{x + _CELL / 2:g}" y="{y + _CELL / 2 + 4:g}" text-anchor="middle" '
            f'font-size="11" font-family="{palette.LETTERS}" fill="{ink}">{escaped(text)}</text>'
        )
    for place in range(8):
        middle = place * _CELL + _CELL / 2
        for name, across, down in (
            (RANK_NAMES[7 - place], 6.0, middle + 4),
            (FILE_NAMES[place], _EDGE + middle, 8 * _CELL + 12.0),
        ):
            layers.append(
                f'<text x="{across:g}" y="{down:g}" text-anchor="middle" font-size="11" '
                f'font-family="{palette.LETTERS}" fill="{palette.FAINT_INK}">{name}</text>'
            )
    words = ". ".join(
        f"{name}: {text}" for name, (_, text) in zip(SQUARE_NAMES, answers, strict=True)
    )
    return picture((_WIDTH, _WIDTH), words, layers, pixels=_WIDTH)
