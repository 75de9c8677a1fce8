"""What each storage keeps, how large it is, and that it gives the attacks back."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np
import pytest

import magicbb as mb
from magicbb.geometry.bitboards import FULL, squares_of
from magicbb.lookup.keys import PLACES, ROWS, row_name
from magicbb.recipes.scheme import Scheme
from magicbb.recipes.square_groups import group_of
from magicbb.recipes.storage import STORAGES
from magicbb.recipes.storage.compressed import Compressed

if TYPE_CHECKING:
    from magicbb.lookup.keys import Keys

ATTACK_SETS = 6328
LISTS = 50_624
"""Bytes of the lists of all squares' attack sets, 8 bytes each."""
UNITED = 3124
"""Words of the lists of two rooks or four bishops each: sum over the groups of the longest."""
INTERVALS = 56
"""Intervals of at least two files, and of ranks."""


def fancy_with(storage: str) -> mb.Table:
    """Return the fancy table in a storage."""
    return mb.Table(Scheme("white", "concatenated", storage), mb.find_all(seed=3))


def test_the_squares_have_6328_attack_sets_of_which_6326_are_different(keys: Keys) -> None:
    counts = [len(np.unique(keys.attacks[keys.of_row(row)])) for row in range(ROWS)]
    assert sum(counts) == ATTACK_SETS == LISTS // 8
    assert max(counts) == 144
    assert len(np.unique(keys.attacks)) == 6326


def test_the_two_that_are_double_are_seen_by_bishops_from_opposite_corners(keys: Keys) -> None:
    rows_of = defaultdict(set)
    for attacks, row in zip(keys.attacks.tolist(), keys.rows.tolist(), strict=True):
        rows_of[attacks].add(row_name(row))
    double = {attacks: rows for attacks, rows in rows_of.items() if len(rows) > 1}
    diagonal, other = (mb.BISHOP.attacks(corner, 0) for corner in ("a1", "a8"))
    assert double == {
        diagonal & ~(1 << 63): {"bishop a1", "bishop h8"},
        other & ~(1 << 7): {"bishop a8", "bishop h1"},
    }


@pytest.mark.parametrize(
    ("storage", "nbytes"),
    [
        ("direct", 8 * 107_648),
        ("bytes", 107_648 + LISTS),
        ("bytes-union", 107_648 + 8 * UNITED),
        ("nibbles", 107_648 + 8 * INTERVALS),
        ("shorts", 2 * 107_648 + 8 * 6326),
        ("pdep", 2 * 107_648),
        ("union", 8 * 107_648),
    ],
)
def test_its_bytes(storage: str, nbytes: int) -> None:
    assert fancy_with(storage).nbytes == nbytes


def test_a_byte_per_slot_makes_the_plain_table_as_small_as_published() -> None:
    # Robert Houdart 2010: 256 KB for the rooks, 32 KB for the bishops, and the lists.
    table = mb.build("byte-lookup")
    assert table.slots.nbytes == 256 * 1024 + 32 * 1024
    assert table.attack_sets.nbytes == LISTS


def test_numbers_of_16_bits_need_one_list_for_all() -> None:
    table = mb.build("perfect-16")
    assert table.slots.dtype == np.uint16
    assert table.slots.nbytes == 2 * 107_648
    assert len(table.attack_sets) == 6326
    assert table.parameters.shape[1] == len(("mask", "magic", "shift", "offset"))


def test_compressed_attacks_need_no_list() -> None:
    table = mb.build("pext-16")
    assert (table.nbytes, table.attack_sets.nbytes) == (215_296, 0)


@pytest.mark.parametrize("storage", ["bytes", "shorts"])
def test_the_attack_sets_of_a_list_are_all_read(storage: str) -> None:
    table = fancy_with(storage)
    if storage == "shorts":
        assert {*table.slots.tolist()} == {*range(6326)}
        assert len({*table.attack_sets.tolist()}) == 6326
        return
    starts = table.parameters[:, table.scheme.words.index("list")].tolist()
    for row, (slider, square) in enumerate(PLACES):
        end = [*starts, ATTACK_SETS][row + 1]
        listed = table.attack_sets[starts[row] : end].tolist()
        assert listed == sorted({*listed})
        assert len(listed) == slider.attack_sets(square)


def test_the_list_of_a_group_is_as_long_as_that_of_its_largest_member() -> None:
    sizes: dict[tuple[int, int, int], int] = {}
    for row, (slider, square) in enumerate(PLACES):
        group = group_of(row)
        sizes[group] = max(slider.attack_sets(square), sizes.get(group, 0))
    table = fancy_with("bytes-union")
    assert len(table.attack_sets) == sum(sizes.values()) == UNITED
    starts = table.parameters[:, table.scheme.words.index("list")].tolist()
    start_of = {group_of(row): start for row, start in enumerate(starts)}
    assert starts == [start_of[group_of(row)] for row in range(ROWS)]
    ends = sorted(start_of[group] + size for group, size in sizes.items())
    assert [0, *ends[:-1]] == sorted(start_of.values())


def test_each_of_a_group_reads_its_own_attack_sets_in_ascending_order(keys: Keys) -> None:
    contents = STORAGES["bytes-union"].contents(keys)
    for row, (start, lines) in enumerate(contents.words):
        own = np.unique(keys.attacks[keys.of_row(row)])
        united = contents.attack_sets[start : start + len(own)]
        assert np.array_equal(united & np.uint64(lines), own)


def test_what_squares_may_share_by_bytes_they_may_share_with_united_lists(keys: Keys) -> None:
    apart, united = (STORAGES[name].contents(keys) for name in ("bytes", "bytes-union"))
    assert np.array_equal(apart.values, united.values)
    assert np.array_equal(apart.care, united.care)


class TestNibbles:
    """A byte with the numbers of two intervals."""

    def test_an_interval_has_whole_files_or_whole_ranks(self, keys: Keys) -> None:
        sets = STORAGES["nibbles"].contents(keys).attack_sets.tolist()
        assert len({*sets}) == INTERVALS - 1  # all files are all ranks
        for place, each in enumerate(sets):
            step, whole = (1, FULL // 0xFF) if place < INTERVALS // 2 else (8, 0xFF)
            parts = [each >> step * at & whole for at in range(8)]
            assert {*parts} <= {0, whole}
            assert "01" not in "".join("1" if part else "0" for part in parts).strip("0")

    def test_each_line_has_its_own_nibble(self, keys: Keys) -> None:
        contents = STORAGES["nibbles"].contents(keys)
        for key in range(0, len(keys.rows), 101):
            row = int(keys.rows[key])
            first, line, second, other = contents.words[row]
            entry, attacks = int(contents.values[key]), int(keys.attacks[key])
            assert int(contents.attack_sets[first + entry % 16]) & line == attacks & line
            assert int(contents.attack_sets[second + entry // 16]) & other == attacks & other

    def test_two_lines_are_all_that_a_slider_attacks(self, keys: Keys) -> None:
        words = STORAGES["nibbles"].contents(keys).words
        for (slider, square), (_, line, _, other) in zip(PLACES, words, strict=True):
            assert (line & other, line | other) == (0, slider.attacks(square, 0))

    def test_no_byte_leads_out_of_the_list(self, keys: Keys) -> None:
        contents = STORAGES["nibbles"].contents(keys)
        starts = np.array(contents.words)[keys.rows]
        assert (starts[:, 0] + contents.values % 16).max() < INTERVALS
        assert (starts[:, 2] + contents.values // 16).max() < INTERVALS


@pytest.mark.parametrize("storage", ["pdep", "union", "bytes-union"])
def test_the_squares_lines_are_kept(storage: str) -> None:
    table = fancy_with(storage)
    lines = table.parameters[:, table.scheme.words.index("lines")].tolist()
    assert lines == [slider.attacks(square, 0) for slider, square in PLACES]


def test_a_compressed_slot_holds_the_attacks_bit_by_bit(keys: Keys) -> None:
    values = STORAGES["pdep"].contents(keys).values
    assert int(values.max()) < 1 << 14
    for key in range(0, len(values), 997):
        slider, square = PLACES[int(keys.rows[key])]
        lines = [*squares_of(slider.attacks(square, 0))]
        bits = [place for place in range(16) if int(values[key]) >> place & 1]
        assert sum(1 << lines[bit] for bit in bits) == keys.attacks[key]


def test_software_spreads_what_the_instruction_does() -> None:
    magics = mb.find_all(seed=3)
    software = mb.Table(Scheme("white", "concatenated", Compressed(software=True)), magics)
    hardware = fancy_with("pdep")
    assert software != hardware
    assert np.array_equal(software.slots, hardware.slots)
    assert software.verify() == hardware.verify()


def test_what_goes_without_the_instruction_has_no_name_in_a_file() -> None:
    table = mb.Table(Scheme("pext", "concatenated", Compressed(software=True)), [])
    with pytest.raises(ValueError, match=r"^only schemes of registered parts can be saved, got "):
        table.to_bytes()
