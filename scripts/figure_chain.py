# ruff: noqa: INP001 (a script, not a package)
"""Draw the guide's figures of the chain search: circles, windows, cells and lattices."""

from __future__ import annotations

import math
import random
from typing import TYPE_CHECKING

import magicbb as mb
from magicbb.geometry.bitboards import bitboard_of
from magicbb.pictures import palette
from magicbb.pictures.lettering import escaped

if TYPE_CHECKING:
    from collections.abc import Sequence

CIRCLE = 2**64
BITS = 11
SLOT = CIRCLE >> BITS
CELL = SLOT >> 4
A1 = mb.geometry.parse_square("a1")
RANK = [1 << mb.geometry.parse_square(f"{file}1") for file in "bcdefg"]
FILE = [1 << mb.geometry.parse_square(f"a{rank}") for rank in "234567"]
NUMBER = random.Random(19).getrandbits(30) << 33  # noqa: S311
"""A factor whose first two generators on the file are known and still allow a magic."""

_DIFFERENCE = bitboard_of(["c1", "f1", "g1"])
_MIDDLE, _RADIUS = 165, 112
_WIDTH = 768
_SIDE = 0.3  # labels closer to the vertical axis are centred on their point


def circle_svg(
    words: str,
    *,
    points: Sequence[tuple[int, str]] = (),
    steps: Sequence[tuple[int, str]] = (),
    slots: int = 32,
) -> str:
    """Draw numbers modulo 2**64 on a circle, clockwise from 0 at the top.

    Args:
        words: The text alternative.
        points: Numbers to mark on the circle, with labels outside it.
        steps: Numbers to add up, drawn as consecutive labelled arcs inside the circle, from 0 on.
        slots: The number of slots into which the circle is divided.
    """
    ticks = "".join(
        f"M{_at(slot / slots, _RADIUS - 4)}L{_at(slot / slots, _RADIUS + 4)}"
        for slot in range(slots)
    )
    drawn, texts, turned = "", "", 0
    for number, name in points:
        drawn += _dot(number / CIRCLE, _RADIUS, palette.ROOK)
        texts += _text(number / CIRCLE, _RADIUS + 14, name)
    for place, (number, name) in enumerate(steps):
        radius = _RADIUS - 22 - 16 * place
        start, end = turned / CIRCLE, (turned + number) / CIRCLE
        far = int(number > CIRCLE // 2)
        colour = (palette.ROOK, palette.BISHOP)[place % 2]
        drawn += (
            f'<path fill="none" stroke="{colour}" stroke-width="5"'
            f' d="M{_at(start, radius)}A{radius} {radius} 0 {far} 1 {_at(end, radius)}"/>'
            f'<path stroke="{palette.LINE}" d="M{_at(end, radius)}L{_at(end, _RADIUS)}"/>'
        )
        texts += _text((start + end) / 2, radius - 22, name)
        turned += number
    if steps:
        index = turned * slots // CIRCLE
        drawn += _dot(turned / CIRCLE, _RADIUS, palette.TAKEN_EDGE)
        texts += _text(turned / CIRCLE, _RADIUS + 12, f"slot {index}")
    texts += _text(0, _RADIUS + 14, "0")
    return _svg(
        2 * _MIDDLE,
        2 * _MIDDLE,
        words,
        f'<circle cx="{_MIDDLE}" cy="{_MIDDLE}" r="{_RADIUS}" fill="none"'
        f' stroke="{palette.FAINT_INK}" stroke-width="1.5"/>'
        f'<path fill="none" stroke="{palette.FAINT_INK}" d="{ticks}"/>{drawn}'
        f"{texts}",
    )


def fractions(difference: int) -> list[float]:
    """For rank parts to which a difference can be added, return their positions within slots."""
    parts = [*mb.geometry.subsets(sum(RANK))]
    firsts = [part for part in parts if part + difference in parts]
    return sorted(part * NUMBER % SLOT / SLOT for part in firsts)


def largest_gap(places: Sequence[float]) -> tuple[float, float]:
    """Return the start and the end of the largest gap between places on a circle."""
    after = [*places[1:], places[0] + 1]
    return max(zip(places, after, strict=True), key=lambda pair: pair[1] - pair[0])


def window_svg() -> str:
    """Draw the fractions for one difference, and the window that they imply."""
    places = fractions(_DIFFERENCE)
    start, end = largest_gap(places)
    gap, left, width = end - start, 64, 640
    marks = "".join(f"M{left + width * place:g} 22v28" for place in places)
    gaps = [(start, min(end, 1.0)), (0.0, end - 1)]
    hole = "".join(
        f'<rect x="{left + width * first:g}" y="18" width="{width * (last - first):g}" height="36"'
        f' fill="{palette.TAKEN}"/>'
        for first, last in gaps
        if last > first
    )
    middle, slot = left + width / 2, width / 3
    reach = slot * (1 - gap)
    lines = "".join(f"M{middle + slot * step:g} 126v36" for step in (-1, 0, 1))
    texts = (
        f'<text x="{left}" y="12">the positions of {len(places)} keys in their slots</text>'
        f'<text x="{left + width * (start + min(end, 1)) / 2:g}" y="72" text-anchor="middle">'
        f"G, the largest gap: {gap:.2f} of a slot</text>"
        f'<text x="{middle:g}" y="118" text-anchor="middle">'
        "where the generator would make two keys equal</text>"
        f'<text x="{middle:g}" y="182" text-anchor="middle">'
        f"no generator here: {1 - gap:.2f} of a slot on each side</text>"
        f'<text x="{left}" y="148" fill="{palette.FAINT_INK}">allowed</text>'
        f'<text x="{left + width}" y="148" text-anchor="end" fill="{palette.FAINT_INK}">'
        "allowed</text>"
    )
    return _svg(
        _WIDTH,
        192,
        f"The largest gap is {gap:.2f} of a slot; the window is {1 - gap:.2f} slots on each side",
        f'{hole}<rect x="{left}" y="18" width="{width}" height="36" fill="none"'
        f' stroke="{palette.FAINT_INK}"/>'
        f'<path stroke="{palette.ROOK}" stroke-width="2" d="{marks}"/>'
        f'<rect x="{middle - reach:g}" y="130" width="{2 * reach:g}" height="28"'
        f' fill="{palette.WRONG}" fill-opacity="0.25" stroke="{palette.WRONG}"/>'
        f'<path stroke="{palette.FAINT_INK}" stroke-dasharray="3 3" d="{lines}"/>{texts}',
    )


def allowed_cells() -> list[bool]:
    """For each cell, return whether the first generator of the file allows another one in it."""
    count = CIRCLE // CELL
    allowed = [True] * count
    parts = [*mb.geometry.subsets(sum(RANK))]
    for difference in {second - first for first in parts for second in parts}:
        start, end = largest_gap(fractions(difference))
        reach = int((1 - end + start) * SLOT)
        for first in (0, FILE[0], -FILE[0]):
            low = (first - difference) * NUMBER - reach
            for cell in range(-(-low // CELL), (low + 2 * reach) // CELL):
                allowed[cell % count] = False
    return allowed


def cells_svg() -> str:
    """Draw 256 cells for the third generator: which each of three sums allows, and which all do."""
    allowed, second = allowed_cells(), FILE[1] * NUMBER // CELL
    count, start = len(allowed), FILE[2] * NUMBER // CELL
    rows = [
        [allowed[(start + place + move) % count] for place in range(256)]
        for move in (0, second, -second)
    ]
    rows.append([all(column) for column in zip(*rows, strict=True)])
    names = ("y₃", "y₃ + y₂", "y₃ − y₂", "all three")
    drawn, y = "", 0
    for row, name in zip(rows, names, strict=True):
        fill = palette.RIGHT if row is rows[-1] else palette.ROOK
        cells = "".join(f"M{84 + 2.6 * place:g} {y + 4}h2.6v22h-2.6z" for place in _set(row))
        drawn += (
            f'<rect x="84" y="{y + 4}" width="{2.6 * 256:g}" height="22" fill="{palette.SHADE}"/>'
            f'<path fill="{fill}" d="{cells}"/>'
            f'<text x="76" y="{y + 20}" text-anchor="end">{name}</text>'
            f'<text x="{92 + 2.6 * 256:g}" y="{y + 20}">{sum(row)}</text>'
        )
        y += 34
    words = ", ".join(f"{name}: {sum(row)}" for name, row in zip(names, rows, strict=True))
    return _svg(_WIDTH + 20, y, f"Allowed cells out of 256: {words}", drawn)


def lattice_svg(*, up: bool) -> str:
    """Draw the possible next generators: adjacent above the rook, evenly spread below it."""
    start = 0.62
    places = [start + (step / 16 if up else step / 300) for step in range(16)]
    name = "below" if up else "above"
    dots = "".join(_dot(place, _RADIUS, palette.ROOK, 3.5) for place in places)
    return _svg(
        2 * _MIDDLE,
        2 * _MIDDLE,
        f"Possible places of the generator of the next square {name} the rook",
        f'<circle cx="{_MIDDLE}" cy="{_MIDDLE}" r="{_RADIUS}" fill="none"'
        f' stroke="{palette.FAINT_INK}" stroke-width="1.5"/>{dots}',
    )


def _set(row: Sequence[bool]) -> list[int]:
    return [place for place, one in enumerate(row) if one]


def _at(turn: float, radius: float) -> str:
    """Return a point on a circle, given the fraction of a turn clockwise from the top."""
    x = _MIDDLE + radius * math.sin(2 * math.pi * turn)
    y = _MIDDLE - radius * math.cos(2 * math.pi * turn)
    return f"{x:.1f} {y:.1f}"


def _dot(turn: float, radius: float, colour: str, size: float = 5) -> str:
    x, y = _at(turn, radius).split()
    return f'<circle cx="{x}" cy="{y}" r="{size:g}" fill="{colour}"/>'


def _text(turn: float, radius: float, text: str) -> str:
    x, y = _at(turn, radius).split()
    side = math.sin(2 * math.pi * turn)
    anchor = "middle" if abs(side) < _SIDE else "start" if side > 0 else "end"
    return f'<text x="{x}" y="{float(y) + 4:.1f}" text-anchor="{anchor}">{escaped(text)}</text>'


def _svg(width: int, height: int, words: str, content: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="img">\n<title>{escaped(words)}</title>\n'
        f'<g font-family="{palette.LETTERS}" font-size="13" fill="{palette.INK}">{content}</g>\n'
        "</svg>\n"
    )
