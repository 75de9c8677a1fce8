"""Planning a search: choosing its order, estimating its length, and dividing it.

The number of prefixes depends strongly on the bit at which the interval of known bits starts, and
on the direction in which it grows first. It varies by orders of magnitude, and in a different way
for each square. Every start is tried with a small sample, and the best starts with a larger one.
The chosen start is sampled once more, because the lowest of several estimates is likely to be too
low.

Orders that change direction more than once are not tried. How many prefixes survive depends only on
the interval of known bits, so the best order is a shortest path through the intervals; on the ten
squares for which the numbers of all intervals were sampled, it changed direction once.

A search is divided into subtrees, which are grouped into runs that take seconds.
"""

from __future__ import annotations

import functools
import itertools
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from magicbb.compile.memory import frozen
from magicbb.lookup.keys import all_keys, row_of
from magicbb.magics.search.exhaustive import ExhaustiveSearch
from magicbb.magics.search.exhaustive.sampling import estimate_nodes
from magicbb.magics.search.exhaustive.steps import DOWN, UP, order_from
from magicbb.research.proofs.exhaustive.certificate import Division
from magicbb.research.proofs.exhaustive.mirror import mirrored

if TYPE_CHECKING:
    import numpy.typing as npt

    from magicbb.research.proofs.claim import Claim

_SMALL, _SMALL_RUNS, _HOPELESS = 256, 2, 8
_BEST, _LARGE, _LARGE_RUNS = 8, 2048, 3
_LAST, _LAST_RUNS = 4096, 4

_SUBTREE_NODES = 1 << 21
"""The target average size of a subtree in nodes; searching it takes a tenth of a second."""

_RUN_NODES = 1 << 27
"""The target size of a run of subtrees in nodes; searching it takes ten seconds for a rook."""

_FEWEST, _MOST = 64, 1 << 16
"""The minimum number of subtrees, if the search allows it, and the approximate maximum."""

_SAMPLED_NODES = 1 << 17
"""The number of nodes visited per subtree to measure this machine's speed; visiting them takes
milliseconds."""


@dataclass(frozen=True)
class Estimate:
    """The estimated size of a search in the best order.

    Attributes:
        start: The bit at which the interval of known bits starts.
        direction: The direction in which the interval grows first: "up" or "down".
        nodes: The estimated number of prefixes to test.
        mirror: Whether only half of the search is done, which is enough for black magics; see
            `magicbb.research.proofs.exhaustive.mirror`.
    """

    start: int
    direction: str
    nodes: float
    mirror: bool = False


@dataclass(frozen=True)
class Plan:
    """The division of a search, and its estimated size.

    Attributes:
        nodes: The estimated number of nodes of the search.
        division: The division of the search.
    """

    nodes: float
    division: Division


def plan(claim: Claim, seed: int = 1) -> Plan:
    """Divide the search for a claim, and estimate its number of nodes.

    >>> from magicbb.research.proofs.claim import Claim
    >>> plan(Claim("bishop", "e1", "white", 4)).division.subtrees
    120
    """
    expected = estimate(claim, seed)
    return Plan(expected.nodes, divide(claim, expected))


@functools.lru_cache(maxsize=64)
def estimate(claim: Claim, seed: int = 1) -> Estimate:
    """Choose the order of a search and estimate its number of nodes, which takes seconds.

    >>> from magicbb.research.proofs.claim import Claim
    >>> estimate(Claim("bishop", "e1", "white", 4)).nodes < 60_000
    True
    """

    def tried(
        start: int, direction: str, survivors: int, runs: range, enough: float = float("inf")
    ) -> Estimate:
        search = search_for(claim, start, direction)
        nodes = [sum(estimate_nodes(search, survivors, seed, run, enough=enough)) for run in runs]
        return Estimate(start, direction, sum(nodes) / len(nodes))

    rough: list[Estimate] = []
    runs = range(_SMALL_RUNS)
    for direction, start in itertools.product((UP, DOWN), range(claim.period + 1)):
        enough = _HOPELESS * min((known.nodes for known in rough), default=float("inf"))
        rough.append(tried(start, direction, _SMALL, runs, enough))
    rough.sort(key=lambda known: known.nodes)
    runs = range(runs.stop, runs.stop + _LARGE_RUNS)
    fine = [tried(known.start, known.direction, _LARGE, runs) for known in rough[:_BEST]]
    best = min(fine, key=lambda known: known.nodes)
    runs = range(runs.stop, runs.stop + _LAST_RUNS)
    known = tried(best.start, best.direction, _LAST, runs)
    first = order_from(known.start, known.direction, claim.period)[0]
    nodes = mirrored(claim, first, known.nodes)
    return known if nodes is None else replace(known, nodes=nodes, mirror=True)


def search_for(claim: Claim, start: int, direction: str) -> ExhaustiveSearch:
    """The search that settles a claim, starting at bit `start` and growing first in `direction`."""
    keys = all_keys()
    attacks = keys.attacks[keys.of_row(row_of(claim.piece, claim.square))]
    order = order_from(start, direction, claim.period)
    return ExhaustiveSearch(claim.mask, claim.bits, attacks, order, black=claim.black)


def divide(claim: Claim, expected: Estimate) -> Division:
    """Divide a search into short subtrees.

    Args:
        claim: The claim.
        expected: The estimate: the order and the approximate number of nodes of the search, and
            whether it is mirrored.
    """
    wanted = max(_FEWEST, min(_MOST, int(expected.nodes) // _SUBTREE_NODES))
    search, mirror = search_for(claim, expected.start, expected.direction), expected.mirror
    prefixes, depth, above = np.zeros(1, np.uint64), 0, 0
    while depth == 0 or (0 < len(prefixes) < wanted and depth < search.levels):
        above += (1 if mirror and depth == 0 else 2) * len(prefixes) * search.is_tested(depth)
        prefixes = _grown(search, depth, prefixes, mirror=mirror)
        depth += 1
    subtrees = len(prefixes) + 2 * mirror
    return Division(expected.start, expected.direction, depth, subtrees, above, mirror)


@functools.lru_cache(maxsize=8)
def prefixes_of(claim: Claim, division: Division) -> npt.NDArray[np.uint64]:
    """The prefixes at which the subtrees of a division begin, as a sorted, read-only array.

    They do not include the two exceptions of a mirrored division.
    """
    search = search_for(claim, division.start, division.direction)
    prefixes = np.zeros(1, np.uint64)
    for level in range(division.depth):
        prefixes = _grown(search, level, prefixes, mirror=division.mirror)
    return frozen(prefixes)


def _grown(
    search: ExhaustiveSearch, level: int, prefixes: npt.NDArray[np.uint64], *, mirror: bool
) -> npt.NDArray[np.uint64]:
    """The prefixes of the next level; in a mirrored search, only those whose first bit is 0."""
    grown = search.grown(level, prefixes)
    return grown[grown == 0] if mirror and level == 0 else grown


def runs(subtrees: int, nodes: float) -> list[tuple[int, int]]:
    """Runs of subtrees that take a few seconds each, as (first, end) pairs.

    Args:
        subtrees: The number of subtrees.
        nodes: The estimated total number of their nodes.

    >>> runs(100, 4e8)
    [(0, 33), (33, 66), (66, 100)]
    """
    count = min(subtrees, max(1, round(nodes / _RUN_NODES)))
    bounds = [subtrees * number // count for number in range(count + 1)] if count else [0]
    return [*itertools.pairwise(bounds)]


def nodes_per_second(claim: Claim, division: Division, seconds: float = 0.3) -> float | None:
    """Measure the speed of one core on subtrees spread over a division.

    Returns:
        Nodes per second; None if there are no subtrees.
    """
    search = search_for(claim, division.start, division.direction)
    prefixes = prefixes_of(claim, division)
    nodes, subtree, started = 0, 0, 0.0
    while len(prefixes) and (not started or time.perf_counter() - started < seconds):
        subtree = (subtree + 0x9E3779B1) % len(prefixes)  # a prime step visits all subtrees
        search.enter(division.depth, int(prefixes[subtree]))
        if not started:  # exclude compilation
            search.advance(1)
            started = time.perf_counter()
        search.advance(_SAMPLED_NODES)
        nodes += search.nodes
    return nodes / (time.perf_counter() - started) if nodes else None
