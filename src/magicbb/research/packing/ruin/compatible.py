"""Slots that rows may share if they agree on the bits that both read.

A slot has two words: the bits that are defined, and their values. In the union tables of post-mask
look-ups (Lasse Hansen 2008) a row reads only its own lines. The slider always attacks the adjacent
squares on its lines, so the row cannot use a slot that defines the bit of such a square as 0. These
slots are marked in a bitmap first, which rules out most places 64 at a time; the remaining places
are checked slot by slot.
"""

from __future__ import annotations

from magicbb.compile import Shorts, Word, Words, count_zeros, counting, kernel, lower
from magicbb.research.packing.packer import LONGEST, NOWHERE
from magicbb.research.packing.ruin.exclusive import met_at

_ZERO, _ONE = Word(0), Word(1)
_ALL = Word(2**64 - 1)
_WORD_BITS, _WORD_SHIFT = Word(64), Word(6)
_ENOUGH = Word(24)
"""The number of slots that are tested at 64 places at once, before each remaining place is tested
on its own."""


def words_needed(slots: int) -> int:
    """The number of words for an array of `slots` slots, with room for a pattern past its end."""
    slots += LONGEST
    return 2 * slots + slots // 64 + 2


@kernel
def prepare(shelf: Words, capacity: Word, always: Word) -> None:
    """Mark the slots that define some bit as 0 although the row always needs it to be 1."""
    marks = capacity << _ONE
    for word in counting(capacity >> _WORD_SHIFT):
        marked, first = _ZERO, word << _WORD_SHIFT
        for bit in counting(_WORD_BITS):
            slot = first + bit
            wrong = shelf[capacity + slot] & ~shelf[slot] & always
            marked |= (_ONE if wrong else _ZERO) << bit
        shelf[marks + word] = marked


@kernel
def first_fit(
    shelf: Words,
    capacity: Word,
    slots: Shorts,
    values: Words,
    start: Word,
    stop: Word,
    care: Word,
    last: Word,
) -> Word:
    """The lowest place, up to `last`, at which all slots of a pattern agree with the array."""
    base, marks, offender = _ZERO, capacity << _ONE, start
    few = lower(start + _ENOUGH, stop)
    while base <= last:
        met = met_at(shelf, marks + (base >> _WORD_SHIFT), slots, start, few)
        while met != _ALL:
            place = base + count_zeros(~met)
            if place > last:
                return NOWHERE
            met |= _ONE << (place - base)
            # The slot that ruled out the previous place often rules out the next one, too.
            if not agrees(shelf, capacity, slots, values, offender, care, place):
                continue
            number = start
            while number < stop and agrees(shelf, capacity, slots, values, number, care, place):
                number += _ONE
            if number == stop:
                return place
            offender = number
        base += _WORD_BITS
    return NOWHERE


@kernel
def agrees(
    shelf: Words,
    capacity: Word,
    slots: Shorts,
    values: Words,
    number: Word,
    care: Word,
    place: Word,
) -> bool:
    """Whether one slot of a pattern agrees with the array."""
    slot = place + Word(slots[number])
    return (values[number] ^ shelf[slot]) & care & shelf[capacity + slot] == _ZERO


@kernel
def lay(
    shelf: Words,
    capacity: Word,
    slots: Shorts,
    values: Words,
    start: Word,
    stop: Word,
    care: Word,
    place: Word,
) -> None:
    """Write the bits of a pattern to its slots."""
    for number in counting(start, stop):
        slot = place + Word(slots[number])
        shelf[slot] |= values[number]
        shelf[capacity + slot] |= care


@kernel
def empty(shelf: Words, capacity: Word) -> None:
    """Clear all slots."""
    for word in counting(capacity << _ONE):
        shelf[word] = _ZERO
