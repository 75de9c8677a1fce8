"""How fast this machine searches, for whoever wants to know how long a proof will take."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from magicbb.research.proofs.plan import prefixes_of, search_for

if TYPE_CHECKING:
    from magicbb.research.proofs.certificate import Division
    from magicbb.research.proofs.claim import Claim

_SLICE = 1 << 17
"""Nodes of each sampled subtree: some milliseconds."""


def nodes_per_second(claim: Claim, division: Division, seconds: float = 0.3) -> float | None:
    """Search in subtrees all over a division for a moment, with one core.

    Returns:
        Nodes per second; None where there are no subtrees.
    """
    search = search_for(claim, division.start, division.direction)
    prefixes = prefixes_of(claim, division)
    nodes, subtree, started = 0, 0, 0.0
    while len(prefixes) and (not started or time.perf_counter() - started < seconds):
        subtree = (subtree + 0x9E3779B1) % len(prefixes)  # a prime: it comes to all of them
        search.enter(division.depth, int(prefixes[subtree]))
        if not started:  # once it is compiled
            search.advance(1)
            started = time.perf_counter()
        search.advance(_SLICE)
        nodes += search.nodes
    return nodes / (time.perf_counter() - started) if nodes else None
