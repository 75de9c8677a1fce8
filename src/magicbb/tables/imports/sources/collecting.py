"""Collect lists from source code: per-square arrays, long lists and strings of digits."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from magicbb.recipes.storage.nibbles import LISTED
from magicbb.tables.imports.sources.lists import MOST_FIELDS
from magicbb.tables.imports.sources.pasted import (
    SQUARES,
    CodeNumber,
    LongList,
    Misfit,
    Pasted,
    PastedArray,
)
from magicbb.tables.imports.sources.slider_names import slider_named
from magicbb.tables.imports.sources.tokens import alike

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

from magicbb.tables.imports.sources.lists import NumberList, Pointer, Value

_TABLES = (SQUARES, 2 * SQUARES)
_LONGEST_TABLE = 2 * SQUARES * MOST_FIELDS
_LONG = 1 << 9
"""The minimum length of a table; smaller numbers are stored only if their array is named
after a slider."""

NEAR = 4
"""A list whose length is wrong by at most this much is reported as a misfit."""

_BIG = 1 << 32
_ENOUGH_RISE = 60
"""The minimum number of starts, out of 64, that must exceed their predecessors."""

_WIDEST = 16
_WIDTHS = (2, 4, 8, 16)
"""The possible numbers of hexadecimal digits per number in strings."""


class Collector:
    """Collects the useful arrays, lists and numbers of a text."""

    def __init__(self, text: str, file: str, tables: int) -> None:
        self.pasted = Pasted()
        self._text = text
        self._file = file
        self._lines: npt.NDArray[np.int64] | None = None
        self._tables = tables

    def see_table(
        self, value: NumberList, start: int, name: str, *, is_computed: bool = False
    ) -> None:
        """Store a list as arrays if its first dimensions multiply to 64 or 128, or as a long list.

        A list of any other length above 64 is also treated as long: its dimensions may be in the
        code. So is one that may hold the intervals of nibbles storage.

        Args:
            value: The list.
            start: The position of its opening bracket.
            name: The name before it.
            is_computed: Whether it has expressions whose values are unknown.
        """
        shape = value.shape or ()
        if prod(shape) > _LONGEST_TABLE:
            self._see_long(value, start, name)
            return
        for depth in range(1, len(shape) + 1):
            places = prod(shape[:depth])
            if places in _TABLES and prod(shape[depth:]) <= MOST_FIELDS:
                self._keep(value, places, start, name, is_computed=is_computed)
                value.has_table = True
                return
        if shape == (SQUARES + 1,) and _rises(value.leaves):
            self._keep(value, SQUARES, start, name)  # each square's start, and the end of the last
        elif len(shape) == 1:
            self._see_misfit(value.leaves, start, name)
            if shape[0] > SQUARES or shape[0] == LISTED:
                self._see_long(value, start, name)

    def see_length(
        self, value: Value, start: int, before: str = "", of: str = "", places: int = 0
    ) -> None:
        """Store a possible table length, but a short one only if the array is named after a slider.

        A length of at most 64 is stored only if it is the number of elements per square in an array
        for 64 squares.
        """
        if not isinstance(value, int):
            return
        several = places > 0 if value > SQUARES else 1 < value == places / SQUARES
        short = several and slider_named(of) is not None
        if value >= _LONG or short:
            line = self._line(start)
            self.pasted.code.append(CodeNumber(value, before, line, self._file, of, places, start))

    def see_shift(self, number: int, before: str, start: int) -> None:
        """Store the number of places in a shift, and its sign."""
        line = self._line(start)
        self.pasted.code.append(CodeNumber(number, before, line, self._file, start=start))

    def see_digits(
        self, texts: Sequence[tuple[str, int]], items: Sequence[Value], start: int, name: str
    ) -> None:
        """Store numbers written in strings as hexadecimal digits, with or without blanks.

        Args:
            texts: The strings, each with its position.
            items: Other items in the brackets, such as the number of elements.
            start: The position of the opening bracket.
            name: The name before the brackets.
        """
        words = [
            (match.group(), start + match.start())
            for text, start in texts
            for match in re.finditer("[0-9a-fA-F]+", text)
        ]
        widths = {len(word) for word, _ in words}
        digits = sum(len(word) for word, _ in words)
        given = [item for item in items if isinstance(item, int) and item > 0]
        width = digits // given[0] if given else 2 if max(widths) > _WIDEST else max(widths)
        if width not in _WIDTHS or any(each % width for each in widths):
            return
        numbers = [
            int(word[place : place + width], 16)
            for word, _ in words
            for place in range(0, len(word), width)
        ]
        starts = [start for word, start in words for _ in range(0, len(word), width)]
        line = self._line(start)
        lines = self._lines_of(starts)
        self.pasted.longs.append(LongList(name, line, numbers, lines, start, self._file))

    def _see_long(self, value: NumberList, start: int, name: str) -> None:
        """Store a list too long for a per-square array; if lists are nested, only the outermost."""
        longs = self.pasted.longs
        numbers = [leaf for leaf in alike(value.leaves) if leaf is not None]
        if len(numbers) == len(value.leaves):
            while longs and longs[-1].start >= start:
                longs.pop()
            lines = self._lines_of(value.starts)
            longs.append(LongList(name, self._line(start), numbers, lines, start, self._file))

    def _keep(
        self,
        value: NumberList,
        places: int,
        start: int,
        name: str,
        *,
        is_computed: bool = False,
    ) -> None:
        """Store each field of a list as an array, or as a misfit if it may have been meant as one.

        A list of names may be an enumeration, but a named list of expressions is an array, and so
        is any field beside one that is stored.
        """
        self._tables += 1
        line = self._line(start)
        fields = len(value.leaves) // places
        keys = tuple(key for key in value.keys if key is not None)
        keys *= len(keys) == places
        columns = [alike(value.leaves[column::fields]) for column in range(fields)]
        is_array = any(None not in numbers for numbers in columns) or (is_computed and name != "")
        for column, numbers in enumerate(columns):
            label = value.labels[column] if fields > 1 and column < len(value.labels) else ""
            own = ".".join(filter(None, (name, label)))
            own = own if label or fields == 1 else f"{own} field {column + 1}".lstrip()
            unread = numbers.count(None)
            if unread:
                if unread < NEAR or slider_named(own) or is_array:
                    items = "item that is not a number"
                    if unread > 1:
                        items = "items that are not numbers"
                    problem = f"has {unread} {items}"
                    self.pasted.misfits.append(
                        Misfit(own, tuple(numbers), problem, line, self._file)
                    )
                continue
            whole = tuple(number for number in numbers if number is not None)
            bases = tuple(number.base if isinstance(number, Pointer) else "" for number in whole)
            lines = self._lines_of(value.starts[column::fields])
            end = whole[SQUARES] if len(whole) == SQUARES + 1 else None
            for half, first in enumerate(range(0, places, SQUARES)):
                part = f"[{first}..{first + SQUARES - 1}]" if places > SQUARES else ""
                array = PastedArray(
                    (own or "numbers" * bool(part)) + part,
                    line,
                    whole[first : first + SQUARES],
                    2 * self._tables + half,
                    self._file,
                    tuple(lines[first : first + SQUARES + (end is not None)]),
                    end,
                    keys[first : first + SQUARES],
                    bases[first : first + SQUARES],
                )
                self.pasted.arrays.append(array)

    def _see_misfit(self, leaves: Sequence[int | None], start: int, name: str) -> None:
        count = len(leaves)
        whole = min(_TABLES, key=lambda length: abs(length - count))
        near = 0 < abs(count - whole) <= NEAR
        big = sum(leaf is not None and abs(leaf) >= _BIG for leaf in leaves) > count // 2
        if near and (big or slider_named(name)):
            problem, line = f"has {count} numbers, not {whole}", self._line(start)
            self.pasted.misfits.append(Misfit(name, tuple(leaves), problem, line, self._file))

    def _line(self, start: int) -> int:
        return self._lines_of([start])[0]

    def _lines_of(self, starts: Sequence[int]) -> list[int]:
        if self._lines is None:
            ends = [match.start() for match in re.finditer("\n", self._text)]
            self._lines = np.array(ends, np.int64)
        lines: list[int] = (np.searchsorted(self._lines, starts) + 1).tolist()
        return lines

    def number_equal_names(self) -> None:
        """Number the arrays that share a name, such as those of rook and bishop in one list."""
        arrays = self.pasted.arrays
        counts = Counter(array.name for array in arrays)
        seen: Counter[str] = Counter()
        for place, array in enumerate(arrays):
            if array.name and counts[array.name] > 1:
                arrays[place] = replace(array, name=f"{array.name}[{seen[array.name]}]")
                seen[array.name] += 1


def _rises(numbers: Sequence[int | None]) -> bool:
    """Whether most numbers are larger than their predecessors."""
    known = [number for number in numbers if number is not None]
    pairs = pairwise(known)
    return sum(one < other for one, other in pairs) >= _ENOUGH_RISE
