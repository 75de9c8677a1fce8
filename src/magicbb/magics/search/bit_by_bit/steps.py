"""The steps of a bit-by-bit search: the order in which bits become known, and the keys to test.

A key is *testable* after a step if its index is certain for at least one prefix: the unknown high
bits do not affect its product, and the unknown low bits change it by less than the width of an
index. A black key also waits for the highest bit of its rotation, unless a range of rotations is
assumed, and the unknown bits of the rotation must change it by less than the width of an index,
too. A step tests its prefixes if at least two keys are testable, and the step makes keys testable
or does not go upwards. Other upward steps change at most the rotation, and make few indices
certain.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb.arguments import short_repr
from magicbb.compile import Record, Word
from magicbb.geometry.bitboards import squares_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy.typing as npt

UP, DOWN = "up", "down"


class Level(Record):
    """A level of a search: the step to the next level, and the search's state at this level.

    Attributes:
        bit: The bit that the step makes known.
        tested: Whether the step tests its prefixes.
        unknown: The bits below the interval, which are still unknown after the step.
        turning: The bits of the rotation that are still unknown after the step; 0 for white, and if
            a range of rotations is assumed.
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
    turning: Word
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


def rotating_bits(mask: int, bits: int) -> int:
    """The number of the highest bits of the period that only rotate the indices of black keys.

    >>> rotating_bits(0x7E00, 6), rotating_bits(0x7E000000000000, 5)
    (3, 44)
    """
    return period_bits(mask, bits, black=True) - period_bits(mask, bits, black=False)


def order_from(
    start: int, direction: str, period: int, rotating: int = 0, ahead: int = 0
) -> list[int]:
    """The order of bits beginning at `start`: all bits in one direction, then those in the other.

    Args:
        start: The bit at which the interval of known bits starts.
        direction: The direction in which it grows first: "up" or "down".
        period: The number of bits.
        rotating: The number of rotating bits.
        ahead: How many rotating bits become known before the interval starts, from the highest
            down; if there are any, the interval does not grow into the others, which become known
            last.

    >>> order_from(3, "up", 6), order_from(3, "down", 6)
    ([3, 4, 5, 2, 1, 0], [2, 1, 0, 3, 4, 5])
    >>> order_from(1, "up", 6, rotating=3, ahead=2)
    [5, 4, 1, 2, 0, 3]
    """
    turns = [*range(period - rotating, period)][::-1] if ahead else []
    upwards, downwards = [*range(start, period - len(turns))], [*range(start)][::-1]
    interval = upwards + downwards if direction == UP else downwards + upwards
    return turns[:ahead] + interval + turns[ahead:]


def _growth(order: Sequence[int], period: int, rotating: int) -> Iterator[tuple[int, int, bool]]:
    """The interval low..high - 1 of known bits after each step, and whether it grew upwards.

    Raises:
        ValueError: `order` is not a permutation of the period's bits, or one of them is adjacent
            neither to the interval nor, among the rotating bits, to those known from the highest
            down.
    """
    if sorted(order) == [*range(period)]:
        turned = period
        ahead = (bit for bit in range(period - 1, period - rotating - 1, -1))
        low = high = next(bit for bit, turn in zip_longest(order, ahead) if bit != turn)
        for bit in order:
            turns = bit == turned - 1 >= period - rotating
            upwards = bit == high and not (turns and turned < period)
            if upwards:
                high += 1
            elif bit == low - 1:
                low = bit
            elif turns:
                turned = bit
            else:
                break
            yield low, high, upwards
        else:
            return
    raise ValueError(
        f"order must contain the bits 0..{period - 1}, each adjacent to those before it, "
        f"got {short_repr(order)}"
    )


def steps(
    mask: int, bits: int, order: Sequence[int], *, black: bool, waits: bool
) -> tuple[Any, list[bool], npt.NDArray[np.uint64], npt.NDArray[np.uint16]]:
    """Plan a search.

    Args:
        mask: The relevant squares.
        bits: The index bits.
        order: The bits of the magic, in the order in which they become known.
        black: Whether to search for black magics.
        waits: Whether black keys are tested only once their rotation is approximately known.

    Returns:
        The levels: one `Level` before each step, with the fields of the step filled in, and one
        after the last step. Whether each step goes upwards. The keys, uint64[n]: the sets of
        squares to multiply, in ascending order; blockers for white magics, empty relevant squares
        for black. The positions of the keys in the order in which the keys become testable,
        uint16[n].

    Raises:
        ValueError: `order` is not a permutation of the period's bits, or one of them is adjacent
            neither to the interval of known bits nor, among the rotating bits of black magics, to
            those known from the highest down.
    """
    period, rotating = period_bits(mask, bits, black=black), rotating_bits(mask, bits)
    keys = np.zeros(1, np.uint64)
    for square in squares_of(mask):
        keys = np.concatenate([keys, keys | np.uint64(1 << square)])
    lowest_bits = keys & (~keys + np.uint64(1))  # zero for the empty set, which no bit affects
    waiting = np.ones(len(keys), bool)
    levels = Level.array(len(order) + 1)
    fresh: list[int] = []
    slot = 1 << (64 - bits)
    turning = slot - 1 if waits else 0
    growth = [*_growth(order, period, rotating if waits else 0)]
    for bit, level, (low, high, upwards) in zip(order, levels, growth, strict=False):
        turning &= ~(1 << bit)
        unknown, start = (1 << low) - 1, len(fresh)
        testable = (lowest_bits == 0) | (lowest_bits > np.uint64((1 << (64 - high)) - 1))
        if unknown:
            testable &= keys <= np.uint64((slot - 1 - turning) // unknown)
        if turning >= slot >> 1:
            testable[:] = False
        tested = int(testable.sum()) > 1 and (not upwards or bool((testable & waiting).any()))
        if tested:
            fresh += np.flatnonzero(testable & waiting).tolist()
            waiting &= ~testable
        level.bit, level.tested, level.unknown, level.turning = bit, tested, unknown, turning
        level.fresh, level.fresh_end = start, len(fresh)
    return levels, [up for *_, up in growth], keys, np.array(fresh, np.uint16)
