"""Replies to castling: pieces placed at random."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import chess
import pytest

import magicbb as mb

if TYPE_CHECKING:
    from collections.abc import Iterator


def set_up(rng: random.Random, chess960: bool) -> chess.Board:
    """White's king with one or two rooks, Black's king not far away, and up to ten other pieces."""
    board = chess.Board(None, chess960=chess960)
    king = rng.randrange(chess.B1, chess.H1) if chess960 else chess.E1
    left = rng.randrange(king) if chess960 else chess.A1
    right = rng.randrange(king + 1, chess.A2) if chess960 else chess.H1
    rooks = rng.choice([(left,), (right,), (left, right)])
    others = rng.sample(sorted(set(chess.SQUARES) - {king, *rooks}), rng.randrange(11))
    for square in others:
        pieces = "QRBNqrbn" + "Pp" * (chess.A2 <= square <= chess.H7)
        board.set_piece_at(square, chess.Piece.from_symbol(rng.choice(pieces)))
    for rook in rooks:
        board.set_piece_at(rook, chess.Piece.from_symbol("R"))
        board.castling_rights |= chess.BB_SQUARES[rook]
    board.set_piece_at(king, chess.Piece.from_symbol("K"))
    free = [square for square in chess.SQUARES if not board.piece_at(square)]
    board.set_piece_at(rng.choice(free[: rng.choice([8, 24, 56])]), chess.Piece.from_symbol("k"))
    return board


def castling(seed: int, number: int, chess960: bool) -> Iterator[chess.Board]:
    """Positions in which White may castle."""
    rng = random.Random(seed)  # noqa: S311
    while number:
        board = set_up(rng, chess960)
        if board.is_valid() and any(board.generate_castling_moves()):
            number -= 1
            yield board


def replies(board: chess.Board) -> int:
    """The number of legal replies to all legal moves."""
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += board.legal_moves.count()
        board.pop()
    return total


@pytest.mark.parametrize("chess960", [False, True])
@pytest.mark.parametrize("seed", range(2))
def test_as_many_as_python_chess_counts(seed: int, chess960: bool) -> None:
    for board in castling(seed, 1000, chess960):
        counted = replies(board)
        for turned in (board, board.mirror()):
            position = mb.Position.from_board(turned)
            found = [position.perft(2), position.perft(2, fast=True, hash=0)]
            assert found == [counted, counted], turned.fen()
