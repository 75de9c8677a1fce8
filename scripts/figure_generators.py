# ruff: noqa: INP001 (beside a script, not a package)
"""Draw the few-slots figures: the contributions of d-file squares to products of a rook on d7."""

from __future__ import annotations

from typing import TYPE_CHECKING

from figure_slots import generators_svg, strip_svg

import magicbb as mb
from magicbb.geometry.bitboards import FULL, bitboard_of
from magicbb.pictures.sheet import Panel, sheet

if TYPE_CHECKING:
    from collections.abc import Iterable

D7 = mb.Magic(mb.ROOK, mb.geometry.parse_square("d7"), "black", 10, 0xFD5FFF7F82916100)
FILE_OF_D7 = ("d6", "d5", "d4", "d3", "d2")


def slots_of_d7(occupied: Iterable[str]) -> float:
    """Return the product, in slots, for a rook on d7 if only the given squares are occupied."""
    hashed = bitboard_of([*occupied]) | ~D7.mask & FULL
    return (hashed * D7.magic & FULL) / (1 << D7.shift)


def generators() -> str:
    """Draw the contribution of each square of the d-file, on a circle."""
    slots = 1 << D7.bits
    added = {}
    for name in FILE_OF_D7:
        value = (D7.magic << mb.geometry.parse_square(name) & FULL) / (1 << D7.shift)
        added[name] = value - slots if value > slots / 2 else value
    return sheet([Panel(generators_svg(added, slots), f"rook d7: a circle of {slots:,} slots")])


def twins() -> str:
    """Draw two squares that add nearly the same amount; only one slot boundary separates them."""
    panels = []
    for near in ((), ("d5",), ("d6",)):
        points = {name: slots_of_d7([*near, name]) for name in ("d4", "d3")}
        panels.append(Panel(strip_svg(points), f"with {near[0]}" if near else "no nearer blocker"))
    return sheet(panels)


def hidden_square() -> str:
    """Draw a square that adds almost nothing; it matters at only one slot boundary."""
    panels = []
    for near in ((), ("d3",), ("d5",)):
        points = {name or "none": slots_of_d7([*near, *name.split()]) for name in ("", "d2")}
        panels.append(Panel(strip_svg(points), f"with {near[0]}" if near else "no nearer blocker"))
    return sheet(panels)


GENERATORS = (generators, twins, hidden_square)
