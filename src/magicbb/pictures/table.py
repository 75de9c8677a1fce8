"""A table as a picture: a map of its slots, and the number of slots that each square uses."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from magicbb.geometry.squares import FILE_NAMES, RANK_NAMES, SQUARE_NAMES
from magicbb.pictures import palette
from magicbb.pictures.lettering import picture
from magicbb.pictures.sheet import Panel, sheet
from magicbb.pictures.slot_map import slot_map_svg

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


_SIDE = 45
_LEFT, _TOP, _BELOW = 16, 2, 18
_WIDTH = _LEFT + 8 * _SIDE + 2
_HEIGHT = _TOP + 8 * _SIDE + _BELOW


class SquareUse(NamedTuple):
    """The slots of one slider on one square.

    Attributes:
        used: The number of slots that the square's keys use.
        shared: The number of these slots that other squares also use.
        first: The first of these slots.
        last: The last of these slots.
    """

    used: int
    shared: int
    first: int
    last: int


def square_counts_svg(slider: str, uses: Sequence[SquareUse]) -> str:
    """Draw the slot counts of 64 squares as an SVG picture of 378 by 380 pixels.

    A bar at the bottom of a square shows its slot count on a logarithmic scale; the dark part of
    the bar shows the fraction of slots that other squares also use.

    Args:
        slider: The slider's name, which appears in tooltips and selects the colour of the bars.
        uses: The slots of each square, from a1 to h8.
    """
    counts = [use.used for use in uses]
    least, most = min(counts), max(counts)
    words = f"Slots used by each square of the {slider}: {least:,} to {most:,}"
    squares = (_square(slider, square, use, most) for square, use in enumerate(uses))
    return picture((_WIDTH, _HEIGHT), words, [_dark_squares(), _edges(), *squares])


def _corner(square: int) -> tuple[int, int]:
    rank, file = divmod(square, 8)
    return _LEFT + file * _SIDE, _TOP + (7 - rank) * _SIDE


def _dark_squares() -> str:
    dark = [square for square in range(64) if (square // 8 + square % 8) % 2 == 0]
    path = "".join(f"M{x} {y}h{_SIDE}v{_SIDE}h-{_SIDE}z" for x, y in map(_corner, dark))
    whole = 8 * _SIDE
    return (
        f'<path fill="{palette.SHADE}" d="{path}"/>'
        f'<path fill="none" stroke="{palette.LINE}" d="M{_LEFT} {_TOP}h{whole}v{whole}h-{whole}z"/>'
    )


def _edges() -> str:
    texts = ""
    for number in range(8):
        x, y = _corner(9 * number)
        texts += (
            f'<text x="{_LEFT - 8}" y="{y + _SIDE / 2 + 4:g}">{RANK_NAMES[number]}</text>'
            f'<text x="{x + _SIDE / 2:g}" y="{_HEIGHT - 5}">{FILE_NAMES[number]}</text>'
        )
    return (
        f'<g font-family="{palette.LETTERS}" font-size="11" fill="{palette.FAINT_INK}"'
        f' text-anchor="middle">{texts}</g>'
    )


def _square(slider: str, square: int, use: SquareUse, most: int) -> str:
    """Draw one square with its slot count, first slot, bar and tooltip."""
    x, y = _corner(square)
    colour = palette.ROOK if slider == "rook" else palette.BISHOP
    longest = _SIDE - 8
    length = longest * use.used.bit_length() / most.bit_length() if most else 0
    dark = length * use.shared / use.used if use.used else 0
    words = (
        f"{slider} {SQUARE_NAMES[square]}: {use.used:,} slots used, from {use.first:,} to"
        f" {use.last:,}"
    )
    if use.shared:
        words += f"; {use.shared:,} of them shared with other squares"
    middle = x + _SIDE / 2
    bar = f'<path stroke="{colour}" stroke-width="4" d="M{x + 4} {y + 40}h{length:.3g}"/>'
    if dark:
        bar += (
            f'<path stroke="{palette.SEVERAL}" stroke-width="4" d="M{x + 4} {y + 40}h{dark:.3g}"/>'
        )
    return (
        f"<g><title>{words}</title>"
        f'<path fill="none" pointer-events="all" d="M{x} {y}h{_SIDE}v{_SIDE}h-{_SIDE}z"/>'
        f'<g font-family="{palette.LETTERS}" text-anchor="middle">'
        f'<text x="{middle:g}" y="{y + 18}" font-size="12" font-weight="bold"'
        f' fill="{palette.INK}">{use.used:,}</text>'
        f'<text x="{middle:g}" y="{y + 32}" font-size="10"'
        f' fill="{palette.FAINT_INK}">{use.first:,}</text></g>{bar}</g>'
    )


_NUMBERS = "Below each slot count is the first slot. The bars are on a logarithmic scale"


def table_svg(title: str, text: str, owners: bytes, uses: Mapping[str, Sequence[SquareUse]]) -> str:
    """Draw a table as an SVG picture and return the SVG source.

    Args:
        title: The title.
        text: The size of the table, in words.
        owners: The owner of each slot, as for `slot_map_svg`.
        uses: The slots used by each of the 64 squares, by name of the slider.
    """
    panels = [Panel(slot_map_svg(owners), "The array, slot by slot")]
    for slider, squares in uses.items():
        shared = any(use.shared for use in squares)
        below = f"{_NUMBERS}; dark parts are shared slots." if shared else f"{_NUMBERS}."
        svg = square_counts_svg(slider, squares)
        panels.append(Panel(svg, f"Slots used by each square of the {slider}", below))
    return sheet(panels, title=title, text=text)
