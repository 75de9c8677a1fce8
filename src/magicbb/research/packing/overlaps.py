"""The state of a separation: what overlaps in an array, and what it weighs.

Which rows use a slot is a set, a bit for each row. Each pair of rows has a weight; what it costs a
row to use a slot is the sum of its weights with those that use it.
"""

from __future__ import annotations

from magicbb.compile import (
    Bytes,
    Shorts,
    Word,
    Words,
    count_zeros,
    counting,
    higher,
    kernel,
    lower,
)
from magicbb.magics.search.randomness import Stream

_ZERO, _ONE = Word(0), Word(1)
_WORD_SHIFT, _LAST_BIT = Word(6), Word(63)

BASE = Word(1 << 10)
"""The weight of a pair of rows, as long as it is that of all others."""

_HEAVIEST = Word(1 << 24)
_GROWTH, _MORE, _DECAY = Word(6), Word(3), Word(5)
"""In each round the weight of a pair that overlaps grows by 2**-6 of itself, and that of the one
that overlaps most by 2**-3 more; the weight of one that does not falls by 2**-5."""


class SeparationState(Stream):
    """What the kernels of a separation work on.

    Attributes:
        limit: The length of the array that is tried now.
        entries: The length of the best packing.
        least: The length of the longest row at its shortest.
        area: The slots that there is memory for.
        tries: How many claims are tried per move.
        steps: How many factors are looked at per move.
        patience: How many rounds are waited for fewer overlaps.
        shrink: By how much the array is made shorter.
        shared: The fewest slots that were claimed twice since the array was made shorter.
        moves: The moves so far.
        rounds: The rounds since the array was made shorter.
        waited: The rounds since there were fewer overlaps.
        returns: How often it went back since the array was made shorter.
        position: The place of the next row in the order of the round.
        epoch: When the table of a walk was last written.
        rows: How many rows there are.
        words: How many words of 64 bits a set of rows has.
        order: The rows of the round in their order; their count stands behind the last row.
        first: For each row the number of its first claim, and then that of all claims.
        shortest: For each row its shortest claim.
        most: For each row the most that a slot may cost it.
        rows_at: For each row the claim that it lies with, and then for each where.
        best: Likewise in the best packing.
        fewest: Likewise with the fewest overlaps.
        starts: For each claim where its slots start, and
        stops: where they end.
        slots: The slots of all claims, counted from the lowest one of each.
        extents: For each claim how many slots it is long.
        lowest: For each claim its lowest index.
        factors: For each claim its factor, and
        shifts: its shift, where magics may be changed.
        members: For each slot of the array the set of rows that use it.
        weights: What it weighs that two rows overlap.
        overlaps: How many slots each two rows have in common.
        field: For each slot of the array what it costs the row that is moved.
        sums: What a block of places costs.
        keys: What each key is multiplied with, and
        numbers: the numbers of their attack sets, row by row.
        key_starts: For each row where its keys start, and then where they end.
        movable: For each row how many bits of a factor make a difference.
        table: For each index what holds it, and when that was written.
    """

    limit: Word
    entries: Word
    least: Word
    area: Word
    tries: Word
    steps: Word
    patience: Word
    shrink: Word
    shared: Word = Word(0)
    moves: Word = Word(0)
    rounds: Word = Word(0)
    waited: Word = Word(0)
    returns: Word = Word(0)
    position: Word = Word(0)
    epoch: Word = Word(0)
    rows: Word
    words: Word
    order: Words
    first: Words
    shortest: Words
    most: Words
    rows_at: Words
    best: Words
    fewest: Words
    starts: Words
    stops: Words
    slots: Shorts
    extents: Words
    lowest: Words
    factors: Words
    shifts: Words
    members: Words
    weights: Words
    overlaps: Words
    field: Shorts
    sums: Shorts
    keys: Words
    numbers: Bytes
    key_starts: Words
    movable: Words
    table: Words


@kernel
def mark(state: SeparationState, row: Word) -> None:
    """Put a row into the sets of those that use its slots, or take it out."""
    members, slots, words = state.members, state.slots, state.words
    claim, place = state.rows_at[row], state.rows_at[state.rows + row]
    word, bit = row >> _WORD_SHIFT, _ONE << (row & _LAST_BIT)
    for number in counting(state.starts[claim], state.stops[claim]):
        members[(place + Word(slots[number])) * words + word] ^= bit


@kernel
def is_shared(state: SeparationState, slot: Word) -> bool:
    """Whether several rows use a slot."""
    words, seen = state.words, _ZERO
    for word in counting(words):
        here = state.members[slot * words + word]
        if here & (here - _ONE) or (here and seen):
            return True
        seen |= here
    return False


@kernel
def count_pairs(state: SeparationState, slot: Word) -> None:
    """Add a slot to what each two of the rows that use it have in common."""
    members, overlaps, rows, words = state.members, state.overlaps, state.rows, state.words
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
def count_overlaps(state: SeparationState) -> Word:
    """How many slots each pair of rows has in common, and how many are claimed twice."""
    overlaps, total = state.overlaps, _ZERO
    for pair in counting(state.rows * state.rows):
        overlaps[pair] = _ZERO
    for slot in counting(state.limit):
        if is_shared(state, slot):
            total += _ONE
            count_pairs(state, slot)
    if state.rounds == _ZERO or total < state.shared:
        state.shared = total
        state.waited = _ZERO
    state.rounds += _ONE
    return total


@kernel
def weigh(state: SeparationState) -> None:
    """Let pairs that overlap weigh more, and the others less."""
    weights, overlaps, pairs = state.weights, state.overlaps, state.rows * state.rows
    largest = _ONE
    for pair in counting(pairs):
        largest = higher(largest, overlaps[pair])
    for pair in counting(pairs):
        weight, overlap = weights[pair], overlaps[pair]
        if overlap != _ZERO:
            weight += (weight >> _GROWTH) + (weight >> _MORE) * overlap // largest
            weights[pair] = lower(weight, _HEAVIEST)
        elif weight > BASE:
            weights[pair] = higher(weight - (weight >> _DECAY), BASE)


@kernel
def weigh_slots(state: SeparationState, row: Word) -> None:
    """What it costs a row to use each slot: the weights of those that use it, scaled to fit."""
    field, slots, weights, rows = state.field, state.slots, state.weights, state.rows
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
        claim, place = state.rows_at[other], state.rows_at[rows + other]
        for number in counting(state.starts[claim], state.stops[claim]):
            slot = place + Word(slots[number])
            field[slot] = lower(Word(field[slot]) + weight, most)
