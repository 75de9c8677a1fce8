"""Every rival looks up what the rays give, behind the face that every table has."""

from __future__ import annotations

import copy
import functools
import pickle
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import magicbb as mb
from magicbb.lookup.compiled import many_entry, single_entry
from magicbb.lookup.keys import ROWS
from magicbb.recipes.rivals import RIVALS
from magicbb.recipes.rivals.rays import Rays
from magicbb.tables.rival_table import RivalTable

if TYPE_CHECKING:
    from magicbb.geometry.sliders import Slider
    from magicbb.recipes.rivals import Rival

SLIDERS = (mb.ROOK, mb.BISHOP, mb.QUEEN)

EACH_RIVAL = pytest.mark.parametrize("rival", RIVALS.values(), ids=RIVALS)
EACH_SLIDER = pytest.mark.parametrize("slider", SLIDERS, ids=str)

boards = st.integers(0, 2**64 - 1)
squares = st.integers(0, 63)


@functools.cache
def table_of(name: str) -> RivalTable:
    """The table of a rival, made when a test asks for it."""
    return RivalTable(RIVALS[name])


@pytest.fixture(scope="session", params=RIVALS)
def table(request: pytest.FixtureRequest) -> RivalTable:
    """The table of each rival, one after the other."""
    return table_of(request.param)


def test_they_are_known_by_their_names() -> None:
    names = "rays rotated kogge-stone kindergarten hyperbola obstruction"
    assert [*RIVALS] == names.split()
    assert all(rival.name == name for name, rival in RIVALS.items())


@EACH_RIVAL
def test_each_says_what_it_is_in_a_line(rival: Rival) -> None:
    assert rival.description
    assert "\n" not in rival.description


def test_every_key_is_right(table: RivalTable) -> None:
    assert table.verify().keys == 107_648


@EACH_SLIDER
@given(square=squares, occupied=boards)
def test_it_sees_what_the_oracle_sees(
    table: RivalTable, slider: Slider, square: int, occupied: int
) -> None:
    assert table.lookup(slider)(square, occupied) == slider.attacks(square, occupied)


@EACH_SLIDER
def test_it_agrees_with_magics_on_many_boards(table: RivalTable, slider: Slider) -> None:
    random = np.random.default_rng(7)
    on = random.integers(0, 64, 20_000).astype(np.uint8)
    dense, sparse = random.integers(0, 2**64 - 1, (2, 20_000), np.uint64, endpoint=True)
    expected = mb.tables.default_table().lookup(slider)
    for occupied in (dense, dense & sparse, dense | sparse):
        assert np.array_equal(table.lookup(slider)(on, occupied), expected(on, occupied))


@EACH_SLIDER
@given(occupied=boards)
def test_whether_the_sliders_own_square_is_occupied_makes_no_difference(
    table: RivalTable, slider: Slider, occupied: int
) -> None:
    on = np.arange(64, dtype=np.uint8)
    own = np.uint64(1) << on.astype(np.uint64)
    without, with_it = np.uint64(occupied) & ~own, np.uint64(occupied) | own
    look_up = table.lookup(slider)
    assert np.array_equal(look_up(on, without), look_up(on, with_it))


def test_the_queen_sees_what_rook_and_bishop_see(table: RivalTable) -> None:
    on, occupied = np.arange(64), 0x0040_2204_1008_2400
    both = table.rook_attacks(on, occupied) | table.bishop_attacks(on, occupied)
    assert np.array_equal(table.queen_attacks(on, occupied), both)


def test_it_takes_what_every_table_takes(table: RivalTable) -> None:
    assert table.rook_attacks("a1", 0) == 0x0101_0101_0101_01FE
    assert table.lookup("bishop")("a1", 0) == 0x8040_2010_0804_0200
    with pytest.raises(ValueError, match="square must be"):
        table.rook_attacks(64, 0)
    with pytest.raises(ValueError, match="square must be"):
        table.rook_attacks(np.array([3, 64], np.uint8), np.zeros(2, np.uint64))


@EACH_RIVAL
def test_its_arrays_are_what_its_kernels_read(rival: Rival) -> None:
    arrays = rival.arrays()
    dtype = {"Words": np.uint64, "Shorts": np.uint16, "Bytes": np.uint8}[rival.memory]
    assert arrays.parameters.dtype == np.uint64
    assert arrays.parameters.shape[0] == ROWS
    assert arrays.slots.dtype == dtype
    assert arrays.attack_sets.dtype == np.uint64
    assert arrays.slots.ndim == arrays.attack_sets.ndim == 1
    assert 0 <= arrays.used <= len(arrays.slots)


@pytest.mark.parametrize(
    ("name", "entries", "used", "nbytes", "parameter_nbytes"),
    [
        ("rays", 3584, 64 * 14 + 560, 3584, 0),
        ("rotated", 0, 0, 8 * (4 * 64 + 2 * 64 * 64 + 2 * 1282), 4096),
        ("kogge-stone", 0, 0, 0, 0),
        ("kindergarten", 0, 0, 8192, 3072),
        ("hyperbola", 512, 512, 512, 4096),
        ("obstruction", 0, 0, 0, 6144),
    ],
)
def test_its_size(name: str, entries: int, used: int, nbytes: int, parameter_nbytes: int) -> None:
    report = table_of(name).verify()
    assert (report.entries, report.used) == (entries, used)
    assert (report.nbytes, report.parameter_nbytes) == (nbytes, parameter_nbytes)


@pytest.mark.parametrize("clone", ["pickle", "copy"])
def test_a_copy_is_equal_and_looks_up(table: RivalTable, clone: str) -> None:
    pickled = pickle.dumps(table)
    again = copy.deepcopy(table) if clone == "copy" else pickle.loads(pickled)  # noqa: S301
    assert again == table
    assert hash(again) == hash(table)
    assert again.rook_attacks(27, 0) == table.rook_attacks(27, 0)


@pytest.mark.parametrize("name", ["rook_attacks", "bishop_attacks", "queen_attacks"])
def test_its_functions_pickle(table: RivalTable, name: str) -> None:
    look_up = pickle.loads(pickle.dumps(getattr(table, name)))  # noqa: S301
    assert look_up(27, 0) == getattr(table, name)(27, 0)


@pytest.mark.parametrize("rival", [Rays, "rays", None])
def test_what_is_no_rival_is_refused(rival: Any) -> None:
    with pytest.raises(TypeError, match=r"^rival must be a non-magic method, got"):
        RivalTable(rival)


def test_tables_are_equal_when_their_rivals_are() -> None:
    assert RivalTable(Rays()) == table_of("rays")
    assert len({*map(table_of, RIVALS), *(RivalTable(rival) for rival in RIVALS.values())}) == len(
        RIVALS
    )
    assert table_of("rays") != table_of("hyperbola")
    assert table_of("rays") != RIVALS["rays"]


def test_it_is_immutable(table: RivalTable) -> None:
    for name in ("recipe", "parameters", "rook_attacks", "new"):
        with pytest.raises(AttributeError, match="immutable"):
            setattr(table, name, None)
    for array in (table.parameters, table.slots, table.attack_sets):
        with pytest.raises(ValueError, match=r"cannot set|read-only"):
            array.flags.writeable = True


def test_it_says_what_it_is(table: RivalTable) -> None:
    assert repr(table) == f"<RivalTable {table.recipe.name}, {table.entries:,} entries>"
    assert table.recipe is RIVALS[table.recipe.name]


@EACH_RIVAL
@EACH_SLIDER
def test_its_kernels_use_only_kernels_and_words(rival: Rival, slider: Slider) -> None:
    for memory in ("Bytes", "Words"):
        assert many_entry(rival, slider, memory).fingerprint
    assert single_entry(rival, slider).fingerprint
