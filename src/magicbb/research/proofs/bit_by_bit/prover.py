"""Proving a claim: search subtrees of a division, and assemble the certificate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from magicbb.magics.search.bit_by_bit.steps import UP
from magicbb.research.codec import DECIMAL
from magicbb.research.proofs.bit_by_bit.certificate import LISTED, Certificate, Order, SubtreeMagics
from magicbb.research.proofs.bit_by_bit.mirror import exception
from magicbb.research.proofs.bit_by_bit.plan import prefixes_of, search_for

if TYPE_CHECKING:
    from collections.abc import Iterable

    from magicbb.magics.search.bit_by_bit import BitByBitSearch
    from magicbb.research.proofs.bit_by_bit.certificate import Division
    from magicbb.research.proofs.claim import Claim

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
    found: tuple[Annotated[SubtreeMagics, DECIMAL], ...]


def search_subtrees(claim: Claim, division: Division, first: int, end: int) -> Searched:
    """Search a range of subtrees completely.

    Args:
        claim: The claim.
        division: The division of the claim's search.
        first: The number of the first subtree.
        end: One more than the number of the last subtree.

    >>> from magicbb.research.proofs.claim import Claim
    >>> from magicbb.research.proofs.bit_by_bit.plan import plan
    >>> claim = Claim("bishop", "e1", "white", 4)
    >>> search_subtrees(claim, plan(claim).division, 0, 2).found
    ()
    """
    tree = search_for(claim, division.order)
    nodes, found = [], []
    for subtree in range(first, end):
        search, alive = _entered(claim, division, tree, subtree)
        while alive and not search.advance(_SLICE):
            pass
        nodes.append(search.nodes)
        if search.count:
            magics = tuple(search.magics) if search.count <= LISTED else ()
            found.append(SubtreeMagics(subtree, search.count, search.digest, magics))
    return Searched(first, tuple(nodes), tuple(found))


def _entered(
    claim: Claim, division: Division, tree: BitByBitSearch, subtree: int
) -> tuple[BitByBitSearch, bool]:
    """The search, entered at the prefix of a subtree, and whether that prefix is alive."""
    if subtree < division.prefixes:
        tree.enter(division.depth, int(prefixes_of(claim, division)[subtree]))
        return tree, True
    upwards = search_for(claim, Order(0, UP))
    return upwards, upwards.lives(*exception(tree.bit(0), subtree - division.prefixes))


def put_together(claim: Claim, division: Division, parts: Iterable[Searched]) -> Certificate:
    """Assemble the certificate of a search from the results of all runs, in order.

    Raises:
        ValueError: The runs are out of order, or do not cover all subtrees of the division.
    """
    nodes: list[int] = []
    found: list[SubtreeMagics] = []
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
