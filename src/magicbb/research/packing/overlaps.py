"""What overlaps in an array, and what it weighs.

Which rows use a slot is a set, a bit for each row. Each pair of rows has a weight; what it costs a
row to use a slot is the sum of its weights with those that use it.
"""

from __future__ import annotations

from magicbb.compile import Shorts, Word, Words, count_zeros, counting, higher, kernel, lower
from magicbb.research.packing.separation_state import AREA, FEWEST, LIMIT, ROUNDS, WAITED

_ZERO, _ONE = Word(0), Word(1)
_WORD_SHIFT, _LAST_BIT = Word(6), Word(63)

BASE = Word(1 << 10)
"""The weight of a pair of rows, as long as it is that of all others."""

_HEAVIEST = Word(1 << 24)
_GROWTH, _MORE, _DECAY = Word(6), Word(3), Word(5)
"""In each round the weight of a pair that overlaps grows by 2**-6 of itself, and that of the one
that overlaps most by 2**-3 more; the weight of one that does not falls by 2**-5."""


@kernel
def mark(
    members: Words,
    words: Word,
    starts: Words,
    stops: Words,
    slots: Shorts,
    rows_at: Words,
    rows: Word,
    row: Word,
) -> None:
    """Put a row into the sets of those that use its slots, or take it out."""
    claim, place = rows_at[row], rows_at[rows + row]
    word, bit = row >> _WORD_SHIFT, _ONE << (row & _LAST_BIT)
    for number in counting(starts[claim], stops[claim]):
        members[(place + Word(slots[number])) * words + word] ^= bit


@kernel
def is_shared(members: Words, words: Word, slot: Word) -> bool:
    """Whether several rows use a slot."""
    seen = False
    for word in counting(words):
        here = members[slot * words + word]
        if here & (here - _ONE) != _ZERO and here != _ZERO:
            return True
        if seen and here != _ZERO:
            return True
        seen = seen or here != _ZERO
    return False


@kernel
def count_pairs(members: Words, overlaps: Words, words: Word, rows: Word, slot: Word) -> None:
    """Add a slot to what each two of the rows that use it have in common."""
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
def count_overlaps(state: Words, members: Words, overlaps: Words, words: Word, rows: Word) -> Word:
    """How many slots each pair of rows has in common, and how many are claimed twice."""
    for pair in counting(rows * rows):
        overlaps[pair] = _ZERO
    total = _ZERO
    for slot in counting(state[LIMIT]):
        if is_shared(members, words, slot):
            total += _ONE
            count_pairs(members, overlaps, words, rows, slot)
    if state[ROUNDS] == _ZERO or total < state[FEWEST]:
        state[FEWEST] = total
        state[WAITED] = _ZERO
    state[ROUNDS] += _ONE
    return total


@kernel
def weigh(weights: Words, overlaps: Words, rows: Word) -> None:
    """Let pairs that overlap weigh more, and the others less."""
    largest = _ONE
    for pair in counting(rows * rows):
        largest = higher(largest, overlaps[pair])
    for pair in counting(rows * rows):
        weight, overlap = weights[pair], overlaps[pair]
        if overlap != _ZERO:
            weight += (weight >> _GROWTH) + (weight >> _MORE) * overlap // largest
            weights[pair] = lower(weight, _HEAVIEST)
        elif weight > BASE:
            weights[pair] = higher(weight - (weight >> _DECAY), BASE)


@kernel
def weigh_slots(
    state: Words,
    starts: Words,
    stops: Words,
    slots: Shorts,
    most: Words,
    rows_at: Words,
    field: Shorts,
    weights: Words,
    rows: Word,
    row: Word,
) -> None:
    """What it costs a row to use each slot: the weights of those that use it, scaled to fit."""
    for slot in counting(state[AREA]):
        field[slot] = _ZERO
    heaviest = BASE
    for other in counting(rows):
        if other != row:
            heaviest = higher(heaviest, weights[row * rows + other])
    for other in counting(rows):
        if other == row:
            continue
        weight = higher(weights[row * rows + other] * most[row] // heaviest, _ONE)
        claim, place = rows_at[other], rows_at[rows + other]
        for number in counting(starts[claim], stops[claim]):
            slot = place + Word(slots[number])
            field[slot] = lower(Word(field[slot]) + weight, most[row])
