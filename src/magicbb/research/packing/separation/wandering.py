"""Wandering: changing a packed magic, step by step, into one whose slots overlap less.

If a row overlaps with others at every place, another magic may still fit. Most changes of a few
bits can be rejected after a few keys, so one core tries millions of factors per second, but only
thousands of places.
"""

from __future__ import annotations

from magicbb.compile import Word, counting, kernel, lower
from magicbb.magics.search.annealing.moves import changed
from magicbb.magics.search.randomness import draw, draw_below
from magicbb.research.packing.separation.clashes import cost_of
from magicbb.research.packing.separation.state import SeparationState

_ZERO, _ONE = Word(0), Word(1)
_WORD_BITS = Word(64)
_NUMBER_BITS, _NUMBER = Word(8), Word(0xFF)

SPARE = 128
"""The number of spare patterns at the end of each row's patterns, for magics found by wandering.
They start as variants of the row's other patterns, a few changes away; magics found later replace
any spare pattern that is not in use. Spare patterns are tried like all other patterns. In a
measurement, an array became 43 slots shorter with variants, and 5 slots shorter without them in the
same time."""

_SPARE = Word(SPARE)
_CHANGES, _LOOKS = Word(6), Word(2048)
"""The maximum number of changes from a pattern to its variant, and of factors tried per change."""

_INFINITE = Word(2**64 - 1)


@kernel
def wander(state: SeparationState, row: Word, cost: Word) -> None:
    """Look for a cheaper magic for the row, near the row's current place."""
    walk(state, row, spare_pattern(state, row), state.room[row], cost, state.steps, _ZERO, _ONE)


@kernel
def spare_pattern(state: SeparationState, row: Word) -> Word:
    """A spare pattern of the row that is not in use."""
    spare = state.rows_at[row]
    while spare == state.rows_at[row] or spare == state.best[row] or spare == state.fewest[row]:
        spare = state.first[row + _ONE] - _ONE - draw_below(state, _SPARE)
    return spare


@kernel
def capacity(state: SeparationState, row: Word) -> Word:
    """The capacity in slots of each pattern of a row."""
    return state.starts[state.first[row] + _ONE] - state.starts[state.first[row]]


@kernel
def vary(state: SeparationState, row: Word) -> None:
    """Fill a row's spare patterns with variants of its patterns that use at most 1/8 more slots.

    This is done at the start, when all slots have zero cost.
    """
    rows, rows_at = state.rows, state.rows_at
    pattern, place, first = rows_at[row], rows_at[rows + row], state.first[row]
    end, most = state.first[row + _ONE], capacity(state, row)
    for number in counting(_SPARE):
        rows_at[row], rows_at[rows + row] = first + draw_below(state, end - _SPARE - first), _ZERO
        size = state.stops[rows_at[row]] - state.starts[rows_at[row]]
        room = lower(size + (size >> Word(3)), most)
        for _ in counting(_CHANGES):
            walk(state, row, end - _ONE - number, room, _ONE, _LOOKS, _ZERO, _ONE)
    rows_at[row], rows_at[rows + row] = pattern, place


@kernel
def walk(
    state: SeparationState,
    row: Word,
    spare: Word,
    room: Word,
    cost: Word,
    steps: Word,
    price: Word,
    tolerance_shift: Word,
) -> None:
    """Walk through magics, starting at `cost`, until one costs nothing.

    The cost of a magic is `price` per slot, plus the cost of overlaps. A step leads to any magic
    that costs at most 2**-tolerance_shift more than the cheapest one so far. The cheapest one uses
    at most `room` slots, and is saved as the pattern `spare`.
    """
    rows, rows_at = state.rows, state.rows_at
    pattern, movable = rows_at[row], state.movable[row]
    factor, shift = state.factors[pattern], state.shifts[pattern]
    offset = rows_at[rows + row] - state.lowest[pattern]
    best_factor, best_offset, moved = factor, offset, False
    for _ in counting(steps):
        word = draw(state)
        other, aside = factor, offset
        if word & Word(7) == _ZERO:
            step = (word >> Word(8)) & ((_ONE << ((word >> Word(3)) & Word(7))) - _ONE)
            aside = offset + step if word >> Word(63) else offset - step
        else:
            other = changed(state, factor, movable)
            if word & Word(0x30) == _ZERO:
                other = changed(state, other, movable)
        most = cost + (cost >> tolerance_shift)
        found = cost_there(state, row, other, shift, aside, most, room, price)
        if found > most:
            continue
        factor, offset = other, aside
        if found <= cost:
            best_factor, best_offset, cost, moved = factor, offset, found, True
            if cost == _ZERO:
                break
    if moved:
        cost_there(state, row, best_factor, shift, best_offset, _INFINITE, room, price)
        keep(state, shift, spare)
        state.factors[spare], state.shifts[spare] = best_factor, shift
        rows_at[row], rows_at[rows + row] = spare, best_offset + state.lowest[spare]


@kernel
def cost_there(
    state: SeparationState,
    row: Word,
    factor: Word,
    shift: Word,
    offset: Word,
    most: Word,
    room: Word,
    price: Word,
) -> Word:
    """The cost of the slots of a row's magic at an offset, including `price` for each.

    The result is `_INFINITE` if the factor is not a magic, its slots do not all lie within the
    array or cost more than `most`, or it uses more than `room` slots.
    """
    keys, numbers, table = state.keys, state.numbers, state.table
    state.epoch += _ONE
    epoch, limit, cost, used = state.epoch, state.limit, _ZERO, _ZERO
    for key in counting(state.key_starts[row], state.key_starts[row + _ONE]):
        index = (keys[key] * factor) >> shift
        held = table[index]
        wanted = (epoch << _NUMBER_BITS) | Word(numbers[key])
        if held == wanted:
            continue
        slot = offset + index
        if held >> _NUMBER_BITS == epoch or slot >= limit:
            return _INFINITE
        table[index] = wanted
        used += _ONE
        cost += price + cost_of(state, row, Word(numbers[key]), slot)
        if cost > most or used > room:
            return _INFINITE
    return cost


@kernel
def keep(state: SeparationState, shift: Word, spare: Word) -> None:
    """Save the slots last written to the table as the pattern `spare`."""
    table, slots, epoch = state.table, state.slots, state.epoch
    number, low, high = state.starts[spare], _INFINITE, _ZERO
    for index in counting(_ONE << (_WORD_BITS - shift)):
        if table[index] >> _NUMBER_BITS == epoch:
            low, high = lower(low, index), index
            slots[number] = index - low
            state.contents[number] = table[index] & _NUMBER
            number += _ONE
    state.stops[spare], state.lowest[spare], state.extents[spare] = number, low, high - low + _ONE
