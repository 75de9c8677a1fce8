"""Magics for 32-bit arithmetic, by construction.

The theorem of `construct` holds for two products that are xored, too: the lowest bit in which two
numbers differ is the lowest bit of their difference, and also of their exclusive or. So the halves
of the board get a factor each, one after the other, and the second must not claim what the first
has claimed.

A product of 32 bits is the upper half of one of 64 bits when the number multiplied stands in the
upper half: `construct` serves for both.

All 64 rooks with two products, all 64 bishops with one of the folded board: 0.3 ms.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from magicbb.compile import Word, Words, counting, entry, kernel
from magicbb.search.construct import (
    DRAWS,
    add_bits,
    all_found,
    choose_bits,
    room_for_search,
    start,
)
from magicbb.search.randomness import draw

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

_ZERO, _ONE = Word(0), Word(1)
_WORD_BITS, _HALF = Word(64), Word(32)
_LOWER = Word(2**32 - 1)


def construct_halves(
    halves: Sequence[tuple[int, int]], bits: Sequence[int], states: npt.NDArray[np.uint64]
) -> list[int]:
    """Construct a pair of 32-bit factors for each pair of 32-bit masks.

    Args:
        halves: The relevant squares of the lower and of the upper half of the board; an upper half
            without any gets the factor 0.
        bits: The index bits of each, at least as many as both halves have squares.
        states: The states of the streams of random words, uint64; they are advanced.

    Returns:
        The factors: that for the lower half in the lower 32 bits, the other in the upper ones.

    Raises:
        MagicNotFoundError: It did not work for one of them, which was never seen.
    """
    factors = np.zeros(len(halves), np.uint64)
    _construct_halves(
        np.array(halves, np.uint64).reshape(-1),
        np.array(bits, np.uint64),
        states,
        room_for_search(),
        factors,
        len(halves),
        DRAWS,
    )
    return all_found(factors)


@entry
def _construct_halves(
    halves: Words,
    bits: Words,
    states: Words,
    saved: Words,
    factors: Words,
    count: Word,
    draws: Word,
) -> None:
    for place in counting(count):
        shift = _WORD_BITS - bits[place]
        lower = halves[place + place] << _HALF
        upper = halves[place + place + _ONE] << _HALF
        for _ in counting(draws):
            start(lower, _ZERO, saved)
            below = choose_half(lower, shift, states, place, saved)
            above = _ZERO
            if below != _ZERO and upper != _ZERO:
                start(upper, claimed_by(lower, shift, below), saved)
                above = choose_half(upper, shift, states, place, saved)
            if below != _ZERO and (upper == _ZERO or above != _ZERO):
                factors[place] = below | (above << _HALF)
                break


@kernel
def choose_half(half: Word, shift: Word, states: Words, place: Word, saved: Words) -> Word:
    """A factor of 32 bits for one half of the board; 0 if it was given up."""
    allowed = (draw(states, place) | draw(states, place)) & _LOWER
    factor = choose_bits(half, half, shift, allowed, saved)
    if factor != _ZERO:
        factor = add_bits(half, half, shift, draw(states, place) & _LOWER, factor)
    return factor


@kernel
def claimed_by(half: Word, shift: Word, factor: Word) -> Word:
    """The lowest bits of all windows."""
    unclaimed, targets = half, _ZERO
    for bit in counting(_HALF):
        if (factor >> bit) & _ONE:
            claimed = (unclaimed << bit) >> shift
            unclaimed ^= (claimed << shift) >> bit
            targets |= claimed
    return targets
