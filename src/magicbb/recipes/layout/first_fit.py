"""First fit: rows in order, each at the lowest offset where all its keys fit.

A row leaves gaps between the indices of its keys, which other rows can use, so that index ranges
overlap (Onno Garms 2009, Volker Annuss 2010). Whether a key may use a slot is decided bit by bit: a
row reads only its care bits, and conflicts only with a key that has defined one of those bits
differently. A row that reads whole slots cares about all bits, so only equal attack sets share a
slot. A row that masks slots with its attacks on the empty board (Lasse Hansen's union tables) cares
only about those bits, so quite different rows can share slots.

Large rows are placed first, since small ones fit into their gaps. The size of a row is either the
number of slots it uses (in this order, white magics with wide ranges need 5 % less room) or the
length of its range (in this order, black magics that share slots need an eighth less). Both orders
are tried, with some random variations of them. More orders save a few percent where slots are
shared, and almost nothing elsewhere.
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
"""Offsets per call of the search, which takes at most tens of milliseconds so that Ctrl-C works."""

_SCATTER = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True)
class Claim:
    """The demands of a row: its slots, counted from the lowest, and their required contents.

    Attributes:
        slots: uint64, distinct, with 0 as the lowest; in scattered order, since neighbouring slots
            often fit or fail together.
        values: uint64, the required contents of each slot in the bits of `care`; 0 elsewhere.
        care: The bits that the row reads.
        lowest: The index of slot 0.
        extent: The number of slots from the lowest to the highest, both included.
    """

    slots: npt.NDArray[np.uint64]
    values: npt.NDArray[np.uint64]
    care: int
    lowest: int
    extent: int


class FitSearch(Record):
    """The search for the place of a claim.

    Attributes:
        offset: The next offset to try.
        offender: The position in `slots` of the slot that did not fit last time.
        slots: The slots of the claim.
        values: The required contents of these slots.
        count: The number of these slots.
        care: The bits that the claim's row reads.
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
    """An array of slots into which claims are placed; it grows as needed.

    Attributes:
        entries: The number of slots up to the highest one in use.
    """

    def __init__(self) -> None:
        self.entries = 0
        self._values = np.zeros(0, np.uint64)
        self._defined = np.zeros(0, np.uint64)

    def first_fit(self, claim: Claim) -> int:
        """The lowest position of the claim's slot 0 at which all its slots fit."""
        self._reserve(self.entries + claim.extent)  # behind the last entry, all slots are free
        search = FitSearch(
            slots=claim.slots,
            values=claim.values,
            count=len(claim.slots),
            care=claim.care,
            held=self._values,
            defined=self._defined,
        )
        while not _first_fit(search, _SLICE):
            pass
        return int(search.offset)

    def put(self, claim: Claim, place: int) -> None:
        """Put a claim at an offset where it fits."""
        slots = claim.slots + np.uint64(place)
        self.entries = max(self.entries, place + claim.extent)
        self._reserve(self.entries)
        self._values[slots] |= claim.values
        self._defined[slots] |= np.uint64(claim.care)

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
    """The offset of every row, such that the slots `offset + index` of all rows fit in one array.

    Two keys fit into one slot if their values agree in all bits that both their rows care about.
    The lowest slot in use is 0. An offset is negative if a row's indices start high enough. Equal
    arguments give equal offsets.

    Args:
        starts: The position of each row's first key, then the number of keys, as in `all_keys()`.
        indices: The index of every key.
        values: The value that each key must read from its slot.
        care: The bits of a slot that each row reads.
        seed: Seeds the orders in which the rows are placed, except the first two.
        tries: The number of orders to try.

    Raises:
        ValueError: Two keys of a row have the same index but do not fit into one slot, the indices
            of a row are farther apart than the largest table, or `tries` is out of range.
    """
    tries = parse_integer(tries, 2**31, "tries must be 1..2**31 - 1", start=1)
    claims = [
        claim_of(row, indices[start:stop], values[start:stop], int(care[row]))
        for row, (start, stop) in enumerate(pairwise(starts))
    ]
    layings = (lay(claims, order(claims, parse_seed(seed), number)) for number in range(tries))
    places, _ = min(layings, key=operator.itemgetter(1))
    return np.array(
        [place - claim.lowest for place, claim in zip(places, claims, strict=True)], np.int64
    )


def lay(claims: Sequence[Claim], rows: Sequence[int]) -> tuple[list[int], int]:
    """Put claims on a new shelf in the given order; return their offsets and the entries needed."""
    shelf, places = Shelf(), [0] * len(claims)
    for row in rows:
        places[row] = shelf.first_fit(claims[row])
        shelf.put(claims[row], places[row])
    return places, shelf.entries


def order(claims: Sequence[Claim], seed: int, number: int) -> list[int]:
    """The order in which to place the claims: by length for even numbers, by slots used for odd.

    From number 2 on, each claim's size is increased by a random amount of up to a quarter.
    """
    words = streams(seed, number, range(len(claims)))
    stretch = [256 + (int(word) >> 58 if number > 1 else 0) for word in words]

    def size(row: int) -> tuple[int, int]:
        claim = claims[row]
        used = len(claim.slots)
        return (-used * stretch[row], 0) if number % 2 else (-claim.extent * stretch[row], used)

    return sorted(range(len(claims)), key=size)


def claim_of(
    row: int, indices: npt.NDArray[np.uint64], values: npt.NDArray[np.uint64], care: int
) -> Claim:
    """The claim of a row, from its keys, with each index once.

    Raises:
        ValueError: As for `pack`.
    """
    cared = values & np.uint64(care)
    distinct, first, place = np.unique(indices, return_index=True, return_inverse=True)
    wrong = np.flatnonzero(cared[first][place] != cared)
    if len(wrong):
        index = int(indices[wrong[0]])
        raise ValueError(f"{row_name(row)}: keys of different attacks have the same index {index}")
    lowest, highest = int(distinct[0]), int(distinct[-1])
    if highest - lowest >= MOST_ENTRIES:
        raise ValueError(
            f"{row_name(row)}: indices must be less than {MOST_ENTRIES:,} apart, "
            f"got {lowest} and {highest}"
        )
    scattered = np.argsort(distinct * _SCATTER)
    return Claim(
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
        # The slot that failed last time often fails at the next offset, too.
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
    """Whether a claim's slot, at an offset, agrees with the contents already there."""
    slot = offset + slots[place]
    return (values[place] ^ held[slot]) & care & defined[slot] == _ZERO
