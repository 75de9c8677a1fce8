"""Whose the slots of a table are: against the keys, one by one."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np
import pytest

import magicbb as mb
from magicbb.pictures.slot_map import EMPTY, SEVERAL
from magicbb.tables.slot_use import slot_use

if TYPE_CHECKING:
    from magicbb.lookup.keys import Keys


@pytest.mark.parametrize("name", ["fancy", "plain", "shared", "densest-shared", "pext"])
def test_every_slot_belongs_to_the_rows_whose_keys_reach_it(name: str, keys: Keys) -> None:
    table = mb.build(name)
    slots = table.scheme.slots_of_keys(table.parameters, keys).tolist()
    rows_of: dict[int, set[int]] = defaultdict(set)
    slots_of: dict[int, set[int]] = defaultdict(set)
    for row, slot in zip(keys.rows.tolist(), slots, strict=True):
        rows_of[slot].add(row)
        slots_of[row].add(slot)
    use = table.slot_use()
    assert len(use.owners) == table.entries
    for slot, owner in enumerate(use.owners):
        rows = rows_of.get(slot, set())
        expected = min(rows, default=EMPTY) if len(rows) < 2 else SEVERAL
        assert owner == expected
    for row, square in enumerate((*use.squares["rook"], *use.squares["bishop"])):
        own = slots_of[row]
        shared = sum(len(rows_of[slot]) > 1 for slot in own)
        assert square == (len(own), shared, min(own), max(own))


def test_slots_behind_the_last_one_used_are_empty(keys: Keys) -> None:
    use = slot_use(np.zeros(len(keys.rows), np.uint64), 3)
    assert use.owners == bytes([SEVERAL, EMPTY, EMPTY])
    assert {*use.squares["rook"], *use.squares["bishop"]} == {(1, 1, 0, 0)}
