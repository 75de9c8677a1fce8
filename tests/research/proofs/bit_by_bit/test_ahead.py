"""Proofs whose searches make some rotating bits known first: the check replays them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from magicbb.magics.search import find
from magicbb.research.proofs import Certificate, CertificateError, Claim, check
from magicbb.research.proofs.bit_by_bit.certificate import Order
from magicbb.research.proofs.bit_by_bit.plan import Estimate, divide, plan, search_for
from magicbb.research.proofs.bit_by_bit.prover import put_together, search_subtrees
from magicbb.research.proofs.bit_by_bit.replay import Replay, ReplayInputs

D8 = Claim("bishop", "d8", "black", 4)  # type: ignore[arg-type]


def searched(claim: Claim, order: Estimate) -> Certificate:
    division = divide(claim, order)
    return put_together(claim, division, [search_subtrees(claim, division, 0, division.subtrees)])


@pytest.fixture(scope="module")
def disproof_of_d8() -> Certificate:
    return searched(D8, Estimate(Order(6, "up", 3), 0.0, mirror=True))


def test_rotating_bits_are_known_ahead_where_that_shortens_the_search() -> None:
    division = plan(D8).division
    assert division.order.ahead > 0
    assert division.mirror
    white = Claim("bishop", "d8", "white", 4)  # type: ignore[arg-type]
    assert plan(white).division.order.ahead == 0


@pytest.mark.parametrize("mirror", [False, True])
@pytest.mark.parametrize(
    ("start", "direction", "ahead"), [(6, "up", 3), (7, "up", 5), (25, "down", 4)]
)
def test_the_check_replays_every_node(
    start: int, direction: str, ahead: int, *, mirror: bool
) -> None:
    certificate = searched(D8, Estimate(Order(start, direction, ahead), 0.0, mirror))
    assert certificate.magics == 0
    assert check(certificate).nodes == certificate.total


def test_the_file_says_how_many_bits_are_known_ahead(disproof_of_d8: Certificate) -> None:
    text = disproof_of_d8.to_text()
    assert '"ahead": 3' in text
    assert Certificate.from_text(text) == disproof_of_d8
    whole = searched(D8, Estimate(Order(6, "up", 4), 0.0))
    assert '"mirror"' not in whole.to_text()


@pytest.mark.parametrize("ahead", [0, 2, 4, 34])
def test_a_false_number_is_found(disproof_of_d8: Certificate, ahead: int) -> None:
    division = replace(disproof_of_d8.division, order=Order(6, "up", ahead))
    with pytest.raises(CertificateError, match=r"certificate's (division|nodes).* is wrong"):
        check(replace(disproof_of_d8, division=division))


@pytest.mark.parametrize(
    ("start", "ahead", "sentence"),
    [
        (6, 35, r"division\.ahead must be 0\.\.34, got 35"),
        (6, -1, r"division\.ahead must be"),
        (27, 3, r"division\.start must be 0\.\.26, got 27"),
    ],
)
def test_what_is_wrong_is_named(
    disproof_of_d8: Certificate, start: int, ahead: int, sentence: str
) -> None:
    division = replace(disproof_of_d8.division, order=Order(start, "up", ahead))
    with pytest.raises(CertificateError, match=sentence):
        Certificate.from_text(replace(disproof_of_d8, division=division).to_text())


@pytest.mark.parametrize(
    ("piece", "square", "bits", "start", "direction", "ahead"),
    [
        ("bishop", "b8", 4, 5, "up", 3),
        ("bishop", "g7", 4, 20, "down", 2),
        ("bishop", "h2", 4, 36, "up", 5),
        ("bishop", "a8", 5, 30, "up", 9),
        ("bishop", "d5", 9, 0, "up", 1),
        ("rook", "g5", 10, 40, "up", 3),
        ("rook", "g5", 10, 30, "down", 4),
    ],
)
@pytest.mark.parametrize("steps", [6, 14])
def test_search_and_check_find_the_same_magics_in_the_same_nodes(
    piece: str, square: str, bits: int, start: int, direction: str, ahead: int, steps: int
) -> None:
    """Below the prefix that a magic has before the last few steps."""
    claim = Claim(piece, square, "black", bits)  # type: ignore[arg-type]
    order = Order(start, direction, ahead)
    search = search_for(claim, order)
    magic = find(claim.piece, claim.square, bits, "black", anyway=True).magic
    depth = claim.period - steps
    prefix = sum(magic & 1 << search.bit(level) for level in range(depth))
    search.enter(depth, prefix)
    while not search.advance(1 << 16):
        pass
    replay = Replay(ReplayInputs(claim, order), depth, prefix)
    while not replay.advance(1 << 16):
        pass
    found = replay.found(0)
    assert search.count == found.count > 0
    assert (search.nodes, search.digest) == (replay.nodes, found.digest)
    assert tuple(search.magics) == found.magics


@pytest.mark.parametrize("piece", ["bishop", "rook"])
@pytest.mark.parametrize("kind", ["white", "black"])
def test_the_last_step_of_every_order_tests_its_prefixes(piece: str, kind: str) -> None:
    """So the prefixes that are tested outnumber all others, and a budget of nodes limits a call."""
    for square in range(0, 64, 9):
        claim = Claim(piece, square, kind, 4)  # type: ignore[arg-type]
        for ahead in sorted({0, min(1, claim.rotating), claim.rotating}):
            highest = claim.period - claim.rotating * (ahead > 0)
            for start, direction in ((0, "up"), (highest // 2, "up"), (highest, "down")):
                order = Order(start, direction, ahead)
                steps = ReplayInputs(claim, order).steps
                assert steps[claim.period - 1].tested
                assert search_for(claim, order).is_tested(claim.period - 1)
