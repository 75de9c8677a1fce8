"""Proving a claim in this process."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from magicbb.compile.threads import run_each, thread_count
from magicbb.research.proofs.estimate import estimate
from magicbb.research.proofs.plan import divide, runs
from magicbb.research.proofs.subtrees import put_together, search_subtrees

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.research.proofs.certificate import Certificate
    from magicbb.research.proofs.claim import Claim
    from magicbb.research.proofs.subtrees import Searched


class _StoppedError(Exception):
    """Another thread has failed, or Ctrl-C was pressed."""


def prove(
    claim: Claim,
    *,
    seed: int = 1,
    threads: int | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> Certificate:
    """Search for all magics of a claim: find them, or prove that there is none.

    It takes from a millisecond to thousands of years; `estimate` says how long. What takes hours is
    for a campaign, which can be resumed; the certificates are equal.

    Args:
        claim: The question.
        seed: 0..2**64 - 1; it chooses the order of the search, by samples.
        threads: How many threads search; all cores if left out.
        on_progress: Called with the nodes of each run of subtrees that is done, from any thread.

    >>> from magicbb.research.proofs import Claim, prove
    >>> prove(Claim("bishop", "e1", "white", 4))
    Certificate(bishop e1 with 4 bits, white: no magic, 37,088 nodes)
    """
    count, expected = thread_count(threads), estimate(claim, seed)
    division = divide(
        claim, expected.start, expected.direction, expected.nodes, mirror=expected.mirror
    )
    stopped = threading.Event()

    def stop() -> None:
        if stopped.is_set():
            raise _StoppedError

    def search(run: tuple[int, int]) -> Searched:
        part = search_subtrees(claim, division, *run, stop)
        if on_progress is not None:
            on_progress(sum(part.nodes))
        return part

    tasks = runs(division.subtrees, expected.nodes)
    return put_together(claim, division, run_each(search, tasks, count, stopped))
