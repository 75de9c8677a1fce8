"""The steps of separation: where a row overlaps least, and what overlaps weigh.

`separation` has the idea. All numbers are integers, so that equal seeds give equal packings on any
machine.
"""

from __future__ import annotations

from magicbb.compile import Bytes, Shorts, Word, Words, counting, entry, higher, kernel, lower
from magicbb.magics.search.randomness import draw_below
from magicbb.research.packing.exclusive import NOWHERE
from magicbb.research.packing.overlaps import BASE, count_overlaps, mark, weigh, weigh_slots
from magicbb.research.packing.separation_state import (
    BEST,
    FEWEST,
    LEAST,
    LIMIT,
    MOVES,
    NEXT,
    PATIENCE,
    RANDOM,
    RETURNS,
    ROUNDS,
    SHRINK,
    STEPS,
    TRIES,
    WAITED,
)
from magicbb.research.packing.wandering import vary, wander

_ZERO, _ONE = Word(0), Word(1)
_WORD_SHIFT, _LAST_BIT = Word(6), Word(63)
_SIXTEEN_BITS = Word(0xFFFF)

BLOCK = Word(1024)
"""Places that are looked at together: their sums, and what they add up, stay in the first cache."""

_LOOK = Word(31)
"""After so many slots and one it is seen whether any place of a block can still be the best."""

_JITTER = Word(16)

_ENOUGH = Word(6)
"""Having gone back so often, it tries an array that is only half as much shorter."""

_LARGEST_SHRINK = Word(10)
"""At most 2**-10 of the array is taken away at once."""


@entry
def separate(
    state: Words,
    first: Words,
    starts: Words,
    stops: Words,
    slots: Shorts,
    extents: Words,
    shortest: Words,
    most: Words,
    rows_at: Words,
    best: Words,
    fewest: Words,
    members: Words,
    field: Shorts,
    sums: Shorts,
    weights: Words,
    overlaps: Words,
    order: Words,
    factors: Words,
    shifts: Words,
    lowest: Words,
    keys: Words,
    numbers: Bytes,
    key_starts: Words,
    movable: Words,
    table: Words,
    rows: Word,
    moves: Word,
) -> None:
    """Look at so many rows; none at all to begin with."""
    words = (rows + _LAST_BIT) >> _WORD_SHIFT
    if moves == _ZERO:
        for row in counting(rows):
            mark(members, words, starts, stops, slots, rows_at, rows, row)
            if state[STEPS] != _ZERO:
                vary(
                    state, first, starts, stops, slots, extents, rows_at, field, factors, shifts,
                    lowest, keys, numbers, key_starts, movable, table, rows, row,
                )  # fmt: skip
        count_overlaps(state, members, overlaps, words, rows)
    for _ in counting(moves):
        state[MOVES] += _ONE
        while state[NEXT] == order[rows]:
            if state[BEST] == state[LEAST]:
                return
            turn(
                state, starts, stops, slots, extents, shortest, rows_at, best, fewest, members,
                weights, overlaps, order, rows, words,
            )  # fmt: skip
        row = order[state[NEXT]]
        state[NEXT] += _ONE
        left = move(
            state, first, starts, stops, slots, extents, most, rows_at, members, field, sums,
            weights, rows, words, row,
        )  # fmt: skip
        if left != _ZERO and state[STEPS] != _ZERO:
            mark(members, words, starts, stops, slots, rows_at, rows, row)
            wander(
                state, first, starts, stops, slots, extents, rows_at, best, fewest, field,
                factors, shifts, lowest, keys, numbers, key_starts, movable, table, rows, row, left,
            )  # fmt: skip
            mark(members, words, starts, stops, slots, rows_at, rows, row)


@kernel
def turn(
    state: Words,
    starts: Words,
    stops: Words,
    slots: Shorts,
    extents: Words,
    shortest: Words,
    rows_at: Words,
    best: Words,
    fewest: Words,
    members: Words,
    weights: Words,
    overlaps: Words,
    order: Words,
    rows: Word,
    words: Word,
) -> None:
    """Begin a round: weigh what overlaps, and bring the rows that do into a random order."""
    state[NEXT], order[rows] = _ZERO, _ZERO
    state[WAITED] += _ONE
    before = state[FEWEST]
    total = count_overlaps(state, members, overlaps, words, rows)
    if total == _ZERO:
        shorten(
            state,
            starts,
            stops,
            slots,
            extents,
            shortest,
            rows_at,
            best,
            members,
            weights,
            rows,
            words,
        )
        return
    if total <= before:
        for place in counting(rows << _ONE):
            fewest[place] = rows_at[place]
    if state[WAITED] > state[PATIENCE]:
        state[RETURNS] += _ONE
        state[WAITED] = _ZERO
        source = fewest
        if state[RETURNS] >= _ENOUGH and state[SHRINK] > _ONE:
            state[SHRINK] >>= _ONE
            state[LIMIT], state[RETURNS] = state[BEST], _ZERO
            source = best
        go_to(source, starts, stops, slots, rows_at, members, rows, words)
        begin(
            state, starts, stops, slots, extents, shortest, rows_at, members, weights, rows, words
        )
        return
    weigh(weights, overlaps, rows)
    for row in counting(rows):
        for other in counting(rows):
            if overlaps[row * rows + other] != _ZERO:
                number = draw_below(state, RANDOM, order[rows] + _ONE)
                order[order[rows]] = order[number]
                order[number] = row
                order[rows] += _ONE
                break


@kernel
def go_to(
    source: Words,
    starts: Words,
    stops: Words,
    slots: Shorts,
    rows_at: Words,
    members: Words,
    rows: Word,
    words: Word,
) -> None:
    """Lay all rows as they were once."""
    for row in counting(rows):
        mark(members, words, starts, stops, slots, rows_at, rows, row)
        rows_at[row], rows_at[rows + row] = source[row], source[rows + row]
        mark(members, words, starts, stops, slots, rows_at, rows, row)


@kernel
def shorten(
    state: Words,
    starts: Words,
    stops: Words,
    slots: Shorts,
    extents: Words,
    shortest: Words,
    rows_at: Words,
    best: Words,
    members: Words,
    weights: Words,
    rows: Word,
    words: Word,
) -> None:
    """Keep a packing in which nothing overlaps, and make the array shorter."""
    end = _ZERO
    for row in counting(rows):
        best[row], best[rows + row] = rows_at[row], rows_at[rows + row]
        end = higher(end, rows_at[rows + row] + extents[rows_at[row]])
    state[BEST], state[LIMIT], state[RETURNS] = end, end, _ZERO
    state[SHRINK] = higher(lower(state[SHRINK] << _ONE, end >> _LARGEST_SHRINK), _ONE)
    begin(state, starts, stops, slots, extents, shortest, rows_at, members, weights, rows, words)


@kernel
def begin(
    state: Words,
    starts: Words,
    stops: Words,
    slots: Shorts,
    extents: Words,
    shortest: Words,
    rows_at: Words,
    members: Words,
    weights: Words,
    rows: Word,
    words: Word,
) -> None:
    """Let all pairs weigh about the same; where nothing overlaps, make the array shorter."""
    if state[LIMIT] == state[BEST]:
        state[LIMIT] = state[BEST] - lower(state[SHRINK], state[BEST] - state[LEAST])
        state[ROUNDS], state[WAITED] = _ZERO, _ZERO
        for row in counting(rows):
            if rows_at[rows + row] + extents[rows_at[row]] > state[LIMIT]:
                mark(members, words, starts, stops, slots, rows_at, rows, row)
                if extents[rows_at[row]] > state[LIMIT]:
                    rows_at[row] = shortest[row]
                rows_at[rows + row] = state[LIMIT] - extents[rows_at[row]]
                mark(members, words, starts, stops, slots, rows_at, rows, row)
    for row in counting(rows):
        for other in counting(row):
            weight = BASE + draw_below(state, RANDOM, _JITTER)
            weights[row * rows + other], weights[other * rows + row] = weight, weight


@kernel
def move(
    state: Words,
    first: Words,
    starts: Words,
    stops: Words,
    slots: Shorts,
    extents: Words,
    most: Words,
    rows_at: Words,
    members: Words,
    field: Shorts,
    sums: Shorts,
    weights: Words,
    rows: Word,
    words: Word,
    row: Word,
) -> Word:
    """Move a row to where it overlaps least, if that is less than where it is; what it costs."""
    weigh_slots(state, starts, stops, slots, most, rows_at, field, weights, rows, row)
    claim, place = rows_at[row], rows_at[rows + row]
    least = _ZERO
    for number in counting(starts[claim], stops[claim]):
        least += Word(field[place + Word(slots[number])])
    if least == _ZERO:
        return least
    mark(members, words, starts, stops, slots, rows_at, rows, row)
    count = first[row + _ONE] - first[row]
    for attempt in counting(state[TRIES]):
        tried = claim if attempt == _ZERO else first[row] + draw_below(state, RANDOM, count)
        if extents[tried] <= state[LIMIT] and least != _ZERO:
            found = best_place(
                starts[tried], stops[tried], slots, state[LIMIT] - extents[tried], field,
                sums, least,
            )  # fmt: skip
            if found != NOWHERE:
                least = found & _SIXTEEN_BITS
                rows_at[row], rows_at[rows + row] = tried, found >> Word(16)
    mark(members, words, starts, stops, slots, rows_at, rows, row)
    return least


@kernel
def best_place(
    start: Word, stop: Word, slots: Shorts, last: Word, field: Shorts, sums: Shorts, least: Word
) -> Word:
    """The place at which a claim costs less than `least`, shifted, and its cost in 16 bits.

    `NOWHERE` if there is none; the lowest of the best ones.
    """
    found, base = NOWHERE, _ZERO
    while base <= last:
        for place in counting(BLOCK):
            sums[place] = _ZERO
        number, hopeless = start, False
        while number < stop and not hopeless:
            end = lower(number + _LOOK + _ONE, stop)
            for each in counting(number, end):
                shifted = base + Word(slots[each])
                for place in counting(BLOCK):
                    sums[place] = Word(sums[place]) + Word(field[shifted + place])
            number = end
            lowest = _SIXTEEN_BITS
            for place in counting(BLOCK):
                lowest = lower(lowest, Word(sums[place]))
            hopeless = lowest >= least
        if not hopeless:
            for place in counting(lower(BLOCK, last - base + _ONE)):
                if Word(sums[place]) < least:
                    least = Word(sums[place])
                    found = ((base + place) << Word(16)) | least
        base += BLOCK
    return found
