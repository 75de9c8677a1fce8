"""The offset in the magic's low 16 bits: it says where the slots are, in units of eight."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

import magicbb as mb
from magicbb.lookup.keys import PLACES, ROWS
from magicbb.recipes.hashing import HASHES
from magicbb.recipes.scheme import Scheme
from magicbb.recipes.sources.searched import constructed

if TYPE_CHECKING:
    from magicbb.lookup.keys import Keys

HASH = HASHES["white-offset-in-magic"]
SCHEME = Scheme("white-offset-in-magic", "joint")


@pytest.fixture(scope="module", params=[1, 7])
def joint(request: pytest.FixtureRequest) -> mb.Table:
    """A table of two seeds."""
    return mb.Table(SCHEME, constructed(HASH, request.param), seed=request.param)


def test_the_low_bits_say_where_the_slots_start(joint: mb.Table, keys: Keys) -> None:
    slots = joint.scheme.slots_of_keys(joint.parameters, keys)
    for row in range(ROWS):
        magic, blockers = joint.magics[row], keys.blockers[keys.of_row(row)]
        start = 8 * (magic.magic % 2**16)
        indices = (blockers * np.uint64(magic.magic)) >> np.uint64(magic.shift)
        assert np.array_equal(slots[keys.of_row(row)], indices + np.uint64(start))
        assert int(slots[keys.of_row(row)][0]) == start


def test_squares_start_in_different_places_where_a_cache_line_does(joint: mb.Table) -> None:
    starts = {8 * (magic.magic % 2**16) for magic in joint.magics}
    assert len(starts) == ROWS
    assert joint.slots.ctypes.data % 64 == 0


def test_the_table_is_smaller_than_the_plain_one(joint: mb.Table) -> None:
    assert joint.entries < 294_912


def test_each_is_a_magic_in_plain_python(joint: mb.Table) -> None:
    for magic in joint.magics[::17]:
        magic.check()


def test_every_magic_is_reported_as_it_is_found() -> None:
    found: list[mb.Magic] = []
    assert {*constructed(HASH, 1, found.append)} == {*found}
    assert len(found) == ROWS


def test_other_magics_collide_or_lie_outside() -> None:
    # Magics of a fixed shift, whose low bits were drawn: nobody kept their squares apart.
    with pytest.raises(ValueError, match=r"have different attacks but collide|outside the table"):
        mb.Table(SCHEME, constructed(HASHES["white-fixed"], 1))


def test_mask_and_magic_are_all_that_is_kept(joint: mb.Table) -> None:
    for row, (slider, square) in enumerate(PLACES):
        factor = joint.magics[row].magic
        assert joint.parameters[row].tolist() == [slider.mask(square), factor]
