"""Numbers, names, files and ranks of the squares, and what is no square."""

from __future__ import annotations

import enum
import re
from typing import TYPE_CHECKING, SupportsIndex

import chess
import numpy as np
import pytest

from magicbb.arguments import short_repr
from magicbb.geometry.squares import (
    SQUARE_NAMES,
    file_of,
    parse_square,
    rank_of,
    square_at,
    square_name,
)

if TYPE_CHECKING:
    from collections.abc import Callable

SENTENCE = 'square must be 0..63 or a name such as "e4", got '


def exactly(sentence: str) -> str:
    """Return the pattern that an error matches when it says this and nothing else."""
    return f"^{re.escape(sentence)}$"


class Corner(enum.IntEnum):
    A1 = 0
    H8 = 63


class Unprintable:
    def __repr__(self) -> str:
        raise RuntimeError


def test_names_are_those_of_python_chess() -> None:
    assert list(SQUARE_NAMES) == chess.SQUARE_NAMES


@pytest.mark.parametrize(
    ("name", "square"), [("a1", 0), ("b1", 1), ("h1", 7), ("a2", 8), ("e4", 28), ("h8", 63)]
)
def test_squares_are_counted_along_the_ranks_from_a1(name: str, square: int) -> None:
    assert SQUARE_NAMES[square] == name


@pytest.mark.parametrize("square", range(64))
def test_file_and_rank_lead_back_to_the_square(square: int) -> None:
    assert square_at(file_of(square), rank_of(square)) == square


def test_file_and_rank_are_counted_from_zero() -> None:
    assert (file_of("h2"), rank_of("h2")) == (7, 1)


@pytest.mark.parametrize("square", range(64))
def test_name_and_number_parse_to_the_same_square(square: int) -> None:
    assert parse_square(square_name(square)) == parse_square(square) == square


def test_name_of_a_name_is_the_name() -> None:
    assert square_name("e4") == "e4"


@pytest.mark.parametrize(
    "square", [np.uint64(63), np.int8(63), np.array(63), np.str_("h8"), Corner.H8, chess.H8]
)
def test_whatever_python_accepts_as_an_index_or_a_string_is_parsed(
    square: SupportsIndex | str,
) -> None:
    assert parse_square(square) == 63


@pytest.mark.parametrize("square", [True, Corner.A1, np.uint8(0)])
def test_parsed_square_is_a_plain_int(square: SupportsIndex) -> None:
    assert type(parse_square(square)) is int


@pytest.mark.parametrize(
    "wrong", [-1, 64, 2**64, "", "e", "e9", "i9", "E4", "e4 ", " e4", "e44", "4e", "28", "\u04354"]
)
def test_wrong_value_is_a_value_error_that_shows_it(wrong: int | str) -> None:
    with pytest.raises(ValueError, match=exactly(f"{SENTENCE}{wrong!r}")):
        parse_square(wrong)


@pytest.mark.parametrize("wrong", [None, 3.5, 28.0, b"e4", ["e4"], 1j, np.float64(3)])
def test_wrong_type_is_a_type_error_that_shows_the_value(wrong: object) -> None:
    with pytest.raises(TypeError, match=exactly(f"{SENTENCE}{wrong!r}")):
        parse_square(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("function", [file_of, rank_of, square_name])
def test_every_function_of_a_square_checks_it(function: Callable[[int], object]) -> None:
    with pytest.raises(ValueError, match=exactly(f"{SENTENCE}64")):
        function(64)


@pytest.mark.parametrize(
    ("file", "rank", "sentence"),
    [
        (8, 0, "file must be 0..7, got 8"),
        (-1, 7, "file must be 0..7, got -1"),
        (7, 8, "rank must be 0..7, got 8"),
        (0, -1, "rank must be 0..7, got -1"),
    ],
)
def test_no_square_lies_off_the_board(file: int, rank: int, sentence: str) -> None:
    with pytest.raises(ValueError, match=exactly(sentence)):
        square_at(file, rank)


def test_file_of_a_wrong_type_is_a_type_error() -> None:
    with pytest.raises(TypeError, match=exactly("file must be 0..7, got 'e'")):
        square_at("e", 4)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "wrong",
    ["e4" * 500_000, 10**5000, -(10**5000)],
    ids=["a megabyte", "5,001 digits", "5,001 digits below zero"],
)
def test_long_value_is_not_echoed(wrong: int | str) -> None:
    with pytest.raises(ValueError, match=re.escape(SENTENCE)) as error:
        parse_square(wrong)
    assert len(str(error.value)) < 120


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (10**5000, "an integer of 16610 bits"),
        ([10**5000], "an object of type list"),
        (Unprintable(), "an object of type Unprintable"),
        (2**64, "18446744073709551616"),
        ("x" * 58, "'" + "x" * 58 + "'"),
        ("x" * 59, "'" + "x" * 56 + "..."),
    ],
    ids=["huge", "huge inside", "no repr", "one past 64 bits", "just short enough", "too long"],
)
def test_any_value_can_be_shown_in_an_error(value: object, shown: str) -> None:
    assert short_repr(value) == shown
