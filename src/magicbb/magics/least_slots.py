"""The minimum number of slots that a square's magic uses: a proven bound and a conjecture.

The product of a key is the sum of the *generators* of its squares (the magic, shifted left by the
number of the square), which are points on a circle of 2**bits slots. The following argument uses
nothing else, so it holds for any generators, white or black, with any number of index bits, and for
all additive hashes.

Consider the nearest square of a ray. Keys with this square empty and keys with it occupied never
have equal attacks, so these two halves of the keys use different slots. With the square empty, the
ray is effectively one square shorter. With the square occupied, the ray is *dead*: its further
squares still contribute to the sum, but no longer affect the attacks. Let V be the minimum number
of slots for a set of rays, some of which may be dead, over all generators that would be valid if
these rays were alive. Those of a magic are: while the nearer squares are empty, the rays are alive.
Then

- V(rays) >= V(rays, one live ray shorter by 1) + V(rays, that ray shorter by 1 and dead);
- V(rays, one of them dead) >= V(the same rays, all alive) / 2: the sums are the same as if all rays
  were alive, plus a constant, and a slot of the rotated circle overlaps at most two original slots;
- V(rays, one of them dead) >= V(the other rays), whose slots are used if the dead ray is empty.

It follows that a single ray of 1 to 6 squares needs at least 2, 3, 5, 8, 12 or 18 slots. A search
over unconstrained generators finds 2, 3, 5, 8, 13, the Fibonacci numbers; with several rays, it
finds the Fibonacci number for the longest ray, doubled for each square of the other rays. It is a
*conjecture* that no magic uses fewer slots.

It was thought that for rooks only a ray along the file saves slots, as each generator of the rank
is twice the previous one. That is wrong: on g4, where the longer ray of the file has 3 squares and
that of the rank 5, a black magic with 12 bits uses 608 slots, while savings on the file alone would
leave at least 640.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from magicbb.geometry.bitboards import bitboard_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.geometry.sliders import Slider


def least_slots(slider: Slider, square: int) -> int:
    """A proven lower bound on the number of slots that a square's magic uses.

    >>> from magicbb.geometry.sliders import BISHOP, ROOK
    >>> least_slots(BISHOP, 2), least_slots(ROOK, 0)
    (16, 666)
    """
    return bound(ray_lengths(slider, square))


def fibonacci_slots(slider: Slider, square: int) -> int:
    """The minimum number of slots according to the conjecture.

    >>> from magicbb.geometry.sliders import BISHOP, ROOK
    >>> fibonacci_slots(BISHOP, 0), fibonacci_slots(ROOK, 0)
    (21, 1344)
    """
    lengths = ray_lengths(slider, square)
    return rule(max(lengths), sum(lengths) - max(lengths))


def rule(longest: int, others: int) -> int:
    """The Fibonacci number for the longest ray, doubled for each square of the other rays.

    >>> [rule(length, 0) for length in range(7)]
    [1, 2, 3, 5, 8, 13, 21]
    """
    before, number = 1, 1
    for _ in range(longest):
        before, number = number, before + number
    return number << others


def ray_lengths(slider: Slider, square: int) -> tuple[int, ...]:
    """The number of relevant squares on each ray."""
    mask = slider.mask(square)
    return tuple((bitboard_of(ray) & mask).bit_count() for ray in slider.rays(square))


def bound(lengths: Sequence[int]) -> int:
    """The lower bound for rays with the given numbers of relevant squares.

    >>> [bound([length]) for length in range(1, 7)], bound([2, 2]), bound([3, 2])
    ([2, 3, 5, 8, 12, 18], 10, 17)
    """
    return _fewest(tuple(sorted((length, False) for length in lengths if length)))


@functools.cache
def _fewest(rays: tuple[tuple[int, bool], ...]) -> int:
    """The lower bound for rays given as (length, dead), in ascending order."""
    best, dead = 1, [ray for ray in rays if ray[1]]
    for ray in {*rays}:
        others = [*rays]
        others.remove(ray)
        length, is_dead = ray
        if is_dead:
            found = max(-(-_fewest(_with(others, length, False)) // 2), _fewest((*others,)))
        else:
            found = _fewest(_with(others, length - 1, False))
            found += _fewest(_with(others, length - 1, True))
        best = max(best, found)
    if dead:  # all dead rays may be revived at once for a single halving of the bound
        alive = tuple(sorted((length, False) for length, _ in rays))
        best = max(best, -(-_fewest(alive) // 2))
    return best


def _with(
    rays: Sequence[tuple[int, bool]], length: int, dead: bool
) -> tuple[tuple[int, bool], ...]:
    """Add a ray to the given rays, unless its length is 0."""
    return tuple(sorted([*rays, (length, dead)])) if length else (*rays,)
