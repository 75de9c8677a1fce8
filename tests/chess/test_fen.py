"""The board of a FEN, held against python-chess."""

from __future__ import annotations

import contextlib
import re

import chess
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magicbb.chess.fen import PIECES, Board, parse_board

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R"
PLACEMENTS = st.dictionaries(st.integers(0, 63), st.sampled_from(PIECES))


def fen_of(pieces: dict[int, str]) -> str:
    """The board as python-chess writes it."""
    board = chess.BaseBoard.empty()
    board.set_piece_map({square: chess.Piece.from_symbol(name) for square, name in pieces.items()})
    return board.board_fen()


def exactly(sentence: str) -> str:
    """Return the pattern that an error matches when it says this and nothing else."""
    return f"^{re.escape(sentence)}$"


@given(PLACEMENTS)
def test_any_placement_is_read_as_python_chess_wrote_it(pieces: dict[int, str]) -> None:
    assert parse_board(fen_of(pieces)).pieces == pieces


@given(PLACEMENTS)
def test_occupied_is_the_set_of_the_pieces(pieces: dict[int, str]) -> None:
    assert parse_board(fen_of(pieces)).occupied == chess.SquareSet(pieces).mask


def test_positions_of_games_are_read(positions: list[chess.Board]) -> None:
    for position in positions:
        assert parse_board(position.fen()).occupied == position.occupied


@given(PLACEMENTS, st.integers(0, 70), st.text(f"{PIECES}0123456789/-x \u0663", max_size=2))
def test_what_python_chess_refuses_is_refused(
    pieces: dict[int, str], place: int, change: str
) -> None:
    fen = fen_of(pieces)
    fen = (fen[:place] + change + fen[place + 1 :]).split(" ")[0]
    if re.search(r"[1-8][1-8]", fen):  # numbers may follow each other here
        return
    try:
        expected = {
            square: piece.symbol() for square, piece in chess.BaseBoard(fen).piece_map().items()
        }
    except ValueError:
        with pytest.raises(ValueError, match=r"^fen: "):
            parse_board(fen)
    else:
        assert parse_board(fen).pieces == expected


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused_with_a_value_error(text: str) -> None:
    with contextlib.suppress(ValueError):
        assert set(parse_board(text).pieces.values()) <= set(PIECES)


@pytest.mark.parametrize("rest", [" w KQkq - 0 1", " b - -", "\tw", "\n", " nonsense"])
def test_what_follows_the_board_is_passed_over(rest: str) -> None:
    assert parse_board(KIWIPETE + rest) == parse_board(KIWIPETE)


def test_a_string_of_numpy_is_a_string() -> None:
    assert parse_board(np.str_(KIWIPETE)) == parse_board(KIWIPETE)


def test_boards_are_equal_when_their_pieces_are() -> None:
    assert parse_board("8/8/8/8/3Q4/8/8/8") == Board({chess.D4: "Q"})


@pytest.mark.parametrize(
    ("fen", "sentence"),
    [
        ("", "fen: the board must have 8 ranks separated by '/', got 1"),
        ("   ", "fen: the board must have 8 ranks separated by '/', got 1"),
        ("8/8/8/8/8/8/8", "fen: the board must have 8 ranks separated by '/', got 7"),
        ("8/8/8/8/8/8/8/8/", "fen: the board must have 8 ranks separated by '/', got 9"),
        ("8/8/8/8/8/8/8/", "fen: rank 1 has 0 squares, not 8"),
        ("8/8/7/8/8/8/8/8", "fen: rank 6 has 7 squares, not 8"),
        ("8/8/8/8/8/8/8/8K", "fen: rank 1 has 9 squares, not 8"),
        ("KKKKKKKKK/8/8/8/8/8/8/8", "fen: rank 8 has 9 squares, not 8"),
        ("8/8/8/8/8/8/8/71P", "fen: rank 1 has two numbers in a row in '71P'"),
        (
            "8/8/8/8/8/8/8/7Ｋ",
            "fen: rank 1 holds 'Ｋ', not a piece (PNBRQKpnbrqk) or a number 1..8",
        ),
        ("8/" * 500_000, "fen: the board is 1000000 characters long, at most 71 are possible"),
    ],
    ids=lambda value: repr(value[:16]),
)
def test_a_wrong_board_is_a_value_error(fen: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=exactly(sentence)):
        parse_board(fen)


@pytest.mark.parametrize("character", ["9", "0", "x", "~", "-", "²", "\u0668", "\uff2b", "\0"])
def test_any_other_character_is_named(character: str) -> None:
    allowed = "a piece (PNBRQKpnbrqk) or a number 1..8"
    with pytest.raises(
        ValueError, match=exactly(f"fen: rank 1 holds {character!r}, not {allowed}")
    ):
        parse_board(f"8/8/8/8/8/8/8/{character}7")


@pytest.mark.parametrize("fen", [None, 8, b"8/8/8/8/8/8/8/8", ["8"] * 8, chess.Board()])
def test_what_is_no_string_is_a_type_error(fen: object) -> None:
    with pytest.raises(TypeError, match=r"^fen must be a string, got "):
        parse_board(fen)  # type: ignore[arg-type]
