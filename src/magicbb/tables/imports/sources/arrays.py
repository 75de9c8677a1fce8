"""Read arrays of 64 or 128 numbers from source code in any language, however nested.

The contents of a pair of brackets are a list of items: numbers, other lists, or something else. A
list of 64 or 128 records is split into one array per field; 8 lists of 8 are joined into an array
of 64, and 128 numbers are split into two arrays of 64. In a text without brackets, consecutive
numbers form a list.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING

from magicbb.tables.imports.sources.collecting import Collector
from magicbb.tables.imports.sources.lists import (
    MOST_NUMBERS,
    NumberList,
    Pointer,
    joined,
    key_of,
    value_of,
)
from magicbb.tables.imports.sources.names import name_before, shown
from magicbb.tables.imports.sources.pasted import SQUARES, Pasted
from magicbb.tables.imports.sources.shifts import with_shifted_names
from magicbb.tables.imports.sources.tokens import number_of, tokens_of, writes_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.tables.imports.sources.lists import Value
    from magicbb.tables.imports.sources.names import Part
    from magicbb.tables.imports.sources.source_text import SourceText

_MOST_ITEMS = 2 * SQUARES + 8
_MOST_PARTS = 64
_LONGEST_HEADING = 40
_DEEPEST = 64
"""The depth beyond which brackets are skipped; per-square arrays are not nested so deeply."""

_MOST_TOKENS = 1 << 20
_DIGITS = re.compile("[\"'`]+[0-9a-fA-F\\s]+[\"'`]+")
_SHORTEST = 24
"""The length above which a string of hexadecimal digits may contain the numbers of a table."""

_CLOSING = {"(": ")", "{": "}", "[": "]"}
_DEEPEST_MATCH = 8
"""The maximum number of open brackets to search for the match of a closing bracket; if there is no
match, the closing bracket is ignored. The search for names is limited in the same way. Without
limits, deeply nested text could take far too long."""


@dataclass(slots=True)
class _Open:
    """A bracket that is still open, or the whole text.

    Attributes:
        bracket: The bracket; empty for the whole text.
        start: Its position.
        parts: The parts of the current item.
        items: The values of the previous items.
        starts: Their positions.
        labels: The names before them; empty for items without one.
        keys: The numbers before them; None for items without one.
        texts: Strings of hexadecimal digits, with their positions.
        count: The number of previous items.
        is_code: Whether one of them is a statement.
        is_computed: Whether one of them is an expression whose value is unknown.
    """

    bracket: str
    start: int
    parts: list[Part] = field(default_factory=list)
    items: list[Value] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    keys: list[int | None] = field(default_factory=list)
    texts: list[tuple[str, int]] = field(default_factory=list)
    count: int = 0
    is_code: bool = False
    is_computed: bool = False


@dataclass(slots=True)
class _Run:
    """Consecutive numbers outside all brackets, and their heading, if any."""

    heading: str
    start: int
    numbers: list[Value] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)


def arrays_of(texts: Sequence[SourceText]) -> Pasted:
    """Read all arrays of 64 numbers from several files, each parsed independently.

    Raises:
        ValueError: A file is too long.
    """
    pasted = Pasted(texts=[*texts])
    contents = []
    for text in texts:
        tables = max((array.table // 2 for array in pasted.arrays), default=0)
        found = arrays_in(text.content, text.file, tables)
        contents.append((text.content, found))
        pasted.arrays += found.arrays
        pasted.misfits += found.misfits
        pasted.longs += found.longs
        pasted.words |= found.words
    with_shifted_names(contents)
    for _, found in contents:
        pasted.code += found.code
        pasted.counted |= found.counted
    return pasted


def arrays_in(text: str, file: str = "", tables: int = 0) -> Pasted:
    """Read all arrays of 64 numbers from source code.

    Args:
        text: The source code.
        file: The value for `PastedArray.file`.
        tables: The number of tables in previous files; numbering continues from it.

    Raises:
        ValueError: The text is too long.

    >>> pasted = arrays_in("x = [" + "0x7Fu64, " * 64 + "]; // 3")
    >>> [(str(array), array.numbers[:2]) for array in pasted.arrays]
    [('x (line 1)', (127, 127))]
    """
    reader = _Reader(text, shown(file), tables)
    for count, (kind, token, start) in enumerate(tokens_of(text)):
        if count == _MOST_TOKENS:
            raise ValueError(
                f"{shown(file) or 'it'} has more than {_MOST_TOKENS} tokens; "
                "paste only the part with the magics"
            )
        reader.read(kind, token, start)
    return reader.finish()


class _Reader:
    """Reads tokens, keeping track of open brackets and of the arrays found so far."""

    def __init__(self, text: str, file: str, tables: int) -> None:
        self._collector = Collector(text, file, tables)
        self._pasted = self._collector.pasted
        self._stack = [_Open("", 0)]
        self._run = _Run("", 0)

    def read(self, kind: str, token: str, start: int) -> None:
        """Process the next token."""
        top = self._stack[-1]
        if kind == "text":
            if (top.texts or len(token) > _SHORTEST) and _DIGITS.fullmatch(token):
                top.texts.append((token, start))
                return
            token = token.strip("\"'")
            if writes_number(token):
                kind = "number"
        if kind == "number":
            self._read_number(top, number_of(token), start)
        elif kind == "break":
            self._end_item(top, is_last=token == ";")  # noqa: S105 (not a password)
        elif kind == "open":
            if len(self._stack) < _DEEPEST:
                self._stack.append(_Open(token, start))
        elif kind == "close":
            self._close(token)
        else:
            self._pasted.words.add(token)
            after_number = bool(top.parts) and top.parts[-1][0] == "number"
            if kind == "word" and after_number and len(self._stack) == 1:
                self._end_item(top)  # a heading after numbers
            _add(top, (kind, token, start))

    def _see_shift(self, top: _Open, value: Value, start: int) -> None:
        """Store the number if it follows << or >>."""
        sign = "".join(part[1] for part in top.parts[-2:] if part[0] == "sign")
        sign = sign[:2] if sign in ("<<=", ">>=") else sign
        if isinstance(value, int) and sign in ("<<", ">>"):
            self._collector.see_shift(value, sign, start)

    def _read_number(self, top: _Open, number: int | None, start: int) -> None:
        before = top.parts[-1] if top.parts else ("", "", 0)
        if before[1] == "*":
            is_list = len(top.parts) > 1 and top.parts[-2][0] == "list"
            self._collector.see_length(number, start, "[" * is_list)  # [0] * 48002
        if before[0] == "number":
            self._end_item(top)  # only blanks between numbers
        self._see_shift(top, number, start)
        _add(top, ("number", number, start))

    def finish(self) -> Pasted:
        """Close brackets that are still open in a truncated text, and return the result."""
        while len(self._stack) > 1:
            self._pop()
        self._end_item(self._stack[0])
        self._end_run()
        self._collector.number_equal_names()
        return self._pasted

    def _end_item(self, top: _Open, *, is_last: bool = False) -> None:
        """End an item or statement, and store its number if it may be a length."""
        parts = top.parts
        if not parts:
            return
        bare = len(parts) == 1 and parts[0][0] == "number"
        if parts[0][0] == "number" and len(parts) > 1:
            self._see_length_before(top)
        value: Value = parts[0][1] if bare else value_of(parts)
        if (is_last or len(self._stack) == 1) and not bare and parts[-1][0] != "list":
            self._collector.see_length(value, parts[-1][2])
        if len(self._stack) == 1:
            self._extend_run(parts, value, bare=bare)
        elif top.count < MOST_NUMBERS:
            top.items.append(value)
            top.starts.append(parts[-1][2])
            top.labels.append("" if bare else name_before(parts, labelled=True))
            top.keys.append(key_of(parts))
            top.is_code |= is_last
            top.is_computed |= value is None and len(parts) > 1
        top.count += 1
        top.parts = []

    def _see_length_before(self, top: _Open) -> None:
        """Store the number at the start of an item if the sign after it shows it is a length."""
        _, number, start = top.parts[0]
        signs = [part[1] for part in top.parts[1:3]]
        if signs[0] == ">" and signs != [">", ">"]:
            self._collector.see_length(number, start, "[")  # array<U64, 48002> slots
        elif signs[0] == "*" and top.bracket == "(":
            self._collector.see_length(number, start)  # malloc(48002 * sizeof(U64))

    def _close(self, token: str) -> None:
        depths = range(1, min(len(self._stack), _DEEPEST_MATCH + 1))
        match = (depth for depth in depths if _CLOSING[self._stack[-depth].bracket] == token)
        for _ in range(next(match, 0)):
            self._pop()

    def _pop(self) -> None:
        """Close the innermost bracket, and add its contents to the enclosing item."""
        self._end_item(self._stack[-1])
        closed = self._stack.pop()
        around = self._stack[-1]
        around.is_computed |= closed.is_computed
        value = self._value_of_list(closed)
        self._see_shift(around, value, closed.start)
        _add(around, ("list", value, closed.start))

    def _value_of_list(self, closed: _Open) -> Value:
        items, count = closed.items, closed.count
        if closed.texts:
            self._collector.see_digits(closed.texts, items, closed.start, self._name())
        if closed.bracket == "[" and [part[1] for part in self._stack[-1].parts[-2:-1]] == ["&"]:
            # &table[48002]
            base, number = str(self._stack[-1].parts[-1][1]), items[0] if count == 1 else None
            return Pointer.into(base, number) if isinstance(number, int) else None
        before = "[" if closed.bracket == "[" else ""
        if count == 1 or (count == 2 and not isinstance(items[0], int)):  # noqa: PLR2004
            # [48002] or [u64; 48002], but not a record of two numbers
            number, places = _length(items, self._stack[-1].parts)
            places *= len(self._stack) == 1 and before == "["
            self._collector.see_length(number, closed.starts[-1], before, self._name(), places)
        elif count == 2:  # noqa: PLR2004
            place = _place_of_length(closed, self._stack[-1].parts)
            if place is not None:
                self._collector.see_length(items[place], closed.starts[place], before)
        if count == 1:
            return items[0]
        if not 1 < count <= MOST_NUMBERS:
            return None
        value = joined(items, closed.labels, closed.starts)
        value.keys = closed.keys
        if not value.has_table and value.shape is not None:
            is_computed = closed.is_computed and not closed.is_code
            name = self._name()
            self._collector.see_table(value, closed.start, name, is_computed=is_computed)
        return value

    def _name(self) -> str:
        """Find the name of the list that was just closed."""
        names: list[str] = []
        for frame in self._stack[:-_DEEPEST_MATCH:-1]:
            names.append(name_before(frame.parts, labelled=bool(names)))
        return ".".join(filter(None, reversed(names)))

    def _extend_run(self, parts: list[Part], value: Value, *, bare: bool) -> None:
        """Add a number outside all brackets to the current run; a heading starts a new run."""
        if not bare:
            self._end_run()
            words = " ".join(str(token) for kind, token, _ in parts if kind == "word")
            self._run = _Run(words[:_LONGEST_HEADING], parts[-1][2])
        run = self._run
        if isinstance(value, int) and len(run.numbers) <= _MOST_ITEMS:
            run.start = run.start if run.numbers else parts[-1][2]
            run.numbers.append(value)
            run.starts.append(parts[-1][2])

    def _end_run(self) -> None:
        run, self._run = self._run, _Run("", 0)
        if 1 < len(run.numbers) <= _MOST_ITEMS:
            self._collector.see_table(joined(run.numbers, [], run.starts), run.start, run.heading)


def _length(items: Sequence[Value], before: Sequence[Part]) -> tuple[Value, int]:
    """Return the last dimension of an array, and its total number of elements (0 if unknown).

    Args:
        items: The contents of the last brackets, such as 4096, or a type and 4096.
        before: The parts before these brackets; the total is unknown unless they belong to a
            declaration.
    """
    sizes = [items[-1]]
    if isinstance(items[0], NumberList):  # [[u64; 4096]; 64]
        inner = items[0].leaves
        sizes += inner[1:] if len(inner) == 2 and inner[0] is None else [None]  # noqa: PLR2004
    outside = [*before]
    while outside and outside[-1][0] == "list":
        sizes.insert(0, outside.pop()[1])
    declared = bool(outside) and (outside[-1][0] == "word" or outside[-1][1] == ":")
    numbers = [size for size in sizes if isinstance(size, int)]
    if not declared or len(numbers) < len(sizes) or any(part[1] == "=" for part in outside):
        return items[-1], 0
    return sizes[-1], prod(numbers)


def _place_of_length(closed: _Open, before: Sequence[Part]) -> int | None:
    """Return which of two items may be the length of an array or of an allocation, if one is.

    Args:
        closed: The brackets with the two items, of which the first is a number.
        before: The parts before the brackets.
    """
    if closed.bracket == "[" and closed.is_code:
        return 1  # [0; 48002]
    if closed.bracket == "{" or not before or before[-1][0] not in ("word", "list"):
        return None
    if closed.items[1] is None:
        return 0  # array[48002, uint64], calloc(48002, sizeof(U64))
    is_filled = closed.bracket == "(" and 0 in closed.items
    return 1 - closed.items.index(0) if is_filled else None  # slots(48002, 0)


def _add(top: _Open, part: Part) -> None:
    top.parts.append(part)
    if len(top.parts) > _MOST_PARTS:
        del top.parts[: _MOST_PARTS // 2]
