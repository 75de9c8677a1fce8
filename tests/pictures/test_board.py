"""The board as SVG: read back as XML, square by square."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from magicbb.chess.notation.fen import PIECES, parse_board
from magicbb.geometry.bitboards import bitboard_of
from magicbb.geometry.squares import square_at
from magicbb.pictures import palette
from magicbb.pictures.board import board_svg
from magicbb.pictures.piece_shapes import SHAPES, turned

START = parse_board("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR").pieces
SVG = "{http://www.w3.org/2000/svg}"
SIDES = {"magicbb-white": str.upper, "magicbb-black": str.lower, "magicbb-blockers": str.lower}
PLACEMENTS = st.dictionaries(st.integers(0, 63), st.sampled_from(PIECES + "x"))
BITBOARDS = st.integers(0, 2**64 - 1)
SQUARES = st.integers(0, 63)


def read(svg: str) -> ET.Element:
    return ET.fromstring(svg)  # noqa: S314  the text is our own


def group(svg: str, name: str) -> list[ET.Element]:
    """The elements inside the group, or the groups, of a class."""
    return [child for found in read(svg).iter() if found.get("class") == name for child in found]


def square_under(x: float, y: float, *, flipped: bool = False) -> int:
    """The square at a point of the picture."""
    file, rank = int(x // 45), 7 - int(y // 45)
    return square_at(7 - file, 7 - rank) if flipped else square_at(file, rank)


def pieces_in(svg: str, *, flipped: bool = False) -> dict[int, str]:
    return {
        square_under(float(use.attrib["x"]), float(use.attrib["y"]), flipped=flipped): case(
            use.attrib["href"].removeprefix("#magicbb-")
        )
        for side, case in SIDES.items()
        for use in group(svg, side)
    }


def circles_in(svg: str, name: str, *, flipped: bool = False) -> set[int]:
    return {
        square_under(float(circle.attrib["cx"]), float(circle.attrib["cy"]), flipped=flipped)
        for circle in group(svg, name)
    }


def squares_filled(svg: str, chosen: str) -> list[int]:
    """The squares that a path with this attribute value covers."""
    return [
        square_under(float(x), float(y))
        for path in read(svg).iter(f"{SVG}path")
        if chosen in path.attrib.values()
        for x, y in re.findall(r"M(\d+) (\d+)h45", path.attrib["d"])
    ]


def title(svg: str) -> str | None:
    return read(svg).findtext(f"{SVG}title")


def exactly(sentence: str) -> str:
    """Return the pattern that an error matches when it says this and nothing else."""
    return f"^{re.escape(sentence)}$"


@given(PLACEMENTS, st.booleans())
def test_every_piece_stands_on_its_square(pieces: dict[int, str], flipped: bool) -> None:
    assert pieces_in(board_svg(pieces, flipped=flipped), flipped=flipped) == pieces


def test_white_sits_below_unless_flipped() -> None:
    (king,) = group(board_svg({"a1": "K"}), "magicbb-white")
    assert (king.get("x"), king.get("y")) == ("0", "315")
    (king,) = group(board_svg({"a1": "K"}, flipped=True), "magicbb-white")
    assert (king.get("x"), king.get("y")) == ("315", "0")


def test_a1_is_dark_from_both_sides() -> None:
    for flipped in (False, True):
        dark = squares_filled(board_svg({}, flipped=flipped), palette.SQUARE_DARK)
        assert len(dark) == 32
        assert 0 in dark
        assert 1 not in dark


@given(PLACEMENTS)
def test_shapes_are_defined_once_and_only_where_they_occur(pieces: dict[int, str]) -> None:
    ids = [
        element.attrib["id"] for element in read(board_svg(pieces)).iter() if "id" in element.attrib
    ]
    assert len(ids) == len(set(ids))
    assert set(ids) == {f"magicbb-{letter.lower()}" for letter in pieces.values()}


def test_the_same_id_has_the_same_content_on_every_board() -> None:
    def definitions(svg: str) -> dict[str, bytes]:
        (defs,) = read(svg).iter(f"{SVG}defs")
        return {child.attrib["id"]: ET.tostring(child).strip() for child in defs}

    one = definitions(board_svg({4: "K", 9: "x"}, check=4, size=100))
    other = definitions(board_svg({60: "k", 17: "x", 8: "P"}, check="e8", flipped=True))
    assert one.keys() & other.keys() == {"magicbb-k", "magicbb-x"}
    assert all(one[name] == other[name] for name in one)


def test_every_reference_is_defined() -> None:
    svg = board_svg({**START, 30: "x"}, check=4, marked=2**64 - 1)
    references = set(re.findall(r"#(magicbb-\w+)", svg))
    assert references == set(re.findall(r'id="([\w-]+)"', svg))


@given(PLACEMENTS, BITBOARDS, st.booleans())
def test_marks_are_dots_on_empty_squares_and_rings_on_others(
    pieces: dict[int, str], marked: int, flipped: bool
) -> None:
    svg = board_svg(pieces, marked=marked, flipped=flipped)
    dots = circles_in(svg, "magicbb-dots", flipped=flipped)
    rings = circles_in(svg, "magicbb-rings", flipped=flipped)
    assert bitboard_of(dots | rings) == marked
    assert rings == {square for square in pieces if marked >> square & 1}


@given(SQUARES, SQUARES, st.booleans())
def test_an_arrow_leads_from_square_to_square(start: int, end: int, flipped: bool) -> None:
    assume(start != end)
    svg = board_svg({}, arrows=[(start, end)], flipped=flipped)
    (arrow,) = group(svg, "magicbb-arrows")
    points = [(float(x), float(y)) for x, y in re.findall(r"([\d.]+) ([\d.]+)", arrow.attrib["d"])]
    assert len(points) == 7
    assert square_under(*points[0], flipped=flipped) == start
    assert square_under(*points[6], flipped=flipped) == start
    assert square_under(*points[3], flipped=flipped) == end


def test_arrows_keep_their_order() -> None:
    one = group(board_svg({}, arrows=[("e2", "e4")]), "magicbb-arrows")
    two = group(board_svg({}, arrows=[("g1", "f3"), ("e2", "e4")]), "magicbb-arrows")
    assert len(two) == 2
    assert two[1].attrib == one[0].attrib


def test_the_last_move_is_tinted() -> None:
    svg = board_svg(START, last_move=("e2", "e4"))
    assert squares_filled(svg, "magicbb-moved") == [12, 28]
    light, _ = (path for path in read(svg).iter() if path.get("class") == "magicbb-moved")
    assert light.get("fill") == palette.TAKEN_FAINT


def test_the_king_in_check_glows() -> None:
    svg = board_svg(START, check="e8")
    assert circles_in(svg, "magicbb-check") == {60}
    assert "magicbb-check" not in board_svg(START)


@pytest.mark.parametrize(("flipped", "ranks"), [(False, "87654321"), (True, "12345678")])
def test_coordinates_follow_the_side(flipped: bool, ranks: str) -> None:
    texts = list(read(board_svg({}, flipped=flipped)).iter(f"{SVG}text"))
    files = "hgfedcba" if flipped else "abcdefgh"
    left = [text for text in texts if text.get("x") == "2.5"]
    below = [text for text in texts if text.get("text-anchor") == "end"]
    left.sort(key=lambda text: float(text.attrib["y"]))
    below.sort(key=lambda text: float(text.attrib["x"]))
    assert "".join(text.text or "" for text in left) == ranks
    assert "".join(text.text or "" for text in below) == files


def test_coordinates_can_be_left_out() -> None:
    assert "<text" not in board_svg(START, coordinates=False)


@pytest.mark.parametrize("size", [1, 160, 360, 10_000])
def test_the_picture_has_the_size_asked_for(size: int) -> None:
    root = read(board_svg(START, size=size))
    assert root.tag == f"{SVG}svg"
    assert root.get("viewBox") == "0 0 360 360"
    assert root.get("width") == root.get("height") == str(size)


def test_the_picture_is_described_in_words() -> None:
    assert read(board_svg(START)).get("role") == "img"
    assert title(board_svg({4: "K", 0: "R", 60: "k"})) == "White: king e1, rook a1. Black: king e8."
    assert title(board_svg({7: "R", 0: "R", 8: "P", 9: "P", 10: "P", 28: "x"})) == (
        "White: rooks a1 and h1, pawns a2, b2 and c2. Blockers: e4."
    )
    assert title(board_svg({})) == "Empty board."


def test_the_description_names_all_that_is_drawn() -> None:
    svg = board_svg(
        {4: "K"}, marked=0b11, arrows=[("e1", "e2"), (0, 8)], last_move=("d1", "e1"), check="e1"
    )
    assert title(svg) == (
        "White: king e1. Last move: d1 to e1. Check: e1. Marked: a1 and b1."
        " Arrows: e1 to e2, a1 to a2."
    )
    assert title(board_svg({}, marked=1)) == "Empty board. Marked: a1."
    assert title(board_svg({}, marked=3, shaded=1)) == "Empty board. Marked: a1 and b1."


def test_the_order_of_the_pieces_does_not_matter() -> None:
    assert board_svg(START) == board_svg(dict(sorted(START.items(), reverse=True)))


def test_names_numbers_and_numpy_integers_are_squares() -> None:
    svg = board_svg({28: "Q"}, marked=6, arrows=[(28, 0)], last_move=(3, 28), check=28)
    assert svg == board_svg(
        {"e4": "Q"},
        marked=np.uint64(6),
        arrows=[(np.int64(28), "a1")],
        last_move=("d1", np.uint8(28)),
        check="e4",
        size=np.int16(360),
    )


def test_the_start_position_is_small() -> None:
    assert len(board_svg(START).encode()) < 12_000


@pytest.mark.parametrize("letter", SHAPES)
def test_a_shape_stays_inside_its_box(letter: str) -> None:
    # Relative steps would need more than this to check, and there are none.
    shape = SHAPES[letter]
    assert not re.search(r"[a-z]", shape.silhouette + shape.lines)
    numbers = [float(number) for number in re.findall(r"[\d.]+", shape.silhouette + shape.lines)]
    assert min(numbers) >= 1
    assert max(numbers) <= 44


def test_a_turned_curve_is_mirrored_backwards() -> None:
    assert turned("0,0 | 1,2 3,4 5,6 | 0,6") == (
        "M22.5 0C23.5 2 25.5 4 27.5 6L22.5 6L17.5 6C19.5 4 21.5 2 22.5 0Z"
    )


SQUARE = 'square must be 0..63 or a name such as "e4"'
LETTERS = "pieces must map squares to letters of PNBRQKpnbrqkx"
PAIR = "a pair must be a tuple of two squares"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"pieces": {64: "K"}}, f"pieces: {SQUARE}, got 64"),
        ({"pieces": {"e9": "K"}}, f"pieces: {SQUARE}, got 'e9'"),
        ({"pieces": {0: "z"}}, f"{LETTERS}, got 'z'"),
        ({"pieces": {0: "X"}}, f"{LETTERS}, got 'X'"),
        ({"pieces": {0: ""}}, f"{LETTERS}, got ''"),
        ({"pieces": {0: "PN"}}, f"{LETTERS}, got 'PN'"),
        ({"marked": -1}, "marked must be an integer from 0 to 2**64 - 1, got -1"),
        ({"arrows": [("e2", "e9")]}, f"arrows: {SQUARE}, got 'e9'"),
        ({"arrows": [(1, 2, 3)]}, f"arrows: {PAIR}, got (1, 2, 3)"),
        (
            {"arrows": [("e2", 12)]},
            "arrows must lead from one square to another, got ('e2', 12)",
        ),
        ({"last_move": (0, 64)}, f"last_move: {SQUARE}, got 64"),
        ({"last_move": ()}, f"last_move: {PAIR}, got ()"),
        ({"check": -1}, f"check: {SQUARE}, got -1"),
        ({"size": 0}, "size must be a number of pixels from 1 to 10000, got 0"),
        ({"size": 10_001}, "size must be a number of pixels from 1 to 10000, got 10001"),
    ],
)
def test_bad_values_are_refused(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=exactly(sentence)):
        board_svg(**{"pieces": {}, **arguments})


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"pieces": "K"}, f"{LETTERS}, got 'K'"),
        ({"pieces": {0: 1}}, f"{LETTERS}, got 1"),
        ({"pieces": {0.5: "K"}}, f"pieces: {SQUARE}, got 0.5"),
        ({"marked": "e4"}, "marked must be an integer from 0 to 2**64 - 1, got 'e4'"),
        ({"arrows": "e2e4"}, "arrows must be a sequence of pairs of squares, got 'e2e4'"),
        ({"arrows": 5}, "arrows must be a sequence of pairs of squares, got 5"),
        ({"arrows": ["e2"]}, f"arrows: {PAIR}, got 'e2'"),
        ({"arrows": [7]}, f"arrows: {PAIR}, got 7"),
        ({"last_move": "e2e4"}, f"last_move: {PAIR}, got 'e2e4'"),
        ({"check": 4.0}, f"check: {SQUARE}, got 4.0"),
        ({"size": 360.0}, "size must be a number of pixels from 1 to 10000, got 360.0"),
    ],
)
def test_wrong_types_are_refused(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(TypeError, match=exactly(sentence)):
        board_svg(**{"pieces": {}, **arguments})
