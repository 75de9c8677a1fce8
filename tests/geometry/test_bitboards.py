"""Building, listing, drawing and reading sets of squares, and the subsets of a mask."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, SupportsIndex

import chess
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magicbb.geometry.bitboards import (
    EMPTY,
    FULL,
    bitboard_of,
    diagram,
    parse_bitboard,
    parse_diagram,
    pdep,
    pext,
    squares_of,
    subsets,
)

if TYPE_CHECKING:
    from collections.abc import Callable

bitboards = st.integers(EMPTY, FULL)
small_masks = st.sets(st.integers(0, 63), max_size=10).map(bitboard_of)

# A pattern without symmetry: no flip or turn of the board goes unnoticed.
LETTER_F = 0x001E_0206_0202_0200
LETTER_F_DRAWN = """\
. . . . . . . .
. 1 1 1 1 . . .
. 1 . . . . . .
. 1 1 . . . . .
. 1 . . . . . .
. 1 . . . . . .
. 1 . . . . . .
. . . . . . . ."""


def exactly(sentence: str) -> str:
    """Return the pattern that an error matches when it says this and nothing else."""
    return f"^{re.escape(sentence)}$"


# ---- parse_bitboard ----


@pytest.mark.parametrize(
    "value",
    [LETTER_F, np.uint64(LETTER_F), np.array(LETTER_F), chess.SquareSet(LETTER_F)],
    ids=["int", "NumPy scalar", "NumPy array of no dimension", "python-chess SquareSet"],
)
def test_whatever_python_accepts_as_an_index_is_a_bitboard(value: SupportsIndex) -> None:
    assert parse_bitboard(value) == LETTER_F


@pytest.mark.parametrize("value", [True, np.uint64(1)])
def test_parsed_bitboard_is_a_plain_int(value: SupportsIndex) -> None:
    assert type(parse_bitboard(value)) is int


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (-1, "-1"),
        (FULL + 1, "18446744073709551616"),
        (10**5000, "an integer of 16610 bits"),
        (np.int64(-1), repr(np.int64(-1))),
    ],
    ids=["negative", "65 bits", "5,001 digits", "negative NumPy"],
)
def test_integer_out_of_range_is_a_value_error(value: SupportsIndex, shown: str) -> None:
    sentence = f"occupied must be an integer from 0 to 2**64 - 1, got {shown}"
    with pytest.raises(ValueError, match=exactly(sentence)):
        parse_bitboard(value)


@pytest.mark.parametrize("value", [None, 1.0, "1", "e4", b"\0", [0, 1], {0, 1}])
def test_anything_but_an_integer_is_a_type_error(value: object) -> None:
    sentence = f"occupied must be an integer from 0 to 2**64 - 1, got {value!r}"
    with pytest.raises(TypeError, match=exactly(sentence)):
        parse_bitboard(value)  # type: ignore[arg-type]


def test_error_names_the_argument() -> None:
    with pytest.raises(ValueError, match=r"^mask must be .* got -1$"):
        parse_bitboard(-1, "mask")


# ---- bitboard_of, squares_of ----


def test_squares_are_given_by_number_or_name_in_any_order() -> None:
    assert bitboard_of(["e7", 9, "b3", "b4", "b5", "b6", "b7", "c5", "c7", 51]) == LETTER_F


def test_no_squares_make_the_empty_bitboard() -> None:
    assert bitboard_of([]) == EMPTY


def test_all_squares_make_the_full_bitboard() -> None:
    assert bitboard_of(range(64)) == FULL


def test_square_given_twice_counts_once() -> None:
    assert bitboard_of(["b1", 1, "b1"]) == 2


def test_set_of_squares_checks_each() -> None:
    with pytest.raises(ValueError, match=r"^square must be .* got 64$"):
        bitboard_of([0, 64])


@pytest.mark.parametrize("squares", ["e4", 28, None])
def test_single_square_is_not_a_set_of_squares(squares: object) -> None:
    sentence = f"squares must be an iterable of squares, got {squares!r}"
    with pytest.raises(TypeError, match=exactly(sentence)):
        bitboard_of(squares)  # type: ignore[arg-type]


@given(bitboards)
def test_squares_of_a_bitboard_make_it_again(bitboard: int) -> None:
    assert bitboard_of(squares_of(bitboard)) == bitboard


@given(bitboards)
def test_squares_ascend_as_in_python_chess(bitboard: int) -> None:
    assert list(squares_of(bitboard)) == list(chess.scan_forward(bitboard))


# ---- diagram, parse_diagram ----


def test_diagram_shows_the_board_as_white_sees_it() -> None:
    assert diagram(LETTER_F) == LETTER_F_DRAWN


@given(bitboards)
def test_diagram_is_the_one_of_python_chess(bitboard: int) -> None:
    assert diagram(bitboard) == str(chess.SquareSet(bitboard))


@pytest.mark.parametrize("pieces", [{"a1": "R", "c3": "q"}, {0: "R", 18: "q"}])
def test_pieces_are_drawn_over_their_squares(pieces: dict[int, str] | dict[str, str]) -> None:
    assert diagram(bitboard_of(["b1", "c3", "h8"]), pieces=pieces).splitlines() == [
        ". . . . . . . 1",
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . . . . . .",
        ". . . . . . . .",
        ". . q . . . . .",
        ". . . . . . . .",
        "R 1 . . . . . .",
    ]


@pytest.mark.parametrize("piece", ["", " ", "wR", "\n", "\0"])
def test_piece_is_one_visible_character(piece: str) -> None:
    sentence = f"pieces must map squares to single visible characters, got {piece!r}"
    with pytest.raises(ValueError, match=exactly(sentence)):
        diagram(EMPTY, pieces={0: piece})


@pytest.mark.parametrize("pieces", [{0: chess.Piece.from_symbol("R")}, {0: None}, ["R"], "R"])
def test_pieces_of_a_wrong_type_are_a_type_error(pieces: object) -> None:
    with pytest.raises(TypeError, match=r"^pieces must map squares to single visible characters"):
        diagram(EMPTY, pieces=pieces)  # type: ignore[arg-type]


def test_piece_stands_on_a_square() -> None:
    with pytest.raises(ValueError, match=r"^square must be .* got 'd9'$"):
        diagram(EMPTY, pieces={"d9": "R"})


@given(bitboards)
def test_diagram_is_read_back(bitboard: int) -> None:
    assert parse_diagram(diagram(bitboard)) == bitboard


def indented(text: str) -> str:
    return "\n" + "".join(f"    \t{line} \n" for line in text.splitlines()) + "  \n\n"


@pytest.mark.parametrize(
    "rewrite",
    [
        lambda text: text.replace("1", "x"),
        lambda text: text.replace("1", "X"),
        lambda text: text.replace(" ", ""),
        lambda text: text.replace(" ", "\t"),
        lambda text: text.replace("\n", "\r\n"),
        indented,
    ],
    ids=["x", "X", "without spaces", "tabs", "carriage returns", "indented, between blank lines"],
)
def test_the_way_of_drawing_does_not_matter(rewrite: Callable[[str], str]) -> None:
    assert parse_diagram(rewrite(LETTER_F_DRAWN)) == LETTER_F


EMPTY_LINE = "........\n"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            EMPTY_LINE * 2 + "  . . R . . . . .\n" + EMPTY_LINE * 5,
            'line 3, column 7: a cell must be ".", "1", "x" or "X", got \'R\'',
        ),
        (
            "\n\n" + "....0...\n" + EMPTY_LINE * 7,
            'line 3, column 5: a cell must be ".", "1", "x" or "X", got \'0\'',
        ),
        (
            EMPTY_LINE + "  ....... \n" + EMPTY_LINE * 6,
            "line 2, column 10: a line has 8 cells, got 7",
        ),
        (
            EMPTY_LINE * 7 + ". . . . . . . . . .",
            "line 8, column 17: a line has 8 cells, got 10",
        ),
        (
            EMPTY_LINE * 4 + "\n" + EMPTY_LINE * 4,
            "line 5, column 1: a line has 8 cells, got 0",
        ),
        ("", "line 1, column 1: a diagram has 8 lines, got 0"),
        ("\n" + EMPTY_LINE * 7, "line 9, column 1: a diagram has 8 lines, got 7"),
        ("\n" + EMPTY_LINE * 10, "line 10, column 1: a diagram has 8 lines, got 10"),
    ],
    ids=[
        "a letter",
        "a nought",
        "a short line",
        "a long line",
        "a blank line inside",
        "nothing",
        "seven lines",
        "ten lines",
    ],
)
def test_bad_diagram_is_an_error_that_says_where(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=exactly(sentence)):
        parse_diagram(text)


@pytest.mark.parametrize("text", [None, 0, b"........"])
def test_diagram_is_a_string(text: object) -> None:
    sentence = f"text must be a string of eight lines, got {text!r}"
    with pytest.raises(TypeError, match=exactly(sentence)):
        parse_diagram(text)  # type: ignore[arg-type]


# ---- subsets, pdep, pext ----


def test_subsets_of_a_mask_by_hand() -> None:
    a1, c1, h8 = 1 << 0, 1 << 2, 1 << 63
    assert list(subsets(a1 | c1 | h8)) == [
        0,
        a1,
        c1,
        a1 | c1,
        h8,
        a1 | h8,
        c1 | h8,
        a1 | c1 | h8,
    ]


def test_the_empty_mask_has_one_subset() -> None:
    assert list(subsets(EMPTY)) == [EMPTY]


def test_subsets_of_the_whole_board_are_counted_through() -> None:
    assert list(islice(subsets(FULL), 1000)) == list(range(1000))


@given(small_masks)
def test_each_subset_is_listed_once(mask: int) -> None:
    listed = list(subsets(mask))
    assert len(set(listed)) == len(listed) == 2 ** mask.bit_count()
    assert all(each & ~mask == EMPTY for each in listed)


@given(small_masks)
def test_subsets_come_in_the_order_of_their_numbers(mask: int) -> None:
    assert list(subsets(mask)) == [pdep(n, mask) for n in range(2 ** mask.bit_count())]


@given(small_masks)
def test_subsets_ascend(mask: int) -> None:
    listed = list(subsets(mask))
    assert listed == sorted(listed)


@given(bitboards, st.data())
def test_pext_is_the_inverse_of_pdep(mask: int, data: st.DataObject) -> None:
    number = data.draw(st.integers(0, 2 ** mask.bit_count() - 1), label="number")
    assert pext(pdep(number, mask), mask) == number


@given(bitboards, bitboards)
def test_pdep_is_the_inverse_of_pext(mask: int, occupied: int) -> None:
    blockers = occupied & mask
    assert pdep(pext(blockers, mask), mask) == blockers


@pytest.mark.parametrize(
    ("mask", "number", "last"),
    [(0b1011, 8, 7), (0b1011, -1, 7), (EMPTY, 1, 0), (FULL, FULL + 1, FULL)],
)
def test_mask_has_no_subset_beyond_its_last(mask: int, number: int, last: int) -> None:
    sentence = f"value must be an integer from 0 to {last}, got {number}"
    with pytest.raises(ValueError, match=exactly(sentence)):
        pdep(number, mask)


def test_square_outside_the_mask_has_no_number() -> None:
    with pytest.raises(ValueError, match=exactly("value must lie inside the mask 0x7e, got 0x81")):
        pext(0x81, 0x7E)


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda: squares_of(-1), "bitboard"),
        (lambda: diagram(-1), "bitboard"),
        (lambda: subsets(-1), "mask"),
        (lambda: pdep(0, -1), "mask"),
        (lambda: pext(0, -1), "mask"),
        (lambda: pext(-1, 0), "value"),
    ],
)
def test_bitboards_are_checked_before_anything_is_done(
    call: Callable[[], object], name: str
) -> None:
    sentence = f"{name} must be an integer from 0 to 2**64 - 1, got -1"
    with pytest.raises(ValueError, match=exactly(sentence)):
        call()
