# ruff: noqa: INP001 (a script, not a package)
"""Draw the guide's figure of separation: rows in an array, and their clashes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magicbb.pictures import palette

if TYPE_CHECKING:
    from collections.abc import Mapping

ROWS = {
    "A": (0, 3, 7, 8, 11),
    "B": (0, 1, 6, 8, 9),
    "C": (0, 1, 2, 6, 9),
    "D": (0, 2, 4, 5, 9),
    "E": (0, 2, 5, 6, 7),
    "F": (0, 1, 2, 5, 7),
    "G": (0, 1, 4, 5, 7),
    "H": (0, 2, 4, 5, 7),
}
"""The rows in the chapter, each with the slots it uses."""

FIRST_FIT = {"A": 0, "B": 4, "C": 14, "D": 17, "E": 25, "F": 33, "G": 41, "H": 47}
CUT = {**FIRST_FIT, "H": 46}
SEPARATED = {"A": 34, "B": 18, "C": 1, "D": 4, "E": 23, "F": 15, "G": 39, "H": 31}
"""The positions at which the chapter's program places the rows."""


def rows_svg(places: Mapping[str, int], length: int) -> str:
    """Draw the slots of an array with the rows that use them; clashes are red.

    Args:
        places: The position of each row.
        length: The number of slots in the array.
    """
    side, high = 15, 30
    cells, names = "", ""
    owners: dict[int, str] = {}
    for name, place in places.items():
        for slot in ROWS[name]:
            owners[place + slot] = owners.get(place + slot, "") + name
    clashes = []
    for slot in range(length):
        own = owners.get(slot, "")
        clash = len(own) > 1
        clashes += [f"{own} in slot {slot}"] * clash
        fill = palette.PAPER
        if own:
            fill = palette.TAKEN if clash else palette.ROOK_FAINT
            fill = palette.SHADE if ord(own[0]) % 2 and not clash else fill
        x = side * slot + 1
        cells += f'<path fill="{fill}" d="M{x} 1h{side}v{high}h-{side}z"/>'
        for number, name in enumerate(own):
            y = high / 2 + 6 if not clash else 13 + 14 * number
            style = f' fill="{palette.WRONG}" font-weight="bold"' * clash
            names += f'<text x="{x + side / 2:g}" y="{y:g}"{style}>{name}</text>'
    width = side * length + 2
    said = f"clashes: {', '.join(clashes)}" if clashes else "no clash"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {high + 2}"'
        f' width="{width}" height="{high + 2}" role="img">\n'
        f"<title>{length} slots, {said}</title>\n"
        f'<g stroke="{palette.LINE}">{cells}</g>\n<g font-family="{palette.LETTERS}"'
        f' font-size="12" text-anchor="middle" fill="{palette.INK}">{names}</g>\n</svg>\n'
    )
