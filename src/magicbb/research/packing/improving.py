"""The steps of ruin and recreate: rows are taken out, laid anew, and kept or not.

`ruin` has the idea; here are the kernels, for both ways of laying claims.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from magicbb.compile import Entry, Shorts, Word, Words, counting, entry, higher, kernel, lower
from magicbb.magics.search.anneal import tolerance
from magicbb.magics.search.randomness import draw_below
from magicbb.research.packing.exclusive import NOWHERE

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

_ZERO, _ONE = Word(0), Word(1)

_TRIES = Word(16)
"""Claims of a row that are tried in one step, of all there are."""

_SAMPLE = Word(24)
"""Rows that are drawn to find one near a place."""

_HALF, _STRETCH = Word(512), Word(1024)
"""Rows are ordered by sizes that are drawn between a half and three halves of what they are."""

_WEIGHTS = Word(3)
"""A claim with more slots may end higher by none, one or two slots for each; a toss decides."""

(
    RANDOM,
    COST,
    TEMPERATURE,
    COOLING,
    LIMIT,
    BEST,
    STEPS,
    KEPT,
    CAPACITY,
    RUIN,
) = (Word(place) for place in range(10))
"""The places of a packing's state: the stream of random words, how many slots what is left out
needs, the temperature in units of 2**-24 and how fast it falls, below which slot all claims have to
end, the entries of the best packing, the steps done, how many of them were kept, how many slots
there is memory for, and how many rows are taken out at most."""


@kernel
def add(out: Words, rows: Word, row: Word) -> None:
    """Add a row to those that are out, once; their count stands behind the last row."""
    for number in counting(out[rows]):
        if out[number] == row:
            return
    out[out[rows]] = row
    out[rows] += _ONE


@kernel
def ruin(state: Words, rows: Word, chosen: Words, places: Words, out: Words) -> None:
    """Which rows to take out: those left out, and others that lie near each other or do not."""
    out[rows] = _ZERO
    for row in counting(rows):
        if chosen[row] == NOWHERE:
            add(out, rows, row)
    way, more = draw_below(state, RANDOM, Word(3)), Word(2) + draw_below(state, RANDOM, state[RUIN])
    middle = draw_below(state, RANDOM, state[LIMIT])
    for _ in counting(more):
        row = draw_below(state, RANDOM, rows)
        if way == _ZERO:
            nearest = NOWHERE
            for _ in counting(_SAMPLE):
                other = draw_below(state, RANDOM, rows)
                place = places[other]
                apart = place - middle if place > middle else middle - place
                if chosen[other] != NOWHERE and apart < nearest:
                    row, nearest = other, apart
        elif way == _ONE:
            # The rooks, as there are 64 of them and of bishops.
            row = draw_below(state, RANDOM, rows >> _ONE)
        add(out, rows, row)


@kernel
def sort(state: Words, rows: Word, traits: Words, out: Words) -> None:
    """Bring the rows that are out into order, the largest first, give or take a half."""
    keys = rows + _ONE
    for number in counting(out[rows]):
        row = out[number]
        key = traits[(rows << _ONE) + row] * (_HALF + draw_below(state, RANDOM, _STRETCH))
        at = number
        while at > _ZERO and out[keys + at - _ONE] < key:
            out[keys + at], out[at] = out[keys + at - _ONE], out[at - _ONE]
            at -= _ONE
        out[keys + at], out[at] = key, row


@functools.cache
def improving(way: ModuleType) -> Entry:  # noqa: C901 (one loop, and what it calls)
    """The entry that packs, for slots that belong to one row or to several."""
    lay_all, lay_one = _laying_all(way), _laying_one(way)

    @entry
    def improve(  # noqa: C901 (one loop; in parts, its state would have to travel)
        state: Words,
        shelf: Words,
        first: Words,
        starts: Words,
        slots: Shorts,
        values: Words,
        extents: Words,
        traits: Words,
        chosen: Words,
        places: Words,
        best: Words,
        saved: Words,
        out: Words,
        rows: Word,
        steps: Word,
    ) -> None:
        if steps == _ZERO:
            settle(state, extents, chosen, places, best, rows)
        for _ in counting(steps):
            state[STEPS] += _ONE
            leave_out(state, extents, traits, chosen, places, rows)
            for row in counting(rows):
                saved[row], saved[rows + row] = chosen[row], places[row]
            ruin(state, rows, chosen, places, out)
            sort(state, rows, traits, out)
            for number in counting(out[rows]):
                chosen[out[number]] = NOWHERE
            lay_all(state, shelf, starts, slots, values, traits, chosen, places, rows)
            cost, allowed = _ZERO, state[COST] + tolerance(state, TEMPERATURE, state[COOLING])
            weight = draw_below(state, RANDOM, _WEIGHTS)
            for number in counting(out[rows]):
                row = out[number]
                if not lay_one(
                    state,
                    shelf,
                    first,
                    starts,
                    slots,
                    values,
                    extents,
                    traits,
                    chosen,
                    places,
                    rows,
                    row,
                    weight,
                ):
                    cost += traits[(rows << _ONE) + row]
                    if cost > allowed:
                        break
            if cost > allowed:
                for row in counting(rows):
                    chosen[row], places[row] = saved[row], saved[rows + row]
                continue
            state[COST] = cost
            state[KEPT] += _ONE
            if cost == _ZERO:
                settle(state, extents, chosen, places, best, rows)

    return improve


def _laying_all(way: ModuleType) -> Callable[..., None]:
    empty, lay = way.empty, way.lay

    @kernel
    def lay_all(
        state: Words,
        shelf: Words,
        starts: Words,
        slots: Shorts,
        values: Words,
        traits: Words,
        chosen: Words,
        places: Words,
        rows: Word,
    ) -> None:
        capacity = state[CAPACITY]
        empty(shelf, capacity)
        for row in counting(rows):
            claim = chosen[row]
            if claim != NOWHERE:
                start, stop = starts[claim], starts[claim + _ONE]
                lay(shelf, capacity, slots, values, start, stop, traits[row], places[row])

    return lay_all


def _laying_one(way: ModuleType) -> Callable[..., bool]:
    prepare, first_fit, lay = way.prepare, way.first_fit, way.lay

    @kernel
    def lay_one(
        state: Words,
        shelf: Words,
        first: Words,
        starts: Words,
        slots: Shorts,
        values: Words,
        extents: Words,
        traits: Words,
        chosen: Words,
        places: Words,
        rows: Word,
        row: Word,
        weight: Word,
    ) -> bool:
        capacity, care = state[CAPACITY], traits[row]
        prepare(shelf, capacity, care, traits[rows + row])
        lowest, count = NOWHERE, first[row + _ONE] - first[row]
        turn = draw_below(state, RANDOM, count)
        tries = lower(count, _TRIES)
        for _ in counting(tries):
            claim = first[row] + turn % count
            turn += _ONE
            start, stop, extent = starts[claim], starts[claim + _ONE], extents[claim]
            more = extent + (stop - start) * weight
            if extent > state[LIMIT] or more >= lowest:
                continue
            last = state[LIMIT] - extent
            if lowest != NOWHERE and lowest - more < last:
                last = lowest - more
            place = first_fit(shelf, capacity, slots, values, start, stop, care, last)
            if place != NOWHERE and place + more < lowest:
                lowest, chosen[row], places[row] = place + more, claim, place
        if lowest == NOWHERE:
            return False
        claim = chosen[row]
        lay(shelf, capacity, slots, values, starts[claim], starts[claim + _ONE], care, places[row])
        return True

    return lay_one


@kernel
def settle(
    state: Words,
    extents: Words,
    chosen: Words,
    places: Words,
    best: Words,
    rows: Word,
) -> None:
    """Keep a packing in which all rows are in, and lower the limit."""
    end = _ZERO
    for row in counting(rows):
        best[row], best[rows + row] = chosen[row], places[row]
        end = higher(end, places[row] + extents[chosen[row]])
    state[BEST], state[LIMIT] = end, end - _ONE


@kernel
def leave_out(
    state: Words, extents: Words, traits: Words, chosen: Words, places: Words, rows: Word
) -> None:
    """Take out the rows that stand out beyond the limit."""
    for row in counting(rows):
        if chosen[row] != NOWHERE and places[row] + extents[chosen[row]] > state[LIMIT]:
            chosen[row] = NOWHERE
            state[COST] += traits[(rows << _ONE) + row]
