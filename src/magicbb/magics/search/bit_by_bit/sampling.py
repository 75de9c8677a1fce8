"""Sampling of a bit-by-bit search: estimates of its size, and random subtrees.

All prefixes are extended level by level. If more than a few thousand survive, only a random sample
is extended further, weighted to represent all survivors: stochastic enumeration (Rubinstein 2013).
The sample is stratified: the ordered list is divided into equal parts, and one prefix is drawn from
each, so that prefixes with the same beginning are represented in proportion.

Random subtrees are searched to find any one magic rather than all. If there are N rare magics, one
is found after about 1/N of the whole search. For example, the whole search for rook d7 finds 354
white magics with 9 bits in 5.9e10 nodes.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import numpy as np

from magicbb.compile.memory import frozen
from magicbb.magics.search.randomness import streams

if TYPE_CHECKING:
    import numpy.typing as npt

    from magicbb.magics.search.bit_by_bit import BitByBitSearch

_SURVIVORS = 1000
_SUBTREE_NODES = 1 << 20
"""The target average number of nodes per subtree; searching one takes a tenth of a second."""


def estimate_nodes(
    search: BitByBitSearch, survivors: int, *seed: int, enough: float = float("inf")
) -> list[float]:
    """Estimate how many prefixes each step of a search tests; counts before any sampling are exact.

    Args:
        search: The search; its current prefix is lost.
        survivors: The size of the sample, 1..2**31.
        seed: Integers in 0..2**64 - 1 that seed the choice of prefixes.
        enough: Stop early once the total estimated cost exceeds this number; see
            `BitByBitSearch.cost`.

    Returns:
        An unbiased estimate for each step; the list is shorter if it was stopped early.
    """
    prefixes, weight, tested, total = np.zeros(1, np.uint64), 1.0, [], 0.0
    for level in range(search.levels):
        tested.append(2 * len(prefixes) * weight if search.is_tested(level) else 0.0)
        total += tested[-1] * search.cost(level)
        if total > enough:
            break
        prefixes = search.grown(level, prefixes)
        if len(prefixes) > survivors:
            weight *= len(prefixes) / survivors
            prefixes = sampled(prefixes, survivors, *seed, level)
    return tested


def sampled(prefixes: npt.NDArray[np.uint64], count: int, *names: int) -> npt.NDArray[np.uint64]:
    """Draw one random element from each of `count` equal parts of a list, seeded by `names`."""
    size, parts = np.uint64(len(prefixes)), np.arange(count, dtype=np.uint64)
    within = _words(count, *names) % size
    places: npt.NDArray[np.uint64] = (parts * size + within) // np.uint64(count)
    return prefixes[places]


@functools.lru_cache(maxsize=128)
def _words(count: int, *names: int) -> npt.NDArray[np.uint64]:
    """Random words, cached because the same words are drawn for each starting bit tried."""
    return frozen(streams(*names, range(count)))


def depth_for(search: BitByBitSearch, seed: int) -> int:
    """The depth at which subtrees are small enough to be searched one at a time."""
    tested = estimate_nodes(search, _SURVIVORS, seed)
    left = sum(tested)
    for level, nodes in enumerate(tested):
        if nodes and left / (nodes / 2) <= _SUBTREE_NODES:
            return level
        left -= nodes
    return search.levels


def random_prefixes(
    search: BitByBitSearch, depth: int, count: int, *names: int
) -> npt.NDArray[np.uint64]:
    """A random sample of at most `count` prefixes that survive to the given depth.

    Args:
        search: The search; its current prefix is lost.
        depth: The depth.
        count: The number of prefixes to keep on each level.
        names: Integers in 0..2**64 - 1 that seed the choice.
    """
    prefixes = np.zeros(1, np.uint64)
    for level in range(depth):
        prefixes = search.grown(level, prefixes)
        if len(prefixes) > count:
            prefixes = sampled(prefixes, count, *names, level)
    return prefixes
