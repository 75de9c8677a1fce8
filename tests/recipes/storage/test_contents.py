"""The one check that every table's filling makes: who may share a slot, and who collides."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import magicbb as mb
from magicbb.lookup.keys import PLACES, Keys
from magicbb.recipes.storage import STORAGES

if TYPE_CHECKING:
    from magicbb.recipes.storage.storage import Contents

KEYS = 107_648

key_numbers = st.integers(0, KEYS - 1)
every_storage = pytest.mark.parametrize("storage", STORAGES)


@pytest.fixture(scope="module")
def contents(keys: Keys) -> dict[str, Contents]:
    """What every storage wants to store."""
    return {name: storage.contents(keys) for name, storage in STORAGES.items()}


def slots_apart() -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """Return a slot of its own for every key."""
    return np.arange(KEYS, dtype=np.uint64)


@every_storage
def test_a_slot_holds_what_its_key_wants_and_a_free_one_nothing(
    keys: Keys, contents: dict[str, Contents], storage: str
) -> None:
    held = contents[storage].merge(keys, 2 * slots_apart(), 2 * KEYS + 5)
    assert len(held) == 2 * KEYS + 5
    assert np.array_equal(held[: 2 * KEYS : 2], contents[storage].values)
    assert not held[1::2].any()


def test_keys_with_equal_attacks_may_share_a_slot(
    keys: Keys, contents: dict[str, Contents]
) -> None:
    attack_sets, slots = np.unique(keys.attacks, return_inverse=True)
    held = contents["direct"].merge(keys, slots.astype(np.uint64), len(attack_sets))
    assert np.array_equal(held, attack_sets)


@every_storage
def test_values_lie_within_what_is_read(
    keys: Keys, contents: dict[str, Contents], storage: str
) -> None:
    wanted = contents[storage]
    assert wanted.values.dtype == wanted.care.dtype == wanted.attack_sets.dtype == np.uint64
    assert not (wanted.values & ~wanted.care[keys.rows]).any()
    assert {len(words) for words in wanted.words} == {len(STORAGES[storage].words)}


@every_storage
def test_a_storage_that_shares_reads_less_than_a_whole_slot(
    contents: dict[str, Contents], storage: str
) -> None:
    whole = (contents[storage].care == np.uint64(2**64 - 1)).all()
    assert bool(whole) != STORAGES[storage].shareable


@every_storage
@given(first=key_numbers, second=key_numbers)
def test_any_two_keys_in_one_slot_collide_if_they_want_a_common_bit_different(
    keys: Keys, contents: dict[str, Contents], storage: str, first: int, second: int
) -> None:
    wanted, slots = contents[storage], slots_apart()
    slots[second] = slots[first]
    common = wanted.care[keys.rows[first]] & wanted.care[keys.rows[second]]
    if (wanted.values[first] ^ wanted.values[second]) & common == 0:
        held = wanted.merge(keys, slots, KEYS)
        assert held[first] == wanted.values[first] | wanted.values[second]
        return
    with pytest.raises(mb.errors.CollisionError) as caught:
        wanted.merge(keys, slots, KEYS)
    found = {*zip(caught.value.rows, caught.value.blockers, strict=True)}
    assert found == {(int(keys.rows[key]), int(keys.blockers[key])) for key in (first, second)}
    assert caught.value.slot == first


def test_two_keys_that_collide_are_named_among_others_that_do_not(
    keys: Keys, contents: dict[str, Contents]
) -> None:
    # The empty board's keys of a1 and b2 get on with each other, and a1's with itself; b2's second
    # key and its first do not.
    slots = slots_apart()
    a1, b2 = int(keys.starts[0]), int(keys.starts[9])
    slots[[a1, b2, b2 + 1]] = 7
    slots[7] = a1
    with pytest.raises(mb.errors.CollisionError) as caught:
        contents["union"].merge(keys, slots, KEYS)
    assert caught.value.rows == (9, 9)
    assert {*caught.value.blockers} == {int(keys.blockers[b2]), int(keys.blockers[b2 + 1])}


def test_a_bit_that_nobody_reads_is_of_no_account(
    keys: Keys, contents: dict[str, Contents]
) -> None:
    # Keys that read nothing get on with all others.
    deaf = contents["direct"].care.copy()
    deaf[0] = 0
    slots = slots_apart()
    slots[: int(keys.starts[1])] = int(keys.starts[1])
    wanted = dataclasses.replace(contents["direct"], care=deaf)
    held = wanted.merge(keys, slots, KEYS)
    assert held[int(keys.starts[1])] == keys.attacks[int(keys.starts[1])]


def test_the_union_cares_for_the_lines_of_the_empty_board(contents: dict[str, Contents]) -> None:
    lines = [slider.attacks(square, 0) for slider, square in PLACES]
    assert contents["union"].care.tolist() == lines
    assert contents["union"].words == tuple((line,) for line in lines)
