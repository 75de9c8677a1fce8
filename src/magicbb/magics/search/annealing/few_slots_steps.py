"""The kernels of the search for few slots; `few_slots` explains the method."""

from __future__ import annotations

from typing import Any

from magicbb.compile import (
    Bytes,
    Record,
    Word,
    Words,
    counting,
    entry,
    higher,
    kernel,
    lower,
)
from magicbb.magics.search.annealing.moves import Cooling, changed, tolerance

NEVER = Word(2**60)
"""A cost that exceeds any real one and can be doubled without overflow."""

WAYS = 64
"""The number of sets in the cache of differences; neighbouring factors often share a set."""

_ZERO, _ONE = Word(0), Word(1)
_WORD_BITS = Word(64)
_SPREAD, _WAYS_SHIFT = Word(0x9E3779B97F4A7C15), Word(58)
_BLOCK_BITS = Word(3)
_TWO, _LAST_BIT = Word(2), Word(63)

_DROPPED = Word(8)
"""The number of low bits of a product that are dropped before products are added up."""


class Hashed(Record):
    """The subsets of a set of squares, with their products.

    Attributes:
        count: The number of squares.
        squares: The squares.
        numbers: The attack-set number of each subset, starting at 1.
        products: The product of each subset.
    """

    count: Word
    squares: Bytes
    numbers: Bytes
    products: Words


class FewSlotsState(Cooling):
    """The state of the search for few slots.

    Attributes:
        factor: The current factor.
        cost: The cost of the current factor.
        best: The best magic so far.
        best_cost: The cost of the best magic, counted on all keys.
        looked: The number of factors examined.
        used: The number of slots in use, as last counted.
        collisions: The number of harmful collisions or faults, as last counted.
        bits: The index bits.
        irrelevant: The squares that are always set in the hash input.
        movable: The number of low factor bits that affect the products.
        fixed: The bits of a factor that do not change.
        values: The values of the fixed bits.
        turns: The number of high bits of a factor that no relevant square reads, at most 6 and at
            most `bits`; black magics can be turned with them, by whole slots.
        lowest: The lowest exact square.
        unread: The number of low bits of `factor << lowest` that do not affect the exact line.
        exact_count: The number of exact squares.
        per_used: The cost of a slot in use; the next fields are the costs of a slot of the range,
            of faults, and of blocks of 8, 64 and 512 slots.
        exact: The exact squares.
        offsets: The number of slots that each state of the exact squares adds.
        sums: Scratch memory for the differences between states.
        differences: For each cached set and distance in slots, whether two states are that far
            apart.
        names: The factor bits for which each cached set was computed.
        taken: The attack-set number in each slot, during a count.
        slots: The slots in use.
        touched: Whether each block has a slot in use, during a count.
        line: The keys of the annealed line.
        whole: All keys of the square.
    """

    factor: Word = Word(0)
    cost: Word = NEVER
    best: Word = Word(0)
    best_cost: Word = NEVER
    looked: Word = Word(0)
    used: Word = Word(0)
    collisions: Word = Word(0)
    bits: Word
    irrelevant: Word
    movable: Word
    fixed: Word = Word(0)
    values: Word = Word(0)
    turns: Word
    lowest: Word
    unread: Word
    exact_count: Word
    per_used: Word
    per_range: Word
    per_collision: Word = Word(96)
    per_meeting: Word = Word(48)
    per_8: Word = Word(0)
    per_64: Word = Word(0)
    per_512: Word = Word(0)
    exact: Bytes
    offsets: Words
    sums: Words
    differences: Bytes
    names: Words
    taken: Bytes
    slots: Words
    touched: Bytes
    line: Hashed
    whole: Hashed


@entry
def anneal(state: FewSlotsState, steps: Word) -> None:
    """Run `steps` annealing steps, each with a random change to the factor."""
    for _ in counting(steps):
        factor, limit = state.factor, NEVER
        if state.cost != NEVER:
            factor = changed(state, factor, state.movable) & ~state.fixed | state.values
            limit = state.cost + tolerance(state)
            if factor == state.factor:
                continue
        state.looked += _ONE
        cost = cost_of(state, factor, limit)
        if cost > limit:
            continue
        state.factor, state.cost = factor, cost
        if state.collisions == _ZERO and cost << state.exact_count < state.best_cost:
            try_whole(state, factor)


@entry
def try_one(state: FewSlotsState, factor: Word) -> None:
    """Test a factor on all keys, and keep it if it is the best magic so far."""
    try_whole(state, factor)


@kernel
def try_whole(state: FewSlotsState, factor: Word) -> None:
    """The kernel of `try_one`: test a factor on all keys, and keep it if it is the best magic."""
    if state.per_range != _ZERO:
        factor = turned(state, factor)
    multiply(state, state.whole, factor)
    lay(state, state.whole, _ZERO)
    if state.collisions == _ZERO:
        cost = state.used * state.per_used + price_of_blocks(state, _ONE)
        cost += range_in_use(state) * state.per_range
        if cost < state.best_cost:
            state.best, state.best_cost = factor, cost


@kernel
def turned(state: FewSlotsState, factor: Word) -> Word:
    """Turn a magic by its free high bits so that its slots do not wrap around, if possible.

    These bits move all slots of a black magic equally.
    """
    for turn in counting(_ONE << state.turns):
        # Shifting by 64 is undefined; without free bits, the only turn is 0.
        other = factor ^ (turn << (_WORD_BITS - state.turns - _ONE) << _ONE)
        base = other * state.irrelevant
        below, above = reach(state, other, base)
        slot = base >> (_WORD_BITS - state.bits)
        if slot >= below and slot + above < _ONE << state.bits:
            return other
    return factor


@kernel
def reach(state: FewSlotsState, factor: Word, base: Word) -> Any:
    """How many slots below and above that of the empty board a factor's slots reach.

    The squares that add less than half of the circle reach upwards, the others downwards. The low
    bits of their products are dropped, so that the sums fit in a word.
    """
    down, up, unit = _ZERO, _ZERO, _WORD_BITS - state.bits - _DROPPED
    for half in counting(_TWO):
        squares, count = state.line.squares, state.line.count
        if half:
            squares, count = state.exact, state.exact_count
        for place in counting(count):
            step = factor << Word(squares[place])
            if step >> _LAST_BIT:
                down += (_ZERO - step) >> _DROPPED
            else:
                up += step >> _DROPPED
    fraction = (base >> _DROPPED) & ((_ONE << unit) - _ONE)
    below = _ZERO
    if down > fraction:
        below = (down - fraction + (_ONE << unit) - _ONE) >> unit
    return below, (up + fraction) >> unit


@kernel
def range_in_use(state: FewSlotsState) -> Word:
    """The number of slots from the lowest to the highest slot in use, as last laid."""
    slots = state.slots
    low, high = Word(slots[_ZERO]), Word(slots[_ZERO])
    for place in counting(state.used):
        slot = Word(slots[place])
        low, high = lower(low, slot), higher(high, slot)
    return high - low + _ONE


@kernel
def cost_of(state: FewSlotsState, factor: Word, limit: Word) -> Word:
    """A factor's cost per state of the exact line; if it exceeds `limit`, any value above `limit`.

    Afterwards, `collisions` is the number of the factor's faults, including meetings.
    """
    exact, line, per_used = state.exact, state.line, state.per_used
    per_collision, shift = state.per_collision, _WORD_BITS - state.bits
    ranged = _ZERO
    if state.per_range != _ZERO:
        below, above = reach(state, factor, factor * state.irrelevant)
        ranged = ((below + above + _ONE) * state.per_range) >> state.exact_count
        if ranged > limit:
            return ranged
    multiply(state, line, factor)
    full = _ZERO
    for place in counting(state.exact_count):
        full += factor << Word(exact[place])
    lay(state, line, full)
    cost, collisions = state.used * per_used + state.collisions * per_collision, state.collisions
    cost += ranged
    if cost > limit:
        return cost
    if full & ((_ONE << shift) - _ONE) != _ZERO:
        lay(state, line, _ZERO)
        cost = higher(cost, ranged + state.used * per_used + state.collisions * per_collision)
        collisions += state.collisions
        if cost > limit:
            return cost
    start = differences_of(state, factor)
    cost += meetings_of(state, start, limit - cost) * state.per_meeting
    state.collisions += collisions
    if state.per_8 != _ZERO and cost <= limit:
        add_offsets(state, factor)
        states = _ONE << state.exact_count
        cost += price_of_blocks(state, states) >> state.exact_count
    return cost


@kernel
def multiply(state: FewSlotsState, hashed: Hashed, factor: Word) -> None:
    """Compute the products of all subsets, by doubling."""
    products, squares = hashed.products, hashed.squares
    products[_ZERO] = factor * state.irrelevant
    for level in counting(hashed.count):
        size, step = _ONE << level, factor << Word(squares[level])
        for subset in counting(size):
            products[size + subset] = products[subset] + step


@kernel
def lay(state: FewSlotsState, hashed: Hashed, moved: Word) -> None:
    """Count slots in use and harmful collisions with `moved` added to all products."""
    products, numbers, taken, slots = hashed.products, hashed.numbers, state.taken, state.slots
    shift, used, collisions = _WORD_BITS - state.bits, _ZERO, _ZERO
    for subset in counting(_ONE << hashed.count):
        slot, number = (products[subset] + moved) >> shift, Word(numbers[subset])
        held = Word(taken[slot])
        if held == _ZERO:
            taken[slot] = number
            slots[used] = slot
            used += _ONE
        elif held != number:
            collisions += _ONE
    for place in counting(used):
        taken[slots[place]] = _ZERO
    state.used, state.collisions = used, collisions


@kernel
def meetings_of(state: FewSlotsState, start: Word, allowed: Word) -> Word:
    """The number of pairs of used slots that meet, or a number whose cost exceeds `allowed`.

    Distinct states of the exact line that are zero slots apart also count as meetings.
    """
    slots, differences, per_meeting = state.slots, state.differences, state.per_meeting
    low = (_ONE << state.bits) - _ONE
    meetings = Word(differences[start])
    for place in counting(_ONE, state.used):
        slot = Word(slots[place])
        for other in counting(place):
            meetings += Word(differences[start + ((slot - Word(slots[other])) & low)])
        if meetings * per_meeting > allowed:
            break
    state.collisions = meetings
    return meetings


@kernel
def differences_of(state: FewSlotsState, factor: Word) -> Word:
    """The start of the cached set of distances, in slots, between states of the exact line.

    The distances are all sums of the numbers of slots that the exact squares add, each with
    coefficient 0, 1 or -1: 3**n sums for n squares. Distances of zero between different states are
    counted, up to 255. The cache key is the part of the factor that determines a set; the cache
    makes a search three times as fast.
    """
    exact, sums, differences = state.exact, state.sums, state.differences
    shift, size = _WORD_BITS - state.bits, _ONE << state.bits
    name = (factor << state.lowest) >> state.unread
    way = (name * _SPREAD) >> _WAYS_SHIFT
    start, low = way << state.bits, size - _ONE
    if state.names[way] == name:
        return start
    state.names[way] = name
    for number in counting(start, start + size):
        differences[number] = _ZERO
    sums[_ZERO] = _ZERO
    count, none = _ONE, _ZERO
    for place in counting(state.exact_count):
        step, end = (factor << Word(exact[place])) >> shift, count
        for number in counting(count):
            plus, minus = (sums[number] + step) & low, (sums[number] - step) & low
            sums[end], sums[end + _ONE] = plus, minus
            end += Word(2)
            none += (_ONE if plus == _ZERO else _ZERO) + (_ONE if minus == _ZERO else _ZERO)
            differences[start + plus], differences[start + minus] = _ONE, _ONE
        count = end
    differences[start] = lower(Word(255), none)
    return start


@kernel
def add_offsets(state: FewSlotsState, factor: Word) -> None:
    """Compute the number of slots that each state of the exact line adds."""
    exact, offsets = state.exact, state.offsets
    shift, size = _WORD_BITS - state.bits, _ONE
    for place in counting(state.exact_count):
        step = (factor << Word(exact[place])) >> shift
        for number in counting(size):
            offsets[size + number] = offsets[number] + step
        size += size


@kernel
def price_of_blocks(state: FewSlotsState, states: Word) -> Word:
    """The cost of blocks with slots in use, for the first `states` states of the exact line."""
    slots, offsets, touched, used = state.slots, state.offsets, state.touched, state.used
    if state.per_8 == _ZERO:
        return _ZERO
    low, price = (_ONE << state.bits) - _ONE, _ZERO
    blocks = _ONE << (state.bits - _BLOCK_BITS)
    for number in counting(states):
        offset = offsets[number]
        for place in counting(used):
            block = ((Word(slots[place]) + offset) & low) >> _BLOCK_BITS
            if touched[block] != _ZERO:
                continue
            touched[block] = _ONE
            price += state.per_8
            block = blocks + (block >> _BLOCK_BITS)
            if touched[block] != _ZERO:
                continue
            touched[block] = _ONE
            price += state.per_64
            block = blocks + blocks + ((block - blocks) >> _BLOCK_BITS)
            if touched[block] == _ZERO:
                touched[block] = _ONE
                price += state.per_512
    for block in counting(Word(3) * blocks):
        touched[block] = _ZERO
    return price
