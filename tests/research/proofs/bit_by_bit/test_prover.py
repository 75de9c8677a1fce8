"""Proving: known answers, the same with any seed, and the estimate before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from magicbb.geometry.sliders import BISHOP
from magicbb.magics.magic import Magic
from magicbb.magics.search import find
from magicbb.research.proofs import Certificate, Claim, check, estimate

if TYPE_CHECKING:
    from collections.abc import Callable

# Which bishops have no magic with one bit fewer: c to f of ranks 1, 2, 7 and 8. All but c1 and d1
# are known from Niklas Fiekas' list (2026), those two from a prototype in C++.
NONE = [f"{file}{rank}" for rank in (1, 2, 7, 8) for file in "cdef"]
LONG = {"f7", "f8"}  # ten seconds
QUICK = {"d1", "e2", "c7", "e8"}


@pytest.mark.parametrize(
    "square",
    [
        pytest.param(square, marks=[] if square in QUICK else pytest.mark.slow)
        for square in NONE
        if square not in LONG
    ],
)
def test_no_bishop_magic_with_one_bit_less(
    square: str, certify: Callable[..., Certificate]
) -> None:
    certificate = certify("bishop", square, BISHOP.mask(square).bit_count() - 1)
    assert certificate.magics == 0
    check(certificate, 0.02)


@pytest.mark.slow
@pytest.mark.parametrize("square", sorted(LONG))
def test_no_bishop_magic_with_one_bit_less_where_it_takes_longer(
    square: str, certify: Callable[..., Certificate]
) -> None:
    certificate = certify("bishop", square, 4)
    assert certificate.magics == 0
    check(certificate, 0.1)


@pytest.mark.slow
def test_all_magics_are_counted_and_those_that_are_listed_are_some(proof: Certificate) -> None:
    assert proof.magics == 5_229_050  # as the issue has it
    for found in proof.found:
        assert len(found.magics) in {0, found.count}
        for magic in found.magics:
            Magic(BISHOP, proof.claim.square, "white", 4, magic).check()


@pytest.mark.parametrize("kind", ["white", "black"])
def test_what_is_found_works_with_other_high_bits(kind: str) -> None:
    magic = find("bishop", "a1", 6, kind)
    claim = Claim("bishop", "a1", kind, 6)  # type: ignore[arg-type]
    for high in (1, 5, (1 << (64 - claim.period)) - 1):
        other = magic.magic % (1 << claim.period) + (high << claim.period) % 2**64
        Magic(BISHOP, 0, kind, 6, other).check()


@pytest.mark.slow
def test_another_seed_gives_the_same_outcome(certify: Callable[..., Certificate]) -> None:
    assert certify("bishop", "e1", 4, seed=2**64 - 1).magics == 0


@pytest.mark.slow
@pytest.mark.parametrize("square", ["c1", "d1", "f2", "h2", "e7", "d8"])
def test_the_estimate_is_within_twice_the_truth(
    square: str, certify: Callable[..., Certificate]
) -> None:
    certificate = certify("bishop", square, 4)
    assert 1 / 2 < estimate(certificate.claim).nodes / certificate.total < 2


@pytest.mark.parametrize("kind", ["white", pytest.param("black", marks=pytest.mark.slow)])
def test_rooks_with_few_bits(kind: str, certify: Callable[..., Certificate]) -> None:
    certificate = certify("rook", "d3", 7, kind)
    assert certificate.magics == 0
    check(certificate, 0.01)
