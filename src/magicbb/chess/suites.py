"""Files of positions with the perft counts that are known of them, in both forms that are in use.

EPD, one position in a line, perhaps with other operations::

    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902

and the lines of shakmaty's and others' `.perft` files::

    id start
    epd rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -
    perft 1 20
    perft 2 400

Which of them a file has is told from each line. Empty lines and lines that start with '#' are
passed over.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from magicbb.arguments import short_repr
from magicbb.chess.board_state import state_of
from magicbb.chess.collections.blocks import blocks_of, opened, source_name, whole_lines
from magicbb.chess.notation.fen import LONGEST_LINE, parse_epd
from magicbb.chess.perft import DEEPEST
from magicbb.chess.position import Position, trusted_position

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

_COUNT = re.compile(r"[Dd](\d{1,2})\s+(\d{1,20})", re.ASCII)
_FIRST_COUNT = re.compile(r"\s([Dd]\d.*)$", re.ASCII)  # without a semicolon before it
_SMALL_D = re.compile(r"d\d", re.ASCII)  # other operations begin with small letters, too
_PERFT = re.compile(r"(\d{1,2})\s+(\d{1,20})", re.ASCII)


@dataclass(frozen=True)
class Case:
    """A position and its counts.

    Attributes:
        name: What it is called: its `id`, or the line where it stands.
        position: The position.
        counts: The number of leaves for each depth.
    """

    name: str
    position: Position
    counts: dict[int, int] = field(hash=False)


def read_suite(path: str | os.PathLike[str]) -> list[Case]:
    """Read a file of perft counts, plain or zipped by gzip; "-" is standard input.

    Raises:
        ValueError: A line is not understood, or there are none; the sentence names file and line.
        OSError: The file cannot be read.
    """
    name = source_name(path)
    with opened(path) as file:
        texts = whole_lines(blocks_of(file, name))
        cases = parse_suite((line for text in texts for line in text[:-1].split(b"\n")), name)
    if not cases:
        raise ValueError(f"{name}: there is no position with a perft count in it")
    return cases


def parse_suite(lines: Iterable[bytes], name: str) -> list[Case]:
    r"""Parse the lines of a file; see `read_suite`.

    >>> suite = b"id kings\nepd 7k/8/8/8/8/8/8/K7 w - -\nperft 1 3\nperft 2 9".splitlines()
    >>> [(case.name, case.counts) for case in parse_suite(suite, "kings.perft")]
    [('kings', {1: 3, 2: 9})]
    """
    parser = _Parser()
    for number, line in enumerate(lines, 1):
        where = f"{name}, line {number}"
        if len(line.rstrip(b"\r\n")) > LONGEST_LINE:
            raise ValueError(f"{where}: it is longer than {LONGEST_LINE:,} bytes")
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8").strip()
            if text and not text.startswith("#"):
                parser.take(text, f"line {number}")
        except UnicodeDecodeError:
            raise ValueError(f"{where}: it is not text in UTF-8") from None
        except ValueError as error:
            raise ValueError(f"{where}: {error}") from None
    return [case for case in parser.cases if case.counts]


class _Parser:
    """What was read so far."""

    def __init__(self) -> None:
        self.cases: list[Case] = []
        self._name: str | None = None

    def take(self, text: str, where: str) -> None:
        """Take one line."""
        word, *more = text.split(maxsplit=1)
        rest = more[0] if more else ""
        if word == "id":
            self._name = rest
        elif word == "perft":
            if self._name is not None:
                raise ValueError(f"a count stands before the position of {short_repr(self._name)}")
            self._count(_PERFT, rest, 'a depth and a count, as "perft 3 8902"')
        else:
            self._take_epd(rest if word == "epd" else text, where)

    def _take_epd(self, text: str, where: str) -> None:
        position = trusted_position(state_of(parse_epd(text)))
        self.cases.append(Case(self._name or where, position, {}))
        self._name = None
        first, *others = text.split(";")
        if found := _FIRST_COUNT.search(first):
            others.insert(0, found[1])
        for operation in map(str.strip, others):
            if operation.startswith("D") or _SMALL_D.match(operation):
                self._count(_COUNT, operation, 'a depth and a count, as ";D3 8902"')

    def _count(self, form: re.Pattern[str], text: str, rule: str) -> None:
        found = form.fullmatch(text)
        if not found or not 0 < int(found[1]) <= DEEPEST or int(found[2]) >= 1 << 64:
            raise ValueError(f"there must be {rule}, got {short_repr(text)}")
        if not self.cases:
            raise ValueError("a count stands before the first position")
        depth, count = int(found[1]), int(found[2])
        if self.cases[-1].counts.setdefault(depth, count) != count:
            raise ValueError(f"depth {depth} has a second count, {count:,}")
