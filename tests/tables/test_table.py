"""Tables: what they hold, and that nothing can change them."""

from __future__ import annotations

import copy
import pickle
from typing import TYPE_CHECKING, Any
from unittest.mock import ANY

import numpy as np
import pytest

import magicbb as mb
from magicbb.geometry.sliders import BISHOP, QUEEN, ROOK, Slider
from magicbb.lookup.table import LookupTable
from magicbb.recipes.scheme import Scheme

if TYPE_CHECKING:
    from collections.abc import Callable


ARRAYS = ["parameters", "slots", "attack_sets"]

every_array = pytest.mark.parametrize("name", ARRAYS)


# ---- What a table is ----


@pytest.mark.parametrize(("name", "entries"), [("fancy", 107_648), ("plain", 294_912)])
def test_the_catalogues_tables_have_the_published_sizes(name: str, entries: int) -> None:
    table = mb.build(name)
    assert table.entries == entries
    assert table.nbytes == 8 * entries


def test_a_table_has_a_magic_for_every_square_in_order(table: mb.Table) -> None:
    if table.scheme.hash.kind is None:
        assert table.magics == ()
        return
    places = [(slider, square) for slider in (ROOK, BISHOP) for square in range(64)]
    assert [(magic.piece, magic.square) for magic in table.magics] == places
    assert {magic.kind for magic in table.magics} == {table.scheme.hash.kind}


def test_the_magics_may_be_given_in_any_order(fancy: mb.Table) -> None:
    assert mb.Table(fancy.scheme, fancy.magics[::-1]) == fancy


@pytest.mark.parametrize("slider", [ROOK, BISHOP, QUEEN], ids=str)
def test_the_function_of_a_slider_is_asked_for_in_three_ways(
    table: mb.Table, slider: Slider
) -> None:
    assert table.lookup(slider) is table.lookup(slider.name)
    assert table.lookup(slider) is getattr(table, f"{slider}_attacks")


@pytest.mark.parametrize(
    ("slider", "error"),
    [
        ("knight", ValueError),
        ("", ValueError),
        (Slider("knight", ((1, 2),)), ValueError),
        (Slider("rook", ((0, 1),)), ValueError),
        (None, TypeError),
        (4, TypeError),
    ],
)
def test_another_slider_is_refused(fancy: mb.Table, slider: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match=r'^piece must be "rook", "bishop" or "queen", got '):
        fancy.lookup(slider)


def test_a_table_shows_its_scheme_and_its_size(fancy: mb.Table) -> None:
    assert repr(fancy) == "<Table white/concatenated/direct, 107,648 entries>"


@every_array
def test_the_arrays_start_at_a_cache_line(table: mb.Table, name: str) -> None:
    array = getattr(table, name)
    assert array.size == 0 or array.ctypes.data % 64 == 0


# ---- Nothing changes it ----


@pytest.mark.parametrize(
    "name", ["scheme", "magics", "slots", "seed", "entries", "rook_attacks", "anything"]
)
def test_no_attribute_can_be_set(fancy: mb.Table, name: str) -> None:
    with pytest.raises(AttributeError, match=f"^a table is immutable: {name} cannot be set$"):
        setattr(fancy, name, None)


@pytest.mark.parametrize("name", ["scheme", "slots", "rook_attacks", "anything"])
def test_no_attribute_can_be_deleted(fancy: mb.Table, name: str) -> None:
    with pytest.raises(AttributeError, match=f"^a table is immutable: {name} cannot be deleted$"):
        delattr(fancy, name)


@every_array
def test_no_array_can_be_written(table: mb.Table, name: str) -> None:
    with pytest.raises(ValueError, match="read-only"):
        getattr(table, name)[...] = 0


@every_array
def test_no_array_can_be_made_writeable_again(table: mb.Table, name: str) -> None:
    array: Any = getattr(table, name)
    while isinstance(array, np.ndarray):
        with pytest.raises(ValueError, match="WRITEABLE"):
            array.flags.writeable = True
        array = array.base


@every_array
def test_the_memory_of_no_array_can_be_reached_for_writing(fancy: mb.Table, name: str) -> None:
    owner: Any = getattr(fancy, name)
    while owner is not None:
        assert memoryview(owner).readonly, type(owner)
        owner = owner.base if isinstance(owner, np.ndarray) else getattr(owner, "obj", None)


def test_the_arrays_are_copies_of_what_was_passed(fancy: mb.Table) -> None:
    offsets = [int(start) for start in fancy.parameters[:, -1]]
    table = mb.Table(Scheme("white", "overlapped"), fancy.magics, offsets)
    before = table.offsets
    offsets[0] = 7
    assert table.offsets == before


# ---- Equality ----


def pickled(table: mb.Table) -> mb.Table:
    """Return what another process would get."""
    made: mb.Table = pickle.loads(pickle.dumps(table))  # noqa: S301  our own bytes
    return made


def test_a_table_is_equal_to_one_made_of_the_same(table: mb.Table) -> None:
    same = mb.Table(table.scheme, table.magics, table.offsets)
    assert same == table
    assert hash(same) == hash(table)


def test_another_magic_makes_another_table(fancy: mb.Table) -> None:
    magics = [*fancy.magics]
    magics[5] = mb.find(magics[5].piece, magics[5].square, seed=99)
    assert mb.Table(fancy.scheme, magics) != fancy


def test_another_scheme_makes_another_table(fancy: mb.Table) -> None:
    assert mb.Table(Scheme("white", "strided"), fancy.magics) != fancy


def test_other_offsets_make_another_table(fancy: mb.Table) -> None:
    scheme, starts = Scheme("white", "overlapped"), fancy.parameters[:, -1].tolist()
    later = [start + 1 for start in starts]
    assert mb.Table(scheme, fancy.magics, starts) != mb.Table(scheme, fancy.magics, later)


def test_a_table_is_not_equal_to_anything_else(fancy: mb.Table) -> None:
    assert fancy != fancy.magics
    assert fancy == ANY
    assert fancy is not None


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy, pickled])
def test_a_copy_is_equal(table: mb.Table, make: Callable[[mb.Table], mb.Table]) -> None:
    made = make(table)
    assert made == table
    assert made.seed == table.seed
    assert made.rook_attacks("e4", 0) == table.rook_attacks("e4", 0)


def test_a_pickle_holds_no_arrays(table: mb.Table) -> None:
    assert len(pickle.dumps(table)) < 20_000


# ---- Magics that cannot be combined ----


def test_a_missing_magic_is_named(fancy: mb.Table) -> None:
    with pytest.raises(ValueError, match=r"^there is no magic for bishop h8$"):
        mb.Table(fancy.scheme, fancy.magics[:-1])


def test_missing_magics_are_counted(fancy: mb.Table) -> None:
    with pytest.raises(ValueError, match=r"^there is no magic for rook a1 \(and 63 more\)$"):
        mb.Table(fancy.scheme, fancy.magics[64:])


def test_a_second_magic_is_named(fancy: mb.Table) -> None:
    with pytest.raises(ValueError, match=r"^rook e4 has more than one magic$"):
        mb.Table(fancy.scheme, [*fancy.magics, fancy.magics[28]])


def test_magics_and_offsets_stand_in_lists(fancy: mb.Table) -> None:
    with pytest.raises(TypeError, match=r"^magics must be Magic objects in a list, got 5$"):
        mb.Table(fancy.scheme, 5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"^offsets must be integers in a list, got 5$"):
        mb.Table(fancy.scheme, fancy.magics, 5)  # type: ignore[arg-type]
    assert mb.Table(fancy.scheme, iter(fancy.magics)) == fancy  # type: ignore[arg-type]


def test_the_base_of_all_tables_cannot_be_made(fancy: mb.Table) -> None:
    with pytest.raises(TypeError, match=r"^a LookupTable is a Table or a RivalTable; "):
        LookupTable(fancy.recipe, fancy.parameters, fancy.slots, fancy.attack_sets, fancy.used)


@pytest.mark.parametrize("seed", ["1", 1.5, [1]])
def test_a_seed_of_another_type_is_refused(fancy: mb.Table, seed: Any) -> None:
    with pytest.raises(TypeError, match=r"^seed must be"):
        mb.Table(fancy.scheme, fancy.magics, seed=seed)
