"""Ladders: the fixed factor bits of rook magics whose slots lie close together.

A square *adds* a number of slots, its generator (`docs/few-slots.md`). Suppose that the squares of
the rank and some squares of the file add

    step, 2 * step, 4 * step, ..., 2**(n - 1) * step

slots, in any order. They form a *ladder*: their states add all multiples of `step` below
`2**n * step`. If the keys of the other file squares use `step` slots, all different modulo `step`,
then every slot of the row's range is in use. In the example, the ladder's step is 3, and d5 and d7
use 3 slots for their four keys; so the 2,048 keys use 1,536 adjacent slots:

    d7  0.5          a    b    c    d    e    f    g    h
    d6  384
    d5  1.5          rook on d1, black magic 0x00600c0060060002, 11 index bits
    d4  24
    d3  768
    d2  3
    rank:            -    6    12   rook 48   96   192  -

The rank's squares are neighbours, so each adds twice as much as the one before; the rook's own
square leaves a gap among these powers of two, which a square of the file fills. If no square does,
the row has gaps of equal length, into which other rows may fit.

A square's generator is read from a window of the factor's bits. So a ladder fixes the bits in the
windows of its squares, with a few zeros below, where they would add fractions of a slot. Windows
overlap, and most assignments of powers to squares contradict themselves; the others are listed
here. The remaining bits are annealed by `few_slots`.

Many of the shortest ranges known before (Markus Everling 2026) turn out to be ladders. A search of
the ladders themselves (magicbb 2026) takes seconds per square, and on most squares its magics have
ranges as short, or shorter, or use fewer slots.
"""

from __future__ import annotations

import functools
from itertools import combinations
from typing import TYPE_CHECKING

from magicbb.geometry.bitboards import FULL, squares_of
from magicbb.geometry.sliders import ROOK

if TYPE_CHECKING:
    from collections.abc import Iterator

_RANK = 0xFF
_WORD_BITS = 64

ZEROS = 3
"""The number of zeros below the window of a file square."""

RANK_ZEROS = 6
"""The number of zeros below the window of the rank's lowest square; the other squares of the rank
have one zero fewer for each file to the right of it."""


@functools.cache
def ladders(square: int, bits: int, step: int) -> tuple[tuple[int, int], ...]:
    """All ladders of a rook's square: pairs of the fixed factor bits and their values.

    At most one power of two below the largest is added by no square. The rank adds all its powers
    with the same sign; a square of the file may have either sign.

    Args:
        square: 0..63.
        bits: The index bits.
        step: The step of the ladder, in slots.

    >>> fixed, values = ladders(3, 11, 3)[0]
    >>> values & ~fixed
    0
    >>> any(0x00600c0060060002 & fixed == values for fixed, values in ladders(3, 11, 3))
    True
    """
    mask = ROOK.mask(square)
    rank = mask & _RANK << (square & 56)
    across, along = [*squares_of(rank)], [*squares_of(mask & ~rank)]
    powers = [other - across[0] for other in across]
    highest = 0  # the ladder must fit on the circle of 2**bits slots
    while step << highest + 1 <= 1 << bits:
        highest += 1
    found: dict[tuple[int, int], None] = {}
    for lowest, others in _ladder_powers(powers, len(along), highest):
        steps = [step << power for power in others]
        for sign in (1, -1):
            begin = _window(sign * step << lowest, across[0], bits, RANK_ZEROS)
            if begin is not None:
                found.update(dict.fromkeys(_assigned(steps, along, bits, *begin)))
    return tuple(found)


def _ladder_powers(
    rank: list[int], count: int, highest: int
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The power of the rank's lowest square, and the powers of `count` or fewer other squares.

    All powers are below `highest`; at most one power below the largest one is missing.
    """
    for lowest in range(highest - rank[-1]):
        taken = {lowest + power for power in rank}
        for top in range(max(taken), highest):
            free = [power for power in range(top + 1) if power not in taken]
            for size in (len(free), len(free) - 1):
                if not 0 <= size <= count:
                    continue
                for others in combinations(free, size):
                    if top in taken or top in others:
                        yield lowest, others


def _assigned(
    steps: list[int], squares: list[int], bits: int, fixed: int, values: int
) -> Iterator[tuple[int, int]]:
    """All ways in which different squares can add the given steps, with either sign."""
    if not steps:
        yield fixed, values
        return
    for number, square in enumerate(squares):
        rest = [*squares[:number], *squares[number + 1 :]]
        for slots in (steps[0], -steps[0]):
            more = _window(slots, square, bits, ZEROS)
            if more is None or (values ^ more[1]) & fixed & more[0]:
                continue
            yield from _assigned(steps[1:], rest, bits, fixed | more[0], values | more[1])


def _window(slots: int, square: int, bits: int, zeros: int) -> tuple[int, int] | None:
    """The factor bits that make a square add a whole number of slots, and their values.

    None if the square cannot add that number: its window ends above the number's lowest bit.
    """
    width, low = bits + zeros, _WORD_BITS - bits - square - zeros
    window, value = (1 << width) - 1, slots % (1 << bits) << zeros
    if low >= 0:
        return window << low & FULL, value << low & FULL
    if value & (1 << -low) - 1:
        return None
    return window >> -low, value >> -low
