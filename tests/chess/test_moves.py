"""Moves: their three notations say the same, and what is no move is refused."""

from __future__ import annotations

import copy
import pickle
import re
from itertools import permutations
from typing import Any

import chess
import numpy as np
import pytest

import magicbb as mb
from magicbb.chess.moves import parse_move

KINDS = {None: 0, 2: 2, 3: 3, 4: 4, 5: 5}
"""What a pawn may become, and how a code says it."""

EVERY = [
    mb.chess.Move(origin, target, promotion)
    for origin, target in permutations(range(64), 2)
    for promotion in KINDS
]

NO_UCI = [
    "",
    "e2",
    "e2e",
    "e2e9",
    "i2e4",
    "e2-e4",
    "e2e4 ",
    " e2e4",
    "E2E4",
    "e7e8Q",
    "e7e8k",
    "e7e8p",
    "e7e8qq",
    "e7e8=q",
    "e2e2",
    "0000",
    "O-O",
    "Nf3",
    "P@e4",
    "e\uff12e4",
    "e2e4" * 250_000,
]
NO_CODES = [
    0,
    65 * 5,
    -1,
    1 << 16,
    10**5000,
    chess.E2 | chess.E4 << 6 | 1 << 12,
    chess.E2 | chess.E4 << 6 | 6 << 12,
    chess.E2 | chess.E4 << 6 | 15 << 12,
]


def from_outside(move: mb.chess.Move) -> chess.Move:
    return chess.Move(move.from_square, move.to_square, move.promotion)


@pytest.mark.parametrize(
    ("uci", "origin", "target", "promotion"),
    [
        ("a1b1", chess.A1, chess.B1, None),
        ("e2e4", chess.E2, chess.E4, None),
        ("e1g1", chess.E1, chess.G1, None),
        ("h8a1", chess.H8, chess.A1, None),
        ("e7e8n", chess.E7, chess.E8, chess.KNIGHT),
        ("e7e8b", chess.E7, chess.E8, chess.BISHOP),
        ("b2a1r", chess.B2, chess.A1, chess.ROOK),
        ("g7h8q", chess.G7, chess.H8, chess.QUEEN),
    ],
)
def test_uci_is_read_into_three_numbers(
    uci: str, origin: int, target: int, promotion: int | None
) -> None:
    assert mb.chess.Move.from_uci(uci) == (origin, target, promotion)


def test_every_move_in_uci_is_that_of_python_chess() -> None:
    assert [move.uci for move in EVERY] == [from_outside(move).uci() for move in EVERY]


def test_every_move_is_read_from_what_it_is_written_as() -> None:
    assert [mb.chess.Move.from_uci(move.uci) for move in EVERY] == EVERY


def test_every_move_is_read_from_its_code() -> None:
    assert [mb.chess.Move.from_code(move.code) for move in EVERY] == EVERY


def test_a_code_has_both_squares_and_the_promotion() -> None:
    assert [move.code for move in EVERY] == [
        origin + 64 * target + 4096 * KINDS[promotion] for origin, target, promotion in EVERY
    ]


def test_a_code_of_numpy_is_a_code() -> None:
    assert mb.chess.Move.from_code(np.uint16(1804)) == mb.chess.Move.from_code(1804)


def test_a_move_read_from_a_code_of_numpy_has_plain_numbers() -> None:
    move = mb.chess.Move.from_code(np.uint16(5 << 12 | 60 << 6 | 52))
    assert {type(number) for number in move} == {int}


def test_a_string_of_numpy_names_a_move() -> None:
    assert mb.chess.Move.from_uci(np.str_("e2e4")) == mb.chess.Move(chess.E2, chess.E4)


def test_printing_a_move_shows_its_uci() -> None:
    assert f"{mb.chess.Move(chess.E7, chess.E8, 5)}" == "e7e8q"


@pytest.mark.parametrize("move", [mb.chess.Move(12, 28), mb.chess.Move(52, 60, 2)])
def test_the_repr_of_a_move_makes_it_again(move: mb.chess.Move) -> None:
    assert eval(repr(move), {"Move": mb.chess.Move}) == move  # noqa: S307


def test_a_move_is_what_python_chess_takes() -> None:
    move = mb.chess.Move.from_uci("b2a1n")
    assert chess.Move(*move) == chess.Move.from_uci("b2a1n")


def test_moves_with_the_same_numbers_are_equal() -> None:
    assert mb.chess.Move.from_uci("e2e4") == mb.chess.Move.from_code(1804) == mb.chess.Move(12, 28)


def test_equal_moves_have_one_hash() -> None:
    assert (
        len({mb.chess.Move.from_uci("e2e4"), mb.chess.Move.from_code(1804), mb.chess.Move(12, 28)})
        == 1
    )


@pytest.mark.parametrize("other", ["e2e3", "e3e4", "e7e8r", "e7e8"])
def test_moves_with_another_number_are_not_equal(other: str) -> None:
    assert mb.chess.Move.from_uci(other) not in {
        mb.chess.Move.from_uci("e2e4"),
        mb.chess.Move.from_uci("e7e8q"),
    }


@pytest.mark.parametrize("name", ["from_square", "to_square", "promotion", "code", "uci"])
def test_a_move_cannot_change(name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(mb.chess.Move(12, 28), name, 1)


def pickled(value: object) -> object:
    return pickle.loads(pickle.dumps(value))  # noqa: S301


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, pickled])
def test_a_copied_move_is_the_same_move(again: Any) -> None:
    move = mb.chess.Move(chess.E7, chess.E8, 5)
    assert (again(move), type(again(move))) == (move, mb.chess.Move)


@pytest.mark.parametrize("text", NO_UCI, ids=lambda text: repr(text[:8]))
def test_a_text_that_is_no_move_is_refused(text: str) -> None:
    sentence = 'a move must be written like "e2e4" or "e7e8q", got ' + re.escape(repr(text)[:40])
    with pytest.raises(ValueError, match=f"^{sentence}"):
        mb.chess.Move.from_uci(text)


@pytest.mark.parametrize("value", [None, 1804, b"e2e4", ["e2e4"], chess.Move(12, 28)])
def test_uci_of_another_type_is_refused(value: Any) -> None:
    with pytest.raises(TypeError, match=r'^a move must be written like "e2e4" or "e7e8q", got '):
        mb.chess.Move.from_uci(value)


@pytest.mark.parametrize("code", NO_CODES, ids=lambda code: f"{code.bit_length()} bits")
def test_a_number_that_is_no_code_is_refused(code: int) -> None:
    with pytest.raises(ValueError, match=r"^code must be from \+ 64 \* to .*, got "):
        mb.chess.Move.from_code(code)


@pytest.mark.parametrize("value", [None, 1804.5, "1804", b"1804", [1804]])
def test_a_code_of_another_type_is_refused(value: Any) -> None:
    with pytest.raises(TypeError, match=r"^code must be "):
        mb.chess.Move.from_code(value)


@pytest.mark.parametrize(
    "given",
    [
        mb.chess.Move(52, 60, 5),
        "e7e8q",
        5 << 12 | 60 << 6 | 52,
        np.uint16(5 << 12 | 60 << 6 | 52),
        chess.Move(52, 60, 5),
        mb.chess.Move(np.int64(52), np.uint8(60), np.int8(5)),
    ],
    ids=lambda given: type(given).__name__,
)
def test_a_move_can_be_given_in_six_ways(given: Any) -> None:
    assert parse_move(given) == mb.chess.Move(52, 60, 5)


@pytest.mark.parametrize(
    "given", [None, True, 1804.0, b"e2e4", (12, 28, None), ["e2e4"], np.True_, object()]
)
def test_what_is_no_move_is_a_type_error(given: Any) -> None:
    rule = '^a move must be written like "e2e4" or "e7e8q", or be a Move, got '
    with pytest.raises(TypeError, match=rule):
        parse_move(given)
