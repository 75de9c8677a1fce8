"""First fit: rows are placed in order, each at the lowest offset where all its keys fit.

The indices of a row's keys have gaps that other rows can use, so that index ranges overlap (Onno
Garms 2009, Volker Annuss 2010). Whether a key may use a slot is decided bit by bit: a row reads
only its care bits, and conflicts only with keys that have defined one of those bits differently. A
row that reads whole slots cares about all bits, so only equal attack sets share a slot. A row that
masks slots with its attacks on the empty board (Lasse Hansen's union tables) cares only about those
bits, so rows with very different attacks can share slots.

Large rows are placed first, since small rows fit into their gaps. Rows are sorted either by the
number of slots they use (white magics with wide ranges need 5% fewer slots in this order) or by the
length of their ranges (black magics that share slots need an eighth fewer in this order). Both
orders are tried, with some random variations. Trying more variations saves a few percent if slots
are shared, and almost nothing otherwise.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from magicbb.arguments import parse_integer, parse_seed
from magicbb.compile import Record, Word, Words, counting, entry, kernel
from magicbb.lookup.keys import row_name
from magicbb.magics.magic import MOST_ENTRIES
from magicbb.magics.search.randomness import streams

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

_ZERO, _ONE = Word(0), Word(1)

_SLICE = 1 << 14
"""The number of offsets tried per call. A call takes at most tens of milliseconds, so Ctrl-C stays
responsive."""

_SCATTER = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True)
class Pattern:
    """The demands of a row: its slots, relative to the lowest, and their required contents.

    Attributes:
        slots: uint64, distinct, with 0 as the lowest; in scattered order, since neighbouring slots
            tend to fit or fail together.
        values: uint64, the required contents of each slot; bits not in `care` are 0.
        care: The bits that the row reads.
        lowest: The lowest index of the row's keys, which belongs to slot 0.
        extent: The number of slots from the lowest to the highest, inclusive.
    """

    slots: npt.NDArray[np.uint64]
    values: npt.NDArray[np.uint64]
    care: int
    lowest: int
    extent: int


class FitSearch(Record):
    """The search for an offset at which a pattern fits.

    Attributes:
        offset: The next offset to try.
        offender: The position in `slots` of the slot that most recently failed to fit.
        slots: The slots of the pattern.
        values: The required contents of the pattern's slots.
        count: The number of slots in the pattern.
        care: The bits that the pattern's row reads.
        held: The contents of the array.
        defined: The bits of each slot that are already defined.
    """

    offset: Word = Word(0)
    offender: Word = Word(0)
    slots: Words
    values: Words
    count: Word
    care: Word
    held: Words
    defined: Words


class Shelf:
    """An array of slots into which patterns are placed; it grows as needed.

    Attributes:
        entries: The number of slots up to the highest slot in use.
    """

    def __init__(self) -> None:
        self.entries = 0
        self._values = np.zeros(0, np.uint64)
        self._defined = np.zeros(0, np.uint64)

    def first_fit(self, pattern: Pattern) -> int:
        """The lowest position for the pattern's slot 0 at which all its slots fit."""
        self._reserve(self.entries + pattern.extent)  # all slots after the last entry are free
        search = FitSearch(
            slots=pattern.slots,
            values=pattern.values,
            count=len(pattern.slots),
            care=pattern.care,
            held=self._values,
            defined=self._defined,
        )
        while not _first_fit(search, _SLICE):
            pass
        return int(search.offset)

    def put(self, pattern: Pattern, place: int) -> None:
        """Place a pattern at a position where it fits."""
        slots = pattern.slots + np.uint64(place)
        self.entries = max(self.entries, place + pattern.extent)
        self._reserve(self.entries)
        self._values[slots] |= pattern.values
        self._defined[slots] |= np.uint64(pattern.care)

    def _reserve(self, size: int) -> None:
        if (missing := size - len(self._values)) > 0:
            more = np.zeros(missing + size // 2, np.uint64)
            self._values = np.concatenate([self._values, more])
            self._defined = np.concatenate([self._defined, more])


def pack(
    starts: npt.NDArray[np.uint64],
    indices: npt.NDArray[np.uint64],
    values: npt.NDArray[np.uint64],
    care: npt.NDArray[np.uint64],
    *,
    seed: int = 1,
    tries: int = 8,
) -> npt.NDArray[np.int64]:
    """Find an offset for each row, such that the slots `offset + index` of all rows fit together.

    Two keys fit into one slot if their values agree in all bits that both rows care about. The
    lowest slot in use is 0. The offset of a row whose lowest index is high may be negative. Equal
    arguments give equal offsets.

    Args:
        starts: The position of each row's first key, followed by the number of keys, as in
            `all_keys()`.
        indices: The index of each key.
        values: The value that each key must read from its slot.
        care: The bits of a slot that each row reads.
        seed: The seed of the random variations; the first two orders do not depend on it.
        tries: The number of orders to try.

    Raises:
        ValueError: Two keys of a row have the same index but do not fit into one slot, the indices
            of a row span more than the largest table, or `tries` is out of range.
    """
    tries = parse_integer(tries, 2**31, "tries must be 1..2**31 - 1", start=1)
    patterns = [
        pattern_of(row, indices[start:stop], values[start:stop], int(care[row]))
        for row, (start, stop) in enumerate(pairwise(starts))
    ]
    layings = (lay(patterns, order(patterns, parse_seed(seed), number)) for number in range(tries))
    places, _ = min(layings, key=operator.itemgetter(1))
    return np.array(
        [place - pattern.lowest for place, pattern in zip(places, patterns, strict=True)], np.int64
    )


def lay(patterns: Sequence[Pattern], rows: Sequence[int]) -> tuple[list[int], int]:
    """Place patterns on a new shelf in order; return their positions and the shelf's size."""
    shelf, places = Shelf(), [0] * len(patterns)
    for row in rows:
        places[row] = shelf.first_fit(patterns[row])
        shelf.put(patterns[row], places[row])
    return places, shelf.entries


def order(patterns: Sequence[Pattern], seed: int, number: int) -> list[int]:
    """The order of placing patterns, largest first: by extent if `number` is even, else by slots.

    If `number` is 2 or more, each pattern counts as larger by a random factor of up to 1.25.
    """
    words = streams(seed, number, range(len(patterns)))
    stretch = [256 + (int(word) >> 58 if number > 1 else 0) for word in words]

    def size(row: int) -> tuple[int, int]:
        pattern = patterns[row]
        used = len(pattern.slots)
        return (-used * stretch[row], 0) if number % 2 else (-pattern.extent * stretch[row], used)

    return sorted(range(len(patterns)), key=size)


def pattern_of(
    row: int, indices: npt.NDArray[np.uint64], values: npt.NDArray[np.uint64], care: int
) -> Pattern:
    """The pattern of a row, computed from its keys; each index is listed once.

    Raises:
        ValueError: As for `pack`.
    """
    cared = values & np.uint64(care)
    distinct, first, place = np.unique(indices, return_index=True, return_inverse=True)
    wrong = np.flatnonzero(cared[first][place] != cared)
    if len(wrong):
        index = int(indices[wrong[0]])
        raise ValueError(
            f"{row_name(row)}: keys with different attacks have the same index {index}"
        )
    lowest, highest = int(distinct[0]), int(distinct[-1])
    if highest - lowest >= MOST_ENTRIES:
        raise ValueError(
            f"{row_name(row)}: indices must be less than {MOST_ENTRIES:,} apart, "
            f"got {lowest} and {highest}"
        )
    scattered = np.argsort(distinct * _SCATTER)
    return Pattern(
        slots=(distinct - np.uint64(lowest))[scattered],
        values=cared[first][scattered],
        care=care,
        lowest=lowest,
        extent=highest - lowest + 1,
    )


@entry
def _first_fit(search: FitSearch, budget: Word) -> bool:
    slots, values, count, care = search.slots, search.values, search.count, search.care
    held, defined, offset, offender = search.held, search.defined, search.offset, search.offender
    for _ in counting(budget):
        # The slot that failed last often fails at the next offset, too.
        if fits(slots, values, offender, care, held, defined, offset):
            place = _ZERO
            while place < count and fits(slots, values, place, care, held, defined, offset):
                place += _ONE
            if place == count:
                search.offset = offset
                return True
            offender = place
        offset += _ONE
    search.offset, search.offender = offset, offender
    return False


@kernel
def fits(
    slots: Words, values: Words, place: Word, care: Word, held: Words, defined: Words, offset: Word
) -> bool:
    """Whether a pattern's slot, at the given offset, agrees with the existing contents."""
    slot = offset + slots[place]
    return (values[place] ^ held[slot]) & care & defined[slot] == _ZERO
