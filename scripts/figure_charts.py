# ruff: noqa: INP001 (a script, not a package)
"""Charts used only by the guide: curves, bits, counts and a timeline."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magicbb.geometry.squares import FILE_NAMES
from magicbb.pictures import palette
from magicbb.pictures.lettering import escaped

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def phases_svg(counts: Sequence[int], own: float) -> str:
    """Plot the number of harmful collisions against the phase, from 0 to one slot.

    Args:
        counts: The numbers of collisions, at equally spaced phases.
        own: The phase of the magic, in slots.
    """
    left, width, foot, high = 40, 600, 190, 2.2
    points = " ".join(
        f"{left + width * step / (len(counts) - 1):g},{foot - high * count:g}"
        for step, count in enumerate(counts)
    )
    labels = "".join(
        f'<text x="{left + width * quarter / 4:g}" y="{foot + 18}"'
        f' text-anchor="middle">{name}</text>'
        for quarter, name in enumerate(("0", "¼", "½", "¾", "1 slot"))
    )
    labels += "".join(
        f'<text x="{left - 8}" y="{foot - high * count + 4:g}" text-anchor="end">{count}</text>'
        for count in (0, 20, 40, 60)
    )
    lines = "".join(f"M{left} {foot - high * count:g}h{width}" for count in (0, 20, 40, 60))
    x = left + width * own
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 660 220" width="660" height="220"'
        f' role="img">\n'
        f"<title>{counts[0]} harmful collisions at phase 0, none at {own:.2f}</title>\n"
        f'<path fill="none" stroke="{palette.LINE}" d="{lines}"/>\n'
        f'<path fill="none" stroke="{palette.TAKEN_EDGE}" stroke-dasharray="4 3"'
        f' d="M{x:g} {foot - 160}V{foot}"/>\n'
        f'<polyline fill="none" stroke="{palette.ROOK}" stroke-width="2.5" points="{points}"/>\n'
        f'<circle cx="{x:g}" cy="{foot}" r="5" fill="{palette.TAKEN_EDGE}"/>\n'
        f'<g font-family="{palette.LETTERS}" font-size="12" fill="{palette.FAINT_INK}">{labels}'
        f'<text x="{x - 8:g}" y="{foot - 148}" text-anchor="end">black: its own phase</text>'
        "</g>\n</svg>\n"
    )


def rank_svg(value: int) -> str:
    """Draw the eight bits of a rank, with the a-file on the left."""
    side, cells = 34, ""
    for file, name in enumerate(FILE_NAMES):
        bit = value >> file & 1
        fill = palette.TAKEN if bit else palette.PAPER
        x = side * file + 1
        middle = x + side / 2
        cells += (
            f'<path fill="{fill}" stroke="{palette.LINE}" d="M{x} 1h{side}v{side}h-{side}z"/>'
            f'<text x="{middle:g}" y="{side / 2 + 8:g}">{bit}</text>'
            f'<text x="{middle:g}" y="{side + 16}" font-size="11"'
            f' fill="{palette.FAINT_INK}">{name}</text>'
        )
    width, high = 8 * side + 2, side + 22
    words = ", ".join(name for file, name in enumerate(FILE_NAMES) if value >> file & 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {high}" width="{width}"'
        f' height="{high}" role="img">\n<title>Bits set on files {words}</title>\n'
        f'<g font-family="{palette.DIGITS}" font-size="19" text-anchor="middle"'
        f' fill="{palette.INK}">{cells}</g>\n</svg>\n'
    )


def byte_svg(value: int, mask: int) -> str:
    """Draw eight bits, highest on the left; mask bits are highlighted, other set bits grey."""
    side, cells = 28, ""
    for place in range(8):
        one, inside = value >> place & 1, mask >> place & 1
        fill = palette.SHADE if one else palette.PAPER
        if inside:
            fill = palette.TAKEN if one else palette.TAKEN_FAINT
        x = side * (7 - place) + 1
        weight = ' font-weight="bold"' * inside
        cells += (
            f'<path fill="{fill}" stroke="{palette.LINE}" d="M{x} 1h{side}v{side}h-{side}z"/>'
            f'<text x="{x + side / 2:g}" y="{side / 2 + 7:g}"{weight}>{one}</text>'
        )
    width, high = 8 * side + 2, side + 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {high}" width="{width}"'
        f' height="{high}" role="img">\n<title>{value:08b}, mask {mask:08b}</title>\n'
        f'<g font-family="{palette.DIGITS}" font-size="17" text-anchor="middle"'
        f' fill="{palette.INK}">{cells}</g>\n</svg>\n'
    )


def counts_svg(counts: Mapping[int, tuple[int, int]], name: str) -> str:
    """Draw a quarter of a board with each square's keys, attack sets and their ratio.

    Args:
        counts: The numbers of keys and attack sets for each square in a1..d4.
        name: The slider's name.
    """
    wide, high, left = 84, 50, 18
    cells, texts = "", ""
    for square, (keys, sets) in counts.items():
        rank, file = divmod(square, 8)
        x, y = left + wide * file, high * (3 - rank) + 1
        ratio = keys / sets
        opacity = min(1, ratio / 50)
        cells += (
            f'<path fill="{palette.ROOK_FAINT}" fill-opacity="{opacity:.2f}"'
            f' stroke="{palette.LINE}" d="M{x} {y}h{wide}v{high}h-{wide}z"/>'
        )
        middle = x + wide / 2
        texts += (
            f'<text x="{middle:g}" y="{y + 22}" font-size="15" font-weight="bold">'
            f"{ratio:.1f}</text>"
            f'<text x="{middle:g}" y="{y + 40}" font-size="11.5">{keys:,} / {sets}</text>'
        )
    for place, file_name in enumerate(FILE_NAMES[:4]):
        texts += (
            f'<text x="{left + wide * (place + 0.5):g}" y="{4 * high + 17}" font-size="11">'
            f"{file_name}</text>"
            f'<text x="8" y="{high * (3 - place) + 30}" font-size="11">{place + 1}</text>'
        )
    width, height = left + 4 * wide + 2, 4 * high + 22
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" role="img">\n<title>Keys per attack set of a {name}</title>\n'
        f'{cells}\n<g font-family="{palette.LETTERS}" text-anchor="middle"'
        f' fill="{palette.INK}">{texts}</g>\n</svg>\n'
    )


def years_svg(by_year: Mapping[int, Sequence[str]]) -> str:
    """Draw a timeline, with the names of new ideas for each year."""
    rows, y = "", 0
    for year, names in sorted(by_year.items()):
        rows += f'<text x="0" y="{y + 15}" font-weight="bold">{year}</text>'
        rows += f'<circle cx="58" cy="{y + 10}" r="5" fill="{palette.ROOK}"/>'
        for name in names:
            rows += f'<text x="76" y="{y + 15}">{escaped(name)}</text>'
            y += 20
        y += 6
    words = "; ".join(f"{year}: {', '.join(names)}" for year, names in sorted(by_year.items()))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 {y}" width="600" height="{y}"'
        f' role="img">\n<title>{escaped(words)}</title>\n'
        f'<path stroke="{palette.LINE}" stroke-width="2" d="M58 10V{y - 16}"/>\n'
        f'<g font-family="{palette.LETTERS}" font-size="13" fill="{palette.INK}">{rows}</g>\n'
        "</svg>\n"
    )
