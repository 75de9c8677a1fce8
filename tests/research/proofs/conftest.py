"""Certificates that several tests look at."""

from __future__ import annotations

import pytest

from magicbb.research.proofs import Certificate, Claim, prove


@pytest.fixture(scope="session")
def disproof() -> Certificate:
    """Of bishop e1 with 4 bits: no magic."""
    return prove(Claim("bishop", "e1", "white", 4))  # type: ignore[arg-type]


@pytest.fixture(scope="session")
def proof() -> Certificate:
    """Of bishop h2 with 4 bits, which has many magics, some of them listed."""
    return prove(Claim("bishop", "h2", "white", 4))  # type: ignore[arg-type]
