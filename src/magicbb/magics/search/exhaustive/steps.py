"""The steps of an exhaustive search: the order in which bits become known, and the keys to test.

A key is *testable* after a step if its index is certain for at least one prefix: the unknown high
bits do not affect its product, and the unknown low bits change it by less than the width of an
index. A black key waits for its rotation as well, unless that is assumed. A step tests its prefixes
if at least two keys are testable and the step can make the index of one of them certain, that is,
if it makes keys testable or goes downwards.
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
    """A level of a search: the step to the next level, and the search's state at this level.

    Attributes:
        bit: The bit that the step makes known.
        tested: Whether the step tests its prefixes.
        unknown: The bits below the interval, which are still unknown after the step.
        fresh: The position of the first key that the step makes testable.
        fresh_end: The position after the last such key.
        factor: The current prefix of the level.
        begun: How many of the prefix's two extensions have been tried.
        start: The position of the level's first uncertain key.
        end: The position after the level's last uncertain key.
        top: The height of the trail on this level.
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
    """The number of low bits that decide whether a number is a magic.

    >>> period_bits(0x7E00, 6, black=False), period_bits(0x7E000000000000, 5, black=True)
    (55, 59)
    """
    period = 64 - next(squares_of(mask))
    return max(period, 64 - bits) if black else period


def order_from(start: int, direction: str, period: int) -> list[int]:
    """The order of bits beginning at `start`: all bits in one direction, then those in the other.

    >>> order_from(3, "up", 6), order_from(3, "down", 6)
    ([3, 4, 5, 2, 1, 0], [2, 1, 0, 3, 4, 5])
    """
    upwards, downwards = [*range(start, period)], [*range(start)][::-1]
    return upwards + downwards if direction == UP else downwards + upwards


def check_order(order: Sequence[int], period: int) -> None:
    """Check that an order contains each bit of the period once, adjacent to those before it.

    Raises:
        ValueError: `order` is not a permutation of the period's bits, or one of them is not
            adjacent to those before it.
    """
    begun = (order[:count] for count in range(1, period + 1))
    if sorted(order) != [*range(period)] or any(max(b) - min(b) >= len(b) for b in begun):
        raise ValueError(
            f"order must contain the bits 0..{period - 1}, each adjacent to those before it, "
            f"got {short_repr(order)}"
        )


def steps(
    mask: int, bits: int, order: Sequence[int], *, black: bool, waits: bool
) -> tuple[Any, npt.NDArray[np.uint64], npt.NDArray[np.uint16]]:
    """Plan a search.

    Args:
        mask: The relevant squares.
        bits: The index bits.
        order: The bits of the magic, in the order in which they become known.
        black: Whether to search for black magics.
        waits: Whether black keys are tested only once their rotation is known.

    Returns:
        The levels: one `Level` before each step, with the fields of the step filled in, and one
        after the last step. The keys, uint64[n]: the sets of squares to multiply, in ascending
        order; blockers for white magics, empty relevant squares for black. The positions of the
        keys in the order in which the keys become testable, uint16[n].

    Raises:
        ValueError: `order` is not a permutation of the period's bits, or one of them is not
            adjacent to those before it.
    """
    check_order(order, period_bits(mask, bits, black=black))
    keys = np.zeros(1, np.uint64)
    for square in squares_of(mask):
        keys = np.concatenate([keys, keys | np.uint64(1 << square)])
    lowest_bits = keys & (~keys + np.uint64(1))  # zero for the empty set, which no bit affects
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
            # A key that waits is multiplied plus one, which is at most `most` if it is below it.
            most = ((1 << (64 - bits)) - 1) // unknown
            testable &= keys < np.uint64(most) if waits else keys <= np.uint64(most)
        if waits and high < 64 - bits:
            testable[:] = False
        tested = int(testable.sum()) > 1 and (not upwards or bool((testable & waiting).any()))
        if tested:
            fresh += np.flatnonzero(testable & waiting).tolist()
            waiting &= ~testable
        level.bit, level.tested, level.unknown = bit, tested, unknown
        level.fresh, level.fresh_end = start, len(fresh)
    return levels, keys, np.array(fresh, np.uint16)
