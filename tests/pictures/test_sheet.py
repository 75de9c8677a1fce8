"""Several pictures on a sheet: where they stand, and what is written around them."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from magicbb.pictures.bits import bits_svg
from magicbb.pictures.board import board_svg
from magicbb.pictures.sheet import Panel, sheet

SVG = "{http://www.w3.org/2000/svg}"
ROOK = board_svg({"a1": "R", "e4": "x"}, size=200)
KING = board_svg({"e1": "K", "e4": "x"}, size=100)


def read(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314  the text is our own


def boxes(svg: str) -> list[tuple[float, float, float, float]]:
    """Left, top, right and bottom of every picture on the sheet."""
    found = []
    for inner in read(svg).findall(f"{SVG}svg"):
        x, y, width, height = (float(inner.attrib[name]) for name in ("x", "y", "width", "height"))
        found.append((x, y, x + width, y + height))
    return found


def texts(svg: str) -> list[str | None]:
    return [text.text for text in read(svg).findall(f"{SVG}text")]


def test_pictures_keep_their_size_and_stand_side_by_side() -> None:
    one, two, three = boxes(sheet([Panel(ROOK), Panel(KING), Panel(ROOK)]))
    assert (one[2] - one[0], two[2] - two[0]) == (200, 100)
    assert one[2] < two[0] < two[2] < three[0]
    assert one[1] == two[1] == three[1]


def test_a_line_that_is_full_is_followed_by_another() -> None:
    one, two, three = boxes(sheet([Panel(ROOK)] * 3, width=420))
    assert one[1] == two[1] < one[3] < three[1]
    assert three[0] == one[0]


def test_a_picture_that_is_wider_than_the_sheet_has_a_line_of_its_own() -> None:
    one, two = boxes(sheet([Panel(ROOK), Panel(ROOK)], width=150))
    assert one[3] < two[1]


@pytest.mark.parametrize("width", [1, 100, 420, 900])
def test_everything_is_inside_the_sheet(width: int) -> None:
    svg = sheet([Panel(ROOK, "a title", "a text " * 20)] * 5, title="heading " * 9, width=width)
    root = read(svg)
    right, bottom = float(root.attrib["width"]), float(root.attrib["height"])
    for box in boxes(svg):
        assert 0 < box[0] < box[2] < right
        assert 0 < box[1] < box[3] < bottom
    for text in root.findall(f"{SVG}text"):
        assert 0 < float(text.attrib["y"]) < bottom


def test_the_text_below_a_picture_is_above_the_next_line() -> None:
    svg = sheet([Panel(ROOK, "title", "text " * 40)] * 2, width=200)
    (_, top, _, bottom), (_, next_top, _, _) = boxes(svg)
    ys = [float(text.attrib["y"]) for text in read(svg).findall(f"{SVG}text") if text.text]
    assert any(y < top for y in ys)
    below = [y for y in ys if bottom < y < next_top]
    assert len(below) > 3


def test_titles_and_texts_are_written() -> None:
    svg = sheet([Panel(ROOK, "mask", "10 squares")], title="rook a1", text="a look-up")
    assert texts(svg) == ["rook a1", "a look-up", "mask", "10 squares"]


def test_texts_are_escaped() -> None:
    svg = sheet([Panel(ROOK, "a < b & c", '"<script>"')], title="<&>")
    assert texts(svg) == ["<&>", "a < b & c", '"<script>"']
    assert read(svg).findtext(f"{SVG}title") == "<&>"


def test_what_the_pictures_say_in_words_is_kept() -> None:
    svg = sheet([Panel(ROOK, "one"), Panel(bits_svg(5), "two")])
    titles = [title.text for title in read(svg).iter(f"{SVG}title")]
    assert titles == [
        "one, two",
        "White: rook a1. Blockers: e4.",
        "64 bits, 0x0000000000000005.",
    ]


def test_a_sheet_without_any_text_says_how_many_pictures_it_has() -> None:
    assert read(sheet([Panel(ROOK)] * 3)).findtext(f"{SVG}title") == "3 pictures"


def test_a_shape_is_defined_once_and_every_reference_finds_it() -> None:
    svg = sheet([Panel(ROOK), Panel(KING), Panel(ROOK)])
    ids = re.findall(r' id="([^"]+)"', svg)
    assert sorted(ids) == ["magicbb-k", "magicbb-r", "magicbb-x"]
    assert {*re.findall(r'href="#([^"]+)"', svg)} == {*ids}


def test_a_sheet_may_stand_on_a_sheet() -> None:
    inner = sheet([Panel(ROOK), Panel(KING)])
    svg = sheet([Panel(inner, "a pair"), Panel(ROOK)])
    assert len(boxes(svg)) == 2
    assert len([*read(svg).iter(f"{SVG}svg")]) == 5
    assert svg.count("style=") == 1, "a height of auto is for the page, not for the sheet"


def test_equal_panels_make_equal_sheets() -> None:
    assert sheet([Panel(ROOK, "a")]) == sheet((Panel(ROOK, "a"),))


@pytest.mark.parametrize(
    ("arguments", "error", "sentence"),
    [
        ({"panels": []}, ValueError, "panels must not be empty"),
        ({"panels": "<svg/>"}, TypeError, "panels must be a sequence of panels, got '<svg/>'"),
        ({"panels": 5}, TypeError, "panels must be a sequence of panels, got 5"),
        (
            {"panels": ["<svg/>"]},
            TypeError,
            "a panel must be a tuple of SVG source, title and text, got '<svg/>'",
        ),
        (
            {"panels": [Panel("rook")]},
            ValueError,
            "a panel must have an SVG picture with width and height, got 'rook'",
        ),
        (
            {"panels": [Panel('<svg width="5">')]},
            ValueError,
            "a panel must have an SVG picture with width and height",
        ),
        (
            {"panels": [Panel(ROOK)], "width": 0},
            ValueError,
            "width must be a number of pixels from 1 to 10000, got 0",
        ),
    ],
)
def test_bad_values_are_refused(
    arguments: dict[str, Any], error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=f"^{re.escape(sentence)}"):
        sheet(**arguments)
