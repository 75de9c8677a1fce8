"""The steps of separation: find the place where a row overlaps least, and adjust the weights.

`separation` explains the method. All numbers are integers, so equal seeds give equal packings on
any machine.
"""

from __future__ import annotations

from magicbb.compile import Word, counting, entry, higher, kernel, lower
from magicbb.magics.search.randomness import draw_below
from magicbb.research.packing.packer import NOWHERE
from magicbb.research.packing.separation.clashes import (
    cost_of,
    count_clashes,
    mark,
    weigh,
    weigh_others,
    weigh_places,
)
from magicbb.research.packing.separation.places import best_place, cost_in, place_in
from magicbb.research.packing.separation.slimming import limit_rooms, size_of, slim
from magicbb.research.packing.separation.state import BASE, JITTER, SeparationState
from magicbb.research.packing.separation.wandering import vary, wander

_ZERO, _ONE = Word(0), Word(1)

_ENOUGH = Word(2)
"""The number of restarts after which the array is shortened by only half as much."""

_SHRINK_SHIFT = Word(10)
"""The array is shortened by at most 2**-10 of its length at a time."""

_TURNS, _SLIMMED = Word(8), Word(2)
"""The number of times that rows are slimmed before the array is shortened again, and the number of
rows slimmed each time."""


@kernel
def prepare(state: SeparationState) -> None:
    """Fill the spare patterns of all rows, and count the clashes at the start."""
    for row in counting(state.rows):
        if state.steps != _ZERO:
            vary(state, row)
    for row in counting(state.rows):
        mark(state, row)
    count_clashes(state)


@entry
def separate(state: SeparationState, moves: Word) -> None:
    """Move the given number of rows; 0 only prepares the state."""
    if moves == _ZERO:
        prepare(state)
    for _ in counting(moves):
        state.moves += _ONE
        while state.position == state.order[state.rows]:
            if state.entries == state.least:
                return
            turn(state)
            if state.only_slims:
                break
        if state.position == state.order[state.rows]:
            continue  # slimming led to no overlaps
        row = state.order[state.position]
        state.position += _ONE
        left = move(state, row)
        if left and state.steps:
            mark(state, row)
            wander(state, row, left)
            mark(state, row)


@kernel
def turn(state: SeparationState) -> None:
    """Begin a round: raise the weights of clashing pairs, and shuffle the rows that clash."""
    rows, order = state.rows, state.order
    state.position, order[rows] = _ZERO, _ZERO
    state.waited += _ONE
    begun, before = state.rounds == _ZERO, state.fewest_clashes
    total = count_clashes(state)
    if total == _ZERO:
        save(state)
        return
    if begun or total <= before:
        for place in counting(rows << _ONE):
            state.fewest[place] = state.rows_at[place]
    if state.waited > state.patience:
        go_back(state)
        begin(state)
        return
    weigh(state)
    for row in counting(rows):
        for other in counting(rows):
            if state.pair_clashes[row * rows + other] != _ZERO:
                number = draw_below(state, order[rows] + _ONE)
                order[order[rows]] = order[number]
                order[number] = row
                order[rows] += _ONE
                break


@kernel
def go_back(state: SeparationState) -> None:
    """Restore the state with the fewest overlaps or, after several restarts, the best packing."""
    state.returns += _ONE
    state.waited = _ZERO
    source, slimmed = state.fewest, state.slimming or state.only_slims
    if slimmed or (state.returns >= _ENOUGH and (state.slims or state.shrink > _ONE)):
        source, state.limit, state.returns = state.best, state.entries, _ZERO
        if slimmed:
            state.slimming -= lower(state.slimming, _ONE)
        else:
            state.shrink = higher(state.shrink >> _ONE, _ONE)
            state.slimming = _TURNS if state.slims else _ZERO
    rows, rows_at = state.rows, state.rows_at
    for row in counting(rows):
        mark(state, row)
        rows_at[row], rows_at[rows + row] = source[row], source[rows + row]
        mark(state, row)
    if slimmed:
        limit_rooms(state)


@kernel
def save(state: SeparationState) -> None:
    """Save a packing without overlaps, and continue from it."""
    rows, rows_at, best, end = state.rows, state.rows_at, state.best, _ZERO
    for row in counting(rows):
        best[row], best[rows + row] = rows_at[row], rows_at[rows + row]
        end = higher(end, rows_at[rows + row] + state.extents[rows_at[row]])
    state.returns = _ZERO
    if state.only_slims == _ZERO:
        state.entries, state.limit = end, end
    if state.slimming:
        state.slimming -= _ONE
    else:
        state.shrink = higher(lower(state.shrink << _ONE, end >> _SHRINK_SHIFT), _ONE)
    begin(state)


@kernel
def begin(state: SeparationState) -> None:
    """Reset the weights to nearly equal values; if nothing overlaps, slim rows or shorten."""
    rows, weights = state.rows, state.weights
    for row in counting(rows):
        for other in counting(row):
            weight = BASE + draw_below(state, JITTER)
            weights[row * rows + other], weights[other * rows + row] = weight, weight
    if state.limit == state.entries:
        state.rounds, state.waited = _ZERO, _ZERO
        if state.slimming or state.only_slims:
            for _ in counting(_SLIMMED):
                slim(state, draw_below(state, rows))
            limit_rooms(state)
        else:
            shorten(state)


@kernel
def shorten(state: SeparationState) -> None:
    """Shorten the array, and move rows that extend past its end to the end."""
    rows, rows_at, extents = state.rows, state.rows_at, state.extents
    state.limit = state.entries - lower(state.shrink, state.entries - state.least)
    for row in counting(rows):
        if rows_at[rows + row] + extents[rows_at[row]] > state.limit:
            mark(state, row)
            if extents[rows_at[row]] > state.limit:
                rows_at[row] = state.shortest[row]
            rows_at[rows + row] = state.limit - extents[rows_at[row]]
            mark(state, row)


@kernel
def move(state: SeparationState, row: Word) -> Word:
    """Move a row to where it costs least, if that is an improvement; return the cost."""
    weigh_others(state, row)
    rows_at, slots, first = state.rows_at, state.slots, state.first[row]
    pattern, place = rows_at[row], rows_at[state.rows + row]
    least = _ZERO
    for number in counting(state.starts[pattern], state.stops[pattern]):
        slot = place + Word(slots[number])
        least += cost_of(state, row, Word(state.contents[number]), slot)
    if least == _ZERO:
        return least
    mark(state, row)
    weigh_places(state, row)
    count = state.first[row + _ONE] - first
    for attempt in counting(state.tries):
        tried = pattern if attempt == _ZERO else first + draw_below(state, count)
        fits = size_of(state, tried) <= state.room[row] and state.extents[tried] <= state.limit
        if fits and least != _ZERO:
            found = best_place(state, tried, least)
            if found != NOWHERE:
                least = cost_in(found)
                rows_at[row], rows_at[state.rows + row] = tried, place_in(found)
    mark(state, row)
    return least
