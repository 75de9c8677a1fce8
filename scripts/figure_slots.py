# ruff: noqa: INP001 (a script, not a package)
"""Charts for the page on few slots: generators on a circle, and products in slots."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from magicbb.pictures import palette
from magicbb.pictures.lettering import escaped

if TYPE_CHECKING:
    from collections.abc import Mapping


def generators_svg(generators: Mapping[str, float], slots: int) -> str:
    """Draw the contribution of each square as a point on a circle of slots; 0 is at the top.

    Args:
        generators: The number of slots that each square adds, by square name.
        slots: The number of slots on the circle.
    """
    size, radius, middle = 300, 95, 165
    marks, last, above = "", -float(slots), 0
    for name, added in sorted(generators.items(), key=lambda each: each[1]):
        turn = 2 * math.pi * added / slots
        x, y = math.sin(turn), -math.cos(turn)
        above = above + 1 if added - last < slots / 16 else 0
        last = added
        anchor = "start" if x > 0 else "end"
        words = f"{name} {added:.2f}".replace("-", "−")
        marks += (
            f'<path stroke="{palette.LINE}" d="M{middle} {middle}'
            f'L{middle + radius * x:.1f} {middle + radius * y:.1f}"/>'
            f'<circle cx="{middle + radius * x:.1f}" cy="{middle + radius * y:.1f}" r="5"'
            f' fill="{palette.ROOK}"/>'
            f'<text x="{middle + (radius + 14) * x:.1f}"'
            f' y="{middle + (radius + 14) * y + 4 - 15 * above:.1f}"'
            f' text-anchor="{anchor}">{words}</text>'
        )
    said = ", ".join(f"{name} {added:.2f}" for name, added in generators.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" width="{size}"'
        f' height="{size}" role="img">\n<title>Slots added by each square: {said}</title>\n'
        f'<circle cx="{middle}" cy="{middle}" r="{radius}" fill="none"'
        f' stroke="{palette.INK}"/>\n'
        f'<g font-family="{palette.LETTERS}" font-size="12" fill="{palette.INK}">{marks}</g>\n'
        "</svg>\n"
    )


def strip_svg(points: Mapping[str, float]) -> str:
    """Draw adjacent slots, and mark where the products of some keys fall.

    Args:
        points: The product of each key, in slots, by the key's label.
    """
    side, first = 92, math.floor(min(points.values()))
    count = math.floor(max(points.values())) - first + 1
    cells = "".join(
        f'<path fill="{palette.TAKEN_FAINT}" stroke="{palette.LINE}"'
        f' d="M{20 + side * place} 12h{side}v40h-{side}z"/>'
        f'<text x="{20 + side * (place + 0.5):g}" y="66" text-anchor="middle"'
        f' fill="{palette.FAINT_INK}">slot {first + place}</text>'
        for place in range(count)
    )
    for number, (name, value) in enumerate(points.items()):
        x = 20 + side * (value - first)
        cells += (
            f'<path stroke="{palette.TAKEN_EDGE}" d="M{x:.1f} 32V{84 + 15 * number}"/>'
            f'<circle cx="{x:.1f}" cy="32" r="4.5" fill="{palette.ROOK}"/>'
            f'<text x="{x + 5:.1f}" y="{86 + 15 * number}">{escaped(name)}</text>'
        )
    width, high = max(side * count + 120, 230), 96 + 15 * len(points)
    said = ", ".join(f"{name} at {value:.2f}" for name, value in points.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {high}" width="{width}"'
        f' height="{high}" role="img">\n<title>{escaped(said)}</title>\n'
        f'<g font-family="{palette.LETTERS}" font-size="12" fill="{palette.INK}">{cells}</g>\n'
        "</svg>\n"
    )
