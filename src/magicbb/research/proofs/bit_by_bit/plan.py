"""Planning a search: choosing its order, estimating its length, and dividing it.

The number of prefixes depends strongly on the bit at which the interval of known bits starts, and
on the direction in which it grows first. It varies by orders of magnitude, and in a different way
for each square. Every start is tried with a small sample; then the one with the lowest estimate is
tried with a larger sample, until the lowest estimate comes from the largest. So an order with a few
rare but huge subtrees, which a small sample misses, is not chosen.

Orders that change direction more than once are not tried. How many prefixes survive depends only on
the interval of known bits, so the best order is a shortest path through the intervals; on the ten
squares for which the numbers of all intervals were sampled, it changed direction once.

For most black bishops, it helps if a few rotating bits are known from the beginning. Without them,
no key can be tested before all bits of the rotation are known, which can be half of all bits: the
search for the bishop on d8 shrank from 1e15 nodes to a million. With b bits known, an index is
uncertain for one rotation in 2**b, and there are 2**b cases to search; three or four bits are best.

A search is divided into subtrees, which are grouped into runs that take seconds.
"""

from __future__ import annotations

import functools
import heapq
import itertools
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from magicbb.compile.memory import frozen
from magicbb.lookup.keys import all_keys
from magicbb.magics.search.bit_by_bit import BitByBitSearch
from magicbb.magics.search.bit_by_bit.sampling import estimate_nodes
from magicbb.magics.search.bit_by_bit.steps import DOWN, UP, order_from
from magicbb.research.proofs.bit_by_bit.certificate import Division, Order
from magicbb.research.proofs.bit_by_bit.mirror import mirrored

if TYPE_CHECKING:
    import numpy.typing as npt

    from magicbb.research.proofs.claim import Claim

_MOST_AHEAD = 6
"""The maximum number of rotating bits to make known before the interval starts."""

_SAMPLES = ((256, range(2)), (2048, range(2, 5)), (8192, range(5, 9)))
"""The samples to try an order with: their sizes, and the numbers of the runs to average."""

_HOPELESS = 8
"""Abandon an order early if it costs this many times as much as the best one so far."""

_SUBTREE_NODES = 1 << 21
"""The target average size of a subtree in nodes; searching it takes a tenth of a second."""

_RUN_NODES = 1 << 27
"""The target size of a run of subtrees in nodes; searching it takes ten seconds for a rook."""

_FEWEST, _MOST = 64, 1 << 13
"""The minimum number of subtrees, if the search allows it, and the approximate maximum, for which a
certificate takes 50 kB."""

_SAMPLED_NODES = 1 << 17
"""The number of nodes visited per subtree to measure this machine's speed; visiting them takes
milliseconds."""


@dataclass(frozen=True)
class Estimate:
    """The estimated size of a search in the best order.

    Attributes:
        order: The order.
        nodes: The estimated number of prefixes to test.
        mirror: Whether only half of the search is done, which is enough for black magics; see
            `magicbb.research.proofs.bit_by_bit.mirror`.
    """

    order: Order
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

    def tried(order: Order, sample: int, enough: float = float("inf")) -> tuple[float, float]:
        """The estimated cost of the search and its number of nodes."""
        search, (survivors, runs) = search_for(claim, order), _SAMPLES[sample]
        tested = [estimate_nodes(search, survivors, seed, run, enough=enough) for run in runs]
        costs = [nodes * search.cost(step) for each in tested for step, nodes in enumerate(each)]
        return sum(costs) / len(runs), sum(map(sum, tested)) / len(runs)

    known: list[tuple[float, int, float, Order]] = []
    least = float("inf")
    for ahead in range(min(claim.rotating, _MOST_AHEAD) + 1):
        starts = range(claim.period - claim.rotating * (ahead > 0) + 1)
        for direction, start in itertools.product((UP, DOWN), starts):
            order = Order(start, direction, ahead)
            cost, nodes = tried(order, 0, _HOPELESS * least)
            least = min(least, cost)
            known.append((cost, len(known), nodes, order))
    samples = [0] * len(known)
    heapq.heapify(known)
    while samples[known[0][1]] < len(_SAMPLES) - 1:
        _, number, _, order = known[0]
        samples[number] += 1
        cost, nodes = tried(order, samples[number])
        heapq.heapreplace(known, (cost, number, nodes, order))
    _, _, nodes, order = known[0]
    half = mirrored(claim, search_for(claim, order).bit(0), nodes)
    return Estimate(order, nodes if half is None else half, mirror=half is not None)


def search_for(claim: Claim, order: Order) -> BitByBitSearch:
    """The search that settles a claim in the given order."""
    keys = all_keys()
    attacks = keys.attacks_of(claim.piece, claim.square)
    bits = order_from(order.start, order.direction, claim.period, claim.rotating, order.ahead)
    return BitByBitSearch(claim.mask, claim.bits, attacks, bits, black=claim.black)


def divide(claim: Claim, expected: Estimate) -> Division:
    """Divide a search into short subtrees.

    Args:
        claim: The claim.
        expected: The estimate: the order and the approximate number of nodes of the search, and
            whether it is mirrored.
    """
    wanted = max(_FEWEST, min(_MOST, int(expected.nodes) // _SUBTREE_NODES))
    search, mirror = search_for(claim, expected.order), expected.mirror
    prefixes, depth, above = np.zeros(1, np.uint64), 0, 0
    while depth == 0 or (0 < len(prefixes) < wanted and depth < search.levels):
        above += (1 if mirror and depth == 0 else 2) * len(prefixes) * search.is_tested(depth)
        prefixes = _grown(search, depth, prefixes, mirror=mirror)
        depth += 1
    subtrees = len(prefixes) + 2 * mirror
    return Division(expected.order, depth, subtrees, above, mirror)


@functools.lru_cache(maxsize=8)
def prefixes_of(claim: Claim, division: Division) -> npt.NDArray[np.uint64]:
    """The prefixes at which the subtrees of a division begin, as a sorted, read-only array.

    They do not include the two exceptions of a mirrored division.
    """
    search = search_for(claim, division.order)
    prefixes = np.zeros(1, np.uint64)
    for level in range(division.depth):
        prefixes = _grown(search, level, prefixes, mirror=division.mirror)
    return frozen(prefixes)


def _grown(
    search: BitByBitSearch, level: int, prefixes: npt.NDArray[np.uint64], *, mirror: bool
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
    search = search_for(claim, division.order)
    prefixes = prefixes_of(claim, division)
    nodes, subtree, started = 0, 0, 0.0
    while len(prefixes) and (not started or time.thread_time() - started < seconds):
        subtree = (subtree + 0x9E3779B1) % len(prefixes)  # a prime step visits all subtrees
        search.enter(division.depth, int(prefixes[subtree]))
        if not started:  # exclude compilation
            search.advance(1)
            started = time.thread_time()
        search.advance(_SAMPLED_NODES)
        nodes += search.nodes
    return nodes / (time.thread_time() - started) if nodes else None
