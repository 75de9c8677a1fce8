"""The model of a table: its numbers, and what is computed with them."""

from __future__ import annotations

import pytest

import magicbb as mb
from magicbb.exports.model import model_of
from magicbb.recipes.rivals import RIVALS
from magicbb.tables.rival_table import RivalTable


@pytest.fixture(scope="module")
def fancy() -> mb.Table:
    return mb.build("fancy", seed=3)


def test_records_are_the_table_s_parameters(fancy: mb.Table) -> None:
    rook, bishop = model_of(fancy).sliders
    assert [*rook.records, *bishop.records] == [*map(tuple, fancy.parameters.tolist())]


def test_columns_are_the_records_by_field(fancy: mb.Table) -> None:
    columns = model_of(fancy).sliders[1].columns
    assert columns["magic"] == [magic.magic for magic in fancy.magics[64:]]


def test_the_attacks_are_those_of_the_slot(fancy: mb.Table) -> None:
    rook, _ = model_of(fancy).sliders
    assert rook.slot is not None
    assert rook.attacks.operations == {"table", "slot", "name"}


def test_amounts_are_what_is_added_or_shifted_by(fancy: mb.Table) -> None:
    assert model_of(fancy).field_types == {"shift": "amount", "offset": "offset"}


def test_offsets_that_begin_below_the_table_are_words() -> None:
    assert model_of(mb.build("densest-fixed-black")).field_types == {"offset": "addend"}


@pytest.mark.parametrize(
    ("scheme", "bits"), [("fancy", 64), ("perfect-16", 16), ("pext-16", 16), ("byte-lookup", 8)]
)
def test_slots_have_their_bits(scheme: str, bits: int) -> None:
    assert model_of(mb.build(scheme)).element_bits == bits


def test_attack_sets_are_there_where_slots_refer_to_them(fancy: mb.Table) -> None:
    numbered = mb.build("perfect-16")
    assert model_of(fancy).attack_sets == []
    assert model_of(numbered).attack_sets == numbered.attack_sets.tolist()


UNITED = "white/concatenated/bytes-union"


@pytest.mark.parametrize(
    ("scheme", "most"), [("byte-lookup", 6328), (UNITED, 3124), ("perfect-16", 6328)]
)
def test_so_many_attack_sets_are_found_at_start_up(scheme: str, most: int) -> None:
    assert model_of(mb.build(scheme)).most_attack_sets == most


def test_a_rival_has_nothing_to_fill() -> None:
    model = model_of(RivalTable(RIVALS["obstruction"]))
    assert model.fill is None
    assert model.slots == []
    assert [part.slot for part in model.sliders] == [None, None]
