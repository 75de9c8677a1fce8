"""What overlaps in an array, and what it weighs.

Which rows use a slot is a set, a bit for each row. Each pair of rows has a weight; what it costs a
row to use a slot is the sum of its weights with those that use it.
"""

from __future__ import annotations

from magicbb.compile import Word, count_zeros, counting, higher, kernel, lower
from magicbb.research.packing.separation_state import SeparationState

_ZERO, _ONE = Word(0), Word(1)
_WORD_SHIFT, _LAST_BIT = Word(6), Word(63)

BASE = Word(1 << 10)
"""The weight of a pair of rows, as long as it is that of all others."""

_HEAVIEST = Word(1 << 24)
_GROWTH, _MORE, _DECAY = Word(6), Word(3), Word(5)
"""In each round the weight of a pair that overlaps grows by 2**-6 of itself, and that of the one
that overlaps most by 2**-3 more; the weight of one that does not falls by 2**-5."""


@kernel
def mark(state: SeparationState, row: Word) -> None:
    """Put a row into the sets of those that use its slots, or take it out."""
    members, slots, words = state.members, state.slots, state.words
    claim, place = state.rows_at[row], state.rows_at[state.rows + row]
    word, bit = row >> _WORD_SHIFT, _ONE << (row & _LAST_BIT)
    for number in counting(state.starts[claim], state.stops[claim]):
        members[(place + Word(slots[number])) * words + word] ^= bit


@kernel
def is_shared(state: SeparationState, slot: Word) -> bool:
    """Whether several rows use a slot."""
    words, seen = state.words, False
    for word in counting(words):
        here = state.members[slot * words + word]
        if here & (here - _ONE) != _ZERO and here != _ZERO:
            return True
        if seen and here != _ZERO:
            return True
        seen = seen or here != _ZERO
    return False


@kernel
def count_pairs(state: SeparationState, slot: Word) -> None:
    """Add a slot to what each two of the rows that use it have in common."""
    members, overlaps, rows, words = state.members, state.overlaps, state.rows, state.words
    for word in counting(words):
        left = members[slot * words + word]
        while left != _ZERO:
            row = (word << _WORD_SHIFT) + count_zeros(left)
            left &= left - _ONE
            for other_word in counting(words):
                others = members[slot * words + other_word]
                while others != _ZERO:
                    other = (other_word << _WORD_SHIFT) + count_zeros(others)
                    others &= others - _ONE
                    overlaps[row * rows + other] += _ONE
            overlaps[row * rows + row] = _ZERO


@kernel
def count_overlaps(state: SeparationState) -> Word:
    """How many slots each pair of rows has in common, and how many are claimed twice."""
    overlaps, total = state.overlaps, _ZERO
    for pair in counting(state.rows * state.rows):
        overlaps[pair] = _ZERO
    for slot in counting(state.limit):
        if is_shared(state, slot):
            total += _ONE
            count_pairs(state, slot)
    if state.rounds == _ZERO or total < state.shared:
        state.shared = total
        state.waited = _ZERO
    state.rounds += _ONE
    return total


@kernel
def weigh(state: SeparationState) -> None:
    """Let pairs that overlap weigh more, and the others less."""
    weights, overlaps, pairs = state.weights, state.overlaps, state.rows * state.rows
    largest = _ONE
    for pair in counting(pairs):
        largest = higher(largest, overlaps[pair])
    for pair in counting(pairs):
        weight, overlap = weights[pair], overlaps[pair]
        if overlap != _ZERO:
            weight += (weight >> _GROWTH) + (weight >> _MORE) * overlap // largest
            weights[pair] = lower(weight, _HEAVIEST)
        elif weight > BASE:
            weights[pair] = higher(weight - (weight >> _DECAY), BASE)


@kernel
def weigh_slots(state: SeparationState, row: Word) -> None:
    """What it costs a row to use each slot: the weights of those that use it, scaled to fit."""
    field, slots, weights, rows = state.field, state.slots, state.weights, state.rows
    for slot in counting(state.area):
        field[slot] = _ZERO
    most, heaviest = state.most[row], BASE
    for other in counting(rows):
        if other != row:
            heaviest = higher(heaviest, weights[row * rows + other])
    for other in counting(rows):
        if other == row:
            continue
        weight = higher(weights[row * rows + other] * most // heaviest, _ONE)
        claim, place = state.rows_at[other], state.rows_at[rows + other]
        for number in counting(state.starts[claim], state.stops[claim]):
            slot = place + Word(slots[number])
            field[slot] = lower(Word(field[slot]) + weight, most)
