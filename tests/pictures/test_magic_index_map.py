"""The map of a magic's indices: read back as XML, index by index."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magicbb.pictures.magic import index_map_svg

SVG = "{http://www.w3.org/2000/svg}"


def read(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314  the text is our own


def bars(svg: str, across: int) -> dict[int, bool]:
    """Every cell with a bar, and whether it is that of several keys."""
    (group,) = (each for each in read(svg).findall(f"{SVG}g") if each.get("transform"))
    return {
        across * int(float(y)) + column: "stroke-dasharray" in path.attrib
        for path in group
        for x, y, length in re.findall(r"M(\d+) ([\d.]+)h(\d+)", path.attrib["d"])
        for column in range(int(x), int(x) + int(length))
    }


@given(st.dictionaries(st.integers(0, 511), st.integers(1, 9)))
def test_every_index_has_its_cell(keys_of: dict[int, int]) -> None:
    expected = {index: keys > 1 for index, keys in keys_of.items()}
    assert bars(index_map_svg(keys_of, bits=9), across=32) == expected


def test_many_indices_share_cells() -> None:
    drawn = bars(index_map_svg({0: 1, 255: 3, 256: 1, (1 << 20) - 1: 1}, bits=20), across=64)
    assert drawn == {0: True, 1: False, 4095: False}


@pytest.mark.parametrize("bits", [1, 2, 9, 12, 13, 20])
def test_the_marked_index_has_a_ring_that_is_seen_whole(bits: int) -> None:
    for marked in (0, (1 << bits) - 1):
        root = read(index_map_svg({marked: 2}, bits, marked=marked))
        width, height = float(root.attrib["width"]), float(root.attrib["height"])
        rings = [*root.iter(f"{SVG}circle")]
        assert len(rings) == 2
        for ring in rings:
            x, y, radius = (float(ring.attrib[name]) for name in ("cx", "cy", "r"))
            assert radius < x < width - radius
            assert radius < y < height - radius


def test_no_ring_without_a_mark() -> None:
    assert "circle" not in index_map_svg({0: 1}, bits=5)


def test_the_numbers_stand_in_the_legend_and_in_the_title() -> None:
    root = read(index_map_svg({0: 1, 1: 1, 2: 7}, bits=11))
    assert root.findtext(f"{SVG}title") == "2,048 indices: 2,045 of no key, 2 of one, 1 of several"
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert texts == ["none", "2,045", "one key", "2", "several", "1"]
