"""The published groups of squares, and why they can share."""

from __future__ import annotations

import itertools
from collections import defaultdict
from typing import TYPE_CHECKING

import pytest

from magicbb.geometry.sliders import SLIDERS
from magicbb.lookup.keys import PLACES, ROWS
from magicbb.recipes.square_groups import group_of

if TYPE_CHECKING:
    from magicbb.geometry.sliders import Slider

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


def groups(numbers: list[int] | list[tuple[int, int, int]]) -> set[frozenset[int]]:
    """Return which of 128 rows have equal numbers."""
    found = defaultdict(set)
    for row, number in enumerate(numbers):
        found[number].add(row)
    return {frozenset(rows) for rows in found.values()}


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
