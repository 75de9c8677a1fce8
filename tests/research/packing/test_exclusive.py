"""Slots that belong to one row each: the first fit is the first one, to the end of the array."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magicbb.compile import Shorts, Word, Words, entry
from magicbb.research.packing.packer import NOWHERE
from magicbb.research.packing.ruin import exclusive
from magicbb.research.packing.ruin.exclusive import empty, first_fit, lay

from .patterns import Plain, pattern_at, whole

if TYPE_CHECKING:
    from magicbb.recipes.layout.first_fit import Pattern

CAPACITY = 640
ZERO = Word(0)


@entry
def fitted(
    shelf: Words,
    capacity: Word,
    slots: Shorts,
    values: Words,
    count: Word,
    care: Word,
    last: Word,
) -> Word:
    return first_fit(shelf, capacity, slots, values, ZERO, count, care, last)


@entry
def laid(shelf: Words, capacity: Word, slots: Shorts, values: Words, count: Word, at: Word) -> Word:
    lay(shelf, capacity, slots, values, ZERO, count, ZERO, at)
    return count


@entry
def emptied(shelf: Words, capacity: Word) -> Word:
    empty(shelf, capacity)
    return capacity


class Shelf:
    """An array, with words behind its memory that nobody may touch."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        self.capacity, self._end = capacity, exclusive.words_needed(capacity)
        self.words = np.zeros(self._end + 8, np.uint64)
        self.words[self._end :] = NOWHERE

    def first_fit(self, pattern: Pattern, last: int) -> int | None:
        memory = (self.words, self.capacity, pattern.slots.astype(np.uint16), pattern.values)
        place = int(fitted(*memory, len(pattern.slots), pattern.care, last))
        return None if place == NOWHERE else place

    def lay(self, pattern: Pattern, place: int) -> None:
        slots = pattern.slots.astype(np.uint16)
        laid(self.words, self.capacity, slots, pattern.values, len(slots), place)
        assert (self.words[self._end :] == NOWHERE).all()

    def taken(self) -> set[int]:
        bits = np.unpackbits(self.words[: self._end].view(np.uint8), bitorder="little")
        return {*np.flatnonzero(bits).tolist()}


@given(patterns=st.lists(whole, min_size=1, max_size=20))
def test_the_first_fit_is_the_lowest_place_where_all_slots_are_free(
    patterns: list[Pattern],
) -> None:
    shelf, plain = Shelf(), Plain(shared=False)
    for pattern in patterns:
        last = CAPACITY - pattern.extent
        place = shelf.first_fit(pattern, last)
        assert place == plain.first_fit(pattern, last)
        if place is not None:
            shelf.lay(pattern, place)
            plain.lay(pattern, place)
    assert shelf.taken() == plain.slots


@given(first=whole, second=whole, last=st.integers(0, 200))
def test_no_place_is_beyond_the_last_one(first: Pattern, second: Pattern, last: int) -> None:
    shelf, plain = Shelf(), Plain(shared=False)
    shelf.lay(first, 0)
    plain.lay(first, 0)
    assert shelf.first_fit(second, last) == plain.first_fit(second, last)


def test_a_pattern_fits_into_the_very_last_slots() -> None:
    shelf, pattern = Shelf(), pattern_at({0: 1, 63: 1})
    shelf.lay(pattern_at(dict.fromkeys(range(CAPACITY - 64), 1)), 0)
    assert shelf.first_fit(pattern, CAPACITY - 64) == CAPACITY - 64
    assert shelf.first_fit(pattern, CAPACITY - 65) is None


@pytest.mark.parametrize("places", [1, 64, 65, 200])
def test_patterns_of_65536_slots_stay_within_the_memory(places: int) -> None:
    capacity = (1 << 16) + 256
    shelf, longest = Shelf(capacity), pattern_at({0: 1, (1 << 16) - 1: 1})
    for number in range(places):
        place = shelf.first_fit(longest, capacity - longest.extent)
        assert place == number
        shelf.lay(longest, place)
    assert len(shelf.taken()) == 2 * places


def test_emptying_frees_all_slots() -> None:
    shelf, pattern = Shelf(), pattern_at({0: 1, 9: 1})
    shelf.lay(pattern, CAPACITY - 10)
    emptied(shelf.words, CAPACITY)
    assert shelf.taken() == set()
