"""The useful contents of source code: per-square arrays, long lists, lengths and shifts."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from magicbb.tables.imports.sources.source_text import SourceText

SQUARES = 64
_MOST_COLUMNS = 16


@dataclass(frozen=True)
class PastedArray:
    """An array of 64 numbers.

    Attributes:
        name: The name of the array, including the field name for arrays of records; may be empty.
        line: The number of its first line, starting at 1.
        numbers: The numbers as written, possibly negative or too large for 64 bits.
        table: The number of the array's table; fields of the same records have the same number.
        file: The file name if there are several files, else empty.
        lines: The line of each number, and of `end`.
        keys: The numbers before the items, as in `{0: 0x…, 1: 0x…}`; empty if there are none.
        bases: The names of the tables in pointers such as `table + 4096`; empty for other numbers.
        end: The 65th number of a list of 64 starts that also contains the end of the last; None for
            other arrays.
    """

    name: str
    line: int
    numbers: tuple[int, ...]
    table: int
    file: str = ""
    lines: tuple[int, ...] = field(default=(), compare=False)
    end: int | None = None
    keys: tuple[int, ...] = field(default=(), compare=False)
    bases: tuple[str, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        """The name and line, and the file name if there are several files."""
        return at_line(self.name, self.line, self.file)

    @property
    def words(self) -> set[str]:
        """The words of the name, such as those of the array and of the field."""
        return {*re.findall(r"[^\W\d]\w*", self.name)}

    def number(self, place: int) -> str:
        """Describe the position of one of the numbers."""
        line = self.lines[place] if self.lines else self.line
        return f"number {place + 1} of {at_line(self.name, line, self.file)}"


@dataclass(frozen=True)
class LongList:
    """A list longer than a per-square array, such as the slots of a table.

    Attributes:
        name: Its name; may be empty.
        line: The number of its first line, starting at 1.
        numbers: The numbers.
        lines: The line of each number.
        start: Its position in the text.
        file: The file name if there are several files, else empty.
    """

    name: str
    line: int
    numbers: Sequence[int]
    lines: Sequence[int]
    start: int
    file: str = ""

    def __str__(self) -> str:
        """The name and line, and the file name if there are several files."""
        return at_line(self.name, self.line, self.file)

    def number(self, place: int) -> str:
        """Describe the position of one of the numbers."""
        return f"number {place + 1} of {at_line(self.name, self.lines[place], self.file)}"

    def columns(self) -> Iterator[PastedArray]:
        """Yield the per-square arrays that may make up the list, consecutive or interleaved.

        >>> flat = LongList("x", 1, [*range(192)], [1] * 192, 0)
        >>> [(str(each), each.numbers[:3]) for each in flat.columns()][2:4]
        [('x[128..191] (line 1)', (128, 129, 130)), ('x field 1 (line 1)', (0, 3, 6))]
        """
        count, rest = divmod(len(self.numbers), SQUARES)
        if rest or count > _MOST_COLUMNS:
            return
        name, ranges = self.name or "numbers", []
        for first in range(0, count * SQUARES, SQUARES):
            part = slice(first, first + SQUARES)
            ranges.append((f"{name}[{first}..{first + SQUARES - 1}]", part))
        ranges += [
            (f"{name} field {place + 1}", slice(place, None, count)) for place in range(count)
        ]
        for own, part in ranges:
            lines = tuple(self.lines[part])
            yield PastedArray(own, lines[0], tuple(self.numbers[part]), 0, self.file, lines)


@dataclass(frozen=True)
class Misfit:
    """A list that is almost a per-square array.

    Attributes:
        name: Its name; may be empty.
        numbers: Its numbers; None for items that are not numbers.
        problem: What is wrong with it, as the end of a sentence.
        line: The number of its first line, starting at 1.
        file: The file name if there are several files, else empty.
    """

    name: str
    numbers: tuple[int | None, ...]
    problem: str
    line: int
    file: str = ""

    def __str__(self) -> str:
        """The name and line, and what is wrong."""
        return f"{at_line(self.name, self.line, self.file)} {self.problem}"


@dataclass(frozen=True)
class CodeNumber:
    """A number in the code: a shift, or the length of an array.

    Attributes:
        number: The number.
        before: The token before it: ">>", "<<", "[" for a length, "" for a possible length.
        line: Its line number, starting at 1.
        file: The file name if there are several files, else empty.
        of: The name of the array; may be empty.
        total: The total number of elements in the array; 0 if unknown.
        start: Its position in the text.
        names: The arrays in the shifted expression, and what may be magics. For a left shift: those
            in the expressions shifted right in the same statement, unless it is part of them.
    """

    number: int
    before: str
    line: int
    file: str = ""
    of: str = ""
    total: int = 0
    start: int = field(default=0, compare=False)
    names: frozenset[str] = frozenset()

    @property
    def key(self) -> tuple[str, int]:
        """A key for finding duplicates: equal for equal shifts, and for equal lengths."""
        return self.before if self.before in (">>", "<<") else "", self.number

    def __str__(self) -> str:
        """The number as written, and its position.

        >>> print(CodeNumber(52, ">>", 30), CodeNumber(4096, "[", 7, "a.c"))
        >> 52 (line 30) [4096] (a.c, line 7)
        """
        written = f"[{self.number}]" if self.before == "[" else f"{self.before} {self.number}"
        return at_line(written.strip(), self.line, self.file)


def at_line(name: str, line: int, file: str) -> str:
    """Describe an array for messages by its name and position."""
    where = f"{file}, line {line}" if file else f"line {line}"
    return f"{name or 'an array'} ({where})"


@dataclass
class Pasted:
    """The useful contents of source code.

    Attributes:
        arrays: The per-square arrays.
        misfits: Lists that are almost per-square arrays.
        longs: Longer lists of numbers.
        code: Shifts by constants, and numbers that may be array lengths, such as those in brackets.
        words: All words and operators outside comments.
        counted: The arrays, and what may be magics, in expressions shifted right by a counted
            number of bits.
        texts: The source texts.
    """

    arrays: list[PastedArray] = field(default_factory=list)
    misfits: list[Misfit] = field(default_factory=list)
    longs: list[LongList] = field(default_factory=list)
    code: list[CodeNumber] = field(default_factory=list)
    words: set[str] = field(default_factory=set)
    counted: set[str] = field(default_factory=set)
    texts: list[SourceText] = field(default_factory=list)

    @property
    def lengths(self) -> list[CodeNumber]:
        """The possible lengths, except those up to 64 of arrays whose contents are in the text."""
        names = {re.split(r"[ .[]", array.name)[0] for array in self.arrays}
        names |= {each.name for each in self.longs}
        return [
            each
            for each in self.code
            if each.before in ("[", "") and (each.number > SQUARES or each.of not in names)
        ]
