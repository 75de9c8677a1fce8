"""Dividing a search into subtrees, and subtrees into runs that take seconds."""

from __future__ import annotations

import functools
import itertools
from typing import TYPE_CHECKING

import numpy as np

from magicbb.compile.memory import frozen
from magicbb.lookup.keys import all_keys, row_of
from magicbb.magics.search.exhaustive import ExhaustiveSearch
from magicbb.magics.search.exhaustive_steps import order_from
from magicbb.research.proofs.certificate import Division

if TYPE_CHECKING:
    import numpy.typing as npt

    from magicbb.research.proofs.claim import Claim

_SUBTREE_NODES = 1 << 21
"""How large a subtree should be on average: a tenth of a second."""

_RUN_NODES = 1 << 27
"""How large a run of subtrees should be: ten seconds on a rook's square."""

_FEWEST, _MOST = 64, 1 << 16
"""How many subtrees there are at least, if the search allows it, and about at most."""


def search_for(claim: Claim, start: int, direction: str) -> ExhaustiveSearch:
    """The search that settles a claim, with the bits from `start` on, first in one direction."""
    keys = all_keys()
    attacks = keys.attacks[keys.of_row(row_of(claim.slider, claim.square))]
    order = order_from(start, direction, claim.period)
    return ExhaustiveSearch(claim.mask, claim.bits, attacks, order, black=claim.black)


def divide(
    claim: Claim, start: int, direction: str, nodes: float, *, mirror: bool = False
) -> Division:
    """Divide a search so finely that its subtrees are short.

    Args:
        claim: What it is for.
        start: The bit at which the interval of known bits starts.
        direction: Where it grows first.
        nodes: How many nodes the search has, about.
        mirror: Whether half of it is done; see `magicbb.research.proofs.mirror`.
    """
    wanted = max(_FEWEST, min(_MOST, int(nodes) // _SUBTREE_NODES))
    search = search_for(claim, start, direction)
    prefixes, depth, above = np.zeros(1, np.uint64), 0, 0
    while depth == 0 or (0 < len(prefixes) < wanted and depth < search.levels):
        above += (1 if mirror and depth == 0 else 2) * len(prefixes) * search.is_tested(depth)
        prefixes = _grown(search, depth, prefixes, mirror=mirror)
        depth += 1
    return Division(start, direction, depth, len(prefixes) + 2 * mirror, above, mirror)


@functools.lru_cache(maxsize=8)
def prefixes_of(claim: Claim, division: Division) -> npt.NDArray[np.uint64]:
    """The prefixes at which the subtrees of a division begin, in order; the array is read-only.

    The exceptions of a mirrored division are not among them.
    """
    search = search_for(claim, division.start, division.direction)
    prefixes = np.zeros(1, np.uint64)
    for level in range(division.depth):
        prefixes = _grown(search, level, prefixes, mirror=division.mirror)
    return frozen(prefixes)


def _grown(
    search: ExhaustiveSearch, level: int, prefixes: npt.NDArray[np.uint64], *, mirror: bool
) -> npt.NDArray[np.uint64]:
    """The prefixes of the next level; mirrored, those with a first bit of 0."""
    grown = search.grown(level, prefixes)
    return grown[grown == 0] if mirror and level == 0 else grown


def runs(subtrees: int, nodes: float) -> list[tuple[int, int]]:
    """Runs of subtrees that take some seconds each, as (first, end).

    Args:
        subtrees: How many there are.
        nodes: How many nodes they have together, about.

    >>> runs(100, 4e8)
    [(0, 33), (33, 66), (66, 100)]
    """
    count = min(subtrees, max(1, round(nodes / _RUN_NODES)))
    bounds = [subtrees * number // count for number in range(count + 1)] if count else [0]
    return [*itertools.pairwise(bounds)]
