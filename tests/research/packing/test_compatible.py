"""Slots that rows share where they agree: the first fit is the first one, bit by bit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from magicbb.compile import Shorts, Word, Words, entry
from magicbb.research.packing.rows import NOWHERE
from magicbb.research.packing.ruin import compatible
from magicbb.research.packing.ruin.compatible import empty, first_fit, lay, prepare

from .claims import ALL, Plain, claim_at, some_bits, whole

if TYPE_CHECKING:
    from magicbb.recipes.layout.first_fit import Claim

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
    prepare(shelf, capacity, care, always)
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

    def first_fit(self, claim: Claim, last: int, *, always: int | None = None) -> int | None:
        if always is None:
            always = int(np.bitwise_and.reduce(claim.values)) & claim.care
        memory = (self.words, self.capacity, claim.slots.astype(np.uint16), claim.values)
        place = int(fitted(*memory, len(claim.slots), claim.care, always, last))
        assert (self.words[self._end :] == NOWHERE).all()
        return None if place == NOWHERE else place

    def lay(self, claim: Claim, place: int) -> None:
        slots = claim.slots.astype(np.uint16)
        laid(self.words, self.capacity, slots, claim.values, len(slots), claim.care, place)
        assert (self.words[self._end :] == NOWHERE).all()


@given(claims=st.lists(some_bits | whole, min_size=1, max_size=10), marked=st.booleans())
def test_the_first_fit_is_the_lowest_place_where_all_bits_agree(
    claims: list[Claim], marked: bool
) -> None:
    shelf, plain = Shelf(), Plain(shared=True)
    for claim in claims:
        last = SLOTS - claim.extent
        place = shelf.first_fit(claim, last, always=None if marked else 0)
        assert place == plain.first_fit(claim, last)
        if place is not None:
            shelf.lay(claim, place)
            plain.lay(claim, place)


def test_claims_with_many_slots_are_tried_slot_by_slot() -> None:
    shelf, plain = Shelf(), Plain(shared=True)
    for first in (3, 5, 3):
        claim = claim_at({slot: (slot * first) & 7 for slot in range(60)})
        place = shelf.first_fit(claim, SLOTS - 60)
        assert place == plain.first_fit(claim, SLOTS - 60)
        assert place is not None
        shelf.lay(claim, place)
        plain.lay(claim, place)


def test_equal_values_share_their_slots() -> None:
    shelf, claim = Shelf(), claim_at({0: 5, 3: 6})
    shelf.lay(claim, 7)
    assert shelf.first_fit(claim, 100) == 0
    shelf.lay(claim_at({0: 9}), 0)
    shelf.lay(claim_at({0: 9}), 1)
    assert shelf.first_fit(claim_at({0: 5}), 100) == 2
    assert shelf.first_fit(claim_at({0: 9}), 100) == 0


def test_claims_of_65536_slots_stay_within_the_memory() -> None:
    slots = LONGEST + 192
    shelf = Shelf(slots)
    for number in range(193):
        claim = claim_at({0: number, LONGEST - 1: number})
        place = shelf.first_fit(claim, slots - LONGEST)
        assert place == number
        shelf.lay(claim, place)
    assert shelf.first_fit(claim_at({0: ALL, LONGEST - 1: ALL}), slots - LONGEST) is None


def test_emptying_undefines_all_slots() -> None:
    shelf = Shelf()
    shelf.lay(claim_at({0: 1, 9: 2}), SLOTS - 10)
    emptied(shelf.words, shelf.capacity)
    assert not shelf.words[: 2 * shelf.capacity].any()
