"""Boards of numbers: read back as XML, square by square."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from itertools import pairwise

from magicbb.geometry.squares import SQUARE_NAMES
from magicbb.pictures.table import SquareUse, square_counts_svg

SVG = "{http://www.w3.org/2000/svg}"
USES = [SquareUse(10 + square, square, 5000 + square, 9000 + square) for square in range(64)]


def read(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314  the text is our own


def groups(uses: list[SquareUse]) -> list[ET.Element]:
    """What is drawn of each square, a1 to h8."""
    return [
        group
        for group in read(square_counts_svg("rook", uses)).findall(f"{SVG}g")
        if group.find(f"{SVG}title") is not None
    ]


def bars(group: ET.Element) -> list[float]:
    """The lengths of the bars of a square."""
    return [
        float(path.attrib["d"].partition("h")[2])
        for path in group.findall(f"{SVG}path")
        if path.get("stroke")
    ]


def test_every_square_has_its_numbers() -> None:
    for square, group in enumerate(groups(USES)):
        texts = [text.text for text in group.iter(f"{SVG}text")]
        assert texts == [f"{10 + square}", f"{5000 + square:,}"]


def test_every_square_is_in_its_place() -> None:
    for square, group in enumerate(groups(USES)):
        path = group.find(f"{SVG}path")
        assert path is not None
        (corner,) = re.findall(r"M(\d+) (\d+)h", path.attrib["d"])
        x, y = (int(number) for number in corner)
        assert ((x - 16) // 45, 7 - (y - 2) // 45) == (square % 8, square // 8)


def test_a_pointer_over_a_square_reads_its_slots() -> None:
    titles = [group.findtext(f"{SVG}title") for group in groups(USES)]
    assert titles[0] == "rook a1: 10 slots used, from 5,000 to 9,000"
    assert titles[63] == (
        "rook h8: 73 slots used, from 5,063 to 9,063; 63 of them shared with other squares"
    )
    assert [f"{title}".split()[1].rstrip(":") for title in titles] == [*SQUARE_NAMES]


def test_bars_grow_with_each_doubling() -> None:
    uses = [SquareUse(1 << square % 8, 0, 0, 0) for square in range(64)]
    lengths = [bars(group)[0] for group in groups(uses)[:8]]
    steps = [after - before for before, after in pairwise(lengths)]
    assert max(steps) - min(steps) < 0.2
    assert min(steps) > 1


def test_the_dark_part_is_what_others_use_too() -> None:
    whole, dark = bars(groups([SquareUse(100, 25, 0, 0)] * 64)[0])
    assert abs(dark / whole - 0.25) < 0.01
    assert len(bars(groups([SquareUse(100, 0, 0, 0)] * 64)[0])) == 1


def test_the_board_is_described_in_words() -> None:
    root = read(square_counts_svg("bishop", USES))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "Slots used by each square of the bishop: 10 to 73"
