"""Proving a claim: search all subtrees of a division, and assemble the certificate."""

from __future__ import annotations

import threading
from concurrent.futures import CancelledError
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from magicbb.compile.threads import run_each, thread_count
from magicbb.magics.search.exhaustive.steps import UP
from magicbb.research.codec import DECIMAL
from magicbb.research.proofs.exhaustive.certificate import LISTED, Certificate, Found
from magicbb.research.proofs.exhaustive.mirror import exception
from magicbb.research.proofs.exhaustive.plan import plan, prefixes_of, runs, search_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from magicbb.magics.search.exhaustive import ExhaustiveSearch
    from magicbb.research.proofs.claim import Claim
    from magicbb.research.proofs.exhaustive.certificate import Division

_SLICE = 1 << 20
"""The number of nodes per call; a call takes a few hundredths of a second, so that Ctrl-C stays
responsive."""


@dataclass(frozen=True)
class Searched:
    """The result of a run of subtrees.

    Attributes:
        first: The number of the first subtree.
        nodes: The number of prefixes tested in each subtree.
        found: The subtrees with magics.
    """

    first: int
    nodes: tuple[int, ...]
    found: tuple[Annotated[Found, DECIMAL], ...]


def search_subtrees(
    claim: Claim,
    division: Division,
    first: int,
    end: int,
    on_slice: Callable[[], object] | None = None,
) -> Searched:
    """Search a range of subtrees completely.

    Args:
        claim: The claim.
        division: The division of the claim's search.
        first: The number of the first subtree.
        end: One more than the number of the last subtree.
        on_slice: Callback invoked several times per second; an exception ends the search.

    >>> from magicbb.research.proofs.claim import Claim
    >>> from magicbb.research.proofs.exhaustive.plan import plan
    >>> claim = Claim("bishop", "e1", "white", 4)
    >>> search_subtrees(claim, plan(claim).division, 0, 2).found
    ()
    """
    tree = search_for(claim, division.start, division.direction)
    nodes, found = [], []
    for subtree in range(first, end):
        search, alive = _entered(claim, division, tree, subtree)
        while alive and not search.advance(_SLICE):
            if on_slice is not None:
                on_slice()
        nodes.append(search.nodes)
        if search.count:
            magics = tuple(search.magics) if search.count <= LISTED else ()
            found.append(Found(subtree, search.count, search.digest, magics))
    return Searched(first, tuple(nodes), tuple(found))


def _entered(
    claim: Claim, division: Division, tree: ExhaustiveSearch, subtree: int
) -> tuple[ExhaustiveSearch, bool]:
    """The search, entered at the prefix of a subtree, and whether that prefix is alive."""
    if subtree < division.prefixes:
        tree.enter(division.depth, int(prefixes_of(claim, division)[subtree]))
        return tree, True
    upwards = search_for(claim, 0, UP)
    return upwards, upwards.lives(*exception(tree.bit(0), subtree - division.prefixes))


def put_together(claim: Claim, division: Division, parts: Iterable[Searched]) -> Certificate:
    """Assemble the certificate of a search from the results of all runs, in order.

    Raises:
        ValueError: The runs are out of order, or do not cover all subtrees of the division.
    """
    nodes: list[int] = []
    found: list[Found] = []
    for part in parts:
        if part.first != len(nodes):
            raise ValueError(
                f"parts must be in order: expected subtree {len(nodes)}, got {part.first}"
            )
        nodes += part.nodes
        found += part.found
    if len(nodes) != division.subtrees:
        raise ValueError(f"parts must have {division.subtrees} subtrees, got {len(nodes)}")
    return Certificate(claim, division, tuple(nodes), tuple(found))


def prove(
    claim: Claim,
    *,
    seed: int = 1,
    threads: int | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> Certificate:
    """Search for all magics of a claim: find them, or prove that there are none.

    This takes from a millisecond to thousands of years; see `estimate`. For searches that take
    hours, use a campaign, which can be resumed and gives the same certificate.

    Args:
        claim: The claim to settle.
        seed: 0..2**64 - 1; the seed of the samples used to choose the search order.
        threads: The number of threads (default: all cores).
        on_progress: Callback that receives the node count of each finished run of subtrees, from
            any thread.

    >>> from magicbb.research.proofs import Claim, prove
    >>> prove(Claim("bishop", "e1", "white", 4))
    Certificate(bishop e1 with 4 bits, white: no magic, 37,088 nodes)
    """
    count, planned = thread_count(threads), plan(claim, seed)
    division, stopped = planned.division, threading.Event()

    def stop() -> None:
        if stopped.is_set():  # another thread has failed, or Ctrl-C was pressed
            raise CancelledError

    def search(run: tuple[int, int]) -> Searched:
        part = search_subtrees(claim, division, *run, stop)
        if on_progress is not None:
            on_progress(sum(part.nodes))
        return part

    tasks = runs(division.subtrees, planned.nodes)
    return put_together(claim, division, run_each(search, tasks, count, stopped))
