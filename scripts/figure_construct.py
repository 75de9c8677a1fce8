# ruff: noqa: INP001 (a script, not a package)
"""Draw the guide's figures on constructing magics: copies, windows, low parts and boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import magicbb as mb
from magicbb.geometry.squares import FILE_NAMES
from magicbb.pictures import palette

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

A1_FACTOR = 0x80004000802010
D4_FACTOR = 0x100080080080
"""The factors that are constructed in the chapter."""


def constructed(mask: int, bits: int) -> Iterator[int]:
    """Yield all factors that can be constructed with no spare bit, as in the chapter's program."""
    shift = 64 - bits

    def choose(first: int, waiting: int, taken: int, low: int, factor: int) -> Iterator[int]:
        if not waiting:
            yield factor
            return
        for bit in range(first, 65 - waiting.bit_length()):
            claims = waiting << bit >> shift
            below = low + (mask << bit) % 2**shift
            if claims and not claims & taken and below < 2**shift:
                left = waiting ^ claims << shift >> bit
                yield from choose(bit + 1, left, taken | claims, below, factor | 1 << bit)

    return choose(0, mask, 0, 0, 0)


def copy_svg(mask: int, shift: int, bits: int) -> str:
    """Draw where each square lands in a shifted copy of the mask; the index is at the top.

    Args:
        mask: The relevant squares.
        shift: The left shift of the copy.
        bits: The index bits.
    """
    side = 26
    size = 8 * side + 2
    places = {
        square + shift: mb.geometry.square_name(square) for square in mb.geometry.squares_of(mask)
    }
    cells, names = "", ""
    for bit in range(64):
        x, y = side * (bit % 8) + 1, side * (7 - bit // 8) + 1
        index = bit >= 64 - bits
        fill = palette.PAPER
        if index:
            fill = palette.TAKEN if bit in places else palette.TAKEN_FAINT
        elif bit in places:
            fill = palette.SHADE
        cells += f'<path fill="{fill}" d="M{x} {y}h{side}v{side}h-{side}z"/>'
        if bit in places:
            style = ' font-weight="bold"' if index else f' fill="{palette.FAINT_INK}"'
            names += f'<text x="{x + side / 2:g}" y="{y + 17}"{style}>{places[bit]}</text>'
    there = {bit: name for bit, name in places.items() if bit in range(64 - bits, 64)}
    said = ", ".join(f"{name} to {bit}" for bit, name in there.items())
    return _svg(
        size,
        size,
        f"The mask shifted by {shift}: {said}",
        f'<g stroke="{palette.LINE}">{cells}</g>\n<g font-family="{palette.LETTERS}"'
        f' font-size="12" text-anchor="middle" fill="{palette.INK}">{names}</g>',
    )


def windows(mask: int, factor: int, bits: int) -> dict[int, int]:
    """Return the squares' contributions to the index, ordered by their lowest set bits."""
    added = {
        square: (factor << square) % 2**64 >> 64 - bits for square in mb.geometry.squares_of(mask)
    }
    return dict(sorted(added.items(), key=lambda each: each[1] & -each[1]))


def staircase_svg(mask: int, factor: int, bits: int) -> str:
    """Draw the squares' contributions to the index as rows, ordered by their lowest set bits."""
    side, left, top = 26, 34, 24
    rows = windows(mask, factor, bits)
    drawn, texts = "", ""
    for place in range(bits):
        x = left + side * (bits - 1 - place) + side / 2
        texts += f'<text x="{x:g}" y="16" fill="{palette.FAINT_INK}">{place}</text>'
    for number, (square, window) in enumerate(rows.items()):
        y = top + side * number
        name = mb.geometry.square_name(square)
        texts += f'<text x="16" y="{y + 18}">{name}</text>'
        for place in range(bits):
            x = left + side * (bits - 1 - place)
            one, lowest = window >> place & 1, window & -window == 1 << place
            fill = palette.TAKEN if lowest else palette.SHADE if one else palette.PAPER
            drawn += f'<path fill="{fill}" d="M{x} {y}h{side}v{side}h-{side}z"/>'
            if one:
                bold = ' font-weight="bold"' if lowest else ""
                texts += (
                    f'<text x="{x + side / 2:g}" y="{y + 19}" font-family="{palette.DIGITS}"'
                    f' font-size="16"{bold}>1</text>'
                )
    said = ", ".join(
        f"{mb.geometry.square_name(square)} {window:b}" for square, window in rows.items()
    )
    return _svg(
        left + side * bits + 2,
        top + side * len(rows) + 2,
        f"The index bits contributed by each square: {said}",
        f'<g stroke="{palette.LINE}">{drawn}</g>\n<g font-family="{palette.LETTERS}"'
        f' font-size="12" text-anchor="middle" fill="{palette.INK}">{texts}</g>',
    )


def low_share(mask: int, factor: int, bits: int) -> dict[int, float]:
    """For each square, return the sum of its copies that land below the index, in index units."""
    unit = 1 << 64 - bits
    return {
        square: sum((1 << square + bit) % unit for bit in mb.geometry.squares_of(factor)) / unit
        for square in mb.geometry.squares_of(mask)
    }


def low_svg(bars: Mapping[str, Sequence[float]]) -> str:
    """Draw the low parts of all squares end to end, on a bar one index unit long.

    Args:
        bars: For the label of each bar, the low parts of a magic's squares, in index units.
    """
    left, width, step = 70, 560, 46
    drawn, texts = "", ""
    for row, (name, parts) in enumerate(bars.items()):
        y, x = 26 + step * row, float(left)
        drawn += (
            f'<path fill="{palette.SHADE}" stroke="{palette.LINE}"'
            f' d="M{left} {y}h{width}v24h-{width}z"/>'
        )
        for number, part in enumerate(sorted(parts, reverse=True)):
            fill = (palette.ROOK, palette.ROOK_FAINT)[number % 2]
            drawn += f'<path fill="{fill}" d="M{x:.2f} {y}h{width * part:.2f}v24H{x:.2f}z"/>'
            x += width * part
        texts += (
            f'<text x="{left - 10}" y="{y + 17}" text-anchor="end">{name}</text>'
            f'<text x="{x + 8:.1f}" y="{y + 17}">{sum(parts):.2f}</text>'
        )
    texts += (
        f'<text x="{left}" y="16" text-anchor="middle" fill="{palette.FAINT_INK}">0</text>'
        f'<text x="{left + width}" y="16" text-anchor="middle" fill="{palette.FAINT_INK}">'
        "1 unit</text>"
    )
    said = "; ".join(f"{name} {sum(parts):.2f}" for name, parts in bars.items())
    return _svg(
        left + width + 40,
        26 + step * len(bars) - 18,
        f"The low parts of all squares together, in units of the index: {said}",
        f'{drawn}\n<g font-family="{palette.LETTERS}" font-size="12" fill="{palette.INK}">'
        f"{texts}</g>",
    )


def numbers_svg(numbers: Sequence[int], shades: Mapping[int, str], words: str) -> str:
    """Draw a board with a number on each square.

    Args:
        numbers: The numbers, in the order a1, b1, and so on.
        shades: The colours of squares by number; other numbers get the paper colour.
        words: The text alternative.
    """
    side, left = 32, 18
    drawn, texts = "", ""
    for square, number in enumerate(numbers):
        x, y = left + side * (square % 8), side * (7 - square // 8) + 1
        fill = shades.get(number, palette.PAPER)
        drawn += f'<path fill="{fill}" d="M{x} {y}h{side}v{side}h-{side}z"/>'
        texts += f'<text x="{x + side / 2:g}" y="{y + 21}">{number}</text>'
    edges = "".join(
        f'<text x="{left + side * place + side / 2:g}" y="{8 * side + 16}">{name}</text>'
        f'<text x="8" y="{side * (7 - place) + 21}">{place + 1}</text>'
        for place, name in enumerate(FILE_NAMES)
    )
    return _svg(
        left + 8 * side + 2,
        8 * side + 22,
        words,
        f'<g stroke="{palette.LINE}">{drawn}</g>\n<g font-family="{palette.LETTERS}"'
        f' text-anchor="middle"><g font-size="13" fill="{palette.INK}">{texts}</g>'
        f'<g font-size="11" fill="{palette.FAINT_INK}">{edges}</g></g>',
    )


def fewest_copies(slider: mb.geometry.Slider) -> list[int]:
    """For each square, return the minimum number of copies with which to construct a magic."""
    fewest = []
    for square in range(64):
        mask = slider.mask(square)
        factors = constructed(mask, mask.bit_count())
        fewest.append(min(factor.bit_count() for factor in factors))
    return fewest


def _svg(width: float, height: float, words: str, body: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}"'
        f' width="{width:g}" height="{height:g}" role="img">\n<title>{words}</title>\n{body}\n'
        "</svg>\n"
    )
