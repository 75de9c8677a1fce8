"""FEN and EPD, held against python-chess."""

from __future__ import annotations

import contextlib
import pickle
import random
import re
import string
from collections.abc import Callable
from itertools import product
from typing import TypeAlias

import chess
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magicbb.chess.notation.fen import (
    LONGEST_LINE,
    PIECES,
    Board,
    Fen,
    FenError,
    parse_board,
    parse_epd,
    parse_fen,
)

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
        ("8/" * 500_000, "fen: the board is 1000000 characters long; at most 71 are possible"),
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


START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R"
KINGS = "4k3/8/8/8/8/8/8/4K3"
GOOD = [
    START,
    f"{KIWIPETE} w KQkq - 0 1",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 12 57",
    f"{CASTLES} b Kq - 65535 65535",
    "QQQQQQQQ/QQQQQQQQ/QQQQ4/8/8/8/8/K1k5 b - - 0 1",
]
"""As they are written out."""

Parser: TypeAlias = Callable[[str], Fen]
EACH_PARSER = pytest.mark.parametrize("parse", [parse_fen, parse_epd])


def random_board(seed: int, plies: int) -> chess.Board:
    """A position that legal moves lead to."""
    rng = random.Random(seed)  # noqa: S311 (no secret)
    board = chess.Board()
    for _ in range(plies):
        moves = [*board.legal_moves]
        if not moves:
            break
        board.push(rng.choice(moves))
    return board


def check_refused_or_read(parse: Parser, text: str) -> None:
    """A text is written out again as what it was read as, or its error is somewhere in it."""
    try:
        fen = parse(text)
    except FenError as error:
        assert 1 <= error.column <= len(text) + 1  # noqa: PT017 (either is right)
    else:
        assert parse_fen(str(fen)) == fen


def error_of(fen: str) -> FenError:
    """The error that a text leads to."""
    with pytest.raises(FenError) as caught:
        parse_fen(fen)
    return caught.value


class TestFen:
    """What is a position."""

    @pytest.mark.parametrize("fen", GOOD)
    def test_a_normal_fen_is_written_as_it_was_read(self, fen: str) -> None:
        assert str(parse_fen(fen)) == fen

    def test_all_six_fields_are_read(self) -> None:
        fen = "4k2r/8/8/8/4Pp2/8/8/4K3 b k e3 7 31"
        board = Board({60: "k", 63: "r", 28: "P", 29: "p", 4: "K"})
        assert parse_fen(fen) == Fen(board, False, "k", chess.E3, 7, 31)

    def test_the_board_is_that_of_parse_board(self) -> None:
        assert parse_fen(GOOD[1]).board == parse_board(GOOD[1])

    @given(st.integers(0, 2**32), st.integers(0, 160))
    def test_positions_of_games_are_written_as_they_were_read(self, seed: int, plies: int) -> None:
        fen = random_board(seed, plies).fen(en_passant="fen")
        assert str(parse_fen(fen)) == fen

    @given(st.integers(0, 2**32), st.integers(0, 160))
    def test_positions_of_games_are_what_python_chess_says(self, seed: int, plies: int) -> None:
        board = random_board(seed, plies)
        fen = parse_fen(board.fen(en_passant="fen"))
        assert fen.board.occupied == board.occupied
        assert fen.white_to_move == board.turn
        assert fen.castling == board.castling_xfen().replace("-", "")
        assert fen.en_passant == board.ep_square
        assert (fen.halfmove_clock, fen.fullmove_number) == (
            board.halfmove_clock,
            board.fullmove_number,
        )

    @pytest.mark.parametrize("letters", ["qkQK", "QKqk", "kKqQ"])
    def test_castling_is_read_in_any_order(self, letters: str) -> None:
        assert parse_fen(f"{CASTLES} w {letters} - 0 1").castling == "KQkq"

    @pytest.mark.parametrize("square", ["a3", "e3", "h3"])
    def test_en_passant_needs_no_capturer(self, square: str) -> None:
        fen = f"4k3/8/8/8/P3P2P/8/8/4K3 b - {square} 0 1"
        assert parse_fen(fen).en_passant == chess.parse_square(square)

    def test_any_number_of_pieces_can_stand(self) -> None:
        assert len(parse_fen(GOOD[-1]).board.pieces) == 22

    def test_the_side_to_move_can_be_in_check(self) -> None:
        assert not parse_fen("4k3/8/8/8/8/8/4Q3/4K3 b - -").white_to_move

    def test_a_piece_in_between_hides_the_king(self) -> None:
        assert parse_fen("4k3/8/8/4n3/8/8/4Q3/4K3 w - -").white_to_move

    @pytest.mark.parametrize(
        ("counters", "expected"),
        [
            ("", (0, 1)),
            (" 7", (7, 1)),
            (" 7 9", (7, 9)),
            (" 0 0", (0, 1)),
            (" 000000007 0009", (7, 9)),
            (" 65535 65535", (65535, 65535)),
            (f" {'0' * 1000} {'0' * 1000}1", (0, 1)),
        ],
    )
    def test_counters_can_be_left_out(self, counters: str, expected: tuple[int, int]) -> None:
        fen = parse_fen(f"{KINGS} w - -{counters}")
        assert (fen.halfmove_clock, fen.fullmove_number) == expected

    @pytest.mark.parametrize("before", ["", " ", "\t ", "\r\n"])
    @pytest.mark.parametrize("after", ["", " ", "\t ", "\n", "\r\n", " \r\n\r\n"])
    @pytest.mark.parametrize("between", [" ", "   ", "\t", " \t "])
    def test_blanks_do_not_matter(self, before: str, between: str, after: str) -> None:
        assert str(parse_fen(before + START.replace(" ", between) + after)) == START

    def test_a_string_of_numpy_is_a_string(self) -> None:
        assert parse_fen(np.str_(START)) == parse_fen(START)


CASTLING = "it must be '-', letters from KQkq, or rook files such as HAha"

# A FEN, then of its error the field, the column and a phrase.
BAD_SPELLING = [
    ("", "board", 1, "it is missing; a FEN has at least board, side to move, castling, en passant"),
    (" \t ", "board", 1, "it is missing"),
    ("hello", "board", 1, "must have 8 ranks separated by '/', got 1"),
    (" 8/8/8/8/8/8/8 w - -", "board", 2, "must have 8 ranks separated by '/', got 7"),
    ("8/8/8/8/8/8/8/8/8 w - -", "board", 16, "must have 8 ranks separated by '/', got 9"),
    ("8/8/7/8/8/8/8/8 w - -", "board", 5, "rank 6 has 7 squares, not 8"),
    ("8/8/8p/8/8/8/8/8 w - -", "board", 6, "rank 6 has 9 squares, not 8"),
    ("8/8/pp8/8/8/8/8/8 w - -", "board", 7, "rank 6 has 10 squares, not 8"),
    ("8//8/8/8/8/8/8 w - -", "board", 3, "rank 7 has 0 squares, not 8"),
    ("8/8/8/8/8/8/8/ w - -", "board", 15, "rank 1 has 0 squares, not 8"),
    ("  8/8/44/8/8/8/8/8 w - -", "board", 8, "rank 6 has two numbers in a row in '44'"),
    ("8/8/8/8/8/8/8/7x w - -", "board", 16, "rank 1 holds 'x', not a piece (PNBRQKpnbrqk)"),
    ("8/9/8/8/8/8/8/8 w - -", "board", 3, "rank 7 holds '9'"),
    (f"{'8/' * 40} w - -", "board", 72, "is 80 characters long; at most 71 are possible"),
    (KINGS, "side to move", 20, "it is missing"),
    (f"{KINGS}  \n", "side to move", 20, "it is missing"),
    (f"{KINGS} W - -", "side to move", 21, "it must be 'w' or 'b', got 'W'"),
    (f"{KINGS}   white - -", "side to move", 24, "it must be 'w' or 'b', got 'white'"),
    (f"{KINGS} - - -", "side to move", 21, "it must be 'w' or 'b', got '-'"),
    (f"{KINGS} w", "castling", 22, "it is missing"),
    (
        f"{CASTLES} w KQx -",
        "castling",
        29,
        f"{CASTLING}, got 'x'",
    ),
    (f"{CASTLES} w KQkK -", "castling", 30, "each only once, got 'K' again"),
    (
        f"{CASTLES} w K- -",
        "castling",
        28,
        f"{CASTLING}, got '-'",
    ),
    (
        f"{CASTLES} w -- -",
        "castling",
        27,
        f"{CASTLING}, got '-'",
    ),
    (f"{CASTLES} w HAhi -", "castling", 30, "rook files such as HAha, got 'i'"),
    (f"{CASTLES} w HAhH -", "castling", 30, "each only once, got 'H' again"),
    (f" {KINGS}  w  - ", "en passant", 27, "it is missing"),
    (f"{KINGS} w - e9", "en passant", 25, "it must be '-' or a square such as 'e3', got 'e9'"),
    (f"{KINGS} w - E3", "en passant", 25, "it must be '-' or a square such as 'e3', got 'E3'"),
    (f"{KINGS} w - e3e", "en passant", 25, "it must be '-' or a square such as 'e3', got 'e3e'"),
    (f"{KINGS} w - - x 1", "halfmove clock", 27, "it must be a number from 0 to 65535, got 'x'"),
    (f"{KINGS} w - - -1 1", "halfmove clock", 27, "it must be a number from 0 to 65535, got '-1'"),
    (f"{KINGS} w - - +1 1", "halfmove clock", 27, "it must be a number from 0 to 65535, got '+1'"),
    (
        f"{KINGS} w - - 1_0 1",
        "halfmove clock",
        28,
        "it must be a number from 0 to 65535, got '1_0'",
    ),
    (
        f"{KINGS} w - - 65536 1",
        "halfmove clock",
        27,
        "it must be a number from 0 to 65535, got '65536'",
    ),
    (f"{KINGS} w - - {'9' * 4000}", "halfmove clock", 27, "got '999"),
    (
        f"{KINGS} w - - 0 1.5",
        "fullmove number",
        30,
        "it must be a number from 0 to 65535, got '1.5'",
    ),
    (f"{KINGS} w - - 0  065536", "fullmove number", 30, "it must be a number from 0 to 65535"),
    (f"{KINGS} w - - 0 1 2", "end", 31, "nothing may follow the fullmove number, got '2'"),
    (f"{KINGS} w - - 0 1  ;D1 20", "end", 32, "nothing may follow the fullmove number, got ';D1'"),
    (
        f"{KINGS} w - - bm Kd2;",
        "halfmove clock",
        27,
        "it must be a number from 0 to 65535, got 'bm'",
    ),
]

# Characters that no FEN has, wherever they stand.
FOREIGN = [
    (f"\ufeff{START}", "board", 1, "U+FEFF (ZERO WIDTH NO-BREAK SPACE) is not allowed in a FEN"),
    (
        f"{KINGS}\xa0w - -",
        "board",
        20,
        "U+00A0 (NO-BREAK SPACE) is not allowed in a FEN, whose fields",
    ),
    (f"{KINGS}\nw - -", "board", 20, "U+000A (an invisible character)"),
    ("4k3/8/8/8/8/8/8/4\uff2b3 w - -", "board", 18, "U+FF2B (FULLWIDTH LATIN CAPITAL LETTER K)"),
    (f"{KINGS} \0w - -", "side to move", 21, "U+0000 (an invisible character)"),
    (f"{KINGS} w\u2003- -", "side to move", 22, "U+2003 (EM SPACE)"),
    (f"{KINGS} w \u2013 -", "castling", 23, "U+2013 (EN DASH)"),
    (f"{KINGS} w - -\x0b", "en passant", 26, "U+000B (an invisible character)"),
    (f"{KINGS} w - - \u0663 1", "halfmove clock", 27, "U+0663 (ARABIC-INDIC DIGIT THREE)"),
    (f"{KINGS} w - - 0 1\uff11", "fullmove number", 30, "U+FF11 (FULLWIDTH DIGIT ONE)"),
    (f"{KINGS} w - - 0 1\0", "fullmove number", 30, "U+0000"),
    (f"{KINGS} w - - 0 \ud800", "fullmove number", 29, "U+D800"),
]

BAD_POSITIONS = [
    ("8/8/8/8/8/8/8/8 w - -", "board", 1, "there is no white king; each side must have exactly"),
    (" 8/8/8/8/8/8/8/4K3 w - -", "board", 2, "there is no black king"),
    ("4k3/8/8/8/8/8/8/K3K3 w - -", "board", 19, "there are 2 white kings"),
    ("kkk5/8/8/8/8/8/8/K7 w - -", "board", 2, "there are 3 black kings"),
    ("4k2p/8/8/8/8/8/8/4K3 w - -", "board", 4, "a black pawn on h8: no pawn can stand on rank 1"),
    ("4k3/8/8/8/8/8/8/P3K3 w - -", "board", 17, "a white pawn on a1"),
    ("4k3/8/8/8/8/8/8/p3K3 w - -", "board", 17, "a black pawn on a1"),
    (f"{KINGS} w K -", "castling", 23, "'K' needs a white rook on rank 1 to the right of"),
    ("4k3/8/8/8/8/8/8/r3K3 w Q -", "castling", 24, "'Q' needs a white rook on rank 1 to the left"),
    ("4k2r/8/8/8/8/8/8/4K3 w qk -", "castling", 24, "'q' needs a black rook on rank 8 to the left"),
    ("r6r/3k4/8/8/8/8/8/4K3 w kq -", "castling", 25, "'k' needs the black king on rank 8, but"),
    ("r3k2r/8/8/8/8/8/5K2/4Q2R w kqK -", "castling", 30, "'K' needs the white king on rank 1, but"),
    (f"{KINGS} w - e3", "en passant", 25, "with White to move, the square must be on rank 6"),
    (f"{KINGS} b - e6", "en passant", 25, "with Black to move, the square must be on rank 3"),
    (f"{KINGS} b - e4", "en passant", 25, "rank 3, got 'e4'"),
    (
        f"{KINGS} w - e6",
        "en passant",
        25,
        "a black pawn must have stepped over e6 to e5, where",
    ),
    ("4k3/8/8/4P3/8/8/8/4K3 w - e6", "en passant", 27, "to e5, where 'P' stands"),
    ("4k3/8/8/3rp3/8/8/8/4K3 w - d6", "en passant", 28, "to d5, where 'r' stands"),
    ("4k3/8/4n3/4p3/8/8/8/4K3 w - e6", "en passant", 29, "have passed over e6, where 'n' stands"),
    ("3k4/4q3/8/4p3/8/8/8/3K4 w - e6", "en passant", 29, "have come from e7, where 'q' stands"),
    ("4k3/8/8/8/4P3/8/4B3/3K4 b - e3", "en passant", 29, "have come from e2, where 'B' stands"),
    ("4k3/8/8/8/8/8/4Q3/4K3 w - -", "position", 2, "the queen on e2 attacks the king on e8 with"),
    ("4k3/8/8/8/8/8/4r3/4K3 b - -", "position", 20, "the rook on e2 attacks the king on e1 with"),
    ("4k3/8/8/1B6/8/8/8/4K3 w - -", "position", 2, "White to move; only White can be in check"),
    ("4k3/8/3N4/8/8/8/8/4K3 w - -", "position", 2, "the knight on d6 attacks the king on e8"),
    ("4k3/3P4/8/8/8/8/8/4K3 w - -", "position", 2, "the pawn on d7 attacks the king on e8"),
    ("4k3/8/8/8/8/8/5p2/4K3 b - -", "position", 20, "the pawn on f2 attacks the king on e1"),
    (" 8/8/3k4/3K4/8/8/8/8 w - -", "position", 7, "the king on d5 attacks the king on d6"),
    ("8/8/3k4/4K3/8/8/8/8 b - -", "position", 10, "the king on d6 attacks the king on e5"),
]


def numbered(bad: list[tuple[str, str, int, str]]) -> pytest.MarkDecorator:
    """Run a test on each of these."""
    names = [f"{field}-{phrase}" for _, field, _, phrase in bad]
    return pytest.mark.parametrize(("fen", "field", "column", "phrase"), bad, ids=names)


class TestFenError:
    """What is none."""

    @numbered(BAD_SPELLING)
    def test_wrong_spelling_is_named_with_its_place(
        self, fen: str, field: str, column: int, phrase: str
    ) -> None:
        error = error_of(fen)
        assert (error.field, error.column) == (field, column)
        assert phrase in error.complaint

    @numbered(FOREIGN)
    def test_a_foreign_character_is_refused_as_what_it_is(
        self, fen: str, field: str, column: int, phrase: str
    ) -> None:
        error = error_of(fen)
        assert (error.field, error.column) == (field, column)
        assert phrase in error.complaint

    @numbered(BAD_POSITIONS)
    def test_what_cannot_stand_on_a_board_is_named_with_its_place(
        self, fen: str, field: str, column: int, phrase: str
    ) -> None:
        error = error_of(fen)
        assert (error.field, error.column) == (field, column)
        assert phrase in error.complaint

    @pytest.mark.parametrize(
        ("fen", "field"),
        [
            (f"{KINGS} W x -", "side to move"),
            ("8/8/8/8/8/8/8/8 w - - 0 x", "fullmove number"),
            ("8/8/8/8/8/8/8/8 w K - 0 1 2", "end"),
            ("8/8/8/8/8/8/8/8 w K e3", "board"),
            (f"{KINGS} w K e3", "castling"),
            ("4k3/8/8/8/8/8/4Q3/4K3 w - e3", "en passant"),
        ],
    )
    def test_spelling_comes_first_and_then_the_rules(self, fen: str, field: str) -> None:
        assert error_of(fen).field == field

    def test_the_sentence_has_the_field_and_the_column(self) -> None:
        sentence = "fen: side to move, column 21: it must be 'w' or 'b', got 'x'"
        with pytest.raises(FenError, match=exactly(sentence)):
            parse_fen(f"{KINGS} x - - 0 1")

    def test_it_is_a_value_error(self) -> None:
        assert isinstance(error_of(""), ValueError)

    def test_it_is_pickled_with_its_place(self) -> None:
        error = error_of(f"{KINGS} x")
        again = pickle.loads(pickle.dumps(error))  # noqa: S301 (of our own making)
        assert (str(again), again.column) == (str(error), error.column)

    @EACH_PARSER
    @pytest.mark.parametrize("text", ["8/" * 500_000, START + " " * 1_000_000, "9" * 1_000_000])
    def test_a_long_text_is_refused_in_few_words(self, parse: Parser, text: str) -> None:
        with pytest.raises(FenError) as caught:
            parse(text)
        assert (caught.value.field, caught.value.column) == ("position", LONGEST_LINE + 1)
        assert len(str(caught.value)) < 100

    @pytest.mark.parametrize("text", [START + ";" + "x" * 4000, "k" * 4000, "\u0663 " * 2000])
    def test_no_sentence_is_long(self, text: str) -> None:
        assert len(str(error_of(text))) < 200

    @EACH_PARSER
    @pytest.mark.parametrize("fen", [None, 8, START.encode(), START.split(), chess.Board()])
    def test_what_is_no_string_is_a_type_error(self, parse: Parser, fen: object) -> None:
        with pytest.raises(TypeError, match=r"^(fen|line) must be a string, got "):
            parse(fen)  # type: ignore[arg-type]

    @EACH_PARSER
    @given(st.text(max_size=300))
    def test_any_text_is_read_or_refused(self, parse: Parser, text: str) -> None:
        with contextlib.suppress(FenError):
            parse(text)

    @EACH_PARSER
    @given(
        st.lists(
            st.sampled_from([KINGS, CASTLES, "w", "b", "-", "KQkq", "e3", "0", ";", "bm", "\n"])
            | st.text(max_size=3),
            max_size=9,
        ),
        st.sampled_from([" ", "  ", "\t", "\xa0"]),
    )
    def test_any_fields_are_read_or_refused(
        self, parse: Parser, fields: list[str], between: str
    ) -> None:
        check_refused_or_read(parse, between.join(fields))

    @pytest.mark.parametrize("good", GOOD)
    def test_one_character_changed_is_refused_or_read(self, good: str, share: int) -> None:
        places = range(len(good) + 1)
        characters = ["", *string.printable, "\0", "\xa0", "\u0663", "\uff2b"]
        for place, (number, character), width in product(places, enumerate(characters), (0, 1)):
            if (place + number) % share:
                continue
            text = good[:place] + character + good[place + width :]
            check_refused_or_read(parse_fen, text)


@given(
    st.integers(0, 2**32),
    st.integers(0, 100),
    st.lists(st.tuples(st.integers(0, 63), st.sampled_from(["", *PIECES])), max_size=3),
    st.sampled_from(["w", "b"]),
    st.sampled_from(["-", "KQkq", "Kq", "Q"]),
    st.sampled_from(["-", "a3", "e3", "d6", "h6"]),
)
def test_exactly_what_python_chess_calls_valid_is_read(
    seed: int,
    plies: int,
    changes: list[tuple[int, str]],
    side: str,
    castling: str,
    en_passant: str,
) -> None:
    board = random_board(seed, plies)
    for square, letter in changes:
        board.set_piece_at(square, chess.Piece.from_symbol(letter) if letter else None)
    text = f"{board.board_fen()} {side} {castling} {en_passant} 0 1"
    told = chess.Board(text, chess960=True)
    faults = told.status()
    # Of these the parser says nothing: more pieces than a game can have, checks no move can give.
    faults &= ~(
        chess.STATUS_TOO_MANY_WHITE_PAWNS
        | chess.STATUS_TOO_MANY_BLACK_PAWNS
        | chess.STATUS_TOO_MANY_WHITE_PIECES
        | chess.STATUS_TOO_MANY_BLACK_PIECES
        | chess.STATUS_TOO_MANY_CHECKERS
        | chess.STATUS_IMPOSSIBLE_CHECK
    )
    # A right without any rook on its rank is dropped in silence by python-chess.
    dropped = told.castling_rights.bit_count() != len(castling.replace("-", ""))
    if faults or dropped:
        error_of(text)
    else:
        assert parse_fen(text).board.pieces.keys() == set(chess.SquareSet(board.occupied))


@pytest.mark.parametrize("white", [True, False])
def test_every_piece_attacks_what_python_chess_says(white: bool, share: int) -> None:
    """Each piece on each square, with the king of the side not to move on each other."""
    side, own, other = ("w", "PNBRQ", "kK") if white else ("b", "pnbrq", "Kk")
    for letter, square, king in product(own, range(64), range(64)):
        home = next(corner for corner in (0, 7, 56, 63) if chess.square_distance(corner, king) > 1)
        if len({square, king, home}) < 3 or (letter in "Pp" and square // 8 in {0, 7}):
            continue
        if (square // 8 + king) % share:
            continue
        text = f"{fen_of({square: letter, king: other[0], home: other[1]})} {side} - - 0 1"
        if chess.Board(text).was_into_check():
            assert error_of(text).field == "position"
        else:
            parse_fen(text)


class TestEpd:
    """Lines of EPD files."""

    @pytest.mark.parametrize(
        "rest",
        [
            "",
            " 0 1",
            "\r\n",
            ' bm Nf3; id "x";',
            ' id "a; b 0 1 \u0663\0";',
            " ;D1 20 ;D2 400",
            " 0 1 ;D1 20 ;D2 400\n",
            " 0 1;D1 20;D2 400",
            ";D1 20",
            " 0 1 bm Nf3",
            " hmvc 4; fmvn 12;",
        ],
    )
    def test_operations_are_passed_over(self, rest: str) -> None:
        start = START.removesuffix(" 0 1")
        assert parse_epd(start + rest) == parse_fen(START)

    @given(st.text(max_size=100))
    def test_whatever_they_are(self, operations: str) -> None:
        assert parse_epd(f"{START} ;{operations}") == parse_fen(START)

    def test_the_counters_are_read(self) -> None:
        fen = parse_epd(f"{KINGS} w - - 12 34 ;D1 5")
        assert (fen.halfmove_clock, fen.fullmove_number) == (12, 34)

    @pytest.mark.parametrize("fen", GOOD)
    def test_a_fen_is_a_line(self, fen: str) -> None:
        assert parse_epd(f"{fen}\r\n") == parse_fen(fen)

    @pytest.mark.parametrize(
        ("line", "field", "column"),
        [
            ("", "board", 1),
            (" ;D1 20", "board", 1),
            (f"{KINGS} w -; bm Kd2", "en passant", 24),
            (f"{KINGS} w - bm Kd2;", "en passant", 25),
            (f"{KINGS} w K - ;D1 5", "castling", 23),
            (f"{KINGS} w - - -1 1 ;D1 5", "halfmove clock", 27),
            (f"{KINGS} w - - 0 \u0661 ;D1 5", "fullmove number", 29),
            (f"{KINGS} w - - 0 1 2 ;D1 5", "end", 31),
            (f"# {KINGS} w - -", "board", 1),
        ],
    )
    def test_what_stands_before_them_is_a_fen(self, line: str, field: str, column: int) -> None:
        with pytest.raises(FenError) as caught:
            parse_epd(line)
        assert (caught.value.field, caught.value.column) == (field, column)
