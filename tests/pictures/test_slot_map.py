"""The map of a table's slots: read back as XML, cell by cell."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magicbb.pictures.slot_map import EMPTY, SEVERAL, slot_map_svg

SVG = "{http://www.w3.org/2000/svg}"
OWNERS = st.lists(st.sampled_from([0, 1, 63, 64, 127, SEVERAL, EMPTY]), min_size=1, max_size=300)
STYLES = {0: 0, 1: 1, 63: 1, 64: 2, 127: 3, SEVERAL: 4}  # of rows: dark and light squares, sliders


def read(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314  the text is our own


def cells(svg: str) -> dict[int, tuple[int, float]]:
    """The style and the height of the bar of every cell that has one."""
    found: dict[int, tuple[int, float]] = {}
    for path in read(svg).iter(f"{SVG}path"):
        style = path.get("class", "").removeprefix("magicbb-slots-")
        if not style.isdigit():
            continue
        for x, y, length in re.findall(r"M(\d+) ([\d.]+)h(\d+)", path.attrib["d"]):
            for column in range(int(x), int(x) + int(length)):
                cell = 128 * int(float(y)) + column
                assert cell not in found
                found[cell] = (int(style), float(path.attrib["stroke-width"]))
    return found


def title(svg: str) -> str | None:
    return read(svg).findtext(f"{SVG}title")


@given(OWNERS)
def test_every_slot_of_a_small_table_has_its_cell(owners: list[int]) -> None:
    styles = {slot: STYLES[owner] for slot, owner in enumerate(owners) if owner != EMPTY}
    drawn = cells(slot_map_svg(bytes(owners)))
    assert {slot: style for slot, (style, _) in drawn.items()} == styles


def test_a_cell_of_several_slots_is_of_those_who_have_most() -> None:
    owners = bytes([0, 0, 64, EMPTY]) + bytes([64, 64, 64, 0]) + bytes([SEVERAL] * 3 + [1])
    drawn = cells(slot_map_svg(owners.ljust(4 * 128 * 80, b"\xff")))
    assert {cell: style for cell, (style, _) in drawn.items()} == {0: 0, 1: 2, 2: 4}


def test_the_fuller_a_cell_the_higher_its_bar() -> None:
    owners = b"".join(bytes([0] * full + [EMPTY] * (8 - full)) for full in (0, 1, 4, 6, 8))
    drawn = cells(slot_map_svg(owners.ljust(8 * 128 * 80, b"\xff")))
    heights = [height for _, (_, height) in sorted(drawn.items())]
    assert [*drawn] == [1, 2, 3, 4]
    assert heights == sorted({*heights})


def test_bars_stand_on_the_foot_of_their_line() -> None:
    owners = bytes([0] * 1 + [EMPTY] * 7 + [0] * 8).ljust(8 * 128 * 80, b"\xff")
    feet = {
        float(y) + float(path.attrib["stroke-width"]) / 2
        for path in read(slot_map_svg(owners)).iter(f"{SVG}path")
        if path.get("class")
        for y in re.findall(r"M\d+ ([\d.]+)", path.attrib["d"])
    }
    assert max(feet) - min(feet) < 0.01


@pytest.mark.parametrize("slots", [1, 127, 128, 129, 10_240, 10_241, 107_648, 294_912, 1 << 20])
def test_a_map_has_eighty_lines_at_most(slots: int) -> None:
    svg = slot_map_svg(bytes([0]) * slots)
    assert max(cells(svg)) < 128 * 80
    assert len(cells(svg)) == -(-slots // (1 if slots <= 10_240 else slots_of_a_cell(svg)))


def slots_of_a_cell(svg: str) -> int:
    (count,) = re.findall(r"A cell is (\d+) slots", svg)
    return int(count)


def test_the_numbers_of_slots_stand_in_the_legend_and_in_the_title() -> None:
    owners = bytes([5] * 700 + [9] * 300 + [70] * 50 + [SEVERAL] * 2000 + [EMPTY] * 450)
    svg = slot_map_svg(owners)
    assert title(svg) == (
        "3,500 slots: 1,000 of rooks, 50 of bishops, 2,000 of several squares, 450 empty"
    )
    texts = [text.text for text in read(svg).iter(f"{SVG}text")]
    for name, count in (
        ("rooks", "1,000 (28.6%)"),
        ("bishops", "50 (1.4%)"),
        ("several squares", "2,000 (57.1%)"),
        ("empty", "450 (12.9%)"),
    ):
        assert texts[texts.index(name) + 1] == count


def test_a_pointer_over_a_line_reads_whose_slots_these_are() -> None:
    owners = bytes([0] * 100 + [65] * 20 + [SEVERAL] * 5 + [EMPTY] * 3 + [*range(40)])
    titles = [each.text for each in read(slot_map_svg(owners)).iter(f"{SVG}title")]
    assert titles[1:] == [
        "slots 0 to 127: rook a1, bishop b1, 5 of several squares, 3 empty",
        "slots 128 to 167: 40 squares",
    ]


def test_lines_are_numbered() -> None:
    texts = [text.text for text in read(slot_map_svg(bytes([0]) * 20_480)).iter(f"{SVG}text")]
    assert [text for text in texts if text in {"0", "2,048", "4,096"}][-3:] == [
        "0",
        "2,048",
        "4,096",
    ]


def test_no_kind_is_told_by_its_colour_alone() -> None:
    svg = slot_map_svg(bytes([0, 64, SEVERAL, EMPTY]))
    gaps = {
        path.attrib["class"]: path.get("stroke-dasharray")
        for path in read(svg).iter(f"{SVG}path")
        if path.get("class")
    }
    assert len(gaps) == len({*gaps.values()}) == 3


def test_an_empty_array_is_drawn_too() -> None:
    assert title(slot_map_svg(bytes([EMPTY]) * 9)) == "9 slots: 9 empty"


def test_equal_slots_make_equal_maps() -> None:
    owners = bytes([0, 64, SEVERAL, EMPTY]) * 500
    assert slot_map_svg(owners) == slot_map_svg(bytes(owners))


def test_the_worst_map_is_small() -> None:
    kinds = [0, 1, 64, 65, SEVERAL, EMPTY]
    owners = bytes(kinds[slot * slot // 7 % 6] for slot in range(128 * 80))
    assert len(slot_map_svg(owners)) < 150_000
