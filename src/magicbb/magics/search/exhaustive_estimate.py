"""How many prefixes an exhaustive search will test: stochastic enumeration (Rubinstein 2013).

Level by level all prefixes are extended. Where more than some thousand live, a random sample goes
on, and stands for all. The sample is stratified: one prefix out of each of equal parts of the list,
which is in order, so that prefixes that begin alike are represented alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from magicbb.magics.search.randomness import streams

if TYPE_CHECKING:
    import numpy.typing as npt

    from magicbb.magics.search.exhaustive import ExhaustiveSearch


def estimate_nodes(
    search: ExhaustiveSearch, survivors: int, *seed: int, enough: float = float("inf")
) -> list[float]:
    """Estimate how many prefixes each step of a search tests; exact where nothing was sampled.

    Args:
        search: The search; it forgets where it was.
        survivors: The size of the sample, 1..2**31.
        seed: Numbers of 0..2**64 - 1.
        enough: The estimate ends early once it is above this.

    Returns:
        An estimate for every step. Its expectation is the truth.
    """
    prefixes, weight, tested, total = np.zeros(1, np.uint64), 1.0, [], 0.0
    for level in range(search.levels):
        tested.append(2 * len(prefixes) * weight if search.is_tested(level) else 0.0)
        total += tested[-1]
        if total > enough:
            break
        prefixes = search.grown(level, prefixes)
        if len(prefixes) > survivors:
            weight *= len(prefixes) / survivors
            prefixes = sampled(prefixes, survivors, *seed, level)
    return tested


def sampled(prefixes: npt.NDArray[np.uint64], count: int, *names: int) -> npt.NDArray[np.uint64]:
    """One of each of `count` equal parts of a list, at random; the names say which random."""
    size, parts = np.uint64(len(prefixes)), np.arange(count, dtype=np.uint64)
    within = streams(*names, range(count)) % size
    places: npt.NDArray[np.uint64] = (parts * size + within) // np.uint64(count)
    return prefixes[places]
