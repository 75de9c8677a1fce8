"""Perft suites: files of positions with known perft counts, in one of two formats.

EPD, with one position and its counts per line, possibly among other operations::

    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902

and the `.perft` files of shakmaty and others::

    id start
    epd rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -
    perft 1 20
    perft 2 400

The format is detected line by line. Empty lines and lines that start with '#' are skipped.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from magicbb.arguments import short_repr
from magicbb.chess.board_state import state_of
from magicbb.chess.collections.blocks import lines_of
from magicbb.chess.notation.fen import LONGEST_LINE, operations_of, parse_epd
from magicbb.chess.perft import DEEPEST
from magicbb.chess.position import Position, trusted_position
from magicbb.files import opened, source_name

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable

_COUNT = re.compile(r"[Dd](\d{1,2})\s+(\d{1,20})", re.ASCII)
_OPERATION = re.compile(r"""(?:[^;"]|"[^"]*"?)+""")
_DEPTH = re.compile(r"D|d\d", re.ASCII)  # other operations can also start with "d"
_ID = re.compile(r'id\s+"([^"]+)"')
_PERFT = re.compile(r"(\d{1,2})\s+(\d{1,20})", re.ASCII)


_PATIENCE = 1_000
"""The number of positions without counts after which a file is rejected."""


@dataclass(frozen=True)
class SuiteCase:
    """A position and its perft counts.

    Attributes:
        name: The position's `id`, from a line of its own or an EPD operation, or else its line
            number.
        position: The position.
        counts: The number of leaves at each depth.
    """

    name: str
    position: Position
    counts: dict[int, int] = field(hash=False)


def read_suite(
    path: str | os.PathLike[str], on_invalid: Callable[[ValueError], None] | None = None
) -> list[SuiteCase]:
    """Read a file of perft counts, plain or gzipped.

    Args:
        path: The file; "-" for standard input.
        on_invalid: Called with the error for each invalid line, which is then skipped; if its
            position is invalid, the counts for that position are skipped, too.

    Raises:
        ValueError: A line cannot be parsed, or the file has no counts; the message names the file
            and the line.
        OSError: The file cannot be read.

    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     path = os.path.join(directory, "suite.epd")
    ...     with open(path, "w") as file:
    ...         _ = file.write("4k3/8/8/8/8/8/8/4K2R w K - ;D1 15 ;D2 66")
    ...     [case] = read_suite(path)
    >>> case.counts, case.position.perft(2)
    ({1: 15, 2: 66}, 66)
    """
    name = source_name(path)
    with opened(path) as file:
        cases = parse_suite(lines_of(file, name), name, on_invalid)
    if not cases:
        raise ValueError(f"{name}: no positions with perft counts found")
    return cases


def parse_suite(
    lines: Iterable[bytes], name: str, on_invalid: Callable[[ValueError], None] | None = None
) -> list[SuiteCase]:
    r"""Parse the lines of a file; see `read_suite`.

    >>> suite = b"id kings\nepd 7k/8/8/8/8/8/8/K7 w - -\nperft 1 3\nperft 2 9".splitlines()
    >>> [(case.name, case.counts) for case in parse_suite(suite, "kings.perft")]
    [('kings', {1: 3, 2: 9})]
    """
    parser = _Parser()
    for number, line in enumerate(lines, 1):
        try:
            parser.take_line(line, number)
        except ValueError as error:
            invalid = ValueError(f"{name}, line {number}: {error}")
            if on_invalid is None:
                raise invalid from None
            on_invalid(invalid)
        if len(parser.cases) == _PATIENCE and not any(case.counts for case in parser.cases):
            raise ValueError(f"{name}: no perft counts in the first {_PATIENCE:,} positions")
    return [case for case in parser.cases if case.counts]


class _Parser:
    """A parser that takes the lines of a suite one at a time."""

    def __init__(self) -> None:
        self.cases: list[SuiteCase] = []
        self._name: str | None = None
        self._passing_over = False

    def take_line(self, line: bytes, number: int) -> None:
        """Parse one line of bytes."""
        if len(line.rstrip(b"\r\n")) > LONGEST_LINE:
            raise ValueError(f"the line is longer than {LONGEST_LINE:,} bytes")
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8").strip()
        except UnicodeDecodeError:
            raise ValueError("the line is not valid UTF-8") from None
        if text and not text.startswith("#"):
            self.take(text, f"line {number}")

    def take(self, text: str, where: str) -> None:
        """Parse one line that is neither empty nor a comment."""
        word, *more = text.split(maxsplit=1)
        rest = more[0] if more else ""
        if word == "id":
            self._name = rest
        elif word == "perft":
            if self._passing_over:
                return
            if self._name is not None:
                raise ValueError(f"a count comes before the position of {short_repr(self._name)}")
            if not self.cases:
                raise ValueError("a count comes before the first position")
            _count(
                self.cases[-1].counts, _PERFT, rest, 'a depth and a count, such as "perft 3 8902"'
            )
        else:
            self._take_epd(rest if word == "epd" else text, where)

    def _take_epd(self, text: str, where: str) -> None:
        name, self._name, self._passing_over = self._name, None, True
        position = trusted_position(state_of(parse_epd(text)))
        counts: dict[int, int] = {}
        for operation in map(str.strip, _OPERATION.findall(operations_of(text))):
            if _DEPTH.match(operation):
                _count(counts, _COUNT, operation, 'a depth and a count, such as ";D3 8902"')
            elif name is None and (found := _ID.fullmatch(operation)):
                name = found[1]
        self._passing_over = False
        self.cases.append(SuiteCase(name or where, position, counts))


def _count(counts: dict[int, int], form: re.Pattern[str], text: str, rule: str) -> None:
    """Add a depth and its count."""
    found = form.fullmatch(text)
    if not found or not 0 < int(found[1]) <= DEEPEST or int(found[2]) >= 1 << 64:
        raise ValueError(f"expected {rule}, got {short_repr(text)}")
    depth, count = int(found[1]), int(found[2])
    if counts.setdefault(depth, count) != count:
        raise ValueError(f"depth {depth} already has a different count, got {count:,}")
