"""Compiled query loops, for independent and for dependent queries.

Both loops go through a stream in bursts. After each burst, they read some cache lines of other
memory, in an order that no prefetcher predicts. Without cache pressure, no lines are read and the
whole stream is one burst.

*Throughput*: no query depends on another, as when moves are generated for all pieces of a position;
the CPU works on several look-ups at once. *Latency*: the square and the occupied squares of each
query are known only after the previous query has been answered, so no work can start early.

The answers are summed in a register. Writing them to memory would cost as much as the fastest
look-up.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from magicbb.compile import Bytes, Entry, Record, Word, Words, counting, entry_for, kernel, lower
from magicbb.lookup.recipe import Arrays, AttacksKernel, Recipe, kernel_of

if TYPE_CHECKING:
    import numpy.typing as npt

    from magicbb.benchmark.streams import Stream
    from magicbb.geometry.sliders import Slider

MODES = {
    "throughput": "queries that do not depend on each other",
    "latency": "queries that each depend on the previous answer",
}
"""The description of each mode."""

BURST, LINES = 8, 64
"""The number of look-ups per burst, and of cache lines read after a burst, under pressure."""

_ZERO, _ONE, _EVERY_BIT = Word(0), Word(1), Word(2**64 - 1)
_HALF = Word(32)
_LINE = Word(8)  # words in a cache line
_LAST_SQUARE = Word(63)
_FACTOR, _INCREMENT = Word(6364136223846793005), Word(1442695040888963407)  # Knuth, MMIX


class StreamState(Record):
    """A stream of queries, and the memory touched between bursts.

    Attributes:
        squares: The square of each query.
        occupied: The occupied squares of each query.
        count: The number of queries.
        burst: The number of queries per burst.
        lines: The number of cache lines touched after each burst.
        memory: The memory touched after each burst.
        size: The number of cache lines in `memory`.
    """

    squares: Bytes
    occupied: Words
    count: Word
    burst: Word
    lines: Word
    memory: Words
    size: Word


@kernel
def step(state: Word) -> Word:
    """The next state of the random generator that chooses the lines to touch."""
    return state * _FACTOR + _INCREMENT


@kernel
def place(size: Word, state: Word) -> Word:
    """The index of the first word of the line to touch, among `size` lines; `size` < 2**32."""
    return ((state >> _HALF) * size >> _HALF) * _LINE


@functools.cache
def loop_entry(recipe: Recipe, slider: Slider, mode: str) -> Entry:
    """The compiled query loop for a mode and a recipe's kernel.

    The loop makes `passes` passes over the stream and returns the sum of all answers modulo 2**64.
    `zero` must be 0, but the compiler must not know its value. A square above 63 ends the loop.
    """
    attacks = kernel_of(recipe, slider)
    waits = _EVERY_BIT if mode == "latency" else _ZERO  # constant, so code masked by 0 is removed

    # Testing the square also keeps LLVM from looking up eight squares at once with AVX-512, which
    # an engine could not do: its queries come one at a time.
    @entry_for(table=Arrays.where(slots=recipe.memory))
    def ask(table: Arrays, stream: StreamState, passes: Word, zero: Word) -> Word:
        parameters, slots, attack_sets = table.parameters, table.slots, table.attack_sets
        squares, occupied, memory = stream.squares, stream.occupied, stream.memory
        count, burst, size, lines = stream.count, stream.burst, stream.size, stream.lines
        total, state, before = _ZERO, _ONE, _ZERO
        for _ in counting(passes):
            start = _ZERO
            while start < count:
                stop = lower(start + burst, count)
                for query in counting(start, stop):
                    square = Word(squares[query]) ^ before
                    if square > _LAST_SQUARE:
                        return total
                    asked = occupied[query] ^ before
                    answer = attacks(parameters, slots, attack_sets, square, asked)
                    before = answer & zero & waits
                    total += answer
                state ^= before  # for latency: reading lines waits for look-ups, and vice versa
                for _ in counting(lines):
                    touched = memory[place(size, state)]  # always zero
                    before |= touched & waits
                    total += touched & ~waits
                    state = step(state)
                start = stop
        return total

    return ask


@dataclass(frozen=True)
class Idle:
    """A recipe without look-ups, to time the loops themselves."""

    memory: str = "Words"

    def attacks_kernel(self, slider: Slider) -> AttacksKernel:  # noqa: ARG002
        """The kernel that only combines the two words of a query."""
        return no_lookup


@kernel
def no_lookup(
    _parameters: Words, _slots: Words, _attack_sets: Words, square: Word, occupied: Word
) -> Word:
    """Combine the two words of the query."""
    return occupied ^ square


class Surroundings:
    """The memory touched between queries, a stand-in for an engine's hash and evaluation tables.

    Attributes:
        memory: uint64, all zeros, in pages that are physically allocated.
    """

    def __init__(self, mebibytes: float) -> None:
        lines = max(1, int(mebibytes * 2**20) // 64)
        # np.zeros would map the same page of zeros everywhere, which would always be in the cache.
        self.memory: npt.NDArray[np.uint64] = np.empty(8 * lines, np.uint64)
        self.memory.fill(0)

    def state(self, stream: Stream, occupied: npt.NDArray[np.uint64]) -> StreamState:
        """The loop state for a stream; `occupied` holds the second word of each query."""
        return StreamState(
            squares=stream.squares,
            occupied=occupied,
            count=len(stream),
            burst=BURST if stream.pressed else len(stream),
            lines=LINES if stream.pressed else 0,
            memory=self.memory,
            size=len(self.memory) // 8,
        )
