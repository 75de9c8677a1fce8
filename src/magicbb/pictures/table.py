"""A table as a picture: the map of its slots, and what each square uses of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magicbb.pictures.sheet import Panel, sheet
from magicbb.pictures.slot_map import slot_map_svg
from magicbb.pictures.square_counts import square_counts_svg

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from magicbb.pictures.square_counts import SquareUse

_NUMBERS = "Below each number is the first of them. The bars grow with each doubling"


def table_svg(title: str, text: str, owners: bytes, uses: Mapping[str, Sequence[SquareUse]]) -> str:
    """Draw a table as the text of an SVG picture.

    Args:
        title: What it is.
        text: Its size, in words.
        owners: Whose each slot is, as `slot_map_svg` takes it.
        uses: For each slider by its name, what its 64 squares use.
    """
    panels = [Panel(slot_map_svg(owners), "The array, slot by slot")]
    for slider, squares in uses.items():
        shared = any(use.shared for use in squares)
        below = f"{_NUMBERS}; dark is what other squares use too." if shared else f"{_NUMBERS}."
        svg = square_counts_svg(slider, squares)
        panels.append(Panel(svg, f"Slots used by each square of the {slider}", below))
    return sheet(panels, title=title, text=text)
