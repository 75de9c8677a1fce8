"""Testing all values of a group of bits at once.

An upward search usually tests no prefixes until the keys with the next lower square become
testable. The g bits in between have 2**g values j, and add j * 2**(64 - g) to the product of each
such key. So over all values, the index of a key goes once around the circle of slots, starting from
where it is if j is 0. The key clashes unless its slot is free or holds its own attacks. These slots
are a set of bits; turned by the starting index, it is the set of the values with which the key does
not clash. The intersection over all keys has the values that are left. In most cases, that is none
after a few dozen keys. The values that are left are then tested as usual, in the usual order. So
the search counts the same prefixes and finds the same magics as without groups, but often takes a
tenth of the time.

If there are fewer slots than values, a slot consists of several adjacent bits, and values with
which a key's index is uncertain are left. If there are more, a key can reach only slots that differ
by a multiple of 2**(bits - g); so a set consists of rows, one for each remainder.
"""

from __future__ import annotations

from magicbb.compile import Word, count_zeros, counting, kernel, words_from
from magicbb.magics.search.bit_by_bit.groups import LARGEST, MOST_WORDS, Group
from magicbb.magics.search.bit_by_bit.state import BitByBitState
from magicbb.magics.search.bit_by_bit.steps import Level

_ZERO, _ONE = Word(0), Word(1)
_ALL = Word(2**64 - 1)
_WORD_SHIFT, _LAST_BIT, _WORD_BITS = Word(6), Word(63), Word(64)
_LARGEST, _MOST_WORDS = Word(LARGEST), Word(MOST_WORDS)

NONE = Word(2**64 - 1)
"""The result if no values are left."""


@kernel
def meet(state: BitByBitState, level: Word) -> None:
    """Find the values of a group's bits with which no key clashes with those placed before."""
    here, group = state.levels[level], state.groups[level]
    gather(state, group, here.top)
    remove_clashes(state, here, group, state.levels[level + group.bits - _ONE])
    scatter(state, group, here.top)
    keep_left(state, level, group)


@kernel
def remove_clashes(state: BitByBitState, here: Level, group: Group, final: Level) -> None:
    """Remove the values with which a key clashes with those placed before."""
    keys, numbers, movers, values = state.keys, state.numbers, state.movers, state.values
    all_free, all_own, factor, unknown = state.free, state.own, here.factor, final.unknown
    words, row_bits, slot_copies = group.words, group.row_bits, group.slot_copies
    slot_units, rows, last_word = _ONE << group.slot_bits, (_ONE << row_bits) - _ONE, words - _ONE
    one_slot = _ALL >> (_WORD_BITS - slot_units)
    slot_size, unit_shift = _ONE << state.shift, state.shift - group.slot_bits
    unit = _ONE << unit_shift
    turning = final.turning | ((((_ONE << group.bits) - _ONE) << here.bit) & state.phase)
    base, rest = (factor & state.phase) - state.added + state.rotation, turning + state.wide
    for word in counting(words):
        values[word] = _ALL
    alive, place, end = _ALL, group.first, group.end
    while place < end and alive != _ZERO:
        key = Word(movers[place])
        place += _ONE
        squares = keys[key]
        product = squares * factor + base
        most = (product & (unit - _ONE)) + squares * unknown + rest
        if most >= slot_size:
            continue  # the key's index is uncertain
        certain = (slot_size - most + unit - _ONE) >> unit_shift
        uncertain = (one_slot >> certain) << certain
        if certain == slot_units:
            uncertain = _ZERO
        uncertain *= slot_copies
        cell = product >> unit_shift
        row, column = cell & rows, cell >> row_bits
        free = words_from(all_free, row * words)
        own = words_from(all_own, ((Word(numbers[key]) << row_bits) + row) * words)
        at, low, alive = column >> _WORD_SHIFT, column & _LAST_BIT, _ZERO
        here_set = free[at] | own[at] | uncertain
        for word in counting(words):
            at = (at + _ONE) & last_word
            next_set = free[at] | own[at] | uncertain
            values[word] &= (here_set >> low) | (next_set << _ONE << (_LAST_BIT - low))
            alive |= values[word]
            here_set = next_set


@kernel
def gather(state: BitByBitState, group: Group, top: Word) -> None:
    """Make the sets of the slots that are free, and of those that hold each attack set."""
    free, own, trail, table = state.free, state.own, state.trail, state.table
    words, row_bits, slot_bits = group.words, group.row_bits, group.slot_bits
    rows = (_ONE << row_bits) - _ONE
    ones = (_ALL >> (_WORD_BITS - (_ONE << slot_bits))) * group.copies
    for place in counting(words << row_bits):
        free[place] = _ALL
    for each in counting(top):
        slot = Word(trail[each])
        column, row = slot >> row_bits << slot_bits, slot & rows
        word, bits = column >> _WORD_SHIFT, ones << (column & _LAST_BIT)
        free[row * words + word] ^= bits
        own[((Word(table[slot]) << row_bits) + row) * words + word] |= bits


@kernel
def scatter(state: BitByBitState, group: Group, top: Word) -> None:
    """Empty the sets of the slots that hold an attack set."""
    own, trail, table = state.own, state.trail, state.table
    words, row_bits, slot_bits = group.words, group.row_bits, group.slot_bits
    rows = (_ONE << row_bits) - _ONE
    for each in counting(top):
        slot = Word(trail[each])
        word = slot >> row_bits << slot_bits >> _WORD_SHIFT
        own[((Word(table[slot]) << row_bits) + (slot & rows)) * words + word] = _ZERO


@kernel
def keep_left(state: BitByBitState, level: Word, group: Group) -> None:
    """Store the values left, with their bits reversed: the first bit to be tried is the highest."""
    left = words_from(state.left, level * _MOST_WORDS)
    for word in counting(group.words):
        left[word] = _ZERO
    for word in counting(group.words):
        values = state.values[word]
        if group.bits < _WORD_SHIFT:
            values &= (_ONE << (_ONE << group.bits)) - _ONE
        while values != _ZERO:
            value = (word << _WORD_SHIFT) + count_zeros(values)
            values &= values - _ONE
            turned = reversed_bits(state, group, value)
            left[turned >> _WORD_SHIFT] |= _ONE << (turned & _LAST_BIT)


@kernel
def next_left(state: BitByBitState, level: Word, group: Group) -> Word:
    """Remove the next value left, and return it; `NONE` if there are no more."""
    left = words_from(state.left, level * _MOST_WORDS)
    for word in counting(group.words):
        if left[word] != _ZERO:
            turned = (word << _WORD_SHIFT) + count_zeros(left[word])
            left[word] &= left[word] - _ONE
            return reversed_bits(state, group, turned)
    return NONE


@kernel
def reversed_bits(state: BitByBitState, group: Group, value: Word) -> Word:
    """The bits of a value of a group in reverse."""
    return Word(state.reverse[value]) >> (_LARGEST - group.bits)
