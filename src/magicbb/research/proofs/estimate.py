"""Before a proof: in which order it is shortest, and how long it will be.

Where the interval of known bits starts, and into which direction it grows first, changes the number
of prefixes by orders of magnitude, differently for each square. Every start is tried with a small
sample, the best ones with a larger one, and what is chosen once more: for the best of several
estimates is likely one that is too low.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from magicbb.magics.search.exhaustive_sampling import estimate_nodes
from magicbb.magics.search.exhaustive_steps import DOWN, UP, order_from
from magicbb.research.proofs.mirror import mirrored
from magicbb.research.proofs.plan import search_for

if TYPE_CHECKING:
    from magicbb.research.proofs.claim import Claim

_SMALL, _SMALL_RUNS, _HOPELESS = 256, 2, 8
_BEST, _LARGE, _LARGE_RUNS = 8, 2048, 3
_LAST, _LAST_RUNS = 4096, 4


@dataclass(frozen=True)
class Estimate:
    """What to expect of a search.

    Attributes:
        start: The bit at which the interval of known bits starts.
        direction: "up" or "down", into which it grows first.
        nodes: How many prefixes will be tested, about.
        mirror: Whether that is half of the search, which is enough for a black magic; see
            `magicbb.research.proofs.mirror`.
    """

    start: int
    direction: str
    nodes: float
    mirror: bool = False


def estimate(claim: Claim, seed: int = 1) -> Estimate:
    """Choose the order of a search and estimate its nodes, in seconds.

    >>> from magicbb.research.proofs.claim import Claim
    >>> estimate(Claim("bishop", "e1", "white", 4)).nodes < 60_000
    True
    """
    rough: list[Estimate] = []
    for direction in (UP, DOWN):
        for start in range(claim.period + 1):
            enough = _HOPELESS * min((known.nodes for known in rough), default=float("inf"))
            runs = range(_SMALL_RUNS)
            rough.append(_estimate(claim, start, direction, _SMALL, seed, runs, enough))
    rough.sort(key=lambda known: known.nodes)
    runs = range(_SMALL_RUNS, _SMALL_RUNS + _LARGE_RUNS)
    fine = [
        _estimate(claim, known.start, known.direction, _LARGE, seed, runs)
        for known in rough[:_BEST]
    ]
    best = min(fine, key=lambda known: known.nodes)
    runs = range(runs.stop, runs.stop + _LAST_RUNS)
    known = _estimate(claim, best.start, best.direction, _LAST, seed, runs)
    first = order_from(known.start, known.direction, claim.period)[0]
    nodes = mirrored(claim, first, known.nodes)
    return known if nodes is None else replace(known, nodes=nodes, mirror=True)


def _estimate(
    claim: Claim,
    start: int,
    direction: str,
    survivors: int,
    seed: int,
    runs: range,
    enough: float = float("inf"),
) -> Estimate:
    search = search_for(claim, start, direction)
    nodes = [sum(estimate_nodes(search, survivors, seed, run, enough=enough)) for run in runs]
    return Estimate(start, direction, sum(nodes) / len(nodes))
