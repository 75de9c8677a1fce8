"""Packing by first fit: every key reads what it wants, the same every time, and no row collides."""

from __future__ import annotations

import csv
from dataclasses import FrozenInstanceError
from typing import TYPE_CHECKING
from zlib import crc32

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import magicbb as mb
from magicbb.lookup.keys import PLACES, ROWS
from magicbb.magics.magic import MOST_ENTRIES, Magic
from magicbb.recipes.layout.first_fit import order, pack, pattern_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import numpy.typing as npt

    from magicbb.lookup.keys import Keys
    from magicbb.recipes.layout.first_fit import Pattern

ALL = 2**64 - 1
WHOLE = np.full(ROWS, ALL, np.uint64)


def indices_of(keys: Keys, magics: Sequence[Magic]) -> npt.NDArray[np.uint64]:
    """The index of every key, computed without a kernel."""
    parts = []
    for row, magic in enumerate(magics):
        blockers = keys.blockers[keys.of_row(row)]
        if magic.kind == "black":
            blockers = blockers | ~keys.masks[row]
        parts.append((blockers * np.uint64(magic.magic)) >> np.uint64(magic.shift))
    return np.concatenate(parts)


def empty_board(keys: Keys) -> npt.NDArray[np.uint64]:
    return keys.attacks[keys.starts[:-1].astype(np.intp)]


def entries_when_filled(
    keys: Keys,
    indices: npt.NDArray[np.uint64],
    care: npt.NDArray[np.uint64],
    offsets: npt.NDArray[np.int64],
) -> int:
    """Fill a table and hold every key against it, in as plain a way as there is."""
    slots = indices.astype(np.int64) + offsets[keys.rows]
    assert slots.min() == 0
    table = np.zeros(slots.max() + 1, np.uint64)
    wanted = keys.attacks & care[keys.rows]
    np.bitwise_or.at(table, slots, wanted)
    assert np.array_equal(table[slots] & care[keys.rows], wanted)
    return len(table)


def published_magics(path: Path) -> list[Magic]:
    with path.open(encoding="ascii") as file:
        magics = [
            Magic(row["piece"], row["square"], row["kind"], int(row["index_bits"]), factor)  # type: ignore[arg-type]
            for row in csv.DictReader(file)
            for factor in [int(row["magic"], 16)]
        ]
    found = {(magic.piece, magic.square): magic for magic in magics}
    return [found[place] for place in PLACES]


@pytest.mark.parametrize("kind", ["white", "black"])
@pytest.mark.parametrize("shared", [False, True], ids=["whole slots", "shared slots"])
def test_every_key_of_constructed_magics_reads_what_it_wants(
    keys: Keys, kind: str, shared: bool
) -> None:
    indices = indices_of(keys, mb.find_all(kind))
    care = empty_board(keys) if shared else WHOLE
    offsets = pack(keys.starts, indices, keys.attacks, care)
    entries = entries_when_filled(keys, indices, care, offsets)
    assert entries <= (70_000 if shared else 107_648)


@pytest.mark.parametrize(
    ("name", "most"),
    [("annuss-2017-white-88772", 102_000), ("everling-2026-black-76411", 77_000)],
)
def test_published_magics_are_packed_almost_as_well_as_by_their_authors(
    keys: Keys, published: dict[str, Path], name: str, most: int
) -> None:
    indices = indices_of(keys, published_magics(published[name]))
    offsets = pack(keys.starts, indices, keys.attacks, WHOLE, tries=2)
    assert entries_when_filled(keys, indices, WHOLE, offsets) <= most
    assert (offsets < 0).any() == ("black" in name)


def test_equal_arguments_give_equal_offsets_and_more_tries_are_never_worse(keys: Keys) -> None:
    indices, care = indices_of(keys, mb.find_all("black")), empty_board(keys)

    def packed(tries: int) -> npt.NDArray[np.int64]:
        return pack(keys.starts, indices, keys.attacks, care, seed=3, tries=tries)

    assert np.array_equal(packed(3), packed(3))
    sizes = [entries_when_filled(keys, indices, care, packed(tries)) for tries in (1, 2, 4)]
    assert sizes == sorted(sizes, reverse=True)


# ---- Small rows ----

Row = list[tuple[int, int]]


def packed_rows(rows: list[Row], care: list[int], **options: int) -> list[int]:
    """Pack rows that are given as their keys' indices and values."""
    keys = [key for row in rows for key in row]
    starts = np.cumsum([0, *map(len, rows)]).astype(np.uint64)
    indices, values = (np.array([key[part] for key in keys], np.uint64) for part in (0, 1))
    offsets = pack(starts, indices, values, np.array(care, np.uint64), **options)
    return [int(offset) for offset in offsets]


def test_a_row_fills_the_gaps_of_a_longer_one() -> None:
    assert packed_rows([[(7, 1), (9, 1), (10, 1)], [(6, 2)]], [ALL, ALL]) == [-7, -5]


def test_equal_values_share_a_slot() -> None:
    assert packed_rows([[(0, 5), (1, 6)], [(3, 6)]], [ALL, ALL]) == [0, -2]


def test_a_row_may_have_an_index_twice_with_one_value() -> None:
    assert packed_rows([[(4, 5), (4, 5)]], [ALL]) == [-4]


def test_bits_that_a_row_does_not_care_for_may_be_anything() -> None:
    assert packed_rows([[(0, 0b0111)], [(0, 0b1101)]], [0b0011, 0b1100]) == [0, 0]
    assert packed_rows([[(0, 0b0111)], [(0, 0b1101)]], [0b0110, 0b0011]) == [0, 1]


def test_a_defined_zero_is_not_free() -> None:
    assert packed_rows([[(0, 0)], [(0, 1)]], [1, 1]) == [0, 1]


small_row = st.dictionaries(st.integers(0, 12), st.integers(0, 7), min_size=1).map(
    lambda row: [*row.items()]
)


@given(rows=st.lists(st.tuples(small_row, st.integers(0, 7)), min_size=1, max_size=8))
def test_any_rows_are_packed_without_a_clash(rows: list[tuple[Row, int]]) -> None:
    held: dict[tuple[int, int], int] = {}
    slots = set()
    offsets = packed_rows([row for row, _ in rows], [care for _, care in rows])
    for (row, care), offset in zip(rows, offsets, strict=True):
        for index, value in row:
            slots.add(offset + index)
            for bit in range(3):
                if care >> bit & 1:
                    wanted = value >> bit & 1
                    assert held.setdefault((offset + index, bit), wanted) == wanted
    assert min(slots) == 0
    assert max(slots) < sum(13 for _ in rows)


# ---- What a seed gives ----


def scattered_rows(count: int) -> list[Row]:
    """Rows of up to 24 keys, the same with every version of NumPy (Knuth's MMIX generator)."""
    state, rows = count, []

    def number(below: int) -> int:
        nonlocal state
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (state >> 40) % below

    for _ in range(count):
        wide, lowest = 4 + number(90), number(50)
        rows.append([*{lowest + number(wide): number(3) for _ in range(1 + number(24))}.items()])
    return rows


ORDERS = {
    (1, 0): [3, 1, 7, 6, 9, 5, 0, 8, 2, 13, 15, 4, 10, 11, 12, 14],
    (1, 1): [7, 3, 9, 8, 2, 6, 1, 5, 13, 0, 15, 4, 10, 11, 12, 14],
    (1, 2): [3, 7, 1, 6, 9, 5, 0, 8, 2, 13, 15, 11, 4, 10, 14, 12],
    (1, 3): [7, 3, 9, 8, 2, 6, 13, 1, 5, 15, 0, 11, 14, 12, 4, 10],
    (2, 2): [3, 1, 7, 9, 6, 0, 5, 8, 2, 13, 15, 11, 4, 10, 14, 12],
}


def scattered_patterns(count: int) -> list[Pattern]:
    """Patterns of rows that read whole slots."""
    patterns = []
    for row, keys in enumerate(scattered_rows(count)):
        indices, values = np.array(keys, np.uint64).T
        patterns.append(pattern_of(row, indices, values, ALL))
    return patterns


def test_a_pattern_is_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        scattered_patterns(1)[0].lowest = 1  # type: ignore[misc]


@pytest.mark.parametrize(("seed", "number"), ORDERS)
def test_the_order_of_a_try(seed: int, number: int) -> None:
    assert order(scattered_patterns(16), seed, number) == ORDERS[seed, number]


@pytest.mark.parametrize(("number", "digest"), [(3, 2087182969), (4, 997756140)])
def test_the_order_of_many_rows(number: int, digest: int) -> None:
    rows = np.array(order(scattered_patterns(ROWS), 1, number), "<i8")
    assert crc32(rows.tobytes()) == digest


ENTRIES = [
    (60, {"tries": 1}, 551),
    (60, {"tries": 3}, 508),
    (60, {"tries": 7}, 508),
    (60, {}, 502),
    (60, {"seed": 2}, 526),
    (40, {"seed": 5, "tries": 9}, 344),
    (40, {"seed": 5, "tries": 10}, 325),
    (8, {"tries": 100}, 94),
]


@pytest.mark.parametrize(("count", "options", "entries"), ENTRIES, ids=str)
def test_the_entries_that_a_seed_gives(count: int, options: dict[str, int], entries: int) -> None:
    rows = scattered_rows(count)
    care = [ALL, ALL, 0b11, 0b10] * (count // 4)
    offsets = packed_rows(rows, care, **options)
    ends = [
        offset + max(index for index, _ in row) for offset, row in zip(offsets, rows, strict=True)
    ]
    assert max(ends) + 1 == entries


# ---- Bad input ----


def test_a_row_that_collides_with_itself_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^rook b1: keys with different attacks .* index 3$"):
        packed_rows([[(0, 1)], [(3, 2), (3, 1), (5, 1), (5, 2)]], [ALL, ALL])


def test_indices_too_far_apart_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^rook a1: indices must be less than 1,048,576 apart"):
        packed_rows([[(1, 1), (MOST_ENTRIES + 1, 2)]], [ALL])


def test_indices_as_far_apart_as_a_table_may_be_are_packed() -> None:
    assert packed_rows([[(10, 1), (MOST_ENTRIES + 9, 2)]], [ALL]) == [-10]


@pytest.mark.parametrize("tries", [0, 2**31])
def test_no_tries_and_too_many_are_refused(keys: Keys, tries: int) -> None:
    with pytest.raises(ValueError, match=rf"^tries must be 1\.\.2\*\*31 - 1, got {tries}$"):
        pack(keys.starts, keys.blockers, keys.attacks, WHOLE, tries=tries)
