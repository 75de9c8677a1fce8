"""Chess960: castling from anywhere, published counts, and games at random against python-chess.

`python tests/chess/test_chess960.py 100000` compares so many positions of games.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import chess
import pytest

import magicbb as mb
from magicbb.chess import Move, Positions, read_suite

if TYPE_CHECKING:
    from collections.abc import Iterator

Random = random.Random

SUITE = read_suite(Path(__file__).parents[1] / "data" / "chess960.epd")
"""Positions from https://www.chessprogramming.org/Chess960_Perft_Results, with their counts."""

CASTLING = """
king and rook change places
    4k3/8/8/8/8/8/8/5KR1 w G - | f1g1
the king stands still
    4k3/8/8/8/8/8/8/6KR w H - | g1h1
the king stands still on the queen's side
    4k3/8/8/8/8/8/8/R1K5 w A - | c1a1
the rook stands still
    4k3/8/8/8/8/8/8/4KR2 w F - | e1f1
the rook stands still on the queen's side
    4k3/8/8/8/8/8/8/3RK3 w D - | e1d1
the rook stands where the king goes
    4k3/8/8/8/8/8/8/4K1R1 w G - | e1g1
the inner of two rooks
    4k3/8/8/8/8/8/8/4K1RR w G - | e1g1
the inner rook is in the way of the outer
    4k3/8/8/8/8/8/8/3K1R1R w H - |
the outer rook may be anywhere
    4k3/8/8/8/8/8/8/RR2K3 w B - | e1b1
on both sides
    4k3/8/8/8/8/8/8/1R2KR2 w FB - | e1f1 e1b1
from b1 to the left and to the right
    4k3/8/8/8/8/8/8/RK5R w HA - | b1h1 b1a1
from g1 to the left and to the right
    4k3/8/8/8/8/8/8/R5KR w HA - | g1h1 g1a1
king and rook at home
    4k3/8/8/8/8/8/8/R3K2R w HA - | e1h1 e1a1
a piece in the king's way
    4k3/8/8/8/8/8/8/1K1N3R w H - |
a piece in the rook's way
    4k3/8/8/8/8/8/8/RN3K2 w A - |
an enemy piece in the rook's way
    4k3/8/8/8/8/8/8/Rn3K2 w A - |
a piece where the king goes
    7k/8/8/8/8/8/8/3KR1N1 w E - |
a piece where the rook goes
    4k3/8/8/8/8/8/8/5NKR w H - |
a piece that is in nobody's way
    4k3/8/8/8/8/8/8/NR3K2 w B - | f1b1
the king passes an attacked square
    3rk3/8/8/8/8/8/8/1K5R w H - |
the king goes to an attacked square
    2r1k3/8/8/8/8/8/8/1R3K2 w B - |
the rook is attacked
    1r2k3/8/8/8/8/8/8/1R3K2 w B - | f1b1
the rook passes an attacked square
    1r2k3/8/8/8/8/8/8/R4K2 w A - | f1a1
the king stands still, and is in check
    4k1r1/8/8/8/8/8/8/6KR w H - |
in check
    3k4/8/8/8/8/5r2/8/R4K2 w A - |
a rook behind the castling rook
    4k3/8/8/8/8/8/8/rRK5 w B - |
a queen behind the castling rook, and the king comes from further away
    4k3/8/8/8/8/8/8/qR3K2 w B - |
a bishop behind the castling rook
    4k3/8/8/8/8/8/8/bRK5 w B - | c1b1
a rook behind the castling rook, further to the right
    4k3/8/8/8/8/8/8/r1RK4 w C - |
a rook behind the castling rook, which stays in between
    4k3/8/8/8/8/8/8/r2RK3 w D - |
a rook behind the castling rook on the king's side
    4k3/8/8/8/8/8/8/5KRr w G - |
a rook behind the castling rook, far from the king
    4k3/8/8/8/8/8/8/1KR4r w C - |
a rook that would attack the king's old square
    4k3/8/8/8/8/8/8/RK4r1 w A - |
the rook shields a square from which the king comes
    4k3/8/8/8/8/8/8/2KR3r w D - |
a knight behind nothing
    4k3/8/8/8/8/8/8/nRK5 w B - | c1b1
no right
    4k3/8/8/8/8/8/8/RRK4R w A - |
"""
"""Positions, and all castling moves."""

AFTER = """
king and rook change places
    4k3/8/8/8/8/8/8/5KR1 w G - 3 9 | f1g1 | 4k3/8/8/8/8/8/8/5RK1 b - - 4 9
the king stands still
    4k3/8/8/8/8/8/8/6KR w H - 3 9 | g1h1 | 4k3/8/8/8/8/8/8/5RK1 b - - 4 9
the rook stands still
    4k3/8/8/8/8/8/8/3RK3 w D - 3 9 | e1d1 | 4k3/8/8/8/8/8/8/2KR4 b - - 4 9
the rook stands where the king goes
    4k3/8/8/8/8/8/8/4K1R1 w G - 3 9 | e1g1 | 4k3/8/8/8/8/8/8/5RK1 b - - 4 9
the king stands where the rook goes
    4k3/8/8/8/8/8/8/R2K4 w A - 3 9 | d1a1 | 4k3/8/8/8/8/8/8/2KR4 b - - 4 9
the inner rook castles, and the outer stays
    4k3/8/8/8/8/8/8/4K1RR w G - 3 9 | e1g1 | 4k3/8/8/8/8/8/8/5RKR b - - 4 9
the king steps where it would castle to
    4k3/8/8/8/8/8/8/5K1R w H - 3 9 | f1g1 | 4k3/8/8/8/8/8/8/6KR b - - 4 9
at home
    r3k2r/8/8/8/8/8/8/R3K2R w HAha - 3 9 | e1h1 | r3k2r/8/8/8/8/8/8/R4RK1 b ha - 4 9
on the queen's side
    1r3kr1/8/8/8/8/8/8/1R3KR1 w GBgb - 3 9 | f1b1 | 1r3kr1/8/8/8/8/8/8/2KR2R1 b kq - 4 9
a rook moves
    1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 3 9 | b1b7 | 1rk3r1/1R6/8/8/8/8/8/2K3R1 b Kkq - 4 9
an inner rook moves
    1r2k3/8/8/8/8/8/8/R1R1K2R w CHb - 3 9 | c1c2 | 1r2k3/8/8/8/8/8/2R5/R3K2R b Kq - 4 9
a rook without a right moves
    1r2k3/8/8/8/8/8/8/RR2K3 w Bb - 3 9 | a1a2 | 1r2k3/8/8/8/8/8/R7/1R2K3 b Qq - 4 9
the king moves
    1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 3 9 | c1c2 | 1rk3r1/8/8/8/8/8/2K5/1R4R1 b kq - 4 9
only rights at home are left
    4k2r/8/8/8/8/8/8/1R2K2R w HBh - 3 9 | b1b2 | 4k2r/8/8/8/8/8/1R6/4K2R b Hh - 4 9
a rook is taken
    1rk3r1/8/8/8/8/8/8/1R2K1R1 w bg - 3 9 | b1b8 | 1Rk3r1/8/8/8/8/8/8/4K1R1 b k - 0 9
the last rook is taken
    1rk5/8/8/8/8/8/8/1R2K3 w b - 3 9 | b1b8 | 1Rk5/8/8/8/8/8/8/4K3 b - - 0 9
a rook is taken by a king
    1r1k4/K7/8/8/8/8/8/8 w b - 3 9 | a7b8 | 1K1k4/8/8/8/8/8/8/8 b - - 0 9
a rook is taken by a promoting pawn
    1rk3r1/P7/8/8/8/8/8/4K3 w bg - 3 9 | a7b8q | 1Qk3r1/8/8/8/8/8/8/4K3 b k - 0 9
a capture on a5
    1rk3r1/8/8/p7/1P6/8/8/1RK3R1 w GBgb - 3 9 | b4a5 | 1rk3r1/8/8/P7/8/8/8/1RK3R1 b KQkq - 0 9
a move from a4 to a5
    r3k2r/8/8/8/P7/8/8/R3K2R w HAha - 3 9 | a4a5 | r3k2r/8/8/P7/8/8/8/R3K2R b HAha - 0 9
a double step
    1rk3r1/8/8/8/8/8/P7/1RK3R1 w GBgb - 3 9 | a2a4 | 1rk3r1/8/8/8/P7/8/8/1RK3R1 b KQkq a3 0 9
a capture en passant
    1rk3r1/8/8/pP6/8/8/8/1RK3R1 w GBgb a6 0 9 | b5a6 | 1rk3r1/8/P7/8/8/8/8/1RK3R1 b KQkq - 0 9
"""
"""The FEN, a move and the FEN after it."""


def mirrored(fen: str) -> str:
    """The FEN with the board upside down and the colours exchanged."""
    board, side, castling, passed, *counters = fen.split()
    ranks = board.swapcase().split("/")
    letters = "".join(sorted(castling.swapcase(), key=str.islower))
    passed = passed.translate(str.maketrans("36", "63"))
    return " ".join(["/".join(ranks[::-1]), {"w": "b", "b": "w"}[side], letters, passed, *counters])


def mirrored_moves(moves: str) -> str:
    """The moves with the ranks counted from the other end."""
    return moves.translate(str.maketrans("12345678", "87654321"))


def castling_moves(position: mb.Position) -> set[str]:
    """The moves with which the king takes a rook of its own."""
    king, own = position.king(position.turn), position.side(position.turn)
    moves = [move for move in position.legal_moves() if move.from_square == king]
    return {move.uci for move in moves if own >> move.to_square & 1}


def each(table: str, *names: str) -> pytest.MarkDecorator:
    """Run a test for each position of a table."""
    lines = [line.strip() for line in table.splitlines() if line]
    rows = [[part.strip() for part in line.split("|")] for line in lines[1::2]]
    return pytest.mark.parametrize(names, [row[: len(names)] for row in rows], ids=lines[::2])


each_position = each(CASTLING, "fen", "moves")
each_fen = each(CASTLING + AFTER, "fen")
each_way = each(AFTER, "fen", "move", "expected")
each_case = pytest.mark.parametrize("case", SUITE, ids=lambda case: case.name)


class TestCastling:
    """The cases of the tables, for White and for Black."""

    @each_position
    def test_the_castling_moves_are(self, fen: str, moves: str) -> None:
        assert castling_moves(mb.Position(fen)) == {*moves.split()}

    @each_position
    def test_the_castling_moves_of_black_are(self, fen: str, moves: str) -> None:
        found = castling_moves(mb.Position(mirrored(fen)))
        assert found == {*mirrored_moves(moves).split()}

    @each_fen
    def test_perft_counts_and_visits_as_many_as_are_listed(self, fen: str) -> None:
        for position in (mb.Position(fen), mb.Position(mirrored(fen))):
            assert position.perft(1) == len(position.legal_moves())
            after = [position.push(move) for move in position.legal_moves()]
            assert position.perft(2) == sum(len(child.legal_moves()) for child in after)

    @pytest.mark.parametrize(
        "fen", ["r3k3/8/8/8/8/8/8/1R3K2 b B -", "1r3k2/8/8/8/8/8/8/R3K3 w b -"]
    )
    def test_a_rook_may_come_behind_the_castling_rook(self, fen: str) -> None:
        position = mb.Position(fen)
        after = [position.push(move) for move in position.legal_moves()]
        assert position.perft(2) == sum(len(child.legal_moves()) for child in after)

    @each_fen
    def test_they_are_the_moves_of_python_chess(self, fen: str) -> None:
        position, board = mb.Position(fen), chess.Board(fen, chess960=True)
        assert {move.uci for move in position.legal_moves()} == {*map(str, board.legal_moves)}

    @each_way
    def test_a_move_leads_to(self, fen: str, move: str, expected: str) -> None:
        assert mb.Position(fen).push(move).to_fen() == expected

    @each_way
    def test_a_move_of_black_leads_to(self, fen: str, move: str, expected: str) -> None:
        after = mb.Position(mirrored(fen)).push(mirrored_moves(move))
        *fields, number = mirrored(expected).split()
        assert after.to_fen() == " ".join([*fields, str(int(number) + 1)])

    @each_way
    def test_a_move_on_many_positions_leads_to(self, fen: str, move: str, expected: str) -> None:
        standard = "4k3/8/8/8/8/8/8/R3K3 w Q - 3 9"
        after = Positions.from_fens([standard, fen]).push(["e1c1", move])
        found = [position.to_fen() for position in after]
        assert found == ["4k3/8/8/8/8/8/8/2KR4 b - - 4 9", expected]


class TestCounts:
    """Published counts."""

    @each_case
    def test_leaves(self, case: mb.chess.SuiteCase) -> None:
        counts = {depth: count for depth, count in case.counts.items() if depth < 5}
        assert {depth: case.position.perft(depth) for depth in counts} == counts

    @pytest.mark.slow
    @each_case
    def test_deep_trees(self, case: mb.chess.SuiteCase) -> None:
        counts = {depth: count for depth, count in case.counts.items() if depth >= 5}
        assert {depth: case.position.perft(depth) for depth in counts} == counts

    @each_case
    def test_by_shortcuts(self, case: mb.chess.SuiteCase) -> None:
        assert case.position.perft(4, fast=True) == case.counts[4]

    def test_divided(self) -> None:
        position = mb.Position("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1")
        counts = position.perft(3, divide=True)
        assert counts["e1g1"] == position.push("e1g1").perft(2)
        assert sum(counts.values()) == position.perft(3)

    @pytest.mark.parametrize("scheme", ["fancy", "rays"])
    def test_on_other_tables(self, scheme: str) -> None:
        table = mb.build(scheme)
        for case in SUITE[:4]:
            assert case.position.perft(4, table=table) == case.counts[4]


def from_the_start(rng: Random) -> chess.Board:
    """One of the 960 starts; or of each side its own, with pawns or without."""
    white, black = (chess.Board.from_chess960_pos(rng.randrange(960)) for _ in range(2))
    kind = rng.randrange(4)
    if kind < 2:
        return white
    board = chess.Board(None, chess960=True)
    for start, ranks in ((white, 0xFFFF), (black, 0xFFFF << 48)):
        for square, piece in start.piece_map(mask=ranks).items():
            if kind == 2 or piece.piece_type != chess.PAWN:
                board.set_piece_at(square, piece)
    board.castling_rights = board.rooks
    return board


def games(seed: int, number: int) -> Iterator[tuple[chess.Board, mb.Position]]:
    """So many positions of games, from both; pieces on the first rank move first, then castle."""
    rng = Random(f"Chess960 {seed}")
    while True:
        board = from_the_start(rng)
        if board.is_check() or board.was_into_check():
            continue
        position = mb.Position.from_board(board)
        for _ in range(rng.choice([10, 40, 80])):
            yield board, position
            number -= 1
            moves = [*board.legal_moves]
            if not number:
                return
            if not moves:
                break
            others = [move for move in moves if move.from_square not in [*rooks_and_king(board)]]
            castling = [move for move in moves if board.is_castling(move)]
            move = rng.choice(others if others and rng.random() < 0.5 else moves)
            if castling and rng.random() < 0.15:
                move = rng.choice(castling)
            board.push(move)
            position = position.push(move)


def rooks_and_king(board: chess.Board) -> chess.SquareSet:
    """The rooks and the king of the side to move."""
    return chess.SquareSet((board.rooks | board.kings) & board.occupied_co[board.turn])


def answers_of_board(board: chess.Board) -> tuple[object, ...]:
    """What python-chess says."""
    moves = sorted(
        move.from_square | move.to_square << 6 | (move.promotion or 0) << 12
        for move in board.legal_moves
    )
    fen = board.fen(shredder=True, en_passant="fen")
    return fen, moves, board.is_check(), board.clean_castling_rights()


def answers_of_position(position: mb.Position) -> tuple[object, ...]:
    """The same of a position."""
    moves = sorted(position.legal_moves_array().tolist())
    fen = position.to_fen(shredder=True)
    return fen, moves, position.is_check(), position.castling_rooks


def compare(seed: int, number: int) -> None:
    """Compare so many positions; of every twentieth perft(2), too."""
    for place, (board, position) in enumerate(games(seed, number)):
        assert answers_of_position(position) == answers_of_board(board)
        fen = position.to_fen()
        assert position == mb.Position(fen) == mb.Position.from_board(board), fen
        assert position.to_board() == chess.Board(fen, chess960=True), fen
        if place % 20 == 0:
            count = 0
            for move in [*board.legal_moves]:
                board.push(move)
                count += board.legal_moves.count()
                board.pop()
            assert position.perft(2) == count, fen


class TestAgainstPythonChess:
    """Games at random, also with another start for each side."""

    @pytest.mark.parametrize(
        ("seed", "number"), [(0, 300), pytest.param(1, 4_000, marks=pytest.mark.slow)]
    )
    def test_games(self, seed: int, number: int) -> None:
        compare(seed, number)

    @pytest.mark.parametrize("number", [0, 17, 518, 534, 959])
    def test_boards(self, number: int) -> None:
        board = chess.Board.from_chess960_pos(number)
        position = mb.Position.from_board(board)
        assert position.chess960
        assert position.to_board() == board
        assert position.to_board().chess960

    def test_a_board_of_standard_chess_has_no_rights_elsewhere(self) -> None:
        board = chess.Board("4k3/8/8/8/8/8/8/3K3R w K - 0 1")
        assert mb.Position.from_board(board).to_fen() == "4k3/8/8/8/8/8/8/3K3R w - - 0 1"

    def test_many_positions_have_the_moves_of_each(self) -> None:
        each = [position for _, position in games(2, 500)]
        mixed = [*each, mb.Position(), *map(mb.Position, [each[0].to_fen()])]
        positions = Positions.from_fens(position.to_fen() for position in mixed)
        assert [*positions] == mixed
        legal = positions.legal_moves()
        for position, moves in zip(mixed, legal, strict=True):
            assert moves.tolist() == position.legal_moves_array().tolist()
        assert positions.move_counts().tolist() == legal.counts.tolist()
        assert positions.is_check().tolist() == [position.is_check() for position in mixed]
        assert positions.chess960.tolist() == [position.chess960 for position in mixed]
        having = [place for place, count in enumerate(legal.counts) if count]
        chosen = [legal[place][-1] for place in having]
        pushed = Positions.from_fens(mixed[place].to_fen() for place in having).push(chosen)
        pairs = zip(having, chosen, strict=True)
        assert [*pushed] == [mixed[place].push(Move.from_code(code)) for place, code in pairs]


if __name__ == "__main__":
    compare(3, int(sys.argv[1]))
    sys.stdout.write(f"{sys.argv[1]} positions, no difference\n")
