"""One annealing run for one square, with all keys hashed: few slots, a short range, or any magic.

The size of a table with overlapping rows depends on the number of slots that each row uses and on
their spread (Onno Garms 2009, Volker Annuss 2010 and 2017; short ranges of black magics by Everling
2026). The cost of a factor is defined by an `Objective`, by default

    used slots + 4 * length of the range + 32 * harmful collisions

A run may pass through factors that are not magics; the cheapest factor without a harmful collision
is stored. A search that starts from a magic always returns one.

A factor is rejected as soon as its cost is too high, usually long before all keys are hashed. The
range is checked first: apart from carries, the lowest index belongs to the set of all squares whose
product is negative as a signed number, and the highest index to the set of all other squares.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from magicbb.compile import (
    Bytes,
    Shorts,
    Word,
    Words,
    counting,
    entry,
    higher,
    kernel,
    lower,
)
from magicbb.geometry.bitboards import FULL, squares_of
from magicbb.lookup.keys import all_keys
from magicbb.magics.search.annealing.moves import Cooling, changed, tolerance

if TYPE_CHECKING:
    from magicbb.magics.magic import Magic

_SLICE_KEYS = 1 << 21
"""The number of keys hashed between two checks for Ctrl-C, a few milliseconds apart."""

_ZERO, _ONE = Word(0), Word(1)
_LAST_BIT, _WORD_BITS = Word(63), Word(64)
_NEVER = Word(2**62)

_CHUNK_BITS = Word(6)
_CHUNK = _ONE << _CHUNK_BITS
"""The number of keys hashed between two checks of the cost."""

_EPOCH_SHIFT, _EPOCHS = Word(8), Word(256)
"""An element of the table holds the number of its attack set in the low 8 bits and, above them, the
epoch in which it was written, so the table is cleared only once in 255 uses."""


class AnnealingState(Cooling):
    """The state of the search for one square.

    Attributes:
        factor: The current factor.
        cost: The cost of the current factor.
        best: The best magic so far.
        best_cost: The cost of the best magic.
        collisions: The number of harmful collisions of the most recently examined factor.
        epoch: The number of uses of the table since it was last cleared; each element is marked
            with the epoch in which it was written.
        count: The number of relevant squares.
        bits: The index bits.
        irrelevant: The squares that are always set in the hash input, for black magics.
        movable: The number of low factor bits that affect the products.
        per_used: The cost of a used slot; this field and those up to `block_bits` are as in
            `Objective`.
        squares: The relevant squares.
        numbers: The number of the attack set of each blocker subset.
        products: The product of each blocker subset.
        table: The epoch and the attack set number of each slot, then the epoch of each block of
            slots.
    """

    factor: Word = Word(0)
    cost: Word = _NEVER
    best: Word = Word(0)
    best_cost: Word = _NEVER
    collisions: Word = Word(0)
    epoch: Word = Word(0)
    count: Word
    bits: Word
    irrelevant: Word
    movable: Word
    per_used: Word
    per_apart: Word
    per_collision: Word
    per_block: Word
    block_bits: Word
    squares: Bytes
    numbers: Bytes
    products: Words
    table: Shorts


@dataclass(frozen=True)
class Objective:
    """A cost function, with the length and temperature of a run.

    Attributes:
        used: The cost per used slot.
        apart: The cost per slot of the distance between the lowest and the highest used slot.
        collision: The cost per harmful collision.
        heat: The initial temperature, in units of cost.
        cooling: Each step multiplies the temperature by 1 - 2**-cooling. A run has 3 *
            2**cooling steps, so it ends at e**-3 of the initial temperature.
        block: The cost per block of the array in which at least one slot is used.
        block_bits: The binary logarithm of the number of slots in a block.
    """

    used: int = 1
    apart: int = 4
    collision: int = 32
    heat: int = 100
    cooling: int = 11
    block: int = 0
    block_bits: int = 4

    @property
    def steps(self) -> int:
        """The number of factors examined in a run."""
        return 3 << self.cooling


SHORT = Objective()
"""The objective for magics to be packed with a fixed shift; it mainly favours a short range."""


class Annealing:
    """Annealing for one square, run in slices; the slice size does not affect the result.

    Args:
        magic: Gives the square, the kind, the index bits, and the initial factor. If the factor is
            a valid magic, the search always returns one.
        objective: The cost function.
    """

    def __init__(self, magic: Magic, objective: Objective = SHORT) -> None:
        mask, bits, black = magic.mask, magic.bits, magic.kind == "black"
        keys = all_keys()
        attacks = keys.attacks_of(magic.piece, magic.square)
        squares = [*squares_of(mask)]
        self._objective = objective
        self._state = AnnealingState(
            random=0,
            temperature=0,
            cooling=objective.cooling,
            count=len(squares),
            bits=bits,
            irrelevant=~mask & FULL if black else 0,
            movable=64 if black else 64 - squares[0],
            per_used=objective.used,
            per_apart=objective.apart,
            per_collision=objective.collision,
            per_block=objective.block,
            block_bits=objective.block_bits,
            squares=np.array(squares, np.uint8),
            numbers=np.unique(attacks, return_inverse=True)[1].astype(np.uint8),
            products=np.zeros(len(attacks), np.uint64),
            table=np.zeros(2 << bits, np.uint16),
        )
        self._steps_left = 0
        self.slice = max(1, _SLICE_KEYS // len(attacks))
        self.cost(magic.magic)

    @property
    def found(self) -> bool:
        """Whether a magic was found; always true if the search started from one."""
        return bool(self._state.best_cost != _NEVER)

    @property
    def factor(self) -> int:
        """The best magic so far."""
        return int(self._state.best)

    def cost(self, factor: int) -> int:
        """Return the cost of a factor, and store the factor if it is the best magic so far."""
        self.start(factor, _ZERO, steps=1)
        self.advance(1)
        return int(self._state.cost)

    def start(
        self, factor: int, random: Word, *, steps: int | None = None, heat: int | None = None
    ) -> None:
        """Start an annealing run from a factor, with a stream of random words.

        The objective defines the default number of steps and the default heat.
        """
        heat = self._objective.heat if heat is None else heat
        self._state.factor, self._state.cost = Word(factor), _NEVER
        self._state.random, self._state.temperature = random, Word(heat << 24)
        self._steps_left = self._objective.steps if steps is None else steps

    def advance(self, budget: int) -> bool:
        """Run at most `budget` more steps; return whether the run is complete."""
        steps = min(budget, self._steps_left)
        _anneal(self._state, steps)
        self._steps_left -= steps
        return self._steps_left == 0


@entry
def _anneal(state: AnnealingState, steps: Word) -> None:
    for _ in counting(steps):
        factor, limit = state.factor, _NEVER
        if state.cost != _NEVER:
            factor = changed(state, factor, state.movable)
            limit = state.cost + tolerance(state)
        cost = cost_of(state, factor, limit)
        if cost <= limit:
            state.factor, state.cost = factor, cost
            if cost < state.best_cost and state.collisions == _ZERO:
                state.best, state.best_cost = factor, cost


@kernel
def cost_of(state: AnnealingState, factor: Word, limit: Word) -> Word:
    """Return the cost of a factor, or any value above `limit` if the cost exceeds it.

    The products of all subsets are built by doubling: each new square adds `factor << square` to
    all products so far.
    """
    squares, numbers, products, table = state.squares, state.numbers, state.products, state.table
    per_used, per_apart, per_block = state.per_used, state.per_apart, state.per_block
    per_collision, block_bits = state.per_collision, state.block_bits
    count, shift, base = state.count, _WORD_BITS - state.bits, factor * state.irrelevant
    low, high = base >> shift, base >> shift
    for sign in counting(Word(2)):
        slot = outermost(squares, count, factor, base, sign) >> shift
        low, high = lower(slot, low), higher(slot, high)
    cost = (high - low) * per_apart
    if cost > limit:
        return cost
    blocks = _ONE << state.bits
    mark = next_mark(state, blocks << _ONE)
    products[_ZERO] = base
    table[base >> shift] = mark | Word(numbers[_ZERO])
    used, collisions = per_used, _ZERO
    for level in counting(count):
        size = _ONE << level
        step = factor << Word(squares[level])
        for chunk in counting((size + _CHUNK - _ONE) >> _CHUNK_BITS):
            first = chunk << _CHUNK_BITS
            for subset in counting(first, first + _CHUNK if size > _CHUNK else size):
                product = products[subset] + step
                products[size + subset] = product
                slot = product >> shift
                held, wanted = Word(table[slot]), mark | Word(numbers[size + subset])
                if held < mark:
                    table[slot] = wanted
                    used += per_used
                    block = blocks + (slot >> block_bits)
                    if Word(table[block]) < mark:
                        table[block] = mark
                        used += per_block
                    low, high = lower(slot, low), higher(slot, high)
                elif held != wanted:
                    collisions += _ONE
            cost = used + (high - low) * per_apart
            cost += collisions * per_collision
            if cost > limit:
                return cost
    state.collisions = collisions
    return cost


@kernel
def outermost(squares: Bytes, count: Word, factor: Word, base: Word, sign: Word) -> Word:
    """Add all single-square products of one sign, usually giving the lowest or highest product."""
    for place in counting(count):
        step = factor << Word(squares[place])
        if step >> _LAST_BIT == sign:
            base += step
    return base


@kernel
def next_mark(state: AnnealingState, size: Word) -> Word:
    """Advance the epoch; return the mark for table elements written in the new epoch."""
    state.epoch += _ONE
    if state.epoch == _EPOCHS:
        state.epoch = _ONE
        for slot in counting(size):
            state.table[slot] = _ZERO
    return state.epoch << _EPOCH_SHIFT
