"""Random subtrees of an exhaustive search, for whoever wants any magic and not all of them.

Where magics are rare and their number is N, one is met after about 1/N of the whole search: rook d7
with 9 bits has 354 white ones in 5.9e10 nodes. Subtrees are drawn level by level, as estimates are
made: of the prefixes that live, a random sample goes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from magicbb.magics.search.exhaustive_estimate import estimate_nodes, sampled

if TYPE_CHECKING:
    import numpy.typing as npt

    from magicbb.magics.search.exhaustive import ExhaustiveSearch

_SURVIVORS = 1000
_SUBTREE_NODES = 1 << 20
"""How large a subtree should be on average: a tenth of a second."""


def depth_for(search: ExhaustiveSearch, seed: int) -> int:
    """At which depth subtrees are small enough to be searched one after the other."""
    tested = estimate_nodes(search, _SURVIVORS, seed)
    left = sum(tested)
    for level, nodes in enumerate(tested):
        if nodes and left / (nodes / 2) <= _SUBTREE_NODES:
            return level
        left -= nodes
    return search.levels


def random_prefixes(
    search: ExhaustiveSearch, depth: int, count: int, *names: int
) -> npt.NDArray[np.uint64]:
    """At most so many prefixes that live at some depth; the names say which random ones.

    Args:
        search: The search; it forgets where it was.
        depth: The depth.
        count: How many to keep on each level.
        names: Numbers of 0..2**64 - 1.
    """
    prefixes = np.zeros(1, np.uint64)
    for level in range(depth):
        prefixes = search.grown(level, prefixes)
        if len(prefixes) > count:
            prefixes = sampled(prefixes, count, *names, level)
    return prefixes
