"""What a position says of itself: what stands where, whose move it is, and the other fields."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import chess
import numpy as np
import pytest

import magicbb as mb

KNOWN = json.loads((Path(__file__).parents[1] / "data" / "positions.json").read_text("utf-8"))
FENS = KNOWN["various"]
ENDGAME = FENS[2]


@pytest.fixture
def start() -> mb.Position:
    return mb.Position()


each_fen = pytest.mark.parametrize("fen", FENS)
each_color = pytest.mark.parametrize("color", chess.COLORS)


@pytest.mark.parametrize(("side", "turn"), [("w", True), ("b", False)])
def test_the_turn_is_true_for_white(side: str, turn: bool) -> None:
    assert mb.Position(f"8/8/8/8/8/8/8/K6k {side} - - 0 1").turn is turn


@pytest.mark.parametrize(
    "name", ["occupied", "pawns", "knights", "bishops", "rooks", "queens", "kings"]
)
@each_fen
def test_a_set_of_pieces_is_that_of_python_chess(fen: str, name: str) -> None:
    found: object = getattr(mb.Position(fen), name)
    assert (found, type(found)) == (getattr(chess.Board(fen), name), int)


@pytest.mark.parametrize(("name", "color"), [("white", chess.WHITE), ("black", chess.BLACK)])
@each_fen
def test_a_side_is_that_of_python_chess(fen: str, name: str, color: bool) -> None:
    assert getattr(mb.Position(fen), name) == chess.Board(fen).occupied_co[color]


@pytest.mark.parametrize("name", [True, "white", np.True_, chess.WHITE])
def test_white_can_be_named_in_several_ways(start: mb.Position, name: Any) -> None:
    assert start.side(name) == 0xFFFF


@pytest.mark.parametrize("name", [False, "black", np.False_, chess.BLACK])
def test_black_can_be_named_in_several_ways(start: mb.Position, name: Any) -> None:
    assert start.side(name) == 0xFFFF << 48


@each_fen
def test_the_words_are_eight_and_say_the_same(fen: str) -> None:
    position = mb.Position(fen)
    white, bqn, rqk, pnk, _rights, turn, clock, number = position.words.tolist()
    assert (white, bqn | rqk | pnk) == (position.white, position.occupied)
    assert (turn, clock) == (not position.turn, position.halfmove_clock)
    assert number == position.fullmove_number


@pytest.mark.parametrize("rights", ["KQkq", "KQk", "Kq", "Q", "q", "k", ""])
def test_the_castling_rights_are_letters(rights: str) -> None:
    fen = f"r3k2r/8/8/8/8/8/8/R3K2R w {rights or '-'} - 0 1"
    assert mb.Position(fen).castling == rights


@pytest.mark.parametrize("file", range(8))
@pytest.mark.parametrize(
    ("fen", "passed"),
    [("4k3/8/8/8/{}/8/8/4K3 b - {}3 0 1", 16), ("4k3/8/8/{}/8/8/8/4K3 w - {}6 0 1", 40)],
)
def test_en_passant_is_the_square_passed_over(fen: str, passed: int, file: int) -> None:
    pawn = "P" if " b " in fen else "p"
    rank = f"{file or ''}{pawn}{7 - file or ''}"
    position = mb.Position(fen.format(rank, "abcdefgh"[file]))
    assert position.en_passant == passed + file


def test_en_passant_is_none_without_a_double_step(start: mb.Position) -> None:
    assert start.en_passant is None


def test_the_clocks_are_the_last_two_fields() -> None:
    position = mb.Position(ENDGAME)
    assert (position.halfmove_clock, position.fullmove_number) == (12, 57)


@each_fen
def test_the_pieces_are_those_of_python_chess(fen: str) -> None:
    expected = {square: piece.symbol() for square, piece in chess.Board(fen).piece_map().items()}
    assert mb.Position(fen).pieces == expected


@each_fen
def test_each_square_has_the_piece_of_python_chess(fen: str) -> None:
    position, board = mb.Position(fen), chess.Board(fen)
    expected = [piece and piece.symbol() for piece in map(board.piece_at, chess.SQUARES)]
    assert [position.piece_at(square) for square in range(64)] == expected


@pytest.mark.parametrize("square", ["e1", 4, np.int8(4)])
def test_a_square_is_a_name_or_a_number(start: mb.Position, square: Any) -> None:
    assert start.piece_at(square) == "K"


@pytest.mark.parametrize("method", ["piece_at", "attacks"])
@pytest.mark.parametrize("square", [64, -1, "e9", "", "E1"])
def test_a_wrong_square_is_a_value_error(start: mb.Position, method: str, square: Any) -> None:
    with pytest.raises(ValueError, match=r"^square must be "):
        getattr(start, method)(square)


@pytest.mark.parametrize("method", ["piece_at", "attacks"])
@pytest.mark.parametrize("square", [None, 4.0, b"e1"])
def test_a_square_of_another_type_is_a_type_error(
    start: mb.Position, method: str, square: Any
) -> None:
    with pytest.raises(TypeError, match=r"^square must be "):
        getattr(start, method)(square)


@each_color
@each_fen
def test_the_king_is_where_it_stands(fen: str, color: bool) -> None:
    assert mb.Position(fen).king(color) == chess.Board(fen).king(color)


@pytest.mark.parametrize("method", ["side", "king", "attacked", "pinned"])
@pytest.mark.parametrize("color", ["w", "White", ""])
def test_a_wrong_color_is_a_value_error(start: mb.Position, method: str, color: str) -> None:
    with pytest.raises(ValueError, match=r'^color must be True or "white", False or "black", '):
        getattr(start, method)(color)


@pytest.mark.parametrize("method", ["side", "king", "attacked", "pinned"])
@pytest.mark.parametrize("color", [1, 0, 1.0, b"white"])
def test_a_color_of_another_type_is_a_type_error(
    start: mb.Position, method: str, color: Any
) -> None:
    with pytest.raises(TypeError, match=r'^color must be True or "white", False or "black", '):
        getattr(start, method)(color)
