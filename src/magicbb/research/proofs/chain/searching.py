"""Searching a part of a proof, and assembling the certificates from all parts."""

from __future__ import annotations

import functools
import time
from typing import TYPE_CHECKING

from magicbb.magics.search.chain import ChainSearch
from magicbb.research.proofs.chain.certificate import ChainCertificate, PrefixMagic
from magicbb.research.proofs.chain.division import ChainDivision, JointClaim
from magicbb.research.proofs.chain.parts import FoundMagic, Part, Parts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def is_for(claim: JointClaim) -> bool:
    """Whether the chain search can settle a claim.

    >>> is_for(JointClaim("rook", "a1", 11)), is_for(JointClaim("bishop", "a3", 4))
    (True, False)
    """
    try:
        division_of(claim)
    except ValueError:
        return False
    return True


def division_of(claim: JointClaim) -> ChainDivision:
    """The division of a claim's search into runs.

    Raises:
        ValueError: The chain search does not support this square or this number of bits.

    >>> division_of(JointClaim("rook", "a1", 11))
    ChainDivision(low=41, high=63, run=64)
    """
    search = _search(claim)
    return ChainDivision.of(search.low, search.high)


def search_part(
    claim: JointClaim,
    number: int,
    of: int,
    *,
    who: str = "",
    on_run: Callable[[int], object] | None = None,
) -> Part:
    """Search a part completely.

    Args:
        claim: The claim.
        number: The part's number, starting at 1.
        of: The number of parts.
        who: The name to store in the part.
        on_run: Callback that receives 1 after each run.

    Raises:
        ValueError: The part is out of range.
    """
    division, began = division_of(claim), time.thread_time()
    nodes: list[int] = []
    found: list[FoundMagic] = []
    for run in division.part(number, of):
        count, magics = searched_run(claim, division, run)
        nodes.append(count)
        found += magics
        if on_run is not None:
            on_run(1)
    seconds = round(time.thread_time() - began, 3)
    return Part(number, tuple(nodes), tuple(found), seconds, who)


def searched_run(
    claim: JointClaim,
    division: ChainDivision,
    run: int,
    on_slice: Callable[[], object] | None = None,
) -> tuple[int, list[FoundMagic]]:
    """Search a run; return its number of nodes and its magics. `on_slice` is as for the search."""
    search = _search(claim)
    first = run * division.run
    outcome = search.search(first, first + division.run, on_slice)
    found = sorted(outcome.found)
    return sum(outcome.nodes), [FoundMagic(*each) for each in found]


@functools.lru_cache(maxsize=2)
def _search(claim: JointClaim) -> ChainSearch:
    """The chain search for a claim, cached because it takes tenths of a second to set up."""
    return ChainSearch(claim.piece, claim.square, claim.bits)


def certificates(claim: JointClaim, of: int, parts: Iterable[Part]) -> list[ChainCertificate]:
    """Assemble the white and the black certificate, which do not depend on the number of parts.

    Raises:
        ValueError: Parts are missing or out of order.
    """
    division, parts = division_of(claim), [*parts]
    whole = Parts(claim, division, of, tuple(parts))
    if [part.number for part in parts] != [*range(1, of + 1)]:
        raise ValueError(f"all {of:,} parts are needed, got {whole}")
    nodes = tuple(count for part in parts for count in part.nodes)
    found = [each for part in parts for each in part.found]
    return [
        ChainCertificate(
            each,
            division,
            nodes,
            tuple(PrefixMagic(one.prefix, one.magic) for one in found if one.kind == each.kind),
        )
        for each in claim.claims
    ]
