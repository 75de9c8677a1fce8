"""PEXT counts the blocker subsets one by one, by the instruction as in software."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

import magicbb as mb
from magicbb.geometry.bitboards import pext
from magicbb.lookup.keys import ROWS
from magicbb.recipes.hashing.pext import Pext
from magicbb.recipes.scheme import Scheme
from magicbb.recipes.storage.compressed import Compressed

if TYPE_CHECKING:
    from magicbb.lookup.keys import Keys

SOFTWARE = {"instruction": False, "software": True}
either = pytest.mark.parametrize("software", SOFTWARE.values(), ids=SOFTWARE)


def pext_table(*, software: bool, layout: str = "concatenated") -> mb.Table:
    """Return a table without magics."""
    return mb.Table(Scheme(Pext(software=software), layout), [])


@either
def test_the_indices_of_a_row_count_its_keys(software: bool, keys: Keys) -> None:
    table = pext_table(software=software)
    indices = table.scheme.indices_of_keys(table.parameters, keys)
    for row in range(ROWS):
        part = keys.of_row(row)
        assert np.array_equal(indices[part], np.arange(part.stop - part.start))


def test_an_index_is_the_number_of_the_subset(keys: Keys) -> None:
    table = pext_table(software=False)
    indices = table.scheme.indices_of_keys(table.parameters, keys)
    for key in range(0, len(indices), 499):
        mask, blockers = int(keys.masks[keys.rows[key]]), int(keys.blockers[key])
        assert indices[key] == pext(blockers, mask)


@either
@pytest.mark.parametrize("layout", ["concatenated", "strided"])
def test_the_table_holds_the_attacks_in_the_order_of_the_keys(
    software: bool, layout: str, keys: Keys
) -> None:
    table = pext_table(software=software, layout=layout)
    assert table.magics == ()
    assert np.array_equal(table.slots[table.slots != 0], keys.attacks)


def test_software_is_another_scheme_with_the_same_arrays() -> None:
    one, other = (pext_table(software=software) for software in SOFTWARE.values())
    assert one != other
    assert np.array_equal(one.slots, other.slots)
    assert np.array_equal(one.parameters, other.parameters)


@pytest.mark.slow
def test_a_table_may_do_without_instructions_altogether() -> None:
    scheme = Scheme(Pext(software=True), "concatenated", Compressed(software=True))
    table = mb.build(scheme)
    assert table.verify().nbytes == 215_296
    assert table.queen_attacks("d4", 0) == mb.queen_attacks("d4", 0)


def test_software_has_no_name_in_a_file() -> None:
    with pytest.raises(ValueError, match=r"^only schemes of registered parts can be saved, got "):
        pext_table(software=True).to_bytes()


def test_it_takes_no_magics() -> None:
    with pytest.raises(ValueError, match=r"^the hash takes no magics, got 128$"):
        mb.Table(Scheme("pext", "concatenated"), mb.find_all())


def test_any_seed_builds_the_same() -> None:
    assert mb.build("pext", seed=1) == mb.build("pext", seed=2)
