"""The legal moves of a position, and playing them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import chess
import numpy as np
import pytest

import magicbb as mb
from magicbb.chess.position import START

KNOWN = json.loads((Path(__file__).parents[1] / "data" / "positions.json").read_text("utf-8"))
FENS = KNOWN["various"]
KIWIPETE = FENS[1]
MATES = KNOWN["mates"]
STALEMATES = KNOWN["stalemates"]
CHECKS = KNOWN["checks"]


@pytest.fixture
def start() -> mb.Position:
    return mb.Position()


@pytest.fixture
def kiwipete() -> mb.Position:
    return mb.Position(KIWIPETE)


each_fen = pytest.mark.parametrize("fen", FENS)


@pytest.mark.parametrize("fen", FENS + MATES + STALEMATES + CHECKS[1:])
def test_the_legal_moves_are_those_of_python_chess(fen: str) -> None:
    found = [move.uci for move in mb.Position(fen).legal_moves()]
    assert sorted(found) == sorted(move.uci() for move in chess.Board(fen).legal_moves)


def test_legal_moves_are_moves(start: mb.Position) -> None:
    assert {type(move) for move in start.legal_moves()} == {mb.chess.Move}


@each_fen
def test_the_order_of_moves_is_always_the_same(fen: str) -> None:
    one, other = mb.Position(fen), mb.Position.from_board(chess.Board(fen))
    assert one.legal_moves() == other.legal_moves()


@pytest.mark.parametrize("fen", FENS + MATES + STALEMATES)
def test_the_array_has_the_codes_of_the_moves_in_their_order(fen: str) -> None:
    position = mb.Position(fen)
    codes = [move.code for move in position.legal_moves()]
    assert position.legal_moves_array().tolist() == codes


@pytest.mark.parametrize("fen", [START, MATES[0]])
def test_the_array_is_of_16_bits_and_one_dimension(fen: str) -> None:
    array = mb.Position(fen).legal_moves_array()
    assert (array.dtype, array.ndim) == (np.dtype(np.uint16), 1)


def test_the_array_is_memory_of_its_own(start: mb.Position) -> None:
    start.legal_moves_array().fill(0)
    assert start.legal_moves_array().all()


def test_the_array_outlives_its_position() -> None:
    array = mb.Position(KIWIPETE).legal_moves_array()
    others = [mb.Position(KIWIPETE).legal_moves_array() for _ in range(100)]
    assert all((array == other).all() for other in others)


@pytest.mark.parametrize(
    "move",
    [
        "e2e4",
        mb.chess.Move(chess.E2, chess.E4),
        chess.E2 | chess.E4 << 6,
        np.uint16(chess.E2 | chess.E4 << 6),
        chess.Move.from_uci("e2e4"),
    ],
    ids=lambda move: type(move).__name__,
)
def test_a_move_can_be_given_as(start: mb.Position, move: Any) -> None:
    expected = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
    assert start.push(move).to_fen() == expected


def test_pushing_leaves_the_position_as_it_was(kiwipete: mb.Position) -> None:
    for move in kiwipete.legal_moves():
        kiwipete.push(move)
    assert kiwipete.to_fen() == KIWIPETE


@pytest.mark.slow
@pytest.mark.parametrize(
    "fen",
    [KIWIPETE, *(pytest.param(fen, marks=pytest.mark.slow) for fen in FENS if fen != KIWIPETE)],
)
def test_every_number_of_a_legal_move_and_no_other_is_taken(fen: str) -> None:
    position = mb.Position(fen)
    taken = []
    for code in range(1 << 16):
        try:
            position.push(code)
        except ValueError:
            continue
        taken.append(code)
    assert taken == sorted(position.legal_moves_array().tolist())


@pytest.mark.parametrize(
    "move",
    [
        "e2e5",
        "e7e5",
        "e4e5",
        "e2e4q",
        "e1g1",
        "a1a1q",
        mb.chess.Move(chess.A1, chess.A1),
        mb.chess.Move(chess.E2, chess.E5),
        chess.Move.null(),
        chess.Move.from_uci("e2e5"),
        chess.Move.from_uci("P@e4"),
        0,
    ],
    ids=str,
)
def test_a_move_that_is_not_legal_is_refused(start: mb.Position, move: Any) -> None:
    reasons = r" is not legal in rnbq|^a move must be written |^move must not be a drop, got "
    with pytest.raises(ValueError, match=reasons):
        start.push(move)


@pytest.mark.parametrize("method", ["push", "parse_uci"])
def test_the_error_names_the_move_and_the_position(start: mb.Position, method: str) -> None:
    with pytest.raises(ValueError, match=f"^e2e5 is not legal in {re.escape(START)}$"):
        getattr(start, method)("e2e5")


@pytest.mark.parametrize(
    "move",
    [
        mb.chess.Move(-1, 0),
        mb.chess.Move(0, -1),
        mb.chess.Move(2**70, 0),
        mb.chess.Move(64, 0),
        mb.chess.Move(chess.E2 | chess.E4 << 6, 0),
        mb.chess.Move(chess.E2, chess.E4, 6),
        mb.chess.Move(chess.E2, chess.E4, -1),
        mb.chess.Move(chess.E2, chess.E4 + 64),
        chess.Move(chess.E2, chess.E4, chess.KING),
        chess.Move(chess.E2, chess.E4, chess.PAWN),
    ],
    ids=repr,
)
def test_a_move_with_numbers_out_of_range_is_refused(start: mb.Position, move: Any) -> None:
    with pytest.raises(ValueError, match="move"):
        start.push(move)


@pytest.mark.parametrize("squares", [("e2", "e4"), (12.0, 28.0), (None, 5)])
def test_a_move_of_other_types_is_refused(start: mb.Position, squares: Any) -> None:
    with pytest.raises(TypeError, match="move"):
        start.push(mb.chess.Move(*squares))


@pytest.mark.parametrize("text", ["", "e2", "e2e9", "O-O", "Nf3", "e2-e4", "E2E4", "0000"])
@pytest.mark.parametrize("method", ["push", "parse_uci"])
def test_a_text_that_is_no_uci_is_refused(start: mb.Position, method: str, text: str) -> None:
    with pytest.raises(ValueError, match=r'^a move must be written like "e2e4" or "e7e8q", got'):
        getattr(start, method)(text)


@pytest.mark.parametrize(
    "code", [-1, 1 << 16, 10**5000, 1 << 12 | 28 << 6 | 12], ids=lambda code: hex(code)[:9]
)
def test_a_wrong_code_is_refused(start: mb.Position, code: int) -> None:
    with pytest.raises(ValueError, match=r"^code must be from \+ 64 \* to .*, got "):
        start.push(code)


@pytest.mark.parametrize("move", [None, True, 1804.0, b"e2e4", (12, 28), ["e2e4"], object()])
def test_what_is_no_kind_of_move_is_refused(start: mb.Position, move: Any) -> None:
    with pytest.raises(TypeError, match=r"^a move must be written like "):
        start.push(move)


@pytest.mark.parametrize("uci", ["e1g1", "e1c1", "e5g6", "d5e6"])
def test_a_legal_move_is_read(kiwipete: mb.Position, uci: str) -> None:
    assert kiwipete.parse_uci(uci) == mb.chess.Move.from_uci(uci)


@pytest.mark.parametrize("value", [None, 1804, chess.Move(12, 28)])
def test_only_text_is_read(start: mb.Position, value: Any) -> None:
    with pytest.raises(TypeError, match=r"^a move must be written like "):
        start.parse_uci(value)


@pytest.mark.parametrize(
    ("uci", "clocks"),
    [("e1d1", (8, 57)), ("a1a8", (0, 57)), ("h2h3", (0, 57)), ("h2h4", (0, 57))],
)
def test_the_clock_counts_quiet_moves_of_pieces(uci: str, clocks: tuple[int, int]) -> None:
    after = mb.Position("r5k1/8/8/8/8/8/7P/R3K3 w - - 7 57").push(uci)
    assert (after.halfmove_clock, after.fullmove_number) == clocks


@pytest.mark.parametrize(
    ("uci", "clocks"),
    [("e8d8", (8, 58)), ("a8a1", (0, 58)), ("h7h6", (0, 58)), ("h7h5", (0, 58))],
)
def test_the_number_grows_after_black_has_moved(uci: str, clocks: tuple[int, int]) -> None:
    after = mb.Position("r3k3/7p/8/8/8/8/8/R5K1 b - - 7 57").push(uci)
    assert (after.halfmove_clock, after.fullmove_number) == clocks


def test_the_counters_stay_what_a_fen_can_hold() -> None:
    after = mb.Position("8/8/8/8/8/8/8/K6k b - - 65535 65535").push("h1h2")
    assert mb.Position(after.to_fen()) == after


def test_a_double_step_leaves_a_square_though_no_pawn_can_capture(start: mb.Position) -> None:
    assert start.push("a2a4").push("h7h5").to_fen().split()[3] == "h6"


def test_a_single_step_leaves_no_square(start: mb.Position) -> None:
    assert start.push("a2a3").en_passant is None


def test_the_square_for_en_passant_is_gone_a_move_later(start: mb.Position) -> None:
    assert start.push("a2a4").push("g8f6").en_passant is None
