# ruff: noqa: INP001 (a script, not a package)
"""Draw the figures that belong to a single chapter of the guide."""

from __future__ import annotations

from figure_boards import D4, MEDIUM, board, top
from figure_charts import byte_svg, counts_svg, rank_svg
from figure_construct import (
    A1_FACTOR,
    D4_FACTOR,
    copy_svg,
    fewest_copies,
    low_share,
    low_svg,
    numbers_svg,
    staircase_svg,
)
from figure_flow import flow_svg
from figure_rows import CUT, FIRST_FIT, SEPARATED, rows_svg

import magicbb as mb
from magicbb.geometry.bitboards import FULL, bitboard_of
from magicbb.pictures import palette
from magicbb.pictures.bits import bits_svg
from magicbb.pictures.sheet import Panel, sheet


def construct_copies() -> str:
    """Draw the four shifted copies of the mask that form the index of the rook on d4."""
    own = mb.ROOK.mask(D4)
    panels = [
        Panel(copy_svg(own, shift, 10), f"shifted by {shift}")
        for shift in mb.geometry.squares_of(D4_FACTOR)
    ]
    return sheet(panels, width=4 * 210 + 3 * 20)


def construct_windows() -> str:
    """Draw the index bits that each square contributes, for rooks on d4 and a1."""
    panels = [
        Panel(staircase_svg(mb.ROOK.mask(name), factor, bits), f"rook {name}")
        for name, factor, bits in (("d4", D4_FACTOR, 10), ("a1", A1_FACTOR, 12))
    ]
    return sheet(panels)


def construct_low() -> str:
    """Draw the sum, over all squares, of the bits below the index."""
    bars = {
        f"rook {name}": list(low_share(mb.ROOK.mask(name), factor, bits).values())
        for name, factor, bits in (("d4", D4_FACTOR, 10), ("a1", A1_FACTOR, 12))
    }
    return sheet([Panel(low_svg(bars))])


def construct_fewest() -> str:
    """On each square, draw the minimum number of copies with which its magic can be constructed."""
    shades = {
        3: palette.PAPER,
        4: palette.SHADE,
        5: palette.TAKEN_FAINT,
        6: palette.TAKEN,
    }
    panels = []
    for slider in (mb.ROOK, mb.BISHOP):
        numbers = fewest_copies(slider)
        words = f"The fewest copies for each square of a {slider}: {numbers}"
        panels.append(Panel(numbers_svg(numbers, shades, words), f"{slider}"))
    return sheet(panels)


def separation() -> str:
    """Draw eight rows three times: placed by first fit, in an array cut short, and separated."""
    panels = [
        Panel(rows_svg(FIRST_FIT, 55), "first fit: 55 slots"),
        Panel(rows_svg(CUT, 54), "cut off: 54 slots, and rows G and H clash"),
        Panel(rows_svg(SEPARATED, 47), "separated: 47 slots"),
    ]
    return sheet(panels, width=830)


def start_up() -> str:
    """Draw the steps at start-up and those of a look-up."""
    steps = [
        ("mask", "rays without\ntheir last square"),
        ("keys", "all subsets, and\na ray walk for each"),
        ("magic", "draw or construct,\ntry all keys"),
        ("row", "write the attacks\ninto their slots"),
    ]
    return sheet([Panel(flow_svg(steps, ("look-up", "and, multiply,\nshift, read")))], width=910)


def rank() -> str:
    """Draw a rank with a rook on it, and the squares that the rook attacks."""
    occupied, seen = 0b10100010, 0b00111010
    panels = [Panel(rank_svg(occupied), "occupied"), Panel(rank_svg(seen), "seen from c")]
    return sheet(panels)


def carry_rippler() -> str:
    """Draw two steps from one subset of a mask to the next."""
    own, panels = 0b01001100, []
    for subset in (0b00000100, 0b00001000):
        filled = subset | ~own & 0xFF
        panels += [
            Panel(byte_svg(subset, own), "a subset"),
            Panel(byte_svg(filled, own), "gaps filled"),
            Panel(byte_svg(filled + 1, own), "1 added"),
            Panel(byte_svg((filled + 1) & own, own), "gaps cleared: next subset"),
        ]
    return sheet(panels, width=4 * 226 + 3 * 20)


def cardinalities() -> str:
    """Draw the numbers of keys and attack sets on a quarter of the board."""
    panels = []
    for slider in (mb.ROOK, mb.BISHOP):
        quarter = [8 * rank + file for rank in range(4) for file in range(4)]
        counts = {square: (slider.keys(square), slider.attack_sets(square)) for square in quarter}
        panels.append(Panel(counts_svg(counts, str(slider)), f"{slider}: keys per attack set"))
    return sheet(panels)


def kindergarten() -> str:
    """Draw how multiplication by the b-file gathers the pieces on a diagonal."""
    pieces = bitboard_of(["b2", "f6", "g7"])
    b_file = sum(2 << 8 * rank for rank in range(8))
    product = pieces * b_file & FULL
    panels = [
        Panel(bits_svg(pieces, size=MEDIUM), "on the diagonal"),
        Panel(bits_svg(b_file, size=MEDIUM), "times the b-file"),
        Panel(
            bits_svg(product, taken=top(6), size=MEDIUM), "product", f"index {product >> 58:06b}"
        ),
    ]
    return sheet(panels)


def exercise() -> str:
    """Draw a rook in the corner, its neighbouring pieces, and its mask."""
    near, rook = bitboard_of(["a2", "b1"]), {0: "R"}
    panels = [
        Panel(board(mb.ROOK.attacks(0, near), near, rook), "its attacks"),
        Panel(board(mb.ROOK.mask(0), 0, rook), "the mask"),
    ]
    return sheet(panels)


CHAPTERS = (
    rank,
    carry_rippler,
    cardinalities,
    kindergarten,
    construct_copies,
    construct_windows,
    construct_low,
    construct_fewest,
    start_up,
    separation,
    exercise,
)
"""All figures of this module."""
