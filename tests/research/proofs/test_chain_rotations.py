"""The check of squares on which the rotation of black products is not known from the start."""

from __future__ import annotations

import threading
from dataclasses import replace
from functools import cache

import pytest

from magicbb.geometry.sliders import BISHOP, ROOK
from magicbb.geometry.squares import parse_square
from magicbb.research.proofs import CertificateError
from magicbb.research.proofs.chain.checker import _check_prefix, _listed, check_some
from magicbb.research.proofs.chain.division import JointClaim
from magicbb.research.proofs.chain.parts import FoundMagic, Part, Parts
from magicbb.research.proofs.chain.searching import division_of, is_for, searched_run

KNOWN = {
    "c7": 0x864002620254D600,
    "e7": 0x2140002A0027CA00,
    "g7": 0xF433FFBFC0B117C0,
    "h7": 0x500FFFF5F63C96A0,
}
"""Black magics with one bit fewer: by Markus Everling, except our own of h7."""

SLOW = [pytest.param(name, marks=[pytest.mark.slow]) for name in KNOWN if name != "e7"]


@cache
def around(name: str) -> tuple[Parts, int]:
    """The run with a known black magic, and the magic's prefix."""
    square = parse_square(name)
    claim = JointClaim(ROOK, square, ROOK.mask(square).bit_count() - 1)
    division = division_of(claim)
    prefix = division.prefix_of(KNOWN[name])
    run = prefix // division.run
    nodes, found = searched_run(claim, division, run)
    part = Part(run + 1, (nodes,), tuple(found))
    return Parts(claim, division, division.runs, (part,)), prefix


def without(parts: Parts, left_out: FoundMagic) -> Parts:
    (part,) = parts.parts
    left = tuple(each for each in part.found if each != left_out)
    return replace(parts, parts=(replace(part, found=left),))


def check(parts: Parts, prefix: int, drawn: int, most: int | None) -> int:
    return _check_prefix(_listed(parts), prefix, drawn, most, threading.Event())


@pytest.mark.parametrize("name", ["e7", *SLOW])
def test_the_known_black_magic_is_among_those_found(name: str) -> None:
    parts, prefix = around(name)
    period = parts.claim.periods["black"]
    assert FoundMagic(prefix, "black", KNOWN[name] % 2**period) in parts.parts[0].found
    assert Parts.from_text(parts.to_text()) == parts
    assert check_some(parts, 1).runs == 1


@pytest.mark.parametrize("name", ["e7", *SLOW])
def test_a_magic_that_is_left_out_is_missed_near_it(name: str) -> None:
    """The bits known in addition are those of the magic, as if they had been drawn."""
    parts, prefix = around(name)
    for each in parts.parts[0].found:
        if each.prefix != prefix:
            continue
        check(parts, prefix, each.magic, 1 << 16)
        with pytest.raises(CertificateError, match=f"the {each.kind} magics listed for prefix"):
            check(without(parts, each), prefix, each.magic, 1 << 16)


@pytest.mark.slow
def test_a_whole_prefix_has_the_same_magics_bit_by_bit() -> None:
    parts, prefix = around("e7")
    assert check(parts, prefix, 0, None) > 10_000_000
    last = [each for each in parts.parts[0].found if each.prefix == prefix][-1]
    with pytest.raises(CertificateError, match=f"the {last.kind} magics listed for prefix"):
        check(without(parts, last), prefix, 0, None)


@pytest.mark.parametrize(
    ("name", "bits", "settled"), [("d5", 9, True), ("b2", 9, True), ("b1", 7, False)]
)
def test_rooks_with_eight_bits_and_more_can_be_settled(name: str, bits: int, settled: bool) -> None:
    assert is_for(JointClaim(ROOK, parse_square(name), bits)) == settled
    assert not is_for(JointClaim(BISHOP, parse_square("d4"), 8))


def test_white_and_black_may_depend_on_different_bits() -> None:
    claim = JointClaim(ROOK, parse_square("b2"), 9)
    assert claim.periods == {"white": 54, "black": 55}
    (found,) = [each for each in claim.claims if each.black]
    assert found.period == 55
