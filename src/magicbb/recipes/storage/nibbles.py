"""Storage with two nibbles per slot: the attacks on each of the square's two lines.

On a line, a slider attacks an interval of squares around its own. The squares of a rank or of a
diagonal lie on different files, so the interval is one of files; on a file, it is one of ranks. A
list has the board of each interval, all its files or all its ranks, and the line's mask keeps the
squares of the line. So the list serves all squares and both sliders. It has 28 intervals of files
and 28 of ranks, 448 bytes, where the attack sets of all squares take 50,624.

Around each square there are at most twelve intervals per line. They are sorted so that a nibble is
enough to number them.

Attacks that are copied to all ranks, and masked by the line, are Gerd Isenberg's (kindergarten
bitboards, 2006). Slots of a byte are Robert Houdart's (2010).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from magicbb.compile import Bytes, Word, Words, kernel
from magicbb.geometry.bitboards import bitboard_of
from magicbb.geometry.sliders import ROOK
from magicbb.geometry.squares import file_of, rank_of
from magicbb.lookup.keys import PLACES
from magicbb.recipes.notes import Note, explained
from magicbb.recipes.storage.numbered import numbered_by_square
from magicbb.recipes.storage.storage import Contents, Storage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from magicbb.geometry.sliders import Slider
    from magicbb.lookup.keys import Keys
    from magicbb.recipes.kernel_types import Columns, ReadKernel

_NIBBLE, _LOW = Word(4), Word(15)

_NOTES = {
    "entry": Note("Entry", "The byte read from the slot: one nibble for each of the two lines."),
    "intervals": Note("Start of the intervals", "The start of the intervals around the square."),
    "line": Note("First line", "The rank of a rook, or the diagonal of a bishop."),
    "listed": Note(
        "Interval on the first line", "The files that the low nibble refers to, all ranks of them."
    ),
    "other_intervals": Note(
        "Start of the other intervals", "The start of the intervals for the other line."
    ),
    "other_line": Note("Other line", "The file of a rook, or the antidiagonal of a bishop."),
    "other_listed": Note(
        "Interval on the other line",
        "The ranks or, for a bishop, the files that the high nibble refers to.",
    ),
    "attacks": Note("Attacks", "The squares of both lines that lie in their intervals."),
}


_MIDDLE = 7
"""The sum of the ends of an interval in the middle of the board."""


def _sort_key(ends: tuple[int, int]) -> tuple[int, int]:
    """An interval's middle, then its length: ascending in the lower half, descending above."""
    low, high = ends
    return low + high, high - low if low + high < _MIDDLE else low - high


_INTERVALS = sorted(combinations(range(8), 2), key=_sort_key)
"""The lowest and the highest file, or rank, of each interval.

In this order, those around one file lie within 16 neighbours, and a nibble can tell them apart.
"""

LISTED = 2 * len(_INTERVALS)
"""The number of boards in the list."""


@dataclass(frozen=True)
class Nibbles(Storage):
    """One byte per slot: for each of two lines, the number of an interval around the square."""

    name = "nibbles"
    words = ("intervals", "line", "other_intervals", "other_line")
    memory = "Bytes"

    def contents(self, keys: Keys) -> Contents:
        """Number the intervals of each attack set; list the intervals of files, then of ranks."""
        values, lists = numbered_by_square(keys)
        words = []
        for row, (slider, square) in enumerate(PLACES):
            lines = [*_lines_of(slider, square)]
            entries = [
                sum(line.number(attacks) << 4 * place for place, line in enumerate(lines))
                for attacks in lists[row].tolist()
            ]
            part = keys.of_row(row)
            values[part] = np.array(entries, np.uint64)[values[part]]
            words.append(tuple(word for line in lines for word in (line.start, line.squares)))
        sets = [*_filled(file_of), *_filled(rank_of)]
        return Contents(values, attack_sets=np.array(sets, np.uint64), words=tuple(words))

    def attacks(self, column: Columns) -> ReadKernel:
        """The kernel that reads the byte, and masks an interval for each line."""
        intervals, line = column["intervals"], column["line"]
        other_intervals, other_line = column["other_intervals"], column["other_line"]

        @explained(**_NOTES)
        @kernel
        def read_nibbles(
            slots: Bytes, attack_sets: Words, parameters: Words, start: Word, slot: Word
        ) -> Word:
            entry = Word(slots[slot])
            listed = attack_sets[parameters[start + intervals] + (entry & _LOW)]
            other_listed = attack_sets[parameters[start + other_intervals] + (entry >> _NIBBLE)]
            return listed & parameters[start + line] | other_listed & parameters[start + other_line]

        return read_nibbles


@dataclass(frozen=True)
class _Line:
    """A line of a square.

    Attributes:
        axis: `file_of`, or `rank_of` if the line is a file.
        at: The square's own file or rank.
        below: The squares on lower files or ranks.
        above: The squares on higher ones.
    """

    axis: Callable[[int], int]
    at: int
    below: int
    above: int

    @property
    def squares(self) -> int:
        """The squares of the line without the slider's own."""
        return self.below | self.above

    @property
    def start(self) -> int:
        """The place of the first interval around the square in the list."""
        return _first(self.at) + (self.axis is rank_of) * len(_INTERVALS)

    def number(self, attacks: int) -> int:
        """The number of an attack set's interval, counted from the first one around the square.

        A line may lack squares on a side where others have some. Any interval will do there, since
        the line masks it, and the shortest one is taken.
        """
        shortest = _around(self.at)[0]
        low = min(self.at - (attacks & self.below).bit_count(), shortest[0])
        high = max(self.at + (attacks & self.above).bit_count(), shortest[1])
        return _INTERVALS.index((low, high)) - _first(self.at)


@cache
def _around(at: int) -> list[tuple[int, int]]:
    """The intervals around a file or rank, the shortest first: a slider sees its neighbours."""
    lows, highs = range(max(at - 1, 0), -1, -1), range(min(at + 1, 7), 8)
    return [(low, high) for low in lows for high in highs]


@cache
def _first(at: int) -> int:
    """The place in `_INTERVALS` of the first interval around a file or rank."""
    return min(map(_INTERVALS.index, _around(at)))


def _lines_of(slider: Slider, square: int) -> Iterator[_Line]:
    """The two lines of a square: rank and file, or diagonal and antidiagonal."""
    first, second, third, fourth = map(bitboard_of, slider.rays(square))
    if slider == ROOK:
        yield _Line(file_of, file_of(square), fourth, third)
        yield _Line(rank_of, rank_of(square), second, first)
    else:
        yield _Line(file_of, file_of(square), fourth, first)
        yield _Line(file_of, file_of(square), second, third)


def _filled(axis: Callable[[int], int]) -> Iterator[int]:
    """The intervals as boards: all squares whose files, or ranks, lie in them."""
    for low, high in _INTERVALS:
        yield bitboard_of(square for square in range(64) if low <= axis(square) <= high)
