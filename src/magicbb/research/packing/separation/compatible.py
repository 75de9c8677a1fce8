"""Shared slots in a separation: rows may share a slot at no cost unless they disagree.

Two rows clash in a slot if they need different values of a bit that both read. Each slot has two
words: the bits that some row needs to be 1, and those that some row needs to be 0. A value fits if
it contradicts neither; rows clash if a bit is set in both words.

The cost of a slot depends on the value that a row places in it, so each of the row's values, up to
144, has its own array of slot costs. Covering the whole array would cost too much, so each search
for a place is limited to a random stretch.
"""

from __future__ import annotations

from magicbb.compile import Word, count_zeros, counting, higher, kernel, lower
from magicbb.magics.search.randomness import draw_below
from magicbb.research.packing.separation.state import BASE, BLOCK, JITTER, SeparationState

_ZERO, _ONE = Word(0), Word(1)
_WORD_SHIFT, _LAST_BIT = Word(6), Word(63)

STRETCH = 8192
"""The number of consecutive places that a row tries in one move."""

_STRETCH = Word(STRETCH)
_HALF = Word(STRETCH // 2)

_LIGHT = BASE + JITTER
"""Pairs with at most this weight are treated as having equal weights."""


@kernel
def mark(state: SeparationState, row: Word) -> None:
    """Add a row to the sets of rows that use its slots, or remove it if it is already in them."""
    members, slots, words, contents = state.members, state.slots, state.words, state.contents
    pattern, place = state.rows_at[row], state.rows_at[state.rows + row]
    word, bit = row >> _WORD_SHIFT, _ONE << (row & _LAST_BIT)
    start, stop = state.starts[pattern], state.stops[pattern]
    held, care, ones, zeros = state.held, state.care[row], state.ones, state.zeros
    values, first, base = state.values, state.value_starts[row], row * state.reach
    leaving = members[(place + Word(slots[start])) * words + word] & bit != _ZERO
    for number in counting(start, stop):
        slot = place + Word(slots[number])
        members[slot * words + word] ^= bit
        if leaving:
            define(state, slot)
        else:
            value = values[first + Word(contents[number])]
            ones[slot] |= value
            zeros[slot] |= care & ~value
            held[base + Word(slots[number])] = contents[number]


@kernel
def define(state: SeparationState, slot: Word) -> None:
    """Recompute the bits of a slot that its rows need to be 1, and those that they need to be 0."""
    members, words, one, zero = state.members, state.words, _ZERO, _ZERO
    for word in counting(words):
        left = members[slot * words + word]
        while left != _ZERO:
            row = (word << _WORD_SHIFT) + count_zeros(left)
            left &= left - _ONE
            value = wanted(state, slot, row)
            one |= value
            zero |= state.care[row] & ~value
    state.ones[slot], state.zeros[slot] = one, zero


@kernel
def wanted(state: SeparationState, slot: Word, row: Word) -> Word:
    """The value that a row places in a slot."""
    index = slot - state.rows_at[state.rows + row]
    number = Word(state.held[row * state.reach + index])
    return state.values[state.value_starts[row] + number]


@kernel
def has_clash(state: SeparationState, slot: Word) -> bool:
    """Whether rows need different values of some bit of a slot."""
    return state.ones[slot] & state.zeros[slot] != _ZERO


@kernel
def differ(state: SeparationState, slot: Word, row: Word, other: Word) -> bool:
    """Whether two rows that use a slot disagree on a bit that both read."""
    both = state.care[row] & state.care[other]
    return (wanted(state, slot, row) ^ wanted(state, slot, other)) & both != _ZERO


@kernel
def cost_of(state: SeparationState, row: Word, number: Word, slot: Word) -> Word:
    """The cost of placing one of the moving row's values in a slot."""
    value, care = state.values[state.value_starts[row] + number], state.care[row]
    if (value & state.zeros[slot]) | (care & ~value & state.ones[slot]) == _ZERO:
        return _ZERO
    cost, members, words = state.unit, state.members, state.words
    for word in counting(words):
        left = members[slot * words + word] & state.heavy[word]
        while left != _ZERO:
            other = (word << _WORD_SHIFT) + count_zeros(left)
            left &= left - _ONE
            if (wanted(state, slot, other) ^ value) & care & state.care[other] != _ZERO:
                cost += state.heavier[other]
    return lower(cost, state.most[row])


@kernel
def weigh_places(state: SeparationState, row: Word) -> None:
    """Compute what each value of a row would cost in each slot of a random stretch of the array."""
    middle = draw_below(state, state.limit)
    low = middle - lower(middle, _HALF)
    state.low, state.high = low, low + _STRETCH
    field, stride, care = state.field, state.stride, state.care[row]
    ones, zeros, unit = state.ones, state.zeros, state.unit
    first, end = state.value_starts[row], state.value_starts[row + _ONE]
    longest = _ZERO
    for pattern in counting(state.first[row], state.first[row + _ONE]):
        longest = higher(longest, state.extents[pattern])
    # Places are tried a block at a time, and the last block may extend past the last place.
    last = lower(state.limit, state.high + longest) + BLOCK
    length = lower(last, state.area) - low
    for number in counting(end - first):
        base, value = number * stride, state.values[first + number]
        other = care & ~value
        for slot in counting(length):
            wrong = (value & zeros[low + slot]) | (other & ones[low + slot])
            field[base + slot] = unit if wrong else _ZERO
    for word in counting(state.words):
        left = state.heavy[word]
        while left != _ZERO:
            heavy = (word << _WORD_SHIFT) + count_zeros(left)
            left &= left - _ONE
            weigh_row(state, row, heavy, length)


@kernel
def weigh_others(state: SeparationState, row: Word) -> None:
    """Compute the base cost of a clash, and the extra cost of clashing with each other row."""
    rows, weights, heavy, most = state.rows, state.weights, state.heavy, state.most[row]
    heaviest = BASE
    for other in counting(rows):
        if other != row:
            heaviest = higher(heaviest, weights[row * rows + other])
    unit = higher(BASE * most // heaviest, _ONE)
    state.unit = unit
    for word in counting(state.words):
        heavy[word] = _ZERO
    for other in counting(rows):
        weight = higher(weights[row * rows + other] * most // heaviest, unit)
        state.heavier[other] = weight - unit
        if other != row and weights[row * rows + other] > _LIGHT and weight != unit:
            heavy[other >> _WORD_SHIFT] |= _ONE << (other & _LAST_BIT)


@kernel
def weigh_row(state: SeparationState, row: Word, other: Word, length: Word) -> None:
    """Add the extra cost of clashing with another row to the costs of the slots in the stretch."""
    field, stride, slots, low = state.field, state.stride, state.slots, state.low
    pattern, place = state.rows_at[other], state.rows_at[state.rows + other]
    both, more, most = state.care[row] & state.care[other], state.heavier[other], state.most[row]
    first, end = state.value_starts[row], state.value_starts[row + _ONE]
    theirs = state.value_starts[other]
    for number in counting(state.starts[pattern], state.stops[pattern]):
        slot = place + Word(slots[number])
        if slot < low or slot >= low + length:
            continue
        value = state.values[theirs + Word(state.contents[number])]
        for own in counting(end - first):
            if (state.values[first + own] ^ value) & both != _ZERO:
                at = own * stride + slot - low
                field[at] = lower(Word(field[at]) + more, most)
