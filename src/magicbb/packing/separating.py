"""The steps of separation: where a row overlaps least, and what overlaps weigh.

`separation` has the idea. All numbers are integers, so that equal seeds give equal packings on any
machine.
"""

from __future__ import annotations

from magicbb.compile import Bytes, Shorts, Word, Words, count_zeros, counting, entry, kernel
from magicbb.packing.exclusive import NOWHERE
from magicbb.packing.improving import below
from magicbb.packing.wandering import wander
from magicbb.search.anneal import higher, lower

_ZERO, _ONE = Word(0), Word(1)
_WORD_SHIFT, _LAST_BIT = Word(6), Word(63)
_SIXTEEN_BITS = Word(0xFFFF)

BLOCK = Word(1024)
"""Places that are looked at together: their sums, and what they add up, stay in the first cache."""

_LOOK = Word(127)
"""After so many slots and one it is seen whether any place of a block can still be the best."""

BASE = Word(1 << 10)
"""The weight of a pair of rows, as long as it is that of all others."""

_HEAVIEST = Word(1 << 24)
_GROWTH, _MORE, _DECAY = Word(6), Word(3), Word(5)
"""In each round the weight of a pair that overlaps grows by 2**-6 of itself, and that of the one
that overlaps most by 2**-3 more; the weight of one that does not falls by 2**-5."""

_JITTER = Word(16)

(
    RANDOM,
    LIMIT,
    BEST,
    FEWEST,
    TRIES,
    PATIENCE,
    WAITED,
    SHRINK,
    NEXT,
    AREA,
    MOVES,
    RETURNS,
    ROUNDS,
    STEPS,
    EPOCH,
    LEAST,
) = (Word(place) for place in range(16))
"""The places of a separation's state: the stream of random words, the length of the array, that of
the best packing, the fewest slots that are claimed twice, how many claims are tried per move, how
many rounds it waits for fewer overlaps and has waited, by how much the array is made shorter, the
next row in the order of the round, the slots that there is memory for, the moves so far, how often
it went back since the array was made shorter, the rounds, how many factors are looked at per move,
when the table of a walk was last written, and the length of the longest row at its shortest."""

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
                state, first, starts, stops, slots, extents, most, rows_at, best, fewest, field,
                factors, shifts, lowest, keys, numbers, key_starts, movable, table, rows, row, left,
            )  # fmt: skip
            mark(members, words, starts, stops, slots, rows_at, rows, row)


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
                number = below(state, order[rows] + _ONE)
                order[order[rows]] = order[number]
                order[number] = row
                order[rows] += _ONE
                break


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
            weight = BASE + below(state, _JITTER)
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
        tried = claim if attempt == _ZERO else first[row] + below(state, count)
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
