"""Files of positions, one FEN or line of EPD after the other, read by compiled code.

What the compiled parser does not take, `notation.fen.parse_epd` judges: it says what is wrong,
or it takes the line after all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from magicbb.arguments import parse_integer
from magicbb.chess.board_state import state_of
from magicbb.chess.collections import parsing
from magicbb.chess.collections.blocks import blocks_of, whole_lines
from magicbb.chess.collections.positions import Positions, lines_skipped, trusted
from magicbb.chess.default import move_tables
from magicbb.chess.generator.state import STATE_WORDS
from magicbb.chess.notation.fen import LONGEST_LINE, FenError, parse_epd
from magicbb.compile.memory import frozen, reserved
from magicbb.files import opened, source_name

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import SupportsIndex

    from magicbb.files import Source

CHUNK = 1 << 16
"""Positions in a chunk: 4 MiB of words."""

_LARGEST_CHUNK = 1 << 24
_BLANKS = " \t\r\n"
_SURROGATES = range(0xDC80, 0xDD00)  # what Python makes of bytes that are not UTF-8


@dataclass(eq=False)  # compared and hashed like any exception
class PositionError(ValueError):
    """A line of a file is no position.

    Attributes:
        path: What was read.
        line: The number of the line, counted from 1.
        column: The character where the trouble starts, counted from 1.
        complaint: What is wrong.
    """

    path: str
    line: int
    column: int
    complaint: str

    def __str__(self) -> str:
        """One sentence: where, and what."""
        return f"{self.path}, line {self.line}, column {self.column}: {self.complaint}"

    def __reduce__(self) -> tuple[type[PositionError], tuple[object, ...]]:
        """Pickle by the fields, for worker processes."""
        return PositionError, (self.path, self.line, self.column, self.complaint)


def read_positions(
    path: Source, *, skip_invalid: bool = False, limit: SupportsIndex | None = None
) -> Positions:
    r"""Read a file with a position per line, as FEN or EPD, plain or zipped by gzip.

    Empty lines are passed over, and those that start with '#', as long as they are no longer than
    4,096 bytes. A position has the four fields of an EPD or the six of a FEN, and perhaps
    operations, which are passed over too.

    Args:
        path: The file, "-" for standard input, or a file opened for reading bytes.
        skip_invalid: Pass over lines that are no positions; `Positions.skipped` is their number.
        limit: Read so many positions and no more.

    Raises:
        ValueError: There is no position in it, or its gzip content is damaged.
        PositionError: A line is no position; a ValueError with the line and the column.
        OSError: The file cannot be read.
        TypeError: An argument is of a wrong type.

    >>> import io
    >>> lines = b"4k3/8/8/8/8/8/8/4K3 w - - 0 1\n4k3/8/8/8/8/8/8/4K2R b K - id 7;\n"
    >>> read_positions(io.BytesIO(lines)).fullmove_number
    array([1, 1], dtype=uint16)
    >>> read_positions(io.BytesIO(lines + b"4k3"), skip_invalid=True)
    <Positions: 2, 1 line skipped>
    """
    chunks = [*position_chunks(path, skip_invalid=skip_invalid, limit=limit)]
    positions = chunks[0] if len(chunks) == 1 else Positions.concatenate(chunks)
    if not len(positions):
        raise no_position(source_name(path), positions.skipped)
    return positions


def position_chunks(
    path: Source,
    size: SupportsIndex = CHUNK,
    *,
    skip_invalid: bool = False,
    limit: SupportsIndex | None = None,
) -> Iterator[Positions]:
    r"""Read a file of positions piece by piece, in memory that does not grow with the file.

    Args:
        path: As for `read_positions`.
        size: How many positions a chunk has; the last can have fewer, and has none only where it
            is left to say that lines were skipped.
        skip_invalid: Pass over lines that are no positions; `Positions.skipped` of each chunk is
            the number of those since the one before.
        limit: Read so many positions and no more.

    Raises:
        ValueError, PositionError, OSError, TypeError: As `read_positions`, in time; only that there
            is no position in the file is no error here.

    >>> import io
    >>> lines = b"4k3/8/8/8/8/8/8/4K3 w - - 0 1\n" * 5
    >>> [len(chunk) for chunk in position_chunks(io.BytesIO(lines), 2)]
    [2, 2, 1]
    """
    rule = f"size must be 1..{_LARGEST_CHUNK}"
    number = parse_integer(size, _LARGEST_CHUNK + 1, rule, start=1)
    most = 2**63
    if limit is not None:
        most = parse_integer(limit, most, "limit must be 1 or more", start=1)
    return _chunks(path, number, most, skip_invalid=skip_invalid)


def no_position(name: str, skipped: int) -> ValueError:
    """The error for a file in which there is no position."""
    lines = f", {lines_skipped(skipped)}" if skipped else ""
    return ValueError(f"{name}: there is no position in it{lines}")


def _chunks(path: Source, size: int, limit: int, *, skip_invalid: bool) -> Iterator[Positions]:
    name = source_name(path)
    chunk, lines = _Chunk(min(size, limit)), 0
    with opened(path) as file:
        for text in whole_lines(blocks_of(file, name)):
            offset = 0
            while offset < len(text):
                offset, read, refused = chunk.parse(text, offset)
                lines += read
                if refused:
                    end = text.index(b"\n", offset)
                    lines += 1
                    try:
                        chunk.append(_judged(text[offset:end], name, lines))
                    except PositionError:
                        if not skip_invalid:
                            raise
                        chunk.skipped += 1
                    offset = end + 1
                if chunk.is_full:
                    yield chunk.positions()
                    limit -= chunk.count
                    if not limit:
                        return
                    chunk = _Chunk(min(size, limit))
    if chunk.count or chunk.skipped:
        yield chunk.positions()


class _Chunk:
    """Room for so many positions, filled by the compiled parser."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.count = self.skipped = 0
        self._columns, self._filling = reserved(np.uint64, STATE_WORDS, room)

    @property
    def is_full(self) -> bool:
        """Whether no further position has room."""
        return self.count == self.room

    def parse(self, text: bytes, offset: int) -> tuple[int, int, bool]:
        """Parse from an offset on; return how far, how many lines, and whether one was refused."""
        tables = move_tables()
        progress = parsing.Progress(offset=offset, positions=self.count)
        parse, content = parsing.parse_entry(tables.sliders), np.frombuffer(text, np.uint8)
        where = self._filling, self.room, progress
        refused = parse(tables.address, parsing.codes(), content, len(text), *where)
        self.count = int(progress.positions)
        return int(progress.offset), int(progress.lines), bool(refused)

    def append(self, state: bytes | None) -> None:
        """Add a position that was read otherwise, if there was one."""
        if state is None:
            return
        self._filling[:, self.count] = np.frombuffer(state, np.uint64)
        self.count += 1

    def positions(self) -> Positions:
        """What it holds; nothing may be added any more."""
        columns = self._columns if self.is_full else frozen(self._columns[:, : self.count])
        return trusted(columns, self.skipped)


def _judged(line: bytes, name: str, number: int) -> bytes | None:
    """The state that a line stands for, by the slow and sure way; None if it says nothing.

    Raises:
        PositionError: It is no position.
    """
    if len(line) > LONGEST_LINE:
        complaint = f"the line is longer than {LONGEST_LINE:,} bytes"
        raise PositionError(name, number, LONGEST_LINE + 1, complaint)
    text = line.decode("utf-8", "surrogateescape")
    if not text.strip(_BLANKS) or text.lstrip(_BLANKS).startswith("#"):
        return None
    try:
        return state_of(parse_epd(text))
    except FenError as error:
        wrong = text[error.column - 1 : error.column]
        complaint = f"{error.field}: {error.complaint}"
        if wrong and ord(wrong) in _SURROGATES:
            complaint = f"the byte 0x{ord(wrong) & 0xFF:02x} is not part of a text in UTF-8"
        raise PositionError(name, number, error.column, complaint) from None
