# ruff: noqa: INP001 (a script, not a package)
"""Make the positions that `magicbb bench` asks about: games of random legal moves, from a seed.

    python scripts/make_positions.py

Needs python-chess. The moves are sorted before one is drawn, so that another version of it makes
the same positions. What is left out: positions without a slider, and most of the long endings.
"""

from __future__ import annotations

import gzip
import random
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import chess

if TYPE_CHECKING:
    from collections.abc import Iterator

SEED = 2006
POSITIONS = 4096
TARGET = Path(__file__).parents[1] / "src" / "magicbb" / "data" / "positions.epd.gz"

LONGEST_GAME = 500
MANY_PIECES = 20
STEP, STEP_IN_ENDINGS = 4, 16
"""Plies between two positions of a game: with many pieces, and with fewer."""


def positions(seed: int) -> Iterator[str]:
    """Positions as EPD, game by game, without end."""
    # Only `random()` is promised to give the same numbers in every version of Python.
    number = random.Random(seed).random  # noqa: S311 (no secret)
    while True:
        board = chess.Board()
        while not board.is_game_over() and board.ply() < LONGEST_GAME:
            moves = sorted(board.legal_moves, key=chess.Move.uci)
            board.push(moves[int(number() * len(moves))])
            pieces = chess.popcount(board.occupied)
            step = STEP if pieces >= MANY_PIECES else STEP_IN_ENDINGS
            if board.ply() % step == 0 and board.bishops | board.rooks | board.queens:
                yield board.epd()


def content(count: int = POSITIONS, seed: int = SEED) -> bytes:
    """The file: one position per line, compressed, without a date in it."""
    lines = "".join(f"{epd}\n" for epd in islice(positions(seed), count))
    return gzip.compress(lines.encode(), mtime=0)


if __name__ == "__main__":
    TARGET.write_bytes(content())
