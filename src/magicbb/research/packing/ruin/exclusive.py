"""Slots that rows cannot share, stored as an occupancy bitmap to test 64 places at once.

For each slot of a pattern, one 64-bit window of the bitmap shows at which of 64 consecutive places
of the pattern that slot is already taken. In a well-filled array, a handful of slots rules out all
64 places, so trying a pattern at all 76,000 places of an array takes 10 to 20 microseconds.
"""

from __future__ import annotations

from magicbb.compile import Shorts, Word, Words, count_zeros, counting, kernel
from magicbb.research.packing.packer import LONGEST, NOWHERE

_ZERO, _ONE = Word(0), Word(1)
_ALL = Word(2**64 - 1)
_WORD_BITS, _LAST_BIT, _WORD_SHIFT = Word(64), Word(63), Word(6)


def words_needed(slots: int) -> int:
    """The number of words for an array of `slots` slots, with room for a pattern past its end."""
    return slots // 64 + 2 + LONGEST // 64


@kernel
def prepare(_shelf: Words, _capacity: Word, _always: Word) -> None:
    """Do nothing: exclusive slots need no preparation."""


@kernel
def met_at(shelf: Words, word: Word, slots: Shorts, start: Word, stop: Word) -> Word:
    """The subset of 64 consecutive places of a pattern at which some of its slots are marked.

    The marks for the first place start at index `word` of the shelf. The check stops once all
    places are ruled out.
    """
    met = _ZERO
    for number in counting(start, stop):
        slot = Word(slots[number])
        at, bit = word + (slot >> _WORD_SHIFT), slot & _LAST_BIT
        met |= (shelf[at] >> bit) | ((shelf[at + _ONE] << _ONE) << (_LAST_BIT - bit))
        if met == _ALL:
            break
    return met


@kernel
def first_fit(
    shelf: Words,
    _capacity: Word,
    slots: Shorts,
    _values: Words,
    start: Word,
    stop: Word,
    _care: Word,
    last: Word,
) -> Word:
    """The lowest place, up to `last`, at which all slots of a pattern are free."""
    base = _ZERO
    while base <= last:
        met = met_at(shelf, base >> _WORD_SHIFT, slots, start, stop)
        if met != _ALL:
            place = base + count_zeros(~met)
            return place if place <= last else NOWHERE
        base += _WORD_BITS
    return NOWHERE


@kernel
def lay(
    shelf: Words,
    _capacity: Word,
    slots: Shorts,
    _values: Words,
    start: Word,
    stop: Word,
    _care: Word,
    place: Word,
) -> None:
    """Mark the slots of a pattern as taken."""
    for number in counting(start, stop):
        slot = place + Word(slots[number])
        shelf[slot >> _WORD_SHIFT] |= _ONE << (slot & _LAST_BIT)


@kernel
def empty(shelf: Words, capacity: Word) -> None:
    """Free all slots."""
    for word in counting(capacity >> _WORD_SHIFT):
        shelf[word] = _ZERO
