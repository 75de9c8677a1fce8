"""Walking: each magic on the way is a magic of its row, as short as demanded, and a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import magicbb as mb
from magicbb.geometry.bitboards import FULL
from magicbb.lookup.keys import PLACES, all_keys
from magicbb.recipes.storage import STORAGES
from magicbb.research.packing.candidates import Candidate, hashing_of
from magicbb.research.packing.sequence.walking import walk, walked

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from magicbb.recipes.layout.first_fit import Pattern

ROOK_A1, ROOK_A3, ROOK_D4, BISHOP_D4, BISHOP_A8 = 0, 16, 27, 64 + 27, 64 + 56
ROWS = pytest.mark.parametrize("row", [ROOK_A1, ROOK_D4, BISHOP_D4, BISHOP_A8])
KINDS = pytest.mark.parametrize("kind", ["white", "black"])


def candidates(row: int, kind: str, count: int = 1) -> list[Candidate]:
    magics = [mb.find(*PLACES[row], kind=kind, seed=seed) for seed in range(1, count + 1)]
    return [Candidate(row, magic.bits, magic.magic) for magic in magics]


def content(row: int, storage: str = "union") -> tuple[npt.NDArray[np.uint64], int]:
    """The values that the keys of a row read, and the bits of a slot that it reads."""
    keys = all_keys()
    contents = STORAGES[storage].contents(keys)
    return contents.values[keys.of_row(row)], int(contents.care[row])


def shape(pattern: Pattern) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(zip(pattern.slots.tolist(), pattern.values.tolist(), strict=True)))


def on_the_way(row: int, kind: str, most: int, reach: int, looks: int = 5_000) -> list[Pattern]:
    """The patterns of the magics that a walk with these limits comes across."""
    [start] = candidates(row, kind)
    values, care = content(row)
    hashing = hashing_of(row, kind, [start], 1, values)
    factors = walk(hashing, most, reach, 7, looks)
    assert len(set(factors)) == len(factors)
    return [Candidate(row, start.bits, factor).pattern(kind, values, care) for factor in factors]


@KINDS
@ROWS
def test_a_walk_passes_through_magics_only(row: int, kind: str) -> None:
    assert on_the_way(row, kind, 2**12, 2**12)
    [start] = candidates(row, kind)
    values, care = content(row)
    for each in walked([start], kind, values, care, 1, looks=2_000):
        each.magic(kind).check()


@KINDS
@ROWS
def test_a_walk_keeps_to_its_limits(row: int, kind: str) -> None:
    [start] = candidates(row, kind)
    pattern = start.pattern(kind, *content(row))
    used, extent = len(pattern.slots), pattern.extent
    for most, reach in ((used, 2**12), (2**12, extent), (used, extent), (used - 1, extent - 1)):
        for each in on_the_way(row, kind, most, reach):
            assert len(each.slots) <= most
            assert each.extent <= reach
    assert on_the_way(row, kind, 0, 2**12) == on_the_way(row, kind, 2**12, 0) == []


def test_limits_are_reached() -> None:
    [start] = candidates(BISHOP_D4, "black")
    pattern = start.pattern("black", *content(BISHOP_D4))
    used, extent = len(pattern.slots), pattern.extent
    few, short = (
        on_the_way(BISHOP_D4, "black", *limits) for limits in ((used, 2**12), (2**12, extent))
    )
    assert max(len(each.slots) for each in few) == used
    assert max(each.extent for each in short) == extent


@ROWS
def test_magics_that_are_added_are_new_and_short(row: int) -> None:
    known = candidates(row, "black", 3)
    values, care = content(row)
    found = walked(known, "black", values, care, 1, looks=20_000)
    assert found[:3] == known
    assert len(found) > 3
    patterns = [each.pattern("black", values, care) for each in found]
    shapes = [shape(pattern) for pattern in patterns[3:]]
    assert len(set(shapes)) == len(shapes)
    assert set(shapes).isdisjoint(map(shape, patterns[:3]))
    extents = [pattern.extent for pattern in patterns]
    assert extents[3:] == sorted(extents[3:])
    assert max(extents[3:]) <= min(extents[:3]) * 11 // 10


def test_magics_are_at_most_a_tenth_longer_and_use_few_more_slots() -> None:
    magic = mb.build("densest-shared").magics[ROOK_A3]
    known, read = Candidate(ROOK_A3, magic.bits, magic.magic), content(ROOK_A3)
    found = walked([known], "black", *read, 1, looks=100_000)
    start, *patterns = [each.pattern("black", *read) for each in found]
    longest = max(pattern.extent for pattern in patterns)
    assert start.extent * 108 // 100 < longest <= start.extent * 11 // 10
    used = max(len(pattern.slots) for pattern in patterns)
    assert len(start.slots) * 105 // 100 < used <= len(start.slots) * 17 // 16


def test_magics_that_are_known_are_not_added() -> None:
    read = content(BISHOP_A8)
    start, *more = walked(candidates(BISHOP_A8, "black"), "black", *read, 1, looks=5_000)
    [_, *known] = known_before = [start, *more[-20:]]
    found = walked(known_before, "black", *read, 1, looks=5_000)[len(known_before) :]
    shapes = {shape(each.pattern("black", *read)) for each in known}
    assert found
    assert shapes.isdisjoint(shape(each.pattern("black", *read)) for each in found)


def test_at_most_200_are_added() -> None:
    known = candidates(BISHOP_D4, "black", 3)
    found = walked(known, "black", *content(BISHOP_D4), 1, looks=20_000)
    assert len(found) == 203


def test_equal_seeds_give_equal_magics_and_others_do_not() -> None:
    known = candidates(BISHOP_D4, "black")
    one, same, other = (
        walked(known, "black", *content(BISHOP_D4), seed, looks=5_000) for seed in (1, 1, 2)
    )
    assert one == same != other


def test_without_looks_there_is_nothing_new() -> None:
    known = candidates(ROOK_D4, "black", 2)
    assert walked(known, "black", *content(ROOK_D4), 1, looks=0) == known


def test_the_value_that_a_key_must_read_decides() -> None:
    # With direct storage, attacks must be equal; with byte slots, keys of a row that agree on a
    # byte have equal attacks, too. So both storages have the same magics.
    known = candidates(BISHOP_A8, "white")
    direct = walked(known, "white", *content(BISHOP_A8, "direct"), 1, looks=2_000)
    assert direct == walked(known, "white", *content(BISHOP_A8, "nibbles"), 1, looks=2_000)
    assert all(each.pattern("white", *content(BISHOP_A8, "direct")).care == FULL for each in direct)
