"""Exclusive slots in a separation: rows clash wherever they overlap."""

from __future__ import annotations

from magicbb.compile import Word, counting, higher, kernel, lower
from magicbb.research.packing.separation.state import BASE, SeparationState

_ZERO, _ONE = Word(0), Word(1)
_WORD_SHIFT, _LAST_BIT = Word(6), Word(63)


@kernel
def mark(state: SeparationState, row: Word) -> None:
    """Add a row to the sets of rows that use its slots, or remove it if it is already in them."""
    members, slots, words = state.members, state.slots, state.words
    pattern, place = state.rows_at[row], state.rows_at[state.rows + row]
    word, bit = row >> _WORD_SHIFT, _ONE << (row & _LAST_BIT)
    for number in counting(state.starts[pattern], state.stops[pattern]):
        members[(place + Word(slots[number])) * words + word] ^= bit


@kernel
def has_clash(state: SeparationState, slot: Word) -> bool:
    """Whether several rows use a slot."""
    words, seen = state.words, _ZERO
    for word in counting(words):
        here = state.members[slot * words + word]
        if here & (here - _ONE) or (here and seen):
            return True
        seen |= here
    return False


@kernel
def weigh_others(state: SeparationState, row: Word) -> None:
    """Compute the cost of each slot: the weights of the rows that use it, scaled to 16 bits."""
    field, slots, weights, rows = state.field, state.slots, state.weights, state.rows
    state.low, state.high = _ZERO, state.limit
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
        pattern, place = state.rows_at[other], state.rows_at[rows + other]
        for number in counting(state.starts[pattern], state.stops[pattern]):
            slot = place + Word(slots[number])
            field[slot] = lower(Word(field[slot]) + weight, most)
