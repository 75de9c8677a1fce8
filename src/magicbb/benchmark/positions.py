"""Positions: those that come with the package, or anybody's."""

from __future__ import annotations

import gzip
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from magicbb.chess.notation.fen import parse_board

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator

    from magicbb.chess.notation.fen import Board

MOST_POSITIONS = 1 << 16
"""So many of a file are read, and no more."""

_LONGEST_LINE = 4096


def shipped_positions() -> list[Board]:
    """The positions that come with the package, made by `scripts/make_positions.py`.

    >>> len(shipped_positions())
    4096
    """
    content = files("magicbb").joinpath("data").joinpath("positions.epd.gz").read_bytes()
    return [*parse_positions(gzip.decompress(content).splitlines(), "positions.epd.gz")]


def read_boards(path: str | os.PathLike[str]) -> list[Board]:
    """Read a file with one position per line, as FEN or EPD.

    Empty lines are passed over, and those that start with '#'. Of a longer file the first
    `MOST_POSITIONS` are read.

    Raises:
        ValueError: A line is no position, or there is none; the sentence names file and line.
        OSError: The file cannot be read.
    """
    with Path(path).open("rb") as file:
        lines = iter(lambda: _line_of(file, path), b"")
        boards = [*islice(parse_positions(lines, str(path)), MOST_POSITIONS)]
    if not boards:
        raise ValueError(f"{path}: there is no position in it")
    return boards


def _line_of(file: BinaryIO, path: str | os.PathLike[str]) -> bytes:
    line = file.readline(_LONGEST_LINE)
    if len(line) == _LONGEST_LINE and not line.endswith(b"\n"):
        raise ValueError(f"{path}: a line is longer than {_LONGEST_LINE:,} bytes")
    return line


def parse_positions(lines: Iterable[bytes], name: str) -> Iterator[Board]:
    """Parse lines of UTF-8.

    Raises:
        ValueError: A line is no position; the sentence names the file and the line.
    """
    for number, line in enumerate(lines, 1):
        board = _parse_line(line, f"{name}, line {number}")
        if board is not None:
            yield board


def _parse_line(line: bytes, where: str) -> Board | None:
    try:
        text = line.decode("utf-8-sig").strip()
        return parse_board(text) if text and not text.startswith("#") else None
    except UnicodeDecodeError:
        raise ValueError(f"{where}: it is not text in UTF-8") from None
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None
