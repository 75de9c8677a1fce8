"""Black magics in pairs: m and -m, the exceptions of that, and searches of one half."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from magicbb.geometry.sliders import SLIDERS
from magicbb.magics.magic import Magic
from magicbb.magics.search import find
from magicbb.research.proofs import (
    Certificate,
    CertificateError,
    Claim,
    Division,
    Order,
    SubtreeMagics,
    check,
)
from magicbb.research.proofs.bit_by_bit import checker
from magicbb.research.proofs.bit_by_bit.mirror import exception
from magicbb.research.proofs.bit_by_bit.plan import Estimate, divide, prefixes_of, search_for
from magicbb.research.proofs.bit_by_bit.prover import put_together, search_subtrees
from magicbb.research.proofs.bit_by_bit.replay import ReplayInputs

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

E1 = Claim("bishop", "e1", "black", 4)  # type: ignore[arg-type]
H2 = Claim("bishop", "h2", "black", 4)  # type: ignore[arg-type]
BISHOP_D1 = Claim("bishop", "d1", "black", 5)  # type: ignore[arg-type]
ROOK_D1 = Claim("rook", "d1", "black", 10)  # type: ignore[arg-type]
FREE = 12
"""How many low bits are left open below high ones."""


def searched(claim: Claim, start: int, direction: str, *, mirror: bool) -> Certificate:
    division = divide(claim, Estimate(Order(start, direction), 0.0, mirror))
    return put_together(claim, division, [search_subtrees(claim, division, 0, division.subtrees)])


def magic_of(claim: Claim, seed: int = 1) -> int:
    magic = find(claim.piece, claim.square, claim.bits, claim.kind, seed=seed)
    return magic.magic % (1 << claim.period)


def is_magic(claim: Claim, factors: npt.NDArray[np.uint64]) -> npt.NDArray[np.bool_]:
    """Which factors are magics, by hashing every key with each and comparing all pairs."""
    subsets = [0]
    for square in range(64):
        if claim.mask >> square & 1:
            subsets += [subset | 1 << square for subset in subsets]
    attacks = [claim.piece.attacks(claim.square, subset) for subset in subsets]
    slots = np.zeros((len(factors), 1 << claim.bits), np.uint64)
    right = np.ones(len(factors), np.bool_)
    for subset, seen in zip(subsets, attacks, strict=True):
        key = np.uint64(subset | (~claim.mask & (1 << 64) - 1))
        place = (np.arange(len(factors)), (key * factors) >> np.uint64(64 - claim.bits))
        right &= (slots[place] == 0) | (slots[place] == np.uint64(seen))
        slots[place] = np.uint64(seen)
    return right


def below(claim: Claim, high: int) -> set[int]:
    """The magics with some high bits, as the search finds them."""
    search = search_for(claim, Order(FREE, "up"))
    prefixes = np.array([high << FREE], np.uint64)
    for level in range(claim.period - FREE, claim.period):
        prefixes = search.grown(level, prefixes)
    return {*prefixes.tolist()}


@pytest.mark.parametrize("slider", SLIDERS, ids=str)
def test_the_negative_of_a_black_magic_is_one(slider: str) -> None:
    for square in range(0, 64, 5):
        magic = find(slider, square, kind="black", seed=square + 1)
        for factor in (-magic.magic % 2**64, -magic.magic % (1 << 63)):
            Magic(magic.piece, square, "black", magic.bits, factor).check()


def test_that_of_a_white_one_need_not_be() -> None:
    magic = find("bishop", "d4", kind="white")
    with pytest.raises(ValueError, match="collide"):
        Magic(magic.piece, magic.square, "white", magic.bits, -magic.magic % 2**64).check()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_magics_found_and_their_negatives_are_found_in_pairs(seed: int) -> None:
    high, ones = magic_of(H2, seed) >> FREE, (1 << H2.period - FREE) - 1
    here, there = below(H2, high), below(H2, high ^ ones)
    assert here
    there.discard((high ^ ones) << FREE)
    here.discard(high << FREE)
    assert {-magic % (1 << H2.period) for magic in here} == there


@pytest.mark.parametrize("number", [0, 1])
def test_exceptions_are_found_where_there_are_some(number: int) -> None:
    """Below one multiple of a bit that is a magic, since all multiples are too many to hash."""
    first, known = 30, BISHOP_D1.period - FREE
    depth, prefix = exception(first, number)
    tried = np.random.default_rng(1).integers(0, 1 << BISHOP_D1.period, 1 << 16, np.uint64)
    tried = (tried >> np.uint64(depth) << np.uint64(depth)) | np.uint64(prefix)
    low = int(tried[is_magic(BISHOP_D1, tried)][0]) % (1 << known)
    assert low % (1 << depth) == prefix
    search = search_for(BISHOP_D1, Order(0, "up"))
    assert search.lives(known, low)
    while not search.advance(1 << 18):
        pass
    numbers = np.arange(low, 1 << BISHOP_D1.period, 1 << known, dtype=np.uint64)
    magics = numbers[is_magic(BISHOP_D1, numbers)]
    assert search.count == len(magics) > 0
    assert {*search.magics} <= {*magics.tolist()}


@pytest.mark.parametrize("start", [40, 45])
def test_half_of_a_search_comes_to_the_same(start: int) -> None:
    whole, half = (searched(E1, start, "up", mirror=mirror) for mirror in (False, True))
    assert whole.magics == half.magics == 0
    assert half.total < whole.total
    assert prefixes_of(E1, half.division).tolist() == [
        prefix for prefix in prefixes_of_depth(half) if not prefix >> start & 1
    ]
    check(half)


def prefixes_of_depth(certificate: Certificate) -> list[int]:
    """The prefixes at the same depth in the whole search."""
    division = replace(certificate.division, mirror=False)
    return [int(prefix) for prefix in prefixes_of(certificate.claim, division)]


def test_a_black_claim_is_mirrored_and_a_white_one_is_not(
    disproof: Certificate, certify: Callable[..., Certificate]
) -> None:
    assert not disproof.division.mirror
    assert "mirror" not in disproof.to_text()
    certificate = certify("bishop", "d8", 4, "black")
    assert certificate.division.mirror
    assert '"mirror": true' in certificate.to_text()
    assert Certificate.from_text(certificate.to_text()) == certificate


MIRRORED = Division(Order(42, "up"), 1, 5, 0, mirror=True)


def found(subtree: int, *magics: int) -> SubtreeMagics:
    return SubtreeMagics(subtree, len(magics), 0, magics)


def test_pairs_count_twice_and_exceptions_once() -> None:
    some = (found(0, 9, 0), found(2, 1 << 43), found(3, 0, 1 << 43), found(4, 3 << 42))
    certificate = Certificate(H2, MIRRORED, (0,) * 5, some)
    negatives = {-magic % (1 << H2.period) for magic in (9, 1 << 43)}
    # 9, its negative, 0, 2**43, its negative, 3 * 2**42; the search would meet that's negative too
    assert certificate.magics == 2 * 3 - 2 + 1
    assert {*certificate.listed} == {9, 0, 1 << 43, 3 << 42, -(3 << 42) % (1 << 60), *negatives}


def test_without_a_mirror_each_counts_once() -> None:
    certificate = Certificate(
        H2, replace(MIRRORED, mirror=False), (0,) * 5, (found(0, 9, 0), found(4, 5))
    )
    assert certificate.magics == 3
    assert certificate.listed == [9, 0, 5]


@pytest.mark.parametrize("subtree", [-1, -2])
def test_a_false_count_of_exceptions_is_found(subtree: int) -> None:
    certificate = searched(E1, 45, "up", mirror=True)
    nodes = [*certificate.nodes]
    nodes[subtree] += 2
    with pytest.raises(CertificateError, match=r"nodes\[\d+\] is wrong"):
        check(replace(certificate, nodes=tuple(nodes)))


def test_hidden_exceptions_are_found() -> None:
    certificate = searched(E1, 45, "up", mirror=True)
    division = replace(certificate.division, mirror=False)
    with pytest.raises(CertificateError, match=r"division.subtrees is wrong"):
        check(replace(certificate, division=division))


def test_a_whole_search_is_no_half() -> None:
    certificate = searched(E1, 45, "up", mirror=False)
    division = replace(certificate.division, mirror=True)
    with pytest.raises(CertificateError, match=r"division.subtrees is wrong"):
        check(replace(certificate, division=division))


@pytest.mark.parametrize(
    ("claim", "start", "direction"),
    [
        (E1, 45, "up"),
        (E1, 60, "down"),
        (ROOK_D1, 50, "up"),
        (ROOK_D1, 58, "up"),
        (ROOK_D1, 57, "down"),
    ],
    ids=str,
)
def test_the_checker_meets_the_same_exceptions(claim: Claim, start: int, direction: str) -> None:
    division = divide(claim, Estimate(Order(start, direction), 0.0, mirror=True))
    part = search_subtrees(claim, division, division.prefixes, division.subtrees)
    search = ReplayInputs(claim, division.order)
    for number in (0, 1):
        replay = checker._exceptions(claim, search, number)  # noqa: SLF001
        while not replay.advance(1 << 16):
            pass
        assert (replay.nodes, replay.found(0).count) == (part.nodes[number], 0)


def test_below_an_exception_that_does_not_live_there_is_nothing() -> None:
    division = divide(ROOK_D1, Estimate(Order(58, "up"), 0.0, mirror=True))
    assert not search_for(ROOK_D1, Order(0, "up")).lives(*exception(58, 0))
    assert search_subtrees(ROOK_D1, division, division.prefixes, division.subtrees).nodes[0] == 0
