"""Planning a search: the shortest order, an estimate of its length, and its division.

Where the interval of known bits starts, and into which direction it grows first, changes the number
of prefixes by orders of magnitude, differently for each square. Every start is tried with a small
sample, the best ones with a larger one, and what is chosen once more: for the best of several
estimates is likely one that is too low.

A search is divided into subtrees, and subtrees into runs that take seconds.
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
from magicbb.magics.search.exhaustive_sampling import estimate_nodes
from magicbb.magics.search.exhaustive_steps import DOWN, UP, order_from
from magicbb.research.proofs.certificate import Division
from magicbb.research.proofs.mirror import mirrored

if TYPE_CHECKING:
    import numpy.typing as npt

    from magicbb.research.proofs.claim import Claim

_SMALL, _SMALL_RUNS, _HOPELESS = 256, 2, 8
_BEST, _LARGE, _LARGE_RUNS = 8, 2048, 3
_LAST, _LAST_RUNS = 4096, 4

_SUBTREE_NODES = 1 << 21
"""How large a subtree should be on average: a tenth of a second."""

_RUN_NODES = 1 << 27
"""How large a run of subtrees should be: ten seconds on a rook's square."""

_FEWEST, _MOST = 64, 1 << 16
"""How many subtrees there are at least, if the search allows it, and about at most."""

_SAMPLED_NODES = 1 << 17
"""Nodes of each subtree that shows how fast this machine is: some milliseconds."""


@dataclass(frozen=True)
class Estimate:
    """The estimate of a search.

    Attributes:
        start: The bit at which the interval of known bits starts.
        direction: "up" or "down", into which it grows first.
        nodes: The estimated number of prefixes to test.
        mirror: Whether that is half of the search, which is enough for a black magic; see
            `magicbb.research.proofs.mirror`.
    """

    start: int
    direction: str
    nodes: float
    mirror: bool = False


@dataclass(frozen=True)
class Plan:
    """How a search is divided.

    Attributes:
        nodes: Its estimated number of nodes.
        division: Its division.
    """

    nodes: float
    division: Division


def plan(claim: Claim, seed: int = 1) -> Plan:
    """The division of the search, and its estimated number of nodes.

    >>> from magicbb.research.proofs.claim import Claim
    >>> plan(Claim("bishop", "e1", "white", 4)).division.subtrees
    120
    """
    expected = estimate(claim, seed)
    return Plan(expected.nodes, divide(claim, expected))


@functools.lru_cache(maxsize=64)
def estimate(claim: Claim, seed: int = 1) -> Estimate:
    """Choose the order of a search and estimate its nodes, in seconds.

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
    """The search that settles a claim, with the bits from `start` on, first in one direction."""
    keys = all_keys()
    attacks = keys.attacks[keys.of_row(row_of(claim.piece, claim.square))]
    order = order_from(start, direction, claim.period)
    return ExhaustiveSearch(claim.mask, claim.bits, attacks, order, black=claim.black)


def divide(claim: Claim, expected: Estimate) -> Division:
    """Divide a search so finely that its subtrees are short.

    Args:
        claim: The claim.
        expected: Its order, how many nodes it has, about, and whether half of it is done.
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
        subtrees: Their number.
        nodes: The estimated total of their nodes.

    >>> runs(100, 4e8)
    [(0, 33), (33, 66), (66, 100)]
    """
    count = min(subtrees, max(1, round(nodes / _RUN_NODES)))
    bounds = [subtrees * number // count for number in range(count + 1)] if count else [0]
    return [*itertools.pairwise(bounds)]


def nodes_per_second(claim: Claim, division: Division, seconds: float = 0.3) -> float | None:
    """Search in subtrees all over a division for a moment, with one core.

    Returns:
        Nodes per second; None where there are no subtrees.
    """
    search = search_for(claim, division.start, division.direction)
    prefixes = prefixes_of(claim, division)
    nodes, subtree, started = 0, 0, 0.0
    while len(prefixes) and (not started or time.perf_counter() - started < seconds):
        subtree = (subtree + 0x9E3779B1) % len(prefixes)  # a prime, so that it visits all of them
        search.enter(division.depth, int(prefixes[subtree]))
        if not started:  # once it is compiled
            search.advance(1)
            started = time.perf_counter()
        search.advance(_SAMPLED_NODES)
        nodes += search.nodes
    return nodes / (time.perf_counter() - started) if nodes else None
