"""Ruin and recreate: taking some rows out of a packed array and laying them anew, many times.

The idea is Schrimpf, Schneider, Stamm-Wilbrandt and Dueck's (2000). Every row has a choice of
claims: magics that use other patterns of slots. The array has a limit, one slot less than the best
packing so far, and rows that do not fit below it are left out for the time being. Each step takes
out some rows, those left out among them, and lays them again, large ones first but not always, each
where one of its claims ends lowest. What is left out must not become more, or only a little, as
annealing has it; else the step is taken back. Once all rows are in, the limit falls, and the rows
that stand out are the next to be left out.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import numpy as np

from magicbb.compile import Entry, Shorts, Word, Words, counting, entry, kernel
from magicbb.packing import compatible, exclusive
from magicbb.packing.exclusive import NOWHERE
from magicbb.search.anneal import tolerance
from magicbb.search.randomness import draw

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import ModuleType

    import numpy.typing as npt

    from magicbb.packing.first_fit import Claim

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
    _RANDOM,
    _COST,
    _TEMPERATURE,
    _COOLING,
    _LIMIT,
    _BEST,
    _STEPS,
    _KEPT,
    _CAPACITY,
    _RUIN,
) = (Word(place) for place in range(10))
"""The places of a packing's state: the stream of random words, how many slots what is left out
needs, the temperature in units of 2**-24 and how fast it falls, below which slot all claims have to
end, the entries of the best packing, the steps done, how many of them were kept, how many slots
there is memory for, and how many rows are taken out at most."""

LEFT_OUT = int(NOWHERE)
"""In place of the number of a claim: the row is left out."""


class Packing:
    """A packing that gets better, a slice at a time; the slices do not change what comes out.

    Args:
        choices: For each row the claims that it may choose from.
        random: Where the stream of random words starts.
        shared: Whether rows may use one slot if they agree on the bits that both read.
        always: For each row the bits that all its values have in common; only where they share.
        heat: The temperature, in slots left out.
        cooling: Every step takes away 2**-cooling of the temperature.
        ruin: How many rows a step takes out, besides those left out: two, and less than so many
            more.

    Attributes:
        chosen: The claim of each row in the best packing, counted from the row's first; `LEFT_OUT`
            before there is any.
        places: Where its slot 0 lies.
    """

    def __init__(
        self,
        choices: Sequence[Sequence[Claim]],
        random: int,
        *,
        shared: bool = False,
        always: Sequence[int] = (),
        heat: int = 0,
        cooling: int = 63,
        ruin: int = 10,
    ) -> None:
        claims = [claim for row in choices for claim in row]
        rows = len(choices)
        self._way = compatible if shared else exclusive
        self._first = np.cumsum([0, *map(len, choices)]).astype(np.uint64)
        self._starts = np.cumsum([0, *(len(claim.slots) for claim in claims)]).astype(np.uint64)
        self._slots = np.concatenate([claim.slots for claim in claims]).astype(np.uint16)
        self._values = np.concatenate([claim.values for claim in claims])
        self._extents = np.array([claim.extent for claim in claims], np.uint64)
        care = [row[0].care for row in choices]
        sizes = [min(len(claim.slots) for claim in row) for row in choices]
        self._traits = np.array([care, always or [0] * rows, sizes], np.uint64).ravel()
        self._chosen, self._places = np.full(rows, NOWHERE), np.zeros(rows, np.uint64)
        self._best = np.concatenate([self._chosen, self._places])
        self._saved = self._best.copy()
        self._out = np.zeros(2 * rows + 1, np.uint64)
        capacity = -(-(sum(sizes) * 2 + (1 << 16)) // 64) * 64
        self._shelf = np.zeros(self._way.words_needed(capacity), np.uint64)
        self._state = np.zeros(16, np.uint64)
        self._state[_CAPACITY] = capacity + ((1 << 16) if shared else 0)
        self._state[_RANDOM], self._state[_COST] = random, sum(sizes)
        self._state[_TEMPERATURE], self._state[_COOLING] = heat << 24, cooling
        self._state[_LIMIT] = self._state[_BEST] = capacity
        self._state[_RUIN] = ruin
        self.rows = rows

    @property
    def entries(self) -> int:
        """How many slots the best packing needs."""
        return int(self._state[_BEST])

    @property
    def steps(self) -> int:
        """How many steps were done."""
        return int(self._state[_STEPS])

    @property
    def chosen(self) -> npt.NDArray[np.uint64]:
        """The claim of each row in the best packing, counted from the row's first."""
        return self._best[: self.rows] - self._first[:-1]

    @property
    def places(self) -> npt.NDArray[np.uint64]:
        """Where the slot 0 of each row's claim lies in the best packing."""
        return self._best[self.rows :]

    def begin(self, chosen: Sequence[int], places: Sequence[int]) -> None:
        """Start from a packing that is known; the claims are counted from the row's first."""
        self._chosen[:] = np.array(chosen, np.uint64) + self._first[:-1]
        self._places[:] = places
        self._best[:] = np.concatenate([self._chosen, self._places])
        self._state[_COST] = 0
        _improving(self._way)(*self._memory, 0)

    @property
    def _memory(self) -> tuple[npt.NDArray[np.uint64] | npt.NDArray[np.uint16] | int, ...]:
        return (
            self._state,
            self._shelf,
            self._first,
            self._starts,
            self._slots,
            self._values,
            self._extents,
            self._traits,
            self._chosen,
            self._places,
            self._best,
            self._saved,
            self._out,
            self.rows,
        )

    def advance(self, steps: int) -> None:
        """Do so many further steps."""
        _improving(self._way)(*self._memory, steps)


@kernel
def below(state: Words, count: Word) -> Word:
    """A random number below a count."""
    return ((draw(state, _RANDOM) >> Word(32)) * count) >> Word(32)


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
    way, more = below(state, Word(3)), Word(2) + below(state, state[_RUIN])
    middle = below(state, state[_LIMIT])
    for _ in counting(more):
        row = below(state, rows)
        if way == _ZERO:
            nearest = NOWHERE
            for _ in counting(_SAMPLE):
                other = below(state, rows)
                place = places[other]
                apart = place - middle if place > middle else middle - place
                if chosen[other] != NOWHERE and apart < nearest:
                    row, nearest = other, apart
        elif way == _ONE:
            row = below(state, rows >> _ONE)  # the rooks, as there are 64 of them and of bishops
        add(out, rows, row)


@kernel
def sort(state: Words, rows: Word, traits: Words, out: Words) -> None:
    """Bring the rows that are out into order, the largest first, give or take a half."""
    keys = rows + _ONE
    for number in counting(out[rows]):
        row = out[number]
        key = traits[(rows << _ONE) + row] * (_HALF + below(state, _STRETCH))
        at = number
        while at > _ZERO and out[keys + at - _ONE] < key:
            out[keys + at], out[at] = out[keys + at - _ONE], out[at - _ONE]
            at -= _ONE
        out[keys + at], out[at] = key, row


@functools.cache
def _improving(way: ModuleType) -> Entry:  # noqa: C901 (one loop, and what it calls)
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
            state[_STEPS] += _ONE
            leave_out(state, extents, traits, chosen, places, rows)
            for row in counting(rows):
                saved[row], saved[rows + row] = chosen[row], places[row]
            ruin(state, rows, chosen, places, out)
            sort(state, rows, traits, out)
            for number in counting(out[rows]):
                chosen[out[number]] = NOWHERE
            lay_all(state, shelf, starts, slots, values, traits, chosen, places, rows)
            cost, allowed = _ZERO, state[_COST] + tolerance(state, state[_COOLING])
            weight = below(state, _WEIGHTS)
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
            state[_COST] = cost
            state[_KEPT] += _ONE
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
        capacity = state[_CAPACITY]
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
        capacity, care = state[_CAPACITY], traits[row]
        prepare(shelf, capacity, care, traits[rows + row])
        lowest, count = NOWHERE, first[row + _ONE] - first[row]
        turn = below(state, count)
        tries = count if count < _TRIES else _TRIES  # noqa: FURB136 (`min` is not for kernels)
        for _ in counting(tries):
            claim = first[row] + turn % count
            turn += _ONE
            start, stop, extent = starts[claim], starts[claim + _ONE], extents[claim]
            more = extent + (stop - start) * weight
            if extent > state[_LIMIT] or more >= lowest:
                continue
            last = state[_LIMIT] - extent
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
        stop = places[row] + extents[chosen[row]]
        end = max(stop, end)
    state[_BEST], state[_LIMIT] = end, end - _ONE


@kernel
def leave_out(
    state: Words, extents: Words, traits: Words, chosen: Words, places: Words, rows: Word
) -> None:
    """Take out the rows that stand out beyond the limit."""
    for row in counting(rows):
        if chosen[row] != NOWHERE and places[row] + extents[chosen[row]] > state[_LIMIT]:
            chosen[row] = NOWHERE
            state[_COST] += traits[(rows << _ONE) + row]
