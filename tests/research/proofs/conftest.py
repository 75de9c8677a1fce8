"""Certificates that several tests look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.research.proofs import Certificate


@pytest.fixture(scope="session")
def disproof(certify: Callable[..., Certificate]) -> Certificate:
    """Of bishop e1 with 4 bits: no magic."""
    return certify("bishop", "e1", 4)


@pytest.fixture(scope="session")
def proof(certify: Callable[..., Certificate]) -> Certificate:
    """Of bishop h2 with 4 bits, which has many magics, some of them listed."""
    return certify("bishop", "h2", 4)
