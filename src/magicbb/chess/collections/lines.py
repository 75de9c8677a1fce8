"""Parse lines of FEN or EPD into words, with compiled code.

Lines that the compiled parser rejects are passed to `notation.fen.parse_epd`, which reports the
error or accepts the line.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from magicbb.arguments import short_repr
from magicbb.chess.board_state import state_of
from magicbb.chess.collections import parsing
from magicbb.chess.collections.blocks import blocks_of, short_lines, whole_lines
from magicbb.chess.default import move_tables
from magicbb.chess.generator.state import STATE_WORDS
from magicbb.chess.notation.fen import LONGEST_LINE, FenError, parse_epd
from magicbb.compile.memory import frozen, reserved
from magicbb.files import opened, source_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy.typing as npt

    from magicbb.files import Source

_BLANKS = " \t\r\n"
_SURROGATES = range(0xDC80, 0xDD00)  # how "surrogateescape" decodes bytes that are not UTF-8


@dataclass(eq=False)  # compared by identity, like any exception
class PositionError(ValueError):
    """A line of a file is not a valid position.

    Attributes:
        path: The file that was read.
        line: The line number, counted from 1.
        column: The character where the error starts, counted from 1.
        complaint: The error message.
    """

    path: str
    line: int
    column: int
    complaint: str

    def __str__(self) -> str:
        """The location and the error, in one sentence."""
        return f"{self.path}, line {self.line}, column {self.column}: {self.complaint}"

    def __reduce__(self) -> tuple[type[PositionError], tuple[object, ...]]:
        """Pickle the fields, so that worker processes can pass the error on."""
        return PositionError, (self.path, self.line, self.column, self.complaint)


def columns_of_fens(fens: Iterable[str]) -> npt.NDArray[np.uint64]:
    """The words of FENs as uint64[8, n]; see `Positions.from_fens`."""
    if isinstance(fens, str) or not isinstance(fens, Iterable):
        raise TypeError(f"fens must be FENs in a list, got {short_repr(fens)}")
    lines = []
    for place, fen in enumerate(fens):
        if not isinstance(fen, str):
            raise TypeError(f"fens[{place}] must be a string, got {short_repr(fen)}")
        line = fen.strip("\r\n")
        if not line.strip(_BLANKS) or "\n" in line or line.lstrip(_BLANKS).startswith("#"):
            raise ValueError(f"fens[{place}] must be one position, got {short_repr(fen)}")
        lines.append(line)
    text = "\n".join(lines).encode("utf-8", "surrogatepass")  # no surrogate is a valid character
    try:
        for columns, _skipped in _columns(short_lines([text]), "", max(1, len(lines)), 2**63):
            return columns
    except PositionError as error:
        place, column = error.line - 1, error.column
        raise ValueError(f"fens[{place}], column {column}: {error.complaint}") from None
    return frozen(np.zeros((STATE_WORDS, 0), np.uint64))


def columns_of(
    path: Source, size: int, limit: int, *, skip_invalid: bool = False
) -> Iterator[tuple[npt.NDArray[np.uint64], int]]:
    """Yield the words of a file's positions in chunks, each with the number of lines skipped.

    The arguments and errors are those of `reading.position_chunks`.
    """
    name = source_name(path)
    with opened(path) as file:
        texts = whole_lines(blocks_of(file, name))
        yield from _columns(texts, name, size, limit, skip_invalid=skip_invalid)


def _columns(
    texts: Iterable[bytes], name: str, size: int, limit: int, *, skip_invalid: bool = False
) -> Iterator[tuple[npt.NDArray[np.uint64], int]]:
    """Yield the words of positions as `columns_of` does, given blocks of complete lines."""
    chunk, lines = _Chunk(min(size, limit)), 0
    for text in texts:
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
                yield chunk.columns(), chunk.skipped
                limit -= chunk.count
                if not limit:
                    return
                chunk = _Chunk(min(size, limit))
    if chunk.count or chunk.skipped:
        yield chunk.columns(), chunk.skipped


class _Chunk:
    """A buffer of positions, filled by the compiled parser."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.count = self.skipped = 0
        self._columns, self._filling = reserved(np.uint64, STATE_WORDS, room)

    @property
    def is_full(self) -> bool:
        """Whether the buffer is full."""
        return self.count == self.room

    def parse(self, text: bytes, offset: int) -> tuple[int, int, bool]:
        """Parse from an offset; return the new offset, lines read, and whether one was rejected."""
        tables = move_tables()
        progress = parsing.Progress(offset=offset, positions=self.count)
        parse, content = parsing.parse_entry(tables.sliders), np.frombuffer(text, np.uint8)
        where = self._filling, self.room, progress
        refused = parse(tables.address, parsing.codes(), content, len(text), *where)
        self.count = int(progress.positions)
        return int(progress.offset), int(progress.lines), bool(refused)

    def append(self, state: bytes | None) -> None:
        """Append a position from the slow parser; do nothing for None."""
        if state is None:
            return
        self._filling[:, self.count] = np.frombuffer(state, np.uint64)
        self.count += 1

    def columns(self) -> npt.NDArray[np.uint64]:
        """The words of the positions; the buffer must not be changed afterwards."""
        return self._columns if self.is_full else frozen(self._columns[:, : self.count])


def _judged(line: bytes, name: str, number: int) -> bytes | None:
    """Parse a line with the slow parser; return None for an empty line or a comment.

    Raises:
        PositionError: The line is not a position.
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
            complaint = f"the byte 0x{ord(wrong) & 0xFF:02x} is not valid UTF-8"
        raise PositionError(name, number, error.column, complaint) from None
