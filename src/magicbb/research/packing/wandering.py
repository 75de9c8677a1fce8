"""A magic wanders while it lies in an array: to other magics there, whose slots overlap less.

Where a row overlaps with others at each place, another magic may still fit. Most changes of a few
bits show with the first few keys that they are worse, and so a core looks at millions of factors
in a second, where it looks at thousands of places.
"""

from __future__ import annotations

from magicbb.compile import Bytes, Shorts, Word, Words, counting, kernel, lower
from magicbb.magics.search.anneal import changed
from magicbb.magics.search.randomness import draw, draw_below
from magicbb.research.packing.separation_state import EPOCH, LIMIT, RANDOM, STEPS

_ZERO, _ONE = Word(0), Word(1)
_WORD_BITS = Word(64)
_NUMBER_BITS = Word(8)

SPARE = 128
"""The claims at the end of a row's, in which magics are kept that were found on the way. They begin
as variants of the others, a few changes away, and later ones take the place of any that is not in
use. They can be tried like all claims: with variants an array got shorter by 43 slots in the time
that it took for 5 without."""

_SPARE = Word(SPARE)
_CHANGES, _LOOKS = Word(6), Word(2048)
"""A variant is so many changes away from the claim that it comes of; for each, so many factors are
looked at at most."""

_NOT = Word(2**64 - 1)


@kernel
def wander(
    state: Words,
    first: Words,
    starts: Words,
    stops: Words,
    slots: Shorts,
    extents: Words,
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
    own, spare = rows_at[row], rows_at[row]
    while spare == own or spare == best[row] or spare == fewest[row]:
        spare = first[row + _ONE] - _ONE - draw_below(state, RANDOM, _SPARE)
    walk(
        state, starts, stops, slots, extents, rows_at, field, factors, shifts, lowest, keys,
        numbers, key_starts, movable, table, rows, row, spare, capacity(first, starts, row), cost,
        state[STEPS],
    )  # fmt: skip


@kernel
def capacity(first: Words, starts: Words, row: Word) -> Word:
    """How many slots there is room for in each claim of a row."""
    return starts[first[row] + _ONE] - starts[first[row]]


@kernel
def vary(
    state: Words,
    first: Words,
    starts: Words,
    stops: Words,
    slots: Shorts,
    extents: Words,
    rows_at: Words,
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
) -> None:
    """Make variants of a row's claims, which use an eighth more slots at most.

    It is for the beginning, when no slot costs anything.
    """
    claim, place = rows_at[row], rows_at[rows + row]
    given = first[row + _ONE] - _SPARE - first[row]
    most = capacity(first, starts, row)
    for number in counting(_SPARE):
        spare = first[row + _ONE] - _ONE - number
        rows_at[row], rows_at[rows + row] = first[row] + draw_below(state, RANDOM, given), _ZERO
        size = stops[rows_at[row]] - starts[rows_at[row]]
        for _ in counting(_CHANGES):
            walk(
                state, starts, stops, slots, extents, rows_at, field, factors, shifts, lowest, keys,
                numbers, key_starts, movable, table, rows, row, spare,
                lower(size + (size >> Word(3)), most), _ONE, _LOOKS,
            )  # fmt: skip
    rows_at[row], rows_at[rows + row] = claim, place


@kernel
def walk(
    state: Words,
    starts: Words,
    stops: Words,
    slots: Shorts,
    extents: Words,
    rows_at: Words,
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
    spare: Word,
    room: Word,
    cost: Word,
    steps: Word,
) -> None:
    """Go from magic to magic that costs no more than `cost`, until one costs nothing.

    It may have no more slots than there is `room` for, and is kept as the claim `spare`.
    """
    claim = rows_at[row]
    factor, shift, offset = factors[claim], shifts[claim], rows_at[rows + row] - lowest[claim]
    start, stop = key_starts[row], key_starts[row + _ONE]
    moved = False
    for _ in counting(steps):
        word = draw(state, RANDOM)
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
    state[EPOCH] += _ONE
    epoch, limit, cost, used = state[EPOCH], state[LIMIT], _ZERO, _ZERO
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
        if table[index] >> _NUMBER_BITS == state[EPOCH]:
            low, high = lower(low, index), index
            slots[number] = index - low
            number += _ONE
    stops[spare], lowest[spare], extents[spare] = number, low, high - low + _ONE
