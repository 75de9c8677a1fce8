# ruff: noqa: INP001 (a script, not a package)
"""Generate the positions for `magicbb bench` by playing seeded games of random legal moves.

    python scripts/make_positions.py

Requires python-chess. Moves are sorted before one is drawn, so that the positions do not depend on
the version of python-chess. Positions without a slider and most positions of long endings are
omitted.
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
"""The number of plies between sampled positions: with `MANY_PIECES` or more, and with fewer."""


def positions(seed: int) -> Iterator[str]:
    """Yield an endless stream of positions as EPD, one game after another."""
    # Only `random()` is guaranteed to give the same numbers in all versions of Python.
    number = random.Random(seed).random  # noqa: S311 (not for cryptography)
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
    """Return the contents of the file: one position per line, gzipped without a timestamp."""
    lines = "".join(f"{epd}\n" for epd in islice(positions(seed), count))
    return gzip.compress(lines.encode(), mtime=0)


if __name__ == "__main__":
    TARGET.write_bytes(content())
