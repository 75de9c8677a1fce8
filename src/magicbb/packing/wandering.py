"""A magic wanders while it lies in an array: to other magics there, whose slots overlap less.

Where a row overlaps with others at each place, another magic may still fit. Most changes of a few
bits show with the first few keys that they are worse, and so a core looks at millions of factors
in a second, where it looks at thousands of places.
"""

from __future__ import annotations

from magicbb.compile import Bytes, Shorts, Word, Words, counting, kernel
from magicbb.search.anneal import changed, lower
from magicbb.search.randomness import draw

_ZERO, _ONE = Word(0), Word(1)
_WORD_BITS = Word(64)
_NUMBER_BITS = Word(8)

SPARE = 4
"""The claims at the end of a row's, in which magics are kept that were found on the way. No more
than three can be in use: the row's own, that of the best packing, and that of the fewest
overlaps."""

_SPARE = Word(SPARE)

_LIMIT, _STEPS, _EPOCH = Word(1), Word(13), Word(14)
_RANDOM = Word(0)
_NOT = Word(2**64 - 1)


@kernel
def wander(
    state: Words,
    first: Words,
    starts: Words,
    stops: Words,
    slots: Shorts,
    extents: Words,
    most: Words,
    rows_at: Words,
    best: Words,
    fewest: Words,
    field: Shorts,
    factors: Words,
    shifts: Words,
    lowest: Words,
    keys: Words,
    numbers: Bytes,
    key_starts: Words,
    movable: Words,
    table: Words,
    rows: Word,
    row: Word,
    cost: Word,
) -> None:
    """Look for a magic of the row that costs less near where it lies."""
    claim = rows_at[row]
    factor, shift, offset = factors[claim], shifts[claim], rows_at[rows + row] - lowest[claim]
    start, stop = key_starts[row], key_starts[row + _ONE]
    room = Word(0xFFFF) // most[row]
    moved = False
    for _ in counting(state[_STEPS]):
        word = draw(state, _RANDOM)
        other, aside = factor, offset
        if word & Word(7) == _ZERO:
            step = (word >> Word(8)) & ((_ONE << ((word >> Word(3)) & Word(7))) - _ONE)
            aside = offset + step if word >> Word(63) else offset - step
        else:
            other = changed(state, factor, movable[row])
            if word & Word(0x30) == _ZERO:
                other = changed(state, other, movable[row])
        found = cost_there(
            state, field, keys, numbers, start, stop, table, other, shift, aside, cost, room
        )
        if found <= cost:
            moved = True
            factor, offset, cost = other, aside, found
            if cost == _ZERO:
                break
    if moved:
        spare = first[row + _ONE] - _SPARE
        while spare == claim or spare == best[row] or spare == fewest[row]:
            spare += _ONE
        cost_there(
            state, field, keys, numbers, start, stop, table, factor, shift, offset, _NOT, room
        )
        keep(state, starts, stops, slots, extents, lowest, table, shift, spare)
        factors[spare], shifts[spare] = factor, shift
        rows_at[row], rows_at[rows + row] = spare, offset + lowest[spare]


@kernel
def cost_there(
    state: Words,
    field: Shorts,
    keys: Words,
    numbers: Bytes,
    start: Word,
    stop: Word,
    table: Words,
    factor: Word,
    shift: Word,
    offset: Word,
    most: Word,
    room: Word,
) -> Word:
    """What the slots of a magic cost at an offset; `_NOT` for what is none.

    Nor is one of interest that costs more than `most`, or uses more slots than there is room for.
    """
    state[_EPOCH] += _ONE
    epoch, limit, cost, used = state[_EPOCH], state[_LIMIT], _ZERO, _ZERO
    for key in counting(start, stop):
        index = (keys[key] * factor) >> shift
        held = table[index]
        wanted = (epoch << _NUMBER_BITS) | Word(numbers[key])
        if held == wanted:
            continue
        slot = offset + index
        if held >> _NUMBER_BITS == epoch or slot >= limit:
            return _NOT
        table[index] = wanted
        used += _ONE
        cost += Word(field[slot])
        if cost > most or used > room:
            return _NOT
    return cost


@kernel
def keep(
    state: Words,
    starts: Words,
    stops: Words,
    slots: Shorts,
    extents: Words,
    lowest: Words,
    table: Words,
    shift: Word,
    spare: Word,
) -> None:
    """Make a claim of the slots that the table was last written with."""
    number, low, high = starts[spare], _NOT, _ZERO
    for index in counting(_ONE << (_WORD_BITS - shift)):
        if table[index] >> _NUMBER_BITS == state[_EPOCH]:
            low, high = lower(low, index), index
            slots[number] = index - low
            number += _ONE
    stops[spare], lowest[spare], extents[spare] = number, low, high - low + _ONE
