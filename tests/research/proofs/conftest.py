"""Certificates that several tests look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from magicbb.research.proofs import Certificate, Claim, Estimate, Order
from magicbb.research.proofs.bit_by_bit.plan import divide
from magicbb.research.proofs.bit_by_bit.prover import put_together, search_subtrees

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture(scope="session")
def disproof(certify: Callable[..., Certificate]) -> Certificate:
    """Of bishop e1 with 4 bits: no magic."""
    return certify("bishop", "e1", 4)


@pytest.fixture(scope="session")
def proof() -> Certificate:
    """Of bishop h2 with 4 bits, which has many magics, some of them listed."""
    claim = Claim("bishop", "h2", "white", 4)  # type: ignore[arg-type]
    division = divide(claim, Estimate(Order(40, "up"), 2**27))
    return put_together(claim, division, [search_subtrees(claim, division, 0, division.subtrees)])
