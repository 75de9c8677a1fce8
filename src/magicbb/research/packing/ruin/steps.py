"""The steps of ruin and recreate: remove rows, place them again, and keep or undo the result.

`packing` explains the method; these are its kernels, for exclusive and shared slots.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from magicbb.compile import Entry, Shorts, Word, Words, counting, entry, higher, kernel, lower
from magicbb.magics.search.randomness import Stream, draw_below
from magicbb.research.packing.packer import NOWHERE

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

_ZERO, _ONE = Word(0), Word(1)

_TRIES = Word(16)
"""The maximum number of a row's patterns that are tried in one step."""

_SAMPLE = Word(24)
"""The number of rows drawn at random, of which the one nearest to a place is used."""

_HALF, _STRETCH = Word(512), Word(1024)
"""Rows are ordered by their sizes, each scaled by a random factor between 1/2 and 3/2."""

_WEIGHTS = Word(3)
"""The number of possible weights; each step draws a weight of 0, 1 or 2. A row gets the pattern
whose end, plus the weight times the number of its slots, is lowest."""

_LEAST, _MORE = Word(2), Word(10)
"""A step removes at least 2 rows, and fewer than 10 more, in addition to the unplaced ones."""


class RuinState(Stream):
    """The state of ruin and recreate.

    Attributes:
        cost: The total number of slots of the unplaced rows.
        limit: The maximum length of the array; all patterns must end within it.
        entries: The length of the best packing.
        steps: The number of steps done.
        capacity: The number of slots in memory.
        rows: The number of rows.
        first: The number of each row's first pattern, followed by the total number of patterns.
        care: The bits that each row reads, if rows share slots.
        always: For each row, the bits that are 1 in all values it reads.
        sizes: The number of slots of each row's smallest pattern.
        chosen: The pattern chosen for each row.
        places: The place of each row's pattern.
        best: The pattern of each row in the best packing, followed by the place of each row.
        saved: The pattern of each row before the current step, followed by the place of each row.
        out: The unplaced rows; their count is stored at index `rows`.
        keys: The sort keys of the unplaced rows.
        starts: The start of each pattern's slots, followed by the end of the last pattern's slots.
        extents: The extent of each pattern in slots.
        slots: The slots of all patterns, relative to the lowest slot of each.
        values: The values in these slots, if rows share slots.
        shelf: The array with the placed rows, in the representation of `exclusive` or `compatible`.
    """

    cost: Word
    limit: Word
    entries: Word
    steps: Word = Word(0)
    capacity: Word
    rows: Word
    first: Words
    care: Words
    always: Words
    sizes: Words
    chosen: Words
    places: Words
    best: Words
    saved: Words
    out: Words
    keys: Words
    starts: Words
    extents: Words
    slots: Shorts
    values: Words
    shelf: Words


@kernel
def add(state: RuinState, row: Word) -> None:
    """Add a row to the unplaced rows, unless it is already one of them."""
    out, rows = state.out, state.rows
    for number in counting(out[rows]):
        if out[number] == row:
            return
    out[out[rows]] = row
    out[rows] += _ONE


@kernel
def choose(state: RuinState) -> None:
    """Choose the rows to place: the unplaced ones, and others, random or near a random place."""
    rows, chosen, places = state.rows, state.chosen, state.places
    state.out[rows] = _ZERO
    for row in counting(rows):
        if chosen[row] == NOWHERE:
            add(state, row)
    selection, more = draw_below(state, Word(3)), _LEAST + draw_below(state, _MORE)
    middle = draw_below(state, state.limit)
    for _ in counting(more):
        row = draw_below(state, rows)
        if selection == _ZERO:
            nearest = NOWHERE
            for _ in counting(_SAMPLE):
                other = draw_below(state, rows)
                place = places[other]
                apart = place - middle if place > middle else middle - place
                if chosen[other] != NOWHERE and apart < nearest:
                    row, nearest = other, apart
        elif selection == _ONE:
            row = draw_below(state, rows >> _ONE)  # a rook: rooks are the first half of the rows
        add(state, row)


@kernel
def sort(state: RuinState) -> None:
    """Sort the unplaced rows roughly by size, largest first."""
    out, keys = state.out, state.keys
    for number in counting(out[state.rows]):
        row = out[number]
        key = state.sizes[row] * (_HALF + draw_below(state, _STRETCH))
        at = number
        while at > _ZERO and keys[at - _ONE] < key:
            keys[at], out[at] = keys[at - _ONE], out[at - _ONE]
            at -= _ONE
        keys[at], out[at] = key, row


@functools.cache
def improving(rule: ModuleType) -> Entry:
    """The compiled entry point for packing, with exclusive or compatible slots."""
    lay_out = _laying_out(rule)

    @entry
    def improve(state: RuinState, steps: Word) -> None:
        chosen, places, saved, rows = state.chosen, state.places, state.saved, state.rows
        if steps == _ZERO:
            settle(state)
        for _ in counting(steps):
            state.steps += _ONE
            leave_out(state)
            for row in counting(rows):
                saved[row], saved[rows + row] = chosen[row], places[row]
            choose(state)
            sort(state)
            for number in counting(state.out[rows]):
                chosen[state.out[number]] = NOWHERE
            cost = lay_out(state)
            if cost > state.cost:
                for row in counting(rows):
                    chosen[row], places[row] = saved[row], saved[rows + row]
                continue
            state.cost = cost
            if cost == _ZERO:
                settle(state)

    return improve


def _laying_out(rule: ModuleType) -> Callable[[RuinState], Word]:
    empty, prepare, first_fit, lay = rule.empty, rule.prepare, rule.first_fit, rule.lay

    @kernel
    def lay_out(state: RuinState) -> Word:
        """Lay out the placed rows at their places, then the unplaced rows wherever they fit.

        Return the total size of the rows that do not fit. Once it exceeds `state.cost`, the
        remaining rows are skipped.
        """
        shelf, capacity, slots, values = state.shelf, state.capacity, state.slots, state.values
        starts, chosen, places, limit = state.starts, state.chosen, state.places, state.limit
        empty(shelf, capacity)
        for row in counting(state.rows):
            if chosen[row] != NOWHERE:
                start, stop = starts[chosen[row]], starts[chosen[row] + _ONE]
                lay(shelf, capacity, slots, values, start, stop, state.care[row], places[row])
        cost, weight = _ZERO, draw_below(state, _WEIGHTS)
        for number in counting(state.out[state.rows]):
            row = state.out[number]
            care, first = state.care[row], state.first[row]
            prepare(shelf, capacity, state.always[row])
            lowest, count = NOWHERE, state.first[row + _ONE] - first
            turn = draw_below(state, count)
            for _ in counting(lower(count, _TRIES)):
                pattern = first + turn % count
                turn += _ONE
                start, stop, extent = (
                    starts[pattern],
                    starts[pattern + _ONE],
                    state.extents[pattern],
                )
                more = extent + (stop - start) * weight
                if extent > limit or more >= lowest:
                    continue
                last = lower(limit - extent, lowest - more)
                place = first_fit(shelf, capacity, slots, values, start, stop, care, last)
                if place != NOWHERE and place + more < lowest:
                    lowest, chosen[row], places[row] = place + more, pattern, place
            if lowest != NOWHERE:
                start, stop = starts[chosen[row]], starts[chosen[row] + _ONE]
                lay(shelf, capacity, slots, values, start, stop, care, places[row])
                continue
            cost += state.sizes[row]
            if cost > state.cost:
                break
        return cost

    return lay_out


@kernel
def settle(state: RuinState) -> None:
    """Save a complete packing, and lower the limit."""
    chosen, places, best, rows, end = state.chosen, state.places, state.best, state.rows, _ZERO
    for row in counting(rows):
        best[row], best[rows + row] = chosen[row], places[row]
        end = higher(end, places[row] + state.extents[chosen[row]])
    state.entries, state.limit = end, end - _ONE


@kernel
def leave_out(state: RuinState) -> None:
    """Unplace the rows that extend beyond the limit."""
    chosen, places = state.chosen, state.places
    for row in counting(state.rows):
        pattern = chosen[row]
        if pattern != NOWHERE and places[row] + state.extents[pattern] > state.limit:
            chosen[row] = NOWHERE
            state.cost += state.sizes[row]
