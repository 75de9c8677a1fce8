"""Slots that rows share where they agree: the first fit is the first one, bit by bit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from magicbb.compile import Shorts, Word, Words, entry
from magicbb.research.packing.packer import NOWHERE
from magicbb.research.packing.ruin import compatible
from magicbb.research.packing.ruin.compatible import empty, first_fit, lay, prepare

from .patterns import ALL, Plain, pattern_at, some_bits, whole

if TYPE_CHECKING:
    from magicbb.recipes.layout.first_fit import Pattern

SLOTS = 320
LONGEST = 1 << 16
ZERO = Word(0)


@entry
def fitted(
    shelf: Words,
    capacity: Word,
    slots: Shorts,
    values: Words,
    count: Word,
    care: Word,
    always: Word,
    last: Word,
) -> Word:
    prepare(shelf, capacity, always)
    return first_fit(shelf, capacity, slots, values, ZERO, count, care, last)


@entry
def laid(
    shelf: Words, capacity: Word, slots: Shorts, values: Words, count: Word, care: Word, at: Word
) -> Word:
    lay(shelf, capacity, slots, values, ZERO, count, care, at)
    return count


@entry
def emptied(shelf: Words, capacity: Word) -> Word:
    empty(shelf, capacity)
    return capacity


class Shelf:
    """An array, with words behind its memory that nobody may touch."""

    def __init__(self, slots: int = SLOTS) -> None:
        self.capacity, self._end = slots + LONGEST, compatible.words_needed(slots)
        self.words = np.zeros(self._end + 8, np.uint64)
        self.words[self._end :] = NOWHERE

    def first_fit(self, pattern: Pattern, last: int, *, always: int | None = None) -> int | None:
        if always is None:
            always = int(np.bitwise_and.reduce(pattern.values)) & pattern.care
        memory = (self.words, self.capacity, pattern.slots.astype(np.uint16), pattern.values)
        place = int(fitted(*memory, len(pattern.slots), pattern.care, always, last))
        assert (self.words[self._end :] == NOWHERE).all()
        return None if place == NOWHERE else place

    def lay(self, pattern: Pattern, place: int) -> None:
        slots = pattern.slots.astype(np.uint16)
        laid(self.words, self.capacity, slots, pattern.values, len(slots), pattern.care, place)
        assert (self.words[self._end :] == NOWHERE).all()


@given(patterns=st.lists(some_bits | whole, min_size=1, max_size=10), marked=st.booleans())
def test_the_first_fit_is_the_lowest_place_where_all_bits_agree(
    patterns: list[Pattern], marked: bool
) -> None:
    shelf, plain = Shelf(), Plain(shared=True)
    for pattern in patterns:
        last = SLOTS - pattern.extent
        place = shelf.first_fit(pattern, last, always=None if marked else 0)
        assert place == plain.first_fit(pattern, last)
        if place is not None:
            shelf.lay(pattern, place)
            plain.lay(pattern, place)


def test_patterns_with_many_slots_are_tried_slot_by_slot() -> None:
    shelf, plain = Shelf(), Plain(shared=True)
    for first in (3, 5, 3):
        pattern = pattern_at({slot: (slot * first) & 7 for slot in range(60)})
        place = shelf.first_fit(pattern, SLOTS - 60)
        assert place == plain.first_fit(pattern, SLOTS - 60)
        assert place is not None
        shelf.lay(pattern, place)
        plain.lay(pattern, place)


def test_equal_values_share_their_slots() -> None:
    shelf, pattern = Shelf(), pattern_at({0: 5, 3: 6})
    shelf.lay(pattern, 7)
    assert shelf.first_fit(pattern, 100) == 0
    shelf.lay(pattern_at({0: 9}), 0)
    shelf.lay(pattern_at({0: 9}), 1)
    assert shelf.first_fit(pattern_at({0: 5}), 100) == 2
    assert shelf.first_fit(pattern_at({0: 9}), 100) == 0


def test_patterns_of_65536_slots_stay_within_the_memory() -> None:
    slots = LONGEST + 192
    shelf = Shelf(slots)
    for number in range(193):
        pattern = pattern_at({0: number, LONGEST - 1: number})
        place = shelf.first_fit(pattern, slots - LONGEST)
        assert place == number
        shelf.lay(pattern, place)
    assert shelf.first_fit(pattern_at({0: ALL, LONGEST - 1: ALL}), slots - LONGEST) is None


def test_emptying_undefines_all_slots() -> None:
    shelf = Shelf()
    shelf.lay(pattern_at({0: 1, 9: 2}), SLOTS - 10)
    emptied(shelf.words, shelf.capacity)
    assert not shelf.words[: 2 * shelf.capacity].any()
