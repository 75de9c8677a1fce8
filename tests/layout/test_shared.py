"""Two rook or four bishop squares on one table: the published groups, and why they can share."""

from __future__ import annotations

import itertools
from collections import defaultdict
from typing import TYPE_CHECKING

import pytest

import magicbb as mb
from magicbb.axes import Scheme
from magicbb.hashing import HASHES
from magicbb.keys import PLACES, ROWS
from magicbb.layout.shared import group_of
from magicbb.sliders import SLIDERS

if TYPE_CHECKING:
    from magicbb.keys import Keys
    from magicbb.sliders import Slider

# The page on magic bitboards of the chess programming wiki prints these arrays (sharing by Hansen),
# each from a1 to h8: squares of equal numbers share.
ROOK_SHARING = [
    *(0, 1, 2, 3, 4, 5, 6, 7),
    *(1, 0, 3, 2, 5, 4, 7, 6),
    *(8, 9, 10, 11, 12, 13, 14, 15),
    *(9, 8, 11, 10, 13, 12, 15, 14),
    *(16, 17, 18, 19, 20, 21, 22, 23),
    *(17, 16, 19, 18, 21, 20, 23, 22),
    *(24, 25, 26, 27, 28, 29, 30, 31),
    *(25, 24, 27, 26, 29, 28, 31, 30),
]
BISHOP_SHARING = [
    *(0, 2, 4, 4, 4, 4, 12, 14),
    *(0, 2, 5, 5, 5, 5, 12, 14),
    *(0, 2, 6, 6, 6, 6, 12, 14),
    *(0, 2, 7, 7, 7, 7, 12, 14),
    *(1, 3, 8, 8, 8, 8, 13, 15),
    *(1, 3, 9, 9, 9, 9, 13, 15),
    *(1, 3, 10, 10, 10, 10, 13, 15),
    *(1, 3, 11, 11, 11, 11, 13, 15),
]
PUBLISHED = [*ROOK_SHARING, *(100 + number for number in BISHOP_SHARING)]

VARIABLE = ["white", "black", "white-shift-in-magic", "black-shift-in-magic", "white-32", "pext"]


def groups(numbers: list[int] | list[tuple[int, int, int]]) -> set[frozenset[int]]:
    """Return which of 128 rows have equal numbers."""
    found = defaultdict(set)
    for row, number in enumerate(numbers):
        found[number].add(row)
    return {frozenset(rows) for rows in found.values()}


def table_of(hashing: str) -> mb.Table:
    """Return a shared table."""
    return mb.Table(Scheme(hashing, "shared", "union"), HASHES[hashing].find(3))


def neighbours(square: int) -> int:
    """Return the squares that a king attacks."""
    return sum(
        1 << other
        for other in range(64)
        if max(abs(other // 8 - square // 8), abs(other % 8 - square % 8)) == 1
    )


def test_the_groups_are_those_that_were_published() -> None:
    assert groups([group_of(row) for row in range(ROWS)]) == groups(PUBLISHED)


def test_32_groups_of_rooks_and_16_of_bishops() -> None:
    sizes = sorted(len(rows) for rows in groups([group_of(row) for row in range(ROWS)]))
    assert sizes == [2] * 32 + [4] * 16


@pytest.mark.parametrize("slider", SLIDERS, ids=str)
def test_lines_in_a_group_cross_only_next_to_both(slider: Slider) -> None:
    for rows in groups([group_of(row) for row in range(ROWS)]):
        for (one, square), (other, rival) in itertools.combinations(
            [PLACES[row] for row in rows], 2
        ):
            if one == slider:
                crossing = one.attacks(square, 0) & other.attacks(rival, 0)
                assert crossing & ~(neighbours(square) & neighbours(rival)) == 0


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
    for rows in groups([group_of(row) for row in range(ROWS)]):
        assert len({offsets[row] for row in rows}) == 1
        reached[rows] = {slot for row in rows for slot in slots[keys.of_row(row)].tolist()}
    assert sum(map(len, reached.values())) == len(set.union(*reached.values()))


def test_the_smaller_of_a_group_takes_no_more_than_the_larger() -> None:
    bits = [slider.mask(square).bit_count() for slider, square in PLACES]
    largest = {
        rows: max(bits[row] for row in rows) for rows in groups([group_of(r) for r in range(ROWS)])
    }
    assert table_of("white").entries == sum(1 << most for most in largest.values())
