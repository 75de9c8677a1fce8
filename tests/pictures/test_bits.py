"""64 bits as a board: read back as XML, digit by digit."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magicbb.geometry.bitboards import bitboard_of
from magicbb.geometry.squares import square_at
from magicbb.pictures.bits import bits_svg

SVG = "{http://www.w3.org/2000/svg}"
WORDS = st.integers(0, 2**64 - 1)
SIDE, LEFT, TOP = 41, 28, 4  # of the cells, where there are labels


def read(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314  the text is our own


def bit_under(x: float, y: float) -> int:
    return square_at(int((x - LEFT) // SIDE), 7 - int((y - TOP) // SIDE))


def digits_in(svg: str) -> dict[int, str]:
    """The digit of every bit."""
    return {
        bit_under(float(x), float(text.attrib["y"])): digit
        for text in read(svg).iter(f"{SVG}text")
        if "text-anchor" not in text.attrib  # which the labels have
        for x, digit in zip(text.attrib["x"].split(), text.text or "", strict=True)
    }


def cells_of(svg: str, name: str) -> int:
    """The bits that a path of this class covers."""
    return bitboard_of(
        bit_under(float(x), float(y))
        for path in read(svg).iter(f"{SVG}path")
        if path.get("class") == f"magicbb-{name}"
        for x, y in re.findall(r"M(\d+) (\d+)h41v", path.attrib["d"])
    )


@given(WORDS)
def test_every_bit_is_written_on_its_square(value: int) -> None:
    assert digits_in(bits_svg(value)) == {bit: str(value >> bit & 1) for bit in range(64)}


@given(WORDS, WORDS)
def test_what_is_taken_is_coloured(value: int, taken: int) -> None:
    svg = bits_svg(value, taken=taken)
    assert cells_of(svg, "taken-ones") == value & taken
    assert cells_of(svg, "taken-zeros") == taken & ~value
    assert cells_of(svg, "ones") == value & ~taken


@given(WORDS)
def test_a_line_runs_between_what_is_taken_and_what_is_not(taken: int) -> None:
    (path,) = [
        path.attrib["d"]
        for path in read(bits_svg(0, taken=taken)).iter(f"{SVG}path")
        if path.get("class") == "magicbb-taken"
    ] or [""]
    drawn = {
        (int(x) + SIDE * (way == "h") / 2, int(y) + SIDE * (way == "v") / 2)
        for x, y, way in re.findall(r"M(\d+) (\d+)([hv])41", path)
    }
    expected = set()
    for bit in range(64):
        x, y = LEFT + SIDE * (bit % 8 + 0.5), TOP + SIDE * (7.5 - bit // 8)
        for right, up in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            file, rank = bit % 8 + right, bit // 8 + up
            beside = 0 <= file < 8 and 0 <= rank < 8 and taken >> square_at(file, rank) & 1
            if taken >> bit & 1 and not beside:
                expected.add((x + right * SIDE / 2, y - up * SIDE / 2))
    assert drawn == expected


def test_the_edges_are_labelled_with_the_numbers_of_the_bits() -> None:
    texts = [text.text for text in read(bits_svg(2**64 - 1)).iter(f"{SVG}text")]
    assert {"0", "8", "16", "24", "32", "40", "48", "56"} <= {*texts}
    assert {f"+{number}" for number in range(8)} <= {*texts}


def test_labels_can_be_left_out() -> None:
    assert "+1" not in bits_svg(5, labels=False)


@pytest.mark.parametrize(
    ("value", "taken", "words"),
    [
        (5, 0, "64 bits, 0x0000000000000005."),
        (0, 1 << 9, "64 bits, 0x0000000000000000. Taken: bit 9, which is 0."),
        (
            0xABC << 52,
            0xFFF << 52,
            "64 bits, 0xabc0000000000000. Taken: bits 52 to 63, which are 101010111100.",
        ),
        (
            0b1001,
            0b1011,
            "64 bits, 0x0000000000000009. Taken: bits 0 to 1, 3, which are 101.",
        ),
    ],
)
def test_the_picture_is_described_in_words(value: int, taken: int, words: str) -> None:
    root = read(bits_svg(value, taken=taken))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == words


def test_the_picture_has_the_size_asked_for() -> None:
    root = read(bits_svg(1, size=np.int16(180)))
    assert (root.get("width"), root.get("height")) == ("180", "180")
    assert root.get("viewBox") == "0 0 360 360"


def test_numpy_integers_will_do() -> None:
    assert bits_svg(np.uint64(7), taken=np.uint64(2)) == bits_svg(7, taken=2)


RULE = "must be an integer from 0 to 2**64 - 1, got"


@pytest.mark.parametrize(
    ("arguments", "error", "sentence"),
    [
        ({"value": 2**64}, ValueError, f"value {RULE} 18446744073709551616"),
        ({"value": "5"}, TypeError, f"value {RULE} '5'"),
        ({"value": 1, "taken": -1}, ValueError, f"taken {RULE} -1"),
        ({"value": 1, "size": 0}, ValueError, "size must be a number of pixels from 1 to 10000"),
        ({"value": 1, "size": 9.5}, TypeError, "size must be a number of pixels from 1 to 10000"),
    ],
)
def test_bad_values_are_refused(
    arguments: dict[str, Any], error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=f"^{re.escape(sentence)}"):
        bits_svg(**arguments)
