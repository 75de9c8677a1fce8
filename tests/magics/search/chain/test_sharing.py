"""Shared sets change nothing but the time: every prefix has the same nodes without them."""

from __future__ import annotations

from typing import Any

import pytest

from magicbb.magics.search.chain import ChainSearch
from magicbb.magics.search.chain.windows import FINE, begin

from .cases import drawing

CASES = [("c2", 9, 40), ("e1", 10, 40), ("a1", 11, 30), ("b2", 10, 20), ("h1", 11, 6)]


def without_shared_sets(search: ChainSearch) -> ChainSearch:
    state: Any = search._state  # noqa: SLF001
    for branch in state.branches:
        branch.shared = branch.vague
    return search


def fine_prefixes(search: ChainSearch, count: int) -> list[int]:
    """Random prefixes whose fractions are distinguished."""
    chance, found = drawing(count), list[int]()
    while len(found) < count:
        prefix = chance.randrange(search.prefixes)
        if begin(search._state, prefix << search.low) == FINE:  # noqa: SLF001
            found.append(prefix)
    return found


@pytest.mark.parametrize(
    ("square", "bits", "count"),
    [CASES[0], *(pytest.param(*case, marks=[pytest.mark.slow]) for case in CASES[1:])],
)
def test_nodes_are_the_same_without_shared_sets(square: str, bits: int, count: int) -> None:
    search = ChainSearch("rook", square, bits)
    plain = without_shared_sets(ChainSearch("rook", square, bits))
    for prefix in fine_prefixes(search, count):
        assert search.search(prefix, prefix + 1) == plain.search(prefix, prefix + 1), prefix
