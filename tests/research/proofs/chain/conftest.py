"""Proofs in parts that take a second, by a stand-in for the chain search."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import magicbb as mb
from magicbb.research.proofs.chain import division, searching
from magicbb.research.proofs.chain.division import JointClaim
from magicbb.research.proofs.chain.parts import Parts
from magicbb.research.proofs.chain.searching import division_of, search_part

from .standing_in import StandIn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

NONE, MANY = JointClaim(mb.ROOK, 0, 6), JointClaim(mb.ROOK, 0, 12)
"""That which has no magics, and that which has."""


@pytest.fixture(autouse=True)
def _stand_in(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(searching, "ChainSearch", StandIn)
    monkeypatch.setattr(division, "_SHORTEST_RUN", 1)
    monkeypatch.setattr(division, "_MOST_RUNS", 1 << 60)
    cache = searching._search  # noqa: SLF001 (it is not to keep another test's search)
    cache.cache_clear()
    yield
    cache.cache_clear()


def made(claim: JointClaim, numbers: range, of: int) -> Parts:
    """Some parts, searched."""
    parts = tuple(search_part(claim, number, of, who="Ada") for number in numbers)
    return Parts(claim, division_of(claim), of, parts)


@pytest.fixture(scope="session")
def _memory() -> dict[object, Parts]:
    return {}


@pytest.fixture
def searched(_memory: dict[object, Parts]) -> Callable[[JointClaim, range, int], Parts]:
    """A function that searches parts, once."""

    def searched(claim: JointClaim, numbers: range, of: int) -> Parts:
        key = (claim, numbers, of)
        if key not in _memory:
            _memory[key] = made(claim, numbers, of)
        return _memory[key]

    return searched


@pytest.fixture
def with_magics(searched: Callable[[JointClaim, range, int], Parts]) -> Parts:
    """The part, of one prefix, in which a white magic is."""
    split = division_of(MANY)
    magic = mb.find(mb.ROOK, "a1", 12, seed=1).magic % (1 << split.high)
    number = split.prefix_of(magic) + 1
    return searched(MANY, range(number, number + 1), split.runs)
