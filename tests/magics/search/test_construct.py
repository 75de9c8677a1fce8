"""Construction: the proof's two conditions hold of what it gives, and bits can be prescribed."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import magicbb as mb
from magicbb.geometry.bitboards import squares_of
from magicbb.lookup.keys import PLACES
from magicbb.magics.search import construct as module
from magicbb.magics.search.construct import construct

MASKS = [slider.mask(square) for slider, square in PLACES]
BITS = [mask.bit_count() for mask in MASKS]

seeds = st.integers(0, 2**64 - 1)
every_kind = pytest.mark.parametrize("kind", ["white", "black"])


def constructed(kind: str, seed: int, top: list[int] | None = None) -> list[mb.Magic]:
    """Return magics of all squares, each from a stream of its own."""
    states = np.arange(len(MASKS), dtype=np.uint64) + np.uint64(seed)
    factors = construct(MASKS, BITS, states, black=kind == "black", top=top)
    return [
        mb.Magic(*place, kind, bits, factor)
        for place, bits, factor in zip(PLACES, BITS, factors, strict=True)
    ]


@every_kind
@given(seed=seeds)
def test_what_is_constructed_is_a_magic_on_all_keys(kind: str, seed: int) -> None:
    mb.Table(mb.tables.Scheme(kind, "concatenated"), constructed(kind, seed))


@every_kind
@given(seed=seeds)
def test_the_shift_can_be_prescribed_for_the_top_six_bits(kind: str, seed: int) -> None:
    top = [64 - bits for bits in BITS]
    magics = constructed(kind, seed, top)
    assert [magic.magic >> 58 for magic in magics] == top
    mb.Table(mb.tables.Scheme(kind, "concatenated"), magics)


@given(seed=seeds, place=st.integers(0, 127))
def test_the_two_conditions_of_the_proof_hold(seed: int, place: int) -> None:
    magic = constructed("white", seed)[place]
    products = [(magic.magic << square) % 2**64 for square in squares_of(magic.mask)]
    windows = [product >> magic.shift for product in products]
    assert len({window & -window for window in windows}) == magic.bits
    assert sum(product % 2**magic.shift for product in products) < 2**magic.shift


@every_kind
def test_without_a_wish_the_top_bits_vary(kind: str) -> None:
    tops = {magic.magic >> 58 for seed in range(4) for magic in constructed(kind, seed)}
    assert len(tops) > 32


def test_the_streams_go_on() -> None:
    states = np.arange(128, dtype=np.uint64)
    before = states.copy()
    first = construct(MASKS, BITS, states, black=False)
    assert (states != before).all()
    assert construct(MASKS, BITS, states, black=False) != first


def test_giving_up_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "DRAWS", 0)
    with pytest.raises(mb.errors.MagicNotFoundError, match=r"^no magic was found in 0 draws"):
        constructed("white", 1)
