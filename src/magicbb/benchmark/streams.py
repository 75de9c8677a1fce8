"""Streams of queries, taken from game positions or generated at random.

Game positions ship with the package or are supplied by the user.
"""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from importlib.resources import files
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from magicbb.chess.collections.blocks import lines_of
from magicbb.chess.notation.fen import LONGEST_LINE, parse_board
from magicbb.files import opened, source_name
from magicbb.geometry.sliders import BISHOP, QUEEN, ROOK

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator, Sequence

    import numpy.typing as npt

    from magicbb.chess.notation.fen import Board
    from magicbb.geometry.sliders import Slider


PIECES = {ROOK: "RrQq", BISHOP: "BbQq", QUEEN: "Qq"}
"""For each slider, the letters of the pieces that move like it; queens move like every slider."""


@dataclass(frozen=True, eq=False)
class Stream:
    """Queries for one slider.

    Attributes:
        name: A key of `STREAMS`.
        slider: The slider.
        squares: uint8, the square of every query.
        occupied: uint64, the occupied squares of every query.
        positions: uint64, the index of each query's position; None if every query has its own
            occupied squares.
    """

    name: str
    slider: Slider
    squares: npt.NDArray[np.uint8]
    occupied: npt.NDArray[np.uint64]
    positions: npt.NDArray[np.uint64] | None = None

    @property
    def pressed(self) -> bool:
        """Whether other memory is touched between the queries."""
        return self.name == "pressure"

    def __len__(self) -> int:
        """The number of queries."""
        return len(self.squares)


STREAMS = {
    "random": "random squares with random occupied squares",
    "games": "all sliders of each position, one position at a time",
    "pressure": "the games stream, with other memory touched between queries, as in an engine",
}
"""The description of each stream."""


def stream_of(
    name: str, slider: Slider, positions: Sequence[Board], queries: int, seed: int = 1
) -> Stream:
    """Make a stream.

    The random stream queries random squares, and every square is occupied with probability one
    half. This is the worst case for a cache, since all parts of a table are read equally often. The
    other streams query the squares of the slider and of queens in every position, in ascending
    order.

    Args:
        name: A key of `STREAMS`.
        slider: The slider.
        positions: The positions for all streams except the random one.
        queries: The maximum number of queries; the positions may yield fewer.
        seed: Equal seeds give the same stream.

    Raises:
        ValueError: No position has such a slider.

    >>> stream = stream_of("random", ROOK, [], 1000)
    >>> len(stream), int(stream.squares.max())
    (1000, 63)
    """
    if name == "random":
        random = np.random.default_rng(seed)
        chosen = random.integers(0, 64, queries, np.uint8)
        occupied = random.integers(0, 2**64 - 1, queries, np.uint64, endpoint=True)
        return Stream(name, slider, chosen, occupied)
    found = [
        (square, board.occupied, number)
        for number, board in enumerate(positions)
        for square in squares_of_slider(slider, board)
    ][:queries]
    if not found:
        raise ValueError(f"no position has a piece that moves like a {slider}")
    squares, boards, numbers = (np.array(each, np.uint64) for each in zip(*found, strict=True))
    return Stream(name, slider, squares.astype(np.uint8), boards, numbers)


def squares_of_slider(slider: Slider, board: Board) -> list[int]:
    """The squares of the pieces that need look-ups for a slider, in ascending order.

    >>> from magicbb.chess.notation.fen import parse_board
    >>> board = parse_board("r6r/8/8/3q4/8/8/8/B6R w - - 0 1")
    >>> squares_of_slider(ROOK, board), squares_of_slider(BISHOP, board)
    ([7, 35, 56, 63], [0, 35])
    """
    pieces = PIECES[slider]
    return sorted(square for square, piece in board.pieces.items() if piece in pieces)


def lookups_per_move(slider: Slider, positions: Sequence[Board]) -> float:
    """The average number of look-ups for a slider when the side to move generates its moves."""
    both = sum(len(squares_of_slider(slider, board)) for board in positions)
    return both / (2 * len(positions))


MOST_POSITIONS = 1 << 16
"""The maximum number of positions read from a file."""


def shipped_positions() -> list[Board]:
    """The positions that come with the package, made by `scripts/make_positions.py`.

    >>> len(shipped_positions())
    4096
    """
    content = files("magicbb").joinpath("data").joinpath("positions.epd.gz").read_bytes()
    return [*parse_positions(gzip.decompress(content).splitlines(), "positions.epd.gz")]


def read_boards(path: str | os.PathLike[str]) -> list[Board]:
    """Read a file with one position per line, as FEN or EPD, plain or gzipped.

    Empty lines and lines that start with '#' are skipped. At most `MOST_POSITIONS` positions are
    read.

    Raises:
        ValueError: A line is not a position, or there are no positions; the message names the file
            and the line.
        OSError: The file cannot be read.
    """
    name = source_name(path)
    with opened(path) as file:
        boards = [*islice(parse_positions(lines_of(file, name), name), MOST_POSITIONS)]
    if not boards:
        raise ValueError(f"{name}: no positions found")
    return boards


def parse_positions(lines: Iterable[bytes], name: str) -> Iterator[Board]:
    """Parse lines of UTF-8 text as positions.

    Raises:
        ValueError: A line is not a position; the message names the file and the line.
    """
    for number, line in enumerate(lines, 1):
        where = f"{name}, line {number}"
        try:
            if len(line.rstrip(b"\r\n")) > LONGEST_LINE:
                raise ValueError(f"the line is longer than {LONGEST_LINE:,} bytes")
            text = line.decode("utf-8-sig").strip()
            if text and not text.startswith("#"):
                yield parse_board(text)
        except UnicodeDecodeError:
            raise ValueError(f"{where}: the line is not valid UTF-8") from None
        except ValueError as error:
            raise ValueError(f"{where}: {error}") from None
