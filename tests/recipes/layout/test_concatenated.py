"""Two rook or four bishop squares on one table."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import pytest

import magicbb as mb
from magicbb.lookup.keys import PLACES, ROWS
from magicbb.recipes.hashing import HASHES
from magicbb.recipes.scheme import Scheme
from magicbb.recipes.sources.searched import constructed
from magicbb.recipes.square_groups import group_of

if TYPE_CHECKING:
    from magicbb.lookup.keys import Keys

VARIABLE = ["white", "black", "white-shift-in-magic", "black-shift-in-magic", "white-32", "pext"]


def groups() -> list[tuple[int, ...]]:
    """Return the rows of each group."""
    found = defaultdict(list)
    for row in range(ROWS):
        found[group_of(row)].append(row)
    return [*map(tuple, found.values())]


def table_of(hashing: str) -> mb.Table:
    """Return a shared table."""
    return mb.Table(Scheme(hashing, "shared", "union"), constructed(HASHES[hashing], 3))


def test_slots_that_are_shared_hold_what_all_can_read() -> None:
    with pytest.raises(ValueError, match=r"^white/shared/direct cannot work: "):
        Scheme("white", "shared", "direct")


@pytest.mark.parametrize("hashing", VARIABLE)
def test_with_a_variable_shift_it_has_67328_entries(hashing: str) -> None:
    table = table_of(hashing)
    assert (table.entries, table.nbytes) == (67_328, 538_624)


@pytest.mark.parametrize("hashing", ["white-fixed", "black-fixed"])
def test_with_a_fixed_shift_a_group_takes_a_row(hashing: str) -> None:
    assert table_of(hashing).entries == 32 * 4096 + 16 * 512


@pytest.mark.parametrize("hashing", ["white", "pext"])
def test_a_group_starts_in_one_slot_and_no_other_reaches_it(hashing: str, keys: Keys) -> None:
    table = table_of(hashing)
    slots = table.scheme.slots_of_keys(table.parameters, keys)
    offsets = table.parameters[:, table.scheme.words.index("offset")].tolist()
    reached = {}
    for rows in groups():
        assert len({offsets[row] for row in rows}) == 1
        reached[rows] = {slot for row in rows for slot in slots[keys.of_row(row)].tolist()}
    assert sum(map(len, reached.values())) == len(set.union(*reached.values()))


def test_the_smaller_of_a_group_takes_no_more_than_the_larger() -> None:
    bits = [slider.mask(square).bit_count() for slider, square in PLACES]
    largest = [max(bits[row] for row in rows) for rows in groups()]
    assert table_of("white").entries == sum(1 << most for most in largest)
