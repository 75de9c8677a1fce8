"""Positions of random games: every answer is that of python-chess.

Games are played at random from several kinds of set-ups, with a preference for some moves. What is
cheap to ask is compared on every position, the rest in games of their own.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

import magicbb as mb

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Random = random.Random

POSITIONS = 4_400
"""How many positions are compared for each kind of game and each seed."""

SEEDS = range(3)
CASTLING = [
    "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R",
    "r3k2r/1b4bq/8/8/8/8/7B/R3K2R",
    "r3k2r/8/8/8/8/8/8/R3K2R",
]


def anything(_board: chess.Board, _move: chess.Move) -> bool:
    return False


def captures(board: chess.Board, move: chess.Move) -> bool:
    return board.is_capture(move)


def promotions(board: chess.Board, move: chess.Move) -> bool:
    return move.promotion is not None or bool(board.pawns >> move.from_square & 1)


def checks(board: chess.Board, move: chess.Move) -> bool:
    return board.gives_check(move)


def en_passant(board: chess.Board, move: chess.Move) -> bool:
    is_pawn = board.pawns >> move.from_square & 1
    return bool(is_pawn) and (
        move.to_square == board.ep_square or abs(move.to_square - move.from_square) == 16
    )


def from_the_start(_rng: Random) -> chess.Board:
    return chess.Board()


def with_both_sides_castling(rng: Random) -> chess.Board:
    board = chess.Board(f"{rng.choice(CASTLING)} w KQkq - 0 1")
    for _ in range(rng.randrange(6)):
        square = rng.choice([*chess.SquareSet(~board.occupied)])
        piece = chess.Piece(rng.choice([2, 3, 4, 5]), rng.random() < 0.5)
        board.set_piece_at(square, piece)
        if board.is_check() or board.was_into_check():
            board.remove_piece_at(square)
    return board


def set_up(
    rng: Random, fewest: int, most: int, kinds: str, kings: Sequence[int] = chess.SQUARES
) -> chess.Board:
    """Two kings on some squares, and some pieces of some kinds anywhere where they can stand."""
    while True:
        board = chess.Board(None)
        white, black = rng.sample(kings, 2)
        board.set_piece_at(white, chess.Piece.from_symbol("K"))
        board.set_piece_at(black, chess.Piece.from_symbol("k"))
        free = [*chess.SquareSet(~board.occupied)]
        for square in rng.sample(free, rng.randint(fewest, most)):
            piece = chess.Piece.from_symbol(rng.choice(kinds))
            if piece.piece_type != chess.PAWN or 0 < chess.square_rank(square) < 7:
                board.set_piece_at(square, piece)
        board.turn = rng.random() < 0.5
        if not board.was_into_check():
            return board


def endgame(rng: Random) -> chess.Board:
    return set_up(rng, 1, 6, "PPNBRQppnbrq")


def crowd(rng: Random) -> chess.Board:
    return set_up(rng, 20, 45, "PPPPNNBRQppppnnbrq")


def sliders_and_pawns(rng: Random) -> chess.Board:
    """Pawns at home and beyond the middle, and sliders that pin and uncover what they pass."""
    board = set_up(rng, 3, 9, "BRRQbrrq", rng.choice([chess.SQUARES, chess.SQUARES[24:40]]))
    for rank, symbol in ((1, "P"), (3, "p"), (4, "P"), (6, "p")):
        for file in rng.sample(range(8), 4):
            square = chess.square(file, rank)
            if not board.piece_at(square):
                board.set_piece_at(square, chess.Piece.from_symbol(symbol))
                if board.was_into_check():
                    board.remove_piece_at(square)
    return board


class Games(NamedTuple):
    """How games begin, how long they are, and which moves are preferred.

    Attributes:
        begin: Makes the first position.
        plies: At most so many moves.
        preferred: Whether a move is one of those preferred.
    """

    begin: Callable[[Random], chess.Board]
    plies: int
    preferred: Callable[[chess.Board, chess.Move], bool]


GAMES = {
    "any moves": Games(from_the_start, 300, anything),
    "captures": Games(from_the_start, 120, captures),
    "promotions": Games(from_the_start, 200, promotions),
    "checks": Games(from_the_start, 200, checks),
    "castling": Games(with_both_sides_castling, 12, anything),
    "en passant": Games(sliders_and_pawns, 12, en_passant),
    "endgames": Games(endgame, 25, anything),
    "crowds": Games(crowd, 20, captures),
}


def play(kind: str, seed: int, number: int) -> Iterator[tuple[chess.Board, mb.Position]]:
    """So many positions of games, from both; the board changes, the position is pushed to."""
    games, rng = GAMES[kind], Random(f"{kind} {seed}")
    while True:
        board = games.begin(rng)
        position = mb.Position.from_board(board)
        for _ in range(games.plies):
            yield board, position
            number -= 1
            moves = [*board.legal_moves]
            if not number:
                return
            if not moves:
                break
            chosen = rng.choice(moves)
            if rng.random() < 0.7 and not games.preferred(board, chosen):
                few = rng.sample(moves, min(len(moves), 12))
                chosen = next((move for move in few if games.preferred(board, move)), chosen)
            position = position.push(chosen)
            board.push(chosen)


def codes(board: chess.Board) -> list[int]:
    """The legal moves as numbers, in their order."""
    return sorted(
        move.from_square | move.to_square << 6 | (move.promotion or 0) << 12
        for move in board.legal_moves
    )


def answers_of_board(board: chess.Board) -> tuple[object, ...]:
    """What python-chess says: the FEN, the moves, check, mate, stalemate, and the checkers."""
    moves, check = codes(board), board.is_check()
    mate, stalemate = check and not moves, not check and not moves
    fen = board.fen(en_passant="fen")
    return fen, moves, check, mate, stalemate, board.checkers_mask()


def answers_of_position(position: mb.Position) -> tuple[object, ...]:
    """The same of a position."""
    return (
        position.to_fen(),
        sorted(position.legal_moves_array().tolist()),
        position.is_check(),
        position.is_checkmate(),
        position.is_stalemate(),
        position.checkers(),
    )


def pins(board: chess.Board, color: bool) -> int:
    """The pinned pieces of a side."""
    own = chess.SquareSet(board.occupied_co[color])
    return sum(1 << square for square in own if board.is_pinned(color, square))


def attacked(board: chess.Board, color: bool) -> int:
    """All that a side attacks."""
    squares = 0
    for square in chess.SquareSet(board.occupied_co[color]):
        squares |= board.attacks_mask(square)
    return squares


each_kind = pytest.mark.parametrize("kind", GAMES)
each_color = pytest.mark.parametrize("color", chess.COLORS, ids=["white", "black"])


@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=[pytest.mark.slow] if seed else []) for seed in SEEDS]
)
@each_kind
def test_moves_checks_and_what_follows(kind: str, seed: int, share: int) -> None:
    for board, position in play(kind, seed, POSITIONS // share):
        assert answers_of_position(position) == answers_of_board(board)


@each_color
@each_kind
def test_pinned_pieces(kind: str, color: bool) -> None:
    for board, position in play(kind, 10, 500):
        assert position.pinned(color) == pins(board, color), board.fen()


@each_color
@each_kind
def test_all_that_a_side_attacks(kind: str, color: bool) -> None:
    for board, position in play(kind, 11, 500):
        assert position.attacked(color) == attacked(board, color), board.fen()


@each_color
@each_kind
def test_attackers_of_every_square(kind: str, color: bool) -> None:
    for board, position in play(kind, 12, 100):
        found = [position.attackers(square, color) for square in range(64)]
        expected = [board.attackers_mask(color, square) for square in range(64)]
        assert found == expected, board.fen()


@each_kind
def test_what_every_piece_attacks(kind: str) -> None:
    for board, position in play(kind, 13, 300):
        found = [position.attacks(square) for square in range(64)]
        assert found == [board.attacks_mask(square) for square in range(64)], board.fen()


@each_kind
def test_perft_counts_the_moves_after_each_move(kind: str, share: int) -> None:
    for board, position in play(kind, 14, 400 // share):
        count = 0
        for move in [*board.legal_moves]:
            board.push(move)
            count += board.legal_moves.count()
            board.pop()
        assert position.perft(2) == count, board.fen()


@each_kind
def test_replies_are_the_moves_in_the_positions_after_each_move(kind: str, share: int) -> None:
    for board, position in play(kind, 15, 2_000 // share):
        assert position.perft(2) == sum(position.perft(2, divide=True).values()), board.fen()


def test_together_they_are_more_than_a_hundred_thousand() -> None:
    assert POSITIONS * len(SEEDS) * len(GAMES) > 100_000


def game(choices: list[int], fen: str = chess.STARTING_FEN) -> tuple[chess.Board, mb.Position]:
    """The position after some moves, each a number into the list of legal ones."""
    board, position = chess.Board(fen), mb.Position(fen)
    for choice in choices:
        moves = position.legal_moves()
        if not moves:
            break
        move = moves[choice % len(moves)]
        board.push(chess.Move(*move))
        position = position.push(move)
    return board, position


CHOICES = st.lists(st.integers(0, 217), max_size=150)
STARTS = st.sampled_from([chess.STARTING_FEN, *(f"{board} w KQkq - 0 1" for board in CASTLING)])


@given(CHOICES, STARTS)
def test_any_game_leads_where_python_chess_is_led(choices: list[int], fen: str) -> None:
    board, position = game(choices, fen)
    assert answers_of_position(position) == answers_of_board(board)


@given(CHOICES, STARTS)
def test_any_position_is_that_of_its_fen(choices: list[int], fen: str) -> None:
    _, position = game(choices, fen)
    assert mb.Position(position.to_fen()) == position


@given(CHOICES, STARTS)
def test_any_position_is_that_of_its_board(choices: list[int], fen: str) -> None:
    _, position = game(choices, fen)
    assert mb.Position.from_board(position.to_board()) == position


@given(CHOICES, STARTS)
def test_any_board_is_that_of_its_position(choices: list[int], fen: str) -> None:
    board, position = game(choices, fen)
    assert position.to_board() == chess.Board(board.fen(en_passant="fen"))
