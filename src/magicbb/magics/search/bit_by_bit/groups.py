"""Groups of bits: upward steps of which only the last tests prefixes.

`values` tests all values of a group's bits at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb.compile import Record, Word

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

SMALLEST, LARGEST = 5, 9
"""The minimum and the maximum number of bits of a group."""

MOST_WORDS = 1 << (LARGEST - 6)
"""The maximum number of words of a set of values."""

_COST, _FEW_KEYS = 16, 512
"""The time to test all values of a group, relative to that of testing one prefix, if there are at
most so many keys; with more, as for rooks, it is twice that."""


class Group(Record):
    """The group of bits that begins at a level.

    Attributes:
        bits: The number of bits; 0 if no group begins here.
        words: The number of words of a row.
        row_bits: log2 of the number of rows of a set.
        slot_bits: log2 of the number of adjacent bits of a slot.
        copies: The lowest bit of each copy of a row, which is repeated if it is less than a word.
        slot_copies: The lowest bit of each slot in a word.
        first: The position of the group's first mover.
        end: The position after its last mover.
    """

    bits: Word
    words: Word
    row_bits: Word
    slot_bits: Word
    copies: Word
    slot_copies: Word
    first: Word
    end: Word


def groups(
    levels: Any,
    upwards: Sequence[bool],
    keys: npt.NDArray[np.uint64],
    fresh: npt.NDArray[np.uint16],
    bits: int,
) -> tuple[Any, npt.NDArray[np.uint16]]:
    """The groups, one for each level, and their movers: the keys that a group's bits move.

    No groups are made of steps that make keys testable because the rotation becomes known: most of
    these keys have the same index for all values of the group's bits.

    The movers of a group are in random order. Neighbours in ascending order exclude nearly the same
    values, so for rooks, twice as many keys would be needed until no value is left.

    Args:
        levels: The levels of the search, including the last.
        upwards: Whether each step goes upwards.
        keys: The keys.
        fresh: The positions of the keys, in the order in which they become testable.
        bits: The index bits.
    """
    made, movers = Group.array(len(levels)), [np.zeros(0, np.uint16)]
    random, end, count = np.random.default_rng(0), 0, 0
    for step in reversed(range(len(upwards))):
        if not upwards[step]:
            count = 0
        elif levels[step].tested:
            lowest = np.uint64(1 << (63 - int(levels[step].bit)))
            tested = fresh[int(levels[step].fresh) : int(levels[step].fresh_end)]
            reached = keys[tested]
            moved = (reached & lowest != 0) & (reached & (lowest - np.uint64(1)) == 0)
            count = int(2 * moved.sum() > len(tested))
        elif count:
            count += 1
        if SMALLEST <= count <= min(LARGEST, bits + 6):
            group, slot_bits = made[step], max(count - bits, 0)
            group.bits, group.words = count, 1 << max(count - 6, 0)
            group.row_bits, group.slot_bits = max(bits - count, 0), slot_bits
            group.copies, group.slot_copies = _copies(min(count, 6)), _copies(slot_bits)
            # The lowest bit is that of the last step; the squares of the other steps must be empty.
            moved = reached << np.uint64(levels[step].bit) == np.uint64(1 << (64 - count))
            movers.append(random.permutation(tested[moved]))
            group.first, end = end, end + len(movers[-1])
            group.end = end
    return made, np.concatenate(movers)


def _copies(bits: int) -> int:
    """A word in which every 2**bits-th bit is set."""
    return sum(1 << place for place in range(0, 64, 1 << bits))


def costs(made: Any, keys: int) -> list[float]:
    """The relative time per prefix that each step tests; it is 1 outside groups.

    Args:
        made: The groups.
        keys: The number of keys.
    """
    found, cost = [1.0] * len(made), _COST if keys <= _FEW_KEYS else 2 * _COST
    for step, group in enumerate(made):
        if group.bits:
            last = step + int(group.bits) - 1
            found[last] = min(found[last], cost / max(cost, 1 << int(group.bits)))
    return found


def memory(made: Any, numbers: int) -> dict[str, npt.NDArray[Any]]:
    """The memory for sets of slots, and for the values left.

    Args:
        made: The groups.
        numbers: One more than the highest number of an attack set.
    """
    most = max(int(group.words) << int(group.row_bits) for group in made)
    reverse = [int(f"{value:0{LARGEST}b}"[::-1], 2) for value in range(1 << LARGEST)]
    return {
        "free": np.zeros(most, np.uint64),
        "own": np.zeros(numbers * most, np.uint64),
        "values": np.zeros(MOST_WORDS, np.uint64),
        "left": np.zeros(len(made) * MOST_WORDS, np.uint64),
        "reverse": np.array(reverse, np.uint16),
    }
