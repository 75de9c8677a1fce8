"""One magic: its index, and the check that it is one."""

from __future__ import annotations

import dataclasses
import json
import pickle
import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import magicbb as mb
from magicbb.arguments import short_repr
from magicbb.geometry.bitboards import FULL, subsets
from magicbb.geometry.sliders import BISHOP, QUEEN, ROOK, SLIDERS, Slider
from magicbb.magics.magic import KINDS, Magic, parse_factor, parse_kind

every_slider = pytest.mark.parametrize("slider", SLIDERS, ids=str)
every_kind = pytest.mark.parametrize("kind", KINDS)

KIND_RULE = f"kind must be one of {', '.join(json.dumps(kind) for kind in KINDS)}, got "

squares = st.integers(0, 63)
words = st.integers(0, FULL)


@every_slider
@given(square=squares, factor=words, occupied=words, bits=st.integers(1, 20))
def test_white_magics_hash_the_blockers(
    slider: Slider, square: int, factor: int, occupied: int, bits: int
) -> None:
    index = Magic(slider, square, "white", bits, factor).index(occupied)
    assert index == (occupied & slider.mask(square)) * factor % 2**64 // 2 ** (64 - bits)


@every_slider
@given(square=squares, factor=words, occupied=words, bits=st.integers(1, 20))
def test_black_magics_hash_the_blockers_and_all_irrelevant_squares(
    slider: Slider, square: int, factor: int, occupied: int, bits: int
) -> None:
    index = Magic(slider, square, "black", bits, factor).index(occupied)
    irrelevant = FULL ^ slider.mask(square)
    assert index == (occupied | irrelevant) * factor % 2**64 // 2 ** (64 - bits)


@given(square=squares, factor=words, occupied=words, bits=st.integers(1, 20))
def test_a_rook_has_a_product_of_32_bits_for_each_half_of_the_board(
    square: int, factor: int, occupied: int, bits: int
) -> None:
    blockers = occupied & ROOK.mask(square)
    (upper, lower), (high, low) = divmod(blockers, 2**32), divmod(factor, 2**32)
    product = (upper * high ^ lower * low) % 2**32
    index = Magic(ROOK, square, "white-32", bits, factor).index(occupied)
    assert index == product // 2 ** (32 - bits)


@given(square=squares, factor=words, occupied=words, bits=st.integers(1, 20))
def test_a_bishop_has_one_product_of_both_halves(
    square: int, factor: int, occupied: int, bits: int
) -> None:
    upper, lower = divmod(occupied & BISHOP.mask(square), 2**32)
    down = upper // 2**8 + upper % 2**8 * 2**24  # by a rank, the lowest to the top
    index = Magic(BISHOP, square, "white-32", bits, factor).index(occupied)
    assert index == (lower ^ down) * factor % 2**32 // 2 ** (32 - bits)


@every_slider
@every_kind
@given(square=squares, factor=words, occupied=words, garbage=words)
def test_irrelevant_squares_make_no_difference(
    slider: Slider, kind: str, square: int, factor: int, occupied: int, garbage: int
) -> None:
    magic = Magic(slider, square, kind, 12, factor)
    other = occupied ^ (garbage & ~slider.mask(square))
    assert magic.index(occupied) == magic.index(other)


def test_the_shift_is_what_the_bits_leave() -> None:
    assert Magic(ROOK, 0, "white", 12, 0).shift == 52


@every_slider
def test_every_blocker_subset_has_an_index(slider: Slider) -> None:
    magic = mb.find(slider, "c3")
    indices = dict(magic.indices())
    assert [*indices] == [*subsets(slider.mask("c3"))]
    assert set(indices.values()) <= set(range(1 << magic.bits))


@every_slider
@every_kind
@pytest.mark.parametrize("square", ["a1", "d4", "h8", "b7"])
def test_the_check_passes_a_magic(slider: Slider, kind: str, square: str) -> None:
    mb.find(slider, square, kind=kind).check()


def test_the_check_passes_constructive_collisions() -> None:
    # Published by Gerd Isenberg: 64 keys in 26 of 32 slots.
    magic = Magic(BISHOP, 0, "white", 5, 0xFFEDF9FD7CFCFFFF)
    assert len({index for _, index in magic.indices()}) < 64
    magic.check()


@every_slider
@every_kind
@given(square=squares, factor=words)
def test_the_check_names_two_keys_that_truly_collide(
    slider: Slider, kind: str, square: int, factor: int
) -> None:
    # One bit fewer than the attack sets need: whatever the factor, it is none.
    bits = (slider.attack_sets(square) - 1).bit_length() - 1
    magic = Magic(slider, square, kind, bits, factor)
    with pytest.raises(mb.errors.CollisionError) as caught:
        magic.check()
    first, second = caught.value.blockers
    assert magic.index(first) == magic.index(second) == caught.value.slot
    assert slider.attacks(square, first) != slider.attacks(square, second)


def test_a_collision_is_a_sentence_with_piece_square_and_keys() -> None:
    with pytest.raises(mb.errors.CollisionError) as caught:
        Magic(BISHOP, 27, "white", 9, 0).check()
    assert str(caught.value) == (
        "bishop d4: the blockers 0x0000000000000000 and 0x0000000000000200 "
        "have different attacks but collide in slot 0"
    )


def test_a_collision_of_two_squares_names_both() -> None:
    error = mb.errors.CollisionError((0, 64), (2, 512), 7)
    assert str(error) == (
        "rook a1 with 0x0000000000000002 and bishop a1 with 0x0000000000000200 "
        "have different attacks but collide in slot 7"
    )


@pytest.mark.parametrize("path", ["magics.c", b"magics.c"])
def test_a_collision_names_the_file_and_what_was_understood_of_it(path: str | bytes) -> None:
    error = mb.errors.CollisionError((1, 1), (2, 512), 7, path, "two arrays were found")
    assert str(error).startswith("magics.c: rook b1: the blockers 0x0000000000000002 and ")
    assert str(error).endswith(" collide in slot 7; two arrays were found")


def test_a_collision_survives_pickling() -> None:
    error = mb.errors.CollisionError((0, 64), (2, 512), 7, "magics.c", "two arrays were found")
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301  our own bytes
    assert isinstance(copy, mb.errors.CollisionError)
    assert str(copy) == str(error)


def test_a_collision_can_be_hashed_as_any_exception() -> None:
    error = mb.errors.CollisionError((0, 64), (2, 512), 7)
    assert len({error, error}) == 1


def test_a_magic_shows_its_square_and_its_factor_in_hexadecimal() -> None:
    magic = Magic(BISHOP, 63, "black", 6, 0x1F)
    assert repr(magic) == "Magic('bishop', 'h8', 'black', 6, 0x000000000000001f)"


@pytest.mark.parametrize(
    ("change", "error", "sentence"),
    [
        ({"piece": QUEEN}, ValueError, 'piece must be "rook" or "bishop", got \'queen\''),
        ({"piece": "king"}, ValueError, 'piece must be "rook" or "bishop", got \'king\''),
        ({"square": -1}, ValueError, 'square must be 0..63 or a name such as "e4", got -1'),
        ({"square": 64}, ValueError, 'square must be 0..63 or a name such as "e4", got 64'),
        ({"square": "d9"}, ValueError, "square must be 0..63 or a name such as \"e4\", got 'd9'"),
        ({"kind": "grey"}, ValueError, f"{KIND_RULE}'grey'"),
        ({"bits": 0}, ValueError, "bits must be 1..20, got 0"),
        ({"bits": -1}, ValueError, "bits must be 1..20, got -1"),
        ({"bits": 21}, ValueError, "bits must be 1..20, got 21"),
        ({"bits": 12.0}, TypeError, "bits must be 1..20, got 12.0"),
        ({"magic": -1}, ValueError, "magic must be an integer from 0 to 2**64 - 1, got -1"),
        ({"magic": 2**64}, ValueError, "magic must be an integer from 0 to 2**64 - 1, got "),
        ({"magic": "1"}, TypeError, "magic must be an integer from 0 to 2**64 - 1, got '1'"),
    ],
    ids=str,
)
def test_a_magic_that_cannot_be_is_refused(
    change: dict[str, Any], error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=f"^{re.escape(sentence)}"):
        dataclasses.replace(mb.find(ROOK, "d1"), **change)


@every_kind
def test_a_magic_may_be_made_of_numpys_numbers(kind: str) -> None:
    plain = mb.find(ROOK, "d1", kind=kind)
    magic = Magic(ROOK, np.uint8(3), kind, np.uint8(plain.bits), np.uint64(plain.magic))
    assert magic == plain
    assert magic.index(0x1234) == plain.index(0x1234)
    assert repr(magic) == repr(plain)


def test_a_magic_is_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        mb.find(ROOK, "a1").magic = 1  # type: ignore[misc]


def test_equal_magics_are_equal_and_have_equal_hashes() -> None:
    assert len({mb.find("rook", "a1"), mb.find(ROOK, 0), mb.find("rook", "a1", seed=2)}) == 2


@every_kind
def test_a_kind_is_known_by_its_name(kind: str) -> None:
    assert parse_kind(kind) == kind


@pytest.mark.parametrize("kind", ["grey", "White", "", None, 1, ["white"]])
def test_another_kind_is_refused(kind: Any) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(f'{KIND_RULE}{kind!r}')}$"):
        parse_kind(kind)


@given(words)
def test_a_factor_may_be_written_in_decimal_or_hexadecimal(factor: int) -> None:
    written = (factor, str(factor), hex(factor), f" {factor:#018x}\t")
    assert {parse_factor(value) for value in written} == {factor}


@pytest.mark.parametrize("value", ["", "1f", "0x", "0xg", "1.0", "1e5", "-1", "\0", "9" * 5000])
def test_a_factor_that_is_no_number_is_refused(value: str) -> None:
    with pytest.raises(ValueError, match=r"^magic must be .*, got .{1,70}$"):
        parse_factor(value)


@pytest.mark.parametrize("value", [-1, 2**64, "0x10000000000000000", 10**5000], ids=short_repr)
def test_a_factor_longer_than_64_bits_is_refused(value: int | str) -> None:
    with pytest.raises(ValueError, match=r"^magic must be an integer from 0 to 2\*\*64 - 1, got"):
        parse_factor(value)


@pytest.mark.parametrize("value", [None, 1.0, b"1", [1]])
def test_a_factor_of_another_type_is_refused(value: Any) -> None:
    with pytest.raises(TypeError, match=r"^magic must be an integer .*, got"):
        parse_factor(value)


def test_a_magic_takes_names_for_its_slider_and_square() -> None:
    magic = mb.find(ROOK, "d1")
    assert Magic("rook", "d1", "white", magic.bits, magic.magic) == magic  # type: ignore[arg-type]


def test_an_index_is_that_of_an_occupancy() -> None:
    magic = mb.find("rook", "a1")
    assert magic.index(np.int64(0x10100)) == magic.index(np.uint64(0x10100)) == magic.index(0x10100)
    for wrong in (-1, 2**64):
        with pytest.raises(ValueError, match=r"2\*\*64"):
            magic.index(wrong)
    with pytest.raises(TypeError):
        magic.index(None)  # type: ignore[arg-type]
