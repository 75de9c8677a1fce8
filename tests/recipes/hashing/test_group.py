"""Two groups in one array: every key is right, and nothing but the magics is kept."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import magicbb as mb
from magicbb.lookup.keys import PLACES, Keys
from magicbb.recipes.catalogue import CATALOGUE
from magicbb.recipes.hashing import HASHES
from magicbb.recipes.hashing.group import GROUP_BITS, Group
from magicbb.recipes.scheme import Scheme

SEED = 2


@pytest.fixture(scope="module")
def magics() -> tuple[mb.Magic, ...]:
    return Group().search(SEED)


def test_it_is_registered_and_in_the_catalogue() -> None:
    assert HASHES["black-group"] == Group()
    assert CATALOGUE["magic-group"].scheme == Scheme("black-group", "joint", "direct")


def test_a_table_of_two_groups_is_right_on_all_keys(magics: tuple[mb.Magic, ...]) -> None:
    table = mb.Table(Scheme("black-group", "joint"), magics)
    table.verify()
    rooks, bishops = (1 << GROUP_BITS[name] for name in ("rook", "bishop"))
    assert rooks < table.entries <= rooks + bishops
    assert table.parameters.shape == (128, 2)


def test_the_kernel_computes_the_index_of_the_magic(
    magics: tuple[mb.Magic, ...], keys: Keys
) -> None:
    table = mb.Table(Scheme("black-group", "joint"), magics)
    slots = table.scheme.slots_of_keys(table.parameters, keys)
    for row in range(0, 128, 7):
        part, first = keys.of_row(row), (1 << GROUP_BITS["rook"]) * (row // 64)
        indices = [magics[row].index(blockers) for blockers in keys.blockers[part].tolist()]
        assert np.array_equal(slots[part], np.array(indices, np.uint64) + np.uint64(first))


def test_the_magics_come_in_order_and_are_reported() -> None:
    found: list[mb.Magic] = []
    magics = Group().search(SEED, found.append)
    assert magics == tuple(found)
    assert [(magic.piece, magic.square) for magic in magics] == [*PLACES]
    assert all(magic.bits == Group().bits(magic.piece, magic.square) for magic in magics)


def test_magics_of_other_bits_are_refused(magics: tuple[mb.Magic, ...]) -> None:
    wrong = replace(magics[70], bits=14)
    sentence = "^bishop g1: a group magic has 13 index bits, but this one has 14$"
    with pytest.raises(ValueError, match=sentence):
        mb.Table(Scheme("black-group", "joint"), [*magics[:70], wrong, *magics[71:]])


def test_squares_that_share_slots_are_refused(magics: tuple[mb.Magic, ...]) -> None:
    wrong = replace(magics[65], magic=magics[64].magic)
    with pytest.raises(mb.errors.CollisionError, match="bishop"):
        mb.Table(Scheme("black-group", "joint"), [*magics[:65], wrong, *magics[66:]])


def test_magics_found_alone_are_no_group() -> None:
    magics = mb.find_all("black", Group().bits)
    with pytest.raises(mb.errors.CollisionError):
        mb.Table(Scheme("black-group", "joint"), magics)


def test_bishops_have_a_group_in_the_form_of_the_wiki() -> None:
    """With `occupied & mask | own` as the key, as docs/magic-groups.md says."""
    held: dict[int, tuple[int, int]] = {}
    with (Path(__file__).parents[2] / "data" / "group-bishops-13.csv").open() as file:
        rows = [*csv.DictReader(file)]
    assert [row["square"] for row in rows] == [*map(mb.geometry.square_name, range(64))]
    for row in rows:
        square = mb.geometry.parse_square(row["square"])
        for blockers in mb.geometry.subsets(mb.BISHOP.mask(square)):
            product = (blockers | 1 << square) * int(row["magic"], 16)
            wanted = (square, mb.BISHOP.attacks(square, blockers))
            assert held.setdefault(product % 2**64 >> (64 - 13), wanted) == wanted
