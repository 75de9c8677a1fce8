"""Arrays of 64 or 128 numbers in source code, whatever the language and however nested.

What stands in brackets is a list of items: numbers, other lists, or something else. Lists of 64 or
128 records come out as one array for each field; 8 lists of 8 as one of 64; 128 as two of 64. In a
text without brackets, numbers that follow each other are a list.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field, replace
from math import prod
from typing import TYPE_CHECKING

from magicbb.tables.imports.sources.lists import MOST_FIELDS, NumberList, joined, value_of
from magicbb.tables.imports.sources.names import name_before
from magicbb.tables.imports.sources.tokens import number_of, tokens_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.tables.imports.sources.lists import Value
    from magicbb.tables.imports.sources.names import Part

SQUARES = 64

_TABLES = (SQUARES, 2 * SQUARES)
_MOST_ITEMS = 2 * SQUARES + 8
_MOST_PARTS = 64
_LONGEST_HEADING = 40
_NEAR = 4
"""How many numbers too many or too few make an array one that was meant."""

_BIG = 1 << 32
_DEEPEST = 64
"""Brackets deeper than this are passed over; arrays of squares are not that deep."""

_MOST_TOKENS = 1 << 19
_CLOSING = {"(": ")", "{": "}", "[": "]"}
_DEEPEST_MATCH = 8
"""A bracket closes one of so many that are open; what does not fit is passed over. And names are
looked for before so many of them: looking at all, for each bracket, could take forever."""


@dataclass(frozen=True)
class PastedArray:
    """64 numbers.

    Attributes:
        name: What it is called, with its field if it is one of several; may be empty.
        line: The line in which it starts, from 1.
        numbers: The numbers as they are written, perhaps negative, perhaps too long.
        table: Arrays with the same number here are fields of the same records.
    """

    name: str
    line: int
    numbers: tuple[int, ...]
    table: int

    def __str__(self) -> str:
        """Name and line."""
        return _placed(self.name, self.line)


def _placed(name: str, line: int) -> str:
    return f"{name or 'an array'} (line {line})"


@dataclass
class Pasted:
    """The arrays of a text, and for each list that is almost one a sentence that says so."""

    arrays: list[PastedArray] = field(default_factory=list)
    misfits: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Open:
    """A bracket that is still open, or the text as a whole."""

    bracket: str
    start: int
    parts: list[Part] = field(default_factory=list)
    items: list[Value] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    count: int = 0


@dataclass(slots=True)
class _Run:
    """Numbers outside of all brackets that follow each other, under what heading, if any."""

    heading: str
    start: int
    numbers: list[Value] = field(default_factory=list)


def arrays_in(text: str) -> Pasted:
    """Read all arrays of 64 numbers out of source code.

    Raises:
        ValueError: It is too long to be read in short time.

    >>> pasted = arrays_in("x = [" + "0x7Fu64, " * 64 + "]; // 3")
    >>> [(str(array), array.numbers[:2]) for array in pasted.arrays]
    [('x (line 1)', (127, 127))]
    """
    reader = _Reader(text)
    for count, (kind, token, start) in enumerate(tokens_of(text)):
        if count == _MOST_TOKENS:
            raise ValueError(
                f"it has more than {_MOST_TOKENS} words, numbers and signs; "
                "paste only the part with the magics"
            )
        reader.read(kind, token, start)
    return reader.finish()


class _Reader:
    """Brackets that are open, and the arrays found so far."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._lines: list[int] | None = None
        self._stack = [_Open("", 0)]
        self._run = _Run("", 0)
        self._pasted = Pasted()
        self._tables = 0

    def read(self, kind: str, token: str, start: int) -> None:
        """Take the next token."""
        top = self._stack[-1]
        if kind == "text":
            token = token.strip("\"'")
            if token[:1].isdigit() and number_of(token) is not None:
                kind = "number"
        if kind == "number":
            if top.parts and top.parts[-1][0] == "number":
                self._end_item(top)  # blanks alone between numbers
            _add(top, ("number", number_of(token), start))
        elif kind == "break":
            self._end_item(top)
        elif kind == "open":
            if len(self._stack) < _DEEPEST:
                self._stack.append(_Open(token, start))
        elif kind == "close":
            self._close(token)
        else:
            after_number = bool(top.parts) and top.parts[-1][0] == "number"
            if kind == "word" and after_number and len(self._stack) == 1:
                self._end_item(top)  # a heading after numbers
            _add(top, (kind, token, start))

    def finish(self) -> Pasted:
        """Close what is still open, as at the end of a text that was cut off."""
        while len(self._stack) > 1:
            self._pop()
        self._end_item(self._stack[0])
        self._end_run()
        self._number_equal_names()
        return self._pasted

    def _end_item(self, top: _Open) -> None:
        parts = top.parts
        if not parts:
            return
        bare = len(parts) == 1 and parts[0][0] == "number"
        value: Value = parts[0][1] if bare else value_of(parts)
        if len(self._stack) == 1:
            self._extend_run(parts, value, bare=bare)
        elif top.count < _MOST_ITEMS:
            top.items.append(value)
            top.labels.append("" if bare else name_before(parts, labelled=True))
        top.count += 1
        top.parts = []

    def _close(self, token: str) -> None:
        depths = range(1, min(len(self._stack), _DEEPEST_MATCH + 1))
        match = (depth for depth in depths if _CLOSING[self._stack[-depth].bracket] == token)
        for _ in range(next(match, 0)):
            self._pop()

    def _pop(self) -> None:
        """Close the innermost bracket; what stood in it becomes a part of the item around."""
        self._end_item(self._stack[-1])
        closed = self._stack.pop()
        around = self._stack[-1]
        value = self._value_of_list(closed)
        _add(around, ("list", value, closed.start))

    def _value_of_list(self, closed: _Open) -> Value:
        items, count = closed.items, closed.count
        if count == 1:
            return items[0]
        if not 1 < count <= _MOST_ITEMS:
            return None
        value = joined(items, closed.labels)
        if not value.has_table and value.shape is not None:
            self._see_table(value, closed.start, self._name())
        return value

    def _see_table(self, value: NumberList, start: int, name: str) -> None:
        """Keep the arrays of a list, if its first dimensions make 64 or 128."""
        shape = value.shape or ()
        for depth in range(1, len(shape) + 1):
            places = prod(shape[:depth])
            if places in _TABLES and prod(shape[depth:]) <= MOST_FIELDS:
                self._keep(value, places, start, name)
                value.has_table = True
                return
        if len(shape) == 1:
            self._see_misfit(value.leaves, start, name)

    def _keep(self, value: NumberList, places: int, start: int, name: str) -> None:
        self._tables += 1
        line = self._line(start)
        fields = len(value.leaves) // places
        for column in range(fields):
            numbers = value.leaves[column::fields]
            label = value.labels[column] if fields > 1 and column < len(value.labels) else ""
            own = ".".join(filter(None, (name, label)))
            own = own if label or fields == 1 else f"{own} field {column + 1}".lstrip()
            unread = numbers.count(None)
            if unread:
                if unread < _NEAR:
                    sentence = f"{_placed(own, line)} has {unread} items that are no numbers"
                    self._pasted.misfits.append(sentence)
                continue
            whole = tuple(number for number in numbers if number is not None)
            for half, first in enumerate(range(0, places, SQUARES)):
                part = f"[{first}..{first + SQUARES - 1}]" if places > SQUARES else ""
                array = PastedArray(
                    (own or "numbers" * bool(part)) + part,
                    line,
                    whole[first : first + SQUARES],
                    2 * self._tables + half,
                )
                self._pasted.arrays.append(array)

    def _see_misfit(self, leaves: Sequence[int | None], start: int, name: str) -> None:
        count = len(leaves)
        whole = min(_TABLES, key=lambda length: abs(length - count))
        near = 0 < abs(count - whole) <= _NEAR
        if near and sum(leaf is not None and abs(leaf) >= _BIG for leaf in leaves) > count // 2:
            where = _placed(name, self._line(start))
            self._pasted.misfits.append(f"{where} has {count} numbers, not {whole}")

    def _name(self) -> str:
        """The name of what the innermost bracket is about to close."""
        names: list[str] = []
        for frame in self._stack[:-_DEEPEST_MATCH:-1]:
            names.append(name_before(frame.parts, labelled=bool(names)))
        return ".".join(filter(None, reversed(names)))

    def _line(self, start: int) -> int:
        if self._lines is None:
            self._lines = [match.start() for match in re.finditer("\n", self._text)]
        return bisect_left(self._lines, start) + 1

    def _extend_run(self, parts: list[Part], value: Value, *, bare: bool) -> None:
        """Numbers outside of all brackets: each heading starts another list."""
        if not bare:
            self._end_run()
            words = " ".join(str(token) for kind, token, _ in parts if kind == "word")
            self._run = _Run(words[:_LONGEST_HEADING], parts[-1][2])
        run = self._run
        if isinstance(value, int) and len(run.numbers) <= _MOST_ITEMS:
            run.start = run.start if run.numbers else parts[-1][2]
            run.numbers.append(value)

    def _end_run(self) -> None:
        run, self._run = self._run, _Run("", 0)
        if 1 < len(run.numbers) <= _MOST_ITEMS:
            self._see_table(joined(run.numbers, []), run.start, run.heading)

    def _number_equal_names(self) -> None:
        """Tell arrays of one name, as those of rook and bishop in one, by their numbers."""
        arrays = self._pasted.arrays
        counts = Counter(array.name for array in arrays)
        seen: Counter[str] = Counter()
        for place, array in enumerate(arrays):
            if array.name and counts[array.name] > 1:
                arrays[place] = replace(array, name=f"{array.name}[{seen[array.name]}]")
                seen[array.name] += 1


def _add(top: _Open, part: Part) -> None:
    top.parts.append(part)
    if len(top.parts) > _MOST_PARTS:
        del top.parts[: _MOST_PARTS // 2]
