"""Rotated bitboards: the four boards, and looking up in them as an engine does."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magicbb.compile import Bytes, Entry, Word, Words, counting, entry
from magicbb.geometry.sliders import SLIDERS
from magicbb.lookup.keys import all_keys
from magicbb.recipes.rivals.lines import lines_of
from magicbb.recipes.rivals.rotated import BOARDS_OF, Rotated
from magicbb.recipes.rivals.turning import BOARDS, boards, places, toggle

if TYPE_CHECKING:
    import numpy.typing as npt

    import magicbb as mb

_ONE, _WIDTH = Word(1), Word(BOARDS)
EACH_SLIDER = pytest.mark.parametrize("slider", SLIDERS, ids=str)
ROTATED = Rotated()
ARRAYS = ROTATED.arrays()


@entry
def write_boards(occupied: Words, kept: Words, count: Word) -> None:
    for query in counting(count):
        boards(occupied[query], kept, query * _WIDTH)


@entry
def toggle_each(attack_sets: Words, squares: Bytes, kept: Words, count: Word) -> None:
    for query in counting(count):
        toggle(attack_sets, kept, _ONE, Word(squares[query]))


@cache
def kept_entry(slider: mb.geometry.Slider) -> Entry:
    """Looking up in kept boards, one set of four for each query, one word further along."""
    attacks = ROTATED.kept_kernel(slider)

    @entry
    def look_up(
        parameters: Words,
        slots: Words,
        attack_sets: Words,
        squares: Bytes,
        kept: Words,
        out: Words,
        count: Word,
    ) -> None:
        for query in counting(count):
            start = query * _WIDTH + _ONE
            square = Word(squares[query])
            out[query] = attacks(parameters, slots, attack_sets, square, kept, start)

    return look_up


def turned(occupied: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """The four boards of each, as the kernel writes them."""
    kept = np.zeros((len(occupied), BOARDS), np.uint64)
    write_boards(occupied, kept, len(occupied))
    return kept


def by_hand(occupied: int) -> list[int]:
    """The four boards, square by square."""
    on = [places(square) for square in range(64) if occupied >> square & 1]
    return [sum(1 << place[board] for place in on) for board in range(BOARDS)]


@given(st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=20))
def test_the_boards_have_every_square_in_its_place(occupied: list[int]) -> None:
    expected = [by_hand(board) for board in occupied]
    assert turned(np.array(occupied, np.uint64)).tolist() == expected


@pytest.mark.parametrize("board", range(BOARDS))
def test_every_square_has_a_place_of_its_own(board: int) -> None:
    assert {places(square)[board] for square in range(64)} == {*range(64)}


@EACH_SLIDER
@pytest.mark.parametrize("square", range(64))
def test_a_lines_squares_are_neighbours_on_its_board(
    slider: mb.geometry.Slider, square: int
) -> None:
    lines = reversed(lines_of(slider, square))
    for board, line in zip(BOARDS_OF[slider], lines, strict=True):
        on = [at for at in range(64) if (line.mask | 1 << square) >> at & 1]
        found = sorted(places(at)[board] for at in on)
        assert found == [*range(found[0], found[0] + len(found))]
        assert found[0] // 8 == found[-1] // 8


@EACH_SLIDER
@pytest.mark.parametrize("garbage", [0, 2**64 - 1, 0x9E37_79B9_7F4A_7C15])
def test_kept_boards_give_every_keys_attacks(slider: mb.geometry.Slider, garbage: int) -> None:
    keys = all_keys()
    part = keys.of_slider(slider)
    irrelevant = np.uint64(garbage) & ~keys.masks[keys.rows[part]]
    kept = np.concatenate([[np.uint64(0)], turned(keys.blockers[part] | irrelevant).ravel()])
    squares, out = keys.rows[part] & 63, np.zeros(part.stop - part.start, np.uint64)
    arrays = (ARRAYS.parameters, ARRAYS.slots, ARRAYS.attack_sets)
    kept_entry(slider)(*arrays, squares, kept, out, len(out))
    assert np.array_equal(out, keys.attacks[part])


@given(st.integers(0, 2**64 - 1), st.lists(st.integers(0, 63)))
def test_toggling_keeps_the_boards_up_to_date(occupied: int, squares: list[int]) -> None:
    kept = np.array([7, *by_hand(occupied), 9], np.uint64)
    toggle_each(ARRAYS.attack_sets, np.array(squares, np.uint8), kept, len(squares))
    for square in squares:
        occupied ^= 1 << square
    assert kept.tolist() == [7, *by_hand(occupied), 9]


def test_offsets_leave_no_gap() -> None:
    windows, offsets = ARRAYS.parameters[:, ::2].ravel(), ARRAYS.parameters[:, 1::2].ravel()
    sizes = (windows >> np.uint64(6)) + np.uint64(1)
    ends = 4 * 64 + np.cumsum(sizes)
    assert offsets.tolist() == [4 * 64, *ends[:-1].tolist()]
    assert len(ARRAYS.attack_sets) == ends[-1]
