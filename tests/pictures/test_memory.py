"""What rivals keep in memory: every one draws itself."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from magicbb.pictures.memory import memory_svg
from magicbb.recipes.rivals import RIVALS
from magicbb.tables.rival_table import RivalTable

SVG = "{http://www.w3.org/2000/svg}"


def read(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314  the text is our own


@pytest.mark.parametrize("name", RIVALS)
def test_a_rival_says_how_large_its_parts_are(name: str) -> None:
    table = RivalTable(RIVALS[name])
    root = read(table._repr_svg_())
    words = [title.text or "" for title in root.iter(f"{SVG}title")]
    assert words[0] == f"Method: {name}"
    sizes = [int(size.replace(",", "")) for size in re.findall(r"([\d,]+) bytes", words[1])]
    assert sum(sizes) == table.nbytes + table.parameter_nbytes
    assert RIVALS[name].description in [text.text for text in root.findall(f"{SVG}text")]


def test_bars_are_as_long_as_their_parts_are_large() -> None:
    svg = memory_svg("title", "text", [("a", 100, "x"), ("b", 25, "y"), ("c", 0, "z")])
    lengths = [float(length) for length in re.findall(r"M110 \d+h([\d.]+)", svg)][1::2]
    assert lengths == [300, 75, 0]


def test_what_is_absent_is_none() -> None:
    root = read(memory_svg("title", "", [("slots", 0, "0 used")]))
    assert [title.text for title in root.iter(f"{SVG}title")] == ["title", "slots: none"]


def test_names_are_escaped() -> None:
    root = read(memory_svg("<a>", "&", [("<b>", 1, "<c>")]))
    assert [text.text for text in root.iter(f"{SVG}text")] == ["<a>", "&", "<b>", "1 bytes, <c>"]
