"""Walking: more magics for a row, each a few changes away from the one before.

How far two groups overlap depends on the slots at their ends, so it helps to have many magics
that are about as short as the shortest one known, but use other slots. A random walk that accepts
all such magics comes across thousands of them per second, and sometimes across shorter ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from magicbb.compile import Bytes, Word, Words, counting, entry, higher, kernel, lower
from magicbb.magics.search.annealing.moves import changed
from magicbb.magics.search.randomness import Stream, draw, streams
from magicbb.research.packing.candidates import Candidate, hashing_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from magicbb.recipes.layout.first_fit import Pattern
    from magicbb.research.packing.packer import Hashing

_ZERO, _ONE = Word(0), Word(1)
_NUMBER_BITS = Word(8)
_INFINITE = Word(2**64 - 1)

LOOKS = 1 << 21
"""The number of factors tried per walk, about a fifth of a second."""

_STARTS, _TAKEN, _MOST = 8, 200, 200
"""The number of candidates of a row from which walks start, the number of magics taken from a walk,
evenly spaced, and the number of magics kept for the row in addition to its candidates."""


class WalkState(Stream):
    """The state of a walk.

    Attributes:
        factor: The current magic.
        shift: 64 minus the index bits.
        movable: The number of factor bits that matter.
        most: The maximum number of slots in use.
        reach: The maximum extent in slots.
        epoch: The number of factors tried.
        count: The number of keys.
        keys: The words that are multiplied, in random order.
        numbers: The index of each key's value among the values of the row.
        table: The value at each index, and the epoch in which it was written.
        found: The magics on the way.
    """

    factor: Word
    shift: Word
    movable: Word
    most: Word
    reach: Word
    epoch: Word = Word(0)
    count: Word
    keys: Words
    numbers: Bytes
    table: Words
    found: Words


def walked(
    candidates: Sequence[Candidate],
    kind: str,
    values: npt.NDArray[np.uint64],
    care: int,
    random: int,
    *,
    looks: int = LOOKS,
) -> list[Candidate]:
    """The candidates of a row, and magics of about the same extent as the shortest ones.

    No two of the additional magics use the same slots in the same way, and their extent is at most
    a tenth longer than the shortest one's.

    Args:
        candidates: The candidates of the row.
        kind: "white" or "black".
        values: The value that each key of the row must read from its slot.
        care: The bits of a slot that the row reads.
        random: The seed of the random choices.
        looks: The number of factors tried per walk.
    """

    def with_pattern(candidate: Candidate) -> tuple[Candidate, Pattern]:
        return candidate, candidate.pattern(kind, values, care)

    def shape(pattern: Pattern) -> tuple[bytes, bytes]:
        return pattern.slots.tobytes(), pattern.values.tobytes()

    known = sorted(map(with_pattern, candidates), key=_size)
    reach = known[0][1].extent * 11 // 10
    starts = [each for each in known[:_STARTS] if each[1].extent <= reach]
    found, shapes = [], {shape(pattern) for _, pattern in known}
    for number, (start, pattern) in enumerate(starts):
        hashing = hashing_of(start.row, kind, [start], random, values)
        (word,) = streams(random, number).tolist()
        most = len(pattern.slots) * 17 // 16
        factors = walk(hashing, most, reach, word, looks)
        for factor in factors[:: len(factors) // _TAKEN + 1]:
            new = with_pattern(Candidate(start.row, start.bits, factor))
            if shape(new[1]) not in shapes:
                shapes.add(shape(new[1]))
                found.append(new)
    found = sorted(found, key=_size)[:_MOST]
    return [*candidates, *(candidate for candidate, _ in found)]


def _size(candidate: tuple[Candidate, Pattern]) -> tuple[int, int]:
    """The extent and the number of slots in use."""
    return candidate[1].extent, len(candidate[1].slots)


def walk(hashing: Hashing, most: int, reach: int, random: int, looks: int) -> list[int]:
    """The magics that a walk comes across, in order.

    Args:
        hashing: The hash of the row; the walk begins with its first factor.
        most: The maximum number of slots in use.
        reach: The maximum extent in slots.
        random: The initial state of the random stream.
        looks: The number of factors tried.
    """
    found = np.zeros(looks, np.uint64)
    state = WalkState(
        random=random,
        factor=hashing.factors[0],
        shift=64 - hashing.bits[0],
        movable=hashing.movable,
        most=most,
        reach=reach,
        count=len(hashing.keys),
        keys=hashing.keys,
        numbers=hashing.numbers,
        table=np.zeros(1 << hashing.bits[0], np.uint64),
        found=found,
    )
    count = int(take_steps(state, looks))
    return list(dict.fromkeys(found[:count].tolist()))


@entry
def take_steps(state: WalkState, looks: Word) -> Word:
    """Try changes of the factor, and return how many of them were accepted."""
    found = _ZERO
    for _ in counting(looks):
        other = changed(state, state.factor, state.movable)
        if draw(state) & _ONE:
            other = changed(state, other, state.movable)
        if other != state.factor and is_short(state, other):
            state.factor = other
            state.found[found] = other
            found += _ONE
    return found


@kernel
def is_short(state: WalkState, factor: Word) -> bool:
    """Whether a factor is a magic that uses few slots in a short range."""
    keys, numbers, table, shift = state.keys, state.numbers, state.table, state.shift
    state.epoch += _ONE
    epoch, used, low, high = state.epoch, _ZERO, _INFINITE, _ZERO
    for key in counting(state.count):
        index = (keys[key] * factor) >> shift
        held = table[index]
        wanted = (epoch << _NUMBER_BITS) | Word(numbers[key])
        if held == wanted:
            continue
        if held >> _NUMBER_BITS == epoch:
            return False
        table[index] = wanted
        used += _ONE
        low, high = lower(low, index), higher(high, index)
        if used > state.most or high - low >= state.reach:
            return False
    return True
