"""The steps of an exhaustive search: in which order bits become known, and which keys that tests.

A key is *testable* after a step if its index can be certain for some prefix: the unknown high bits
do not reach its product, and the unknown low ones change it by less than the width of an index. A
step is tested if there are two testable keys at least, and it can make one of them certain: if it
makes keys testable, or goes downwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb.arguments import short_repr
from magicbb.compile import Record, Word
from magicbb.geometry.bitboards import squares_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

UP, DOWN = "up", "down"


class Level(Record):
    """A level of a search: the step that leads on from it, and what the search knows there.

    Attributes:
        bit: The bit that the step makes known.
        tested: Whether the step tests its prefixes.
        unknown: The unknown bits below the interval after the step.
        fresh: Where the keys start that the step makes testable, and
        fresh_end: where they end.
        factor: The prefix that was reached.
        begun: How many of its two continuations were begun.
        start: Where its list of uncertain keys starts, and
        end: where it ends.
        top: How high its trail is.
    """

    bit: Word
    tested: Word
    unknown: Word
    fresh: Word
    fresh_end: Word
    factor: Word
    begun: Word
    start: Word
    end: Word
    top: Word


def period_bits(mask: int, bits: int, *, black: bool) -> int:
    """How many low bits of a magic decide whether it is one.

    >>> period_bits(0x7E00, 6, black=False), period_bits(0x7E000000000000, 5, black=True)
    (55, 59)
    """
    period = 64 - next(squares_of(mask))
    return max(period, 64 - bits) if black else period


def order_from(start: int, direction: str, period: int) -> list[int]:
    """The bits from `start` on, first in one direction to the end, and then in the other.

    >>> order_from(3, "up", 6), order_from(3, "down", 6)
    ([3, 4, 5, 2, 1, 0], [2, 1, 0, 3, 4, 5])
    """
    upwards, downwards = [*range(start, period)], [*range(start)][::-1]
    return upwards + downwards if direction == UP else downwards + upwards


def check_order(order: Sequence[int], period: int) -> None:
    """Check that an order grows an interval of bits until it has all.

    Raises:
        ValueError: It does not.
    """
    begun = (order[:count] for count in range(1, period + 1))
    if sorted(order) != [*range(period)] or any(max(b) - min(b) >= len(b) for b in begun):
        raise ValueError(
            f"order must have the bits 0..{period - 1}, each next to those before it, "
            f"got {short_repr(order)}"
        )


def steps(
    mask: int, bits: int, order: Sequence[int], *, black: bool
) -> tuple[Any, npt.NDArray[np.uint64], npt.NDArray[np.uint16]]:
    """Plan a search.

    Returns:
        One `Level` before each step, and one after the last, in which the steps are filled in;
        uint64[n], the multipliers in ascending order: blockers, or for black magics the empty
        relevant squares; uint16[n], the places of the keys in the order in which they become
        testable.

    Raises:
        ValueError: The order does not grow an interval of bits until it has all.
    """
    check_order(order, period_bits(mask, bits, black=black))
    keys = np.zeros(1, np.uint64)
    for square in squares_of(mask):
        keys = np.concatenate([keys, keys | np.uint64(1 << square)])
    lowest_bits = keys & (~keys + np.uint64(1))  # zero for the empty set: no bit reaches it
    waiting = np.ones(len(keys), bool)
    levels = Level.array(len(order) + 1)
    fresh: list[int] = []
    low = high = order[0]
    for bit, level in zip(order, levels, strict=False):
        upwards = bit == high
        low, high = (low, high + 1) if upwards else (bit, high)
        unknown, start = (1 << low) - 1, len(fresh)
        testable = (lowest_bits == 0) | (lowest_bits >= np.uint64(1 << (64 - high)))
        if unknown:
            # For black, key + 1 is multiplied, which is at most this if the key is less.
            most = ((1 << (64 - bits)) - 1) // unknown
            testable &= keys < np.uint64(most) if black else keys <= np.uint64(most)
        if black and high < 64 - bits:
            testable[:] = False
        tested = int(testable.sum()) > 1 and (not upwards or bool((testable & waiting).any()))
        if tested:
            fresh += np.flatnonzero(testable & waiting).tolist()
            waiting &= ~testable
        level.bit, level.tested, level.unknown = bit, tested, unknown
        level.fresh, level.fresh_end = start, len(fresh)
    return levels, keys, np.array(fresh, np.uint16)
