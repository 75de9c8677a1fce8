"""The keys and the compiled walk against the oracle in plain Python, all 107,648 of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magicbb.compile import Word
from magicbb.geometry.bitboards import FULL, subsets
from magicbb.geometry.sliders import BISHOP, ROOK, SLIDERS, Slider
from magicbb.lookup.keys import (
    ROWS,
    WIDEST_BITS,
    all_keys,
    rays_table,
    row_name,
    row_of,
    rows_near,
    walk,
)

if TYPE_CHECKING:
    from magicbb.lookup.keys import Keys

every_slider = pytest.mark.parametrize("slider", SLIDERS, ids=str)


# ---- Rows ----


def test_rows_number_the_rooks_squares_and_then_the_bishops() -> None:
    assert [row_of(slider, square) for slider in SLIDERS for square in range(64)] == [*range(ROWS)]


@given(row=st.integers(0, 127))
def test_near_are_the_squares_of_the_slider_up_to_two_files_and_ranks_away(row: int) -> None:
    expected = [
        other
        for other in range(128)
        if other // 64 == row // 64
        and abs(other % 8 - row % 8) <= 2
        and abs(other // 8 % 8 - row // 8 % 8) <= 2
    ]
    assert rows_near(row) == expected


@pytest.mark.parametrize(
    ("row", "name"), [(0, "rook a1"), (63, "rook h8"), (64, "bishop a1"), (127, "bishop h8")]
)
def test_a_row_has_a_name(row: int, name: str) -> None:
    assert row_name(row) == name


@every_slider
def test_widest_bits_are_those_of_the_largest_mask(slider: Slider) -> None:
    largest = max(slider.mask(square).bit_count() for square in range(64))
    assert WIDEST_BITS[slider.name] == largest


@every_slider
def test_the_table_of_rays_holds_every_ray(slider: Slider) -> None:
    for square in range(64):
        rays = rays_table()[row_of(slider, square)]
        assert tuple(tuple(ray[ray != 255].tolist()) for ray in rays) == slider.rays(square)


# ---- Keys ----


@pytest.mark.parametrize(("slider", "count"), [(ROOK, 102_400), (BISHOP, 5_248)], ids=str)
def test_a_slider_has_as_many_keys_as_published(slider: Slider, count: int, keys: Keys) -> None:
    assert len(keys.blockers[keys.of_slider(slider)]) == count


def test_there_are_107648_keys(keys: Keys) -> None:
    sizes = {len(keys.rows), len(keys.blockers), len(keys.attacks), int(keys.starts[ROWS])}
    assert sizes == {107_648}


@every_slider
def test_the_masks_are_the_oracles(slider: Slider, keys: Keys) -> None:
    first = row_of(slider, 0)
    masks = [slider.mask(square) for square in range(64)]
    assert keys.masks[first : first + 64].tolist() == masks


@every_slider
def test_the_keys_of_a_row_are_all_subsets_of_its_mask_in_order(slider: Slider, keys: Keys) -> None:
    for square in range(64):
        part = keys.of_row(row_of(slider, square))
        assert keys.blockers[part].tolist() == [*subsets(slider.mask(square))]


def test_the_keys_of_all_rows_follow_each_other(keys: Keys) -> None:
    rows = np.concatenate([keys.rows[keys.of_row(row)] for row in range(ROWS)])
    assert np.array_equal(rows, keys.rows)
    assert np.array_equal(rows, np.sort(rows))


@every_slider
def test_the_compiled_walk_agrees_with_the_oracle_on_every_key(slider: Slider, keys: Keys) -> None:
    part = keys.of_slider(slider)
    squares, blockers = (keys.rows[part] & 63).tolist(), keys.blockers[part].tolist()
    oracle = [slider.attacks(square, key) for square, key in zip(squares, blockers, strict=True)]
    assert keys.attacks[part].tolist() == oracle


def test_the_keys_are_walked_once_and_shared(keys: Keys) -> None:
    assert all_keys() is keys


@pytest.mark.parametrize("name", ["masks", "starts", "rows", "blockers", "attacks"])
def test_the_arrays_are_read_only(name: str, keys: Keys) -> None:
    array = getattr(keys, name)
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 0


@every_slider
@given(square=st.integers(0, 63), occupied=st.integers(0, FULL))
def test_the_walk_does_not_need_irrelevant_squares_cleared(
    slider: Slider, square: int, occupied: int
) -> None:
    rays = rays_table().ravel()
    attacks = walk(rays, Word(row_of(slider, square)), Word(occupied))
    assert int(attacks) == slider.attacks(square, occupied)
