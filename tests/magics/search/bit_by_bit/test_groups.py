"""Groups of bits: testing all their values at once changes no count and no magic."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from magicbb.geometry.sliders import parse_slider
from magicbb.geometry.squares import parse_square
from magicbb.lookup.keys import all_keys, row_of
from magicbb.magics.search import find
from magicbb.magics.search.bit_by_bit import BitByBitSearch
from magicbb.magics.search.bit_by_bit.groups import LARGEST, SMALLEST
from magicbb.magics.search.bit_by_bit.sampling import random_prefixes
from magicbb.magics.search.bit_by_bit.steps import order_from, period_bits, rotating_bits


class Case(NamedTuple):
    piece: str
    square: str
    bits: int
    kind: str
    start: int
    ahead: int = 0
    assumed: bool = False


CASES = [
    Case("bishop", "c6", 6, "black", 5, 3),
    Case("bishop", "f5", 6, "black", 4, 3),
    Case("bishop", "e8", 4, "black", 4, 3),
    Case("bishop", "h4", 4, "black", 5, 4),
    Case("bishop", "d4", 8, "white", 3),
    Case("bishop", "d5", 8, "black", 2, 2),
    Case("bishop", "b2", 3, "white", 10),
    Case("rook", "f7", 9, "black", 7, 3),
    Case("rook", "d3", 9, "white", 20),
    Case("rook", "c7", 9, "white", 9),
    Case("rook", "a8", 11, "white", 12),
    Case("bishop", "a7", 4, "black", 6, 2),
    Case("bishop", "g7", 4, "white", 3),
    Case("bishop", "h8", 5, "white", 6),
    Case("bishop", "c6", 2, "black", 5, 1),
    Case("bishop", "e4", 7, "white", 6),
    Case("rook", "d4", 10, "white", 8),
    Case("rook", "h1", 12, "white", 11),
    Case("rook", "f7", 9, "black", 7, assumed=True),
    Case("bishop", "d5", 8, "black", 3, assumed=True),
    Case("bishop", "e8", 4, "black", 4, assumed=True),
]


def search_of(case: Case, *, grouped: bool = True) -> BitByBitSearch:
    slider, square = parse_slider(case.piece), parse_square(case.square)
    mask, black, keys = slider.mask(square), case.kind == "black", all_keys()
    rotating = rotating_bits(mask, case.bits) if black else 0
    period = period_bits(mask, case.bits, black=black)
    order = order_from(case.start, "up", period, rotating, case.ahead)
    attacks = keys.attacks[keys.of_row(row_of(slider, square))]
    slot = 1 << (64 - case.bits)
    rotations = range(slot // 3, slot // 3 + slot // 32) if case.assumed else None
    search = BitByBitSearch(mask, case.bits, attacks, order, black=black, rotations=rotations)
    if not grouped:
        groups: Any = search._state.groups  # noqa: SLF001
        for group in groups:
            group.bits = 0
    return search


def sizes(search: BitByBitSearch) -> list[int]:
    groups: Any = search._state.groups  # noqa: SLF001
    return [int(group.bits) for group in groups]


def searched(
    search: BitByBitSearch, depth: int, prefix: int, budget: int = 1 << 12
) -> tuple[int, int, int, list[int]] | None:
    """What is found below a prefix; None if that takes too long."""
    search.enter(depth, prefix)
    most = 1 << 19
    while not search.advance(budget) and search.nodes <= most:
        pass
    if search.nodes > most:
        return None
    return search.nodes, search.count, search.digest, search.magics


@pytest.mark.parametrize("case", CASES, ids=str)
def test_each_group_ends_with_the_only_step_that_tests_prefixes(case: Case) -> None:
    search = search_of(case)
    assert SMALLEST <= max(sizes(search)) <= LARGEST
    for level, bits in enumerate(sizes(search)):
        tested = [search.is_tested(step) for step in range(level, level + bits)]
        assert tested == [False] * (bits - 1) + [True] if bits else True
        assert [search.bit(step) - search.bit(level) for step in range(level, level + bits)] == [
            *range(bits)
        ]


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, marks=[pytest.mark.slow] if case.bits > 10 else []) for case in CASES],
    ids=str,
)
def test_groups_change_no_count_and_no_magic(case: Case) -> None:
    """In random subtrees that begin before a group, within one, and after it."""
    grouped, single = search_of(case), search_of(case, grouped=False)
    compared = 0
    for level in [level for level, bits in enumerate(sizes(grouped)) if bits]:
        for prefix in random_prefixes(single, level, 6, level).tolist():
            expected = searched(single, level, prefix)
            if expected is not None:
                assert searched(grouped, level, prefix) == expected
                compared += expected[0] > 0
    assert compared > 0


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.square in {"a8", "a7", "g7", "h8"}]
)
def test_magics_below_groups_are_found(case: Case) -> None:
    """Below the bits that a magic has before its last groups."""
    magic = find(case.piece, case.square, case.bits, case.kind, seed=1).magic
    grouped, single = search_of(case), search_of(case, grouped=False)
    levels = [level for level, bits in enumerate(sizes(grouped)) if bits]
    found = 0
    for level in levels[-6:]:
        prefix = sum(magic & 1 << grouped.bit(step) for step in range(level))
        expected = searched(single, level, prefix)
        if expected is not None:
            assert searched(grouped, level, prefix) == expected
            found += expected[1]
    assert found > 0


def test_slices_do_not_matter() -> None:
    case = CASES[2]
    whole, sliced = search_of(case), search_of(case)
    for prefix in random_prefixes(whole, 20, 5, 1).tolist():
        assert searched(whole, 20, prefix) == searched(sliced, 20, prefix, budget=1)
