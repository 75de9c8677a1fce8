"""Tables draw themselves: what the picture says is what verifying them says."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

import magicbb as mb

SVG = "{http://www.w3.org/2000/svg}"
LARGEST = 200_000  # bytes of a picture in a notebook


def titles(svg: str) -> list[str]:
    """What the pictures say in words, the whole one first."""
    root = ET.fromstring(svg)  # noqa: S314  the text is our own
    return [title.text or "" for title in root.iter(f"{SVG}title")]


def number(pattern: str, text: str) -> int:
    found = re.search(rf"([\d,]+) {pattern}", text)
    return int(found[1].replace(",", "")) if found else 0


@pytest.mark.parametrize("name", ["fancy", "plain", "shared", "densest-shared", "densest-bytes"])
def test_the_map_counts_what_verifying_counts(name: str) -> None:
    table = mb.build(name)
    svg = table._repr_svg_()
    words = next(title for title in titles(svg) if re.match(r"[\d,]+ slots: ", title))
    report = table.verify()
    assert number("slots", words) == report.entries
    assert report.entries - number("empty", words) == report.used
    assert (
        number("of rooks", words)
        + number("of bishops", words)
        + number("of several squares", words)
        == report.used
    )
    assert len(svg) < LARGEST


@pytest.mark.parametrize("name", ["plain", "fancy"])
def test_what_each_square_uses_adds_up(name: str) -> None:
    words = titles(mb.build(name)._repr_svg_())
    used = [number("slots used, from", title) for title in words if "slots used, from" in title]
    assert len(used) == 128
    assert sum(used) == 107_648


def test_the_picture_says_what_it_is_and_how_large() -> None:
    svg = mb.build("fancy")._repr_svg_()
    assert titles(svg)[0] == "Table: white hash, concatenated layout, direct storage"
    size = "107,648 slots, 107,648 of them used; 861,184 bytes and 4,096 of parameters"
    assert f">{size}</text>" in svg


def test_dark_bars_are_explained_where_squares_share() -> None:
    assert "dark parts are" not in mb.build("fancy")._repr_svg_()
    assert "dark parts are" in mb.build("shared")._repr_svg_()


def test_equal_tables_are_drawn_alike(fancy: mb.Table) -> None:
    assert mb.build("fancy")._repr_svg_() == mb.Table(fancy.scheme, fancy.magics)._repr_svg_()
