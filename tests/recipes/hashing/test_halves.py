"""32-bit magics: two products for a rook, a folded board for a bishop."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import magicbb as mb
from magicbb.geometry.bitboards import squares_of
from magicbb.geometry.sliders import BISHOP, ROOK
from magicbb.lookup.keys import PLACES
from magicbb.magics.magic import folded
from magicbb.recipes.hashing import HASHES
from magicbb.recipes.scheme import Scheme
from magicbb.recipes.sources.searched import constructed

HALF = 2**32

words = st.integers(0, 2**64 - 1)
squares = st.integers(0, 63)


def folded_plainly(board: int) -> int:
    """Return the halves of the board laid onto each other as they are."""
    return (board ^ board >> 32) % HALF


@pytest.mark.parametrize("square", range(64), ids=mb.geometry.square_name)
def test_folding_lets_no_relevant_squares_of_a_bishop_meet(square: int) -> None:
    mask = BISHOP.mask(square)
    places = [folded(1 << relevant) for relevant in squares_of(mask)]
    assert all(place.bit_count() == 1 for place in places)
    assert len({*places}) == mask.bit_count()


def test_folding_plainly_would_let_some_meet_from_ranks_4_and_5_alone() -> None:
    masks = [BISHOP.mask(square) for square in range(64)]
    meeting = [folded_plainly(mask).bit_count() < mask.bit_count() for mask in masks]
    assert meeting == [square // 8 in {3, 4} for square in range(64)]


def test_squares_that_met_would_make_blockers_of_different_attacks_equal() -> None:
    b2_and_b6 = 1 << mb.geometry.parse_square("b2") | 1 << mb.geometry.parse_square("b6")
    assert folded_plainly(b2_and_b6) == folded_plainly(0)
    assert BISHOP.attacks("d4", b2_and_b6) != BISHOP.attacks("d4", 0)
    assert folded(b2_and_b6) != folded(0)


@given(board=words, other=words)
def test_folding_is_linear_and_keeps_to_32_bits(board: int, other: int) -> None:
    assert folded(board ^ other) == folded(board) ^ folded(other)
    assert folded(board) < HALF


@given(square=squares, factor=words, occupied=words, bits=st.integers(1, 20))
def test_a_rooks_index_comes_from_a_product_for_each_half(
    square: int, factor: int, occupied: int, bits: int
) -> None:
    upper, lower = divmod(occupied & ROOK.mask(square), HALF)
    product = lower * (factor % HALF) % HALF ^ upper * (factor // HALF) % HALF
    assert mb.Magic(ROOK, square, "white-32", bits, factor).index(occupied) == (
        product * 2**bits // HALF
    )


@given(square=squares, factor=st.integers(0, HALF - 1), occupied=words, bits=st.integers(1, 20))
def test_a_bishops_index_comes_from_one_product(
    square: int, factor: int, occupied: int, bits: int
) -> None:
    product = folded(occupied & BISHOP.mask(square)) * factor % HALF
    assert mb.Magic(BISHOP, square, "white-32", bits, factor).index(occupied) == (
        product * 2**bits // HALF
    )


@given(seed=st.integers(0, 2**64 - 1), place=st.sampled_from(PLACES))
def test_what_is_found_is_a_magic(seed: int, place: tuple[mb.geometry.Slider, int]) -> None:
    magic = mb.find(*place, kind="white-32", seed=seed)
    assert magic.bits == magic.mask.bit_count()
    magic.check()


@pytest.mark.parametrize("seed", range(5))
def test_the_rook_on_h8_which_cannot_be_constructed_is_found(seed: int) -> None:
    mb.find("rook", "h8", kind="white-32", seed=seed).check()


def test_a_bishops_factor_has_32_bits() -> None:
    magics = constructed(HASHES["white-32"], 1)
    assert all(magic.magic < HALF for magic in magics[64:])
    assert all(magic.magic >= HALF for magic in magics[:64])


def test_more_bits_are_taken() -> None:
    for place in ((ROOK, 27), (BISHOP, 27)):
        magic = mb.find(*place, bits=13, kind="white-32")
        assert magic.bits == 13
        magic.check()


def test_fewer_bits_are_refused() -> None:
    sentence = "must be white or black, got white-32$"
    with pytest.raises(ValueError, match=sentence):
        mb.find("bishop", "a1", bits=5, kind="white-32")


def test_a_record_has_a_shift_of_32_bits() -> None:
    magic = mb.find("rook", "a1", kind="white-32")
    assert HASHES["white-32"].record(ROOK, 0, magic) == (magic.mask, magic.magic, 32 - 12)


def test_the_fancy_table_has_the_same_slots_in_another_order() -> None:
    one = mb.Table(Scheme("white-32", "concatenated"), constructed(HASHES["white-32"], 1))
    other = mb.Table(Scheme("pext", "concatenated"), [])
    assert sorted(one.slots.tolist()) == sorted(other.slots.tolist())
