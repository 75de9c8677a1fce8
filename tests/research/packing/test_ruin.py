"""Ruin and recreate: packings without a clash that never grow, and the same in any slices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magicbb.research.packing.packer import LEFT_OUT, LONGEST
from magicbb.research.packing.ruin.ruin import RuinAndRecreate

from .patterns import ALL, Plain, pattern_at, some_bits, whole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.recipes.layout.first_fit import Pattern

WAYS = pytest.mark.parametrize("shared", [False, True], ids=["exclusive", "compatible"])

Rows = list[list["Pattern"]]


def rows_of(seed: int, count: int = 24) -> Rows:
    """Rows with some patterns each, at random."""
    random = np.random.default_rng(seed)

    def pattern() -> Pattern:
        slots = np.unique(random.integers(0, 40, random.integers(1, 25)))
        values = random.integers(0, 4, len(slots))
        pairs = zip((slots - slots[0]).tolist(), values.tolist(), strict=True)
        return pattern_at({int(slot): int(value) for slot, value in pairs})

    return [[pattern() for _ in range(random.integers(1, 20))] for _ in range(count)]


def always_of(rows: Rows) -> list[int]:
    """The bits that all values of a row have in common."""
    return [
        int(np.bitwise_and.reduce(np.concatenate([pattern.values for pattern in row])))
        & row[0].care
        for row in rows
    ]


def packing_of(rows: Rows, random: int = 1, **options: Any) -> RuinAndRecreate:
    if options.get("shared"):
        options["always"] = always_of(rows)
    return RuinAndRecreate(rows, random, **options)


def check(packing: RuinAndRecreate, rows: Rows, *, shared: bool) -> None:
    """Lay a packing in as plain a way as there is."""
    plain = Plain(shared)
    chosen, places = packing.chosen.tolist(), packing.places.tolist()
    for row, pattern, place in zip(rows, chosen, places, strict=True):
        plain.lay(row[pattern], place)
        assert place + row[pattern].extent <= packing.entries
    assert max(plain.slots) + 1 == packing.entries


def state_of(packing: RuinAndRecreate) -> tuple[list[int], list[int], int, int]:
    return packing.chosen.tolist(), packing.places.tolist(), packing.entries, packing.steps


@WAYS
@settings(max_examples=30)
@given(rows=st.lists(st.lists(whole, min_size=1, max_size=3), min_size=1, max_size=9))
def test_a_packing_of_any_patterns_has_no_clash(rows: Rows, shared: bool) -> None:
    packing = packing_of(rows, shared=shared)
    packing.advance(20)
    check(packing, rows, shared=shared)


@settings(max_examples=30)
@given(rows=st.lists(some_bits.map(lambda pattern: [pattern]), min_size=1, max_size=9))
def test_rows_that_read_some_bits_share_slots_without_a_clash(rows: Rows) -> None:
    packing = packing_of(rows, shared=True)
    packing.advance(20)
    check(packing, rows, shared=True)


@WAYS
def test_entries_never_grow_and_get_fewer(shared: bool) -> None:
    rows = rows_of(1)
    packing, entries = packing_of(rows, shared=shared), []
    for _ in range(40):
        packing.advance(25)
        check(packing, rows, shared=shared)
        entries.append(packing.entries)
    assert entries == sorted(entries, reverse=True)
    assert entries[-1] < entries[0]


@WAYS
def test_slices_make_no_difference(shared: bool) -> None:
    rows, ended = rows_of(3), []
    for slices in ([60], [1] * 60, [7, 13, 40]):
        packing = packing_of(rows, shared=shared)
        for steps in slices:
            packing.advance(steps)
        ended.append(state_of(packing))
    assert ended[0] == ended[1] == ended[2]


@WAYS
def test_equal_seeds_give_equal_packings_and_others_do_not(shared: bool) -> None:
    rows, ended = rows_of(4), []
    for random in (5, 5, 6):
        packing = packing_of(rows, random, shared=shared)
        packing.advance(50)
        ended.append(state_of(packing))
    assert ended[0] == ended[1] != ended[2]


@WAYS
def test_a_packing_that_is_begun_is_the_one_that_was(shared: bool) -> None:
    rows = rows_of(5)
    packing, again = packing_of(rows, shared=shared), packing_of(rows, 9, shared=shared)
    packing.advance(100)
    again.begin(packing.chosen.tolist(), packing.places.tolist())
    assert state_of(again)[:3] == state_of(packing)[:3]
    again.advance(100)
    assert again.entries <= packing.entries
    check(again, rows, shared=shared)


def test_before_the_first_step_all_rows_are_left_out() -> None:
    assert packing_of(rows_of(6, 3)).chosen.tolist() == [LEFT_OUT] * 3


@WAYS
def test_no_steps_change_nothing(shared: bool) -> None:
    packing = packing_of(rows_of(6), shared=shared)
    for steps in (0, 100):
        packing.advance(steps)
        before = state_of(packing)
        packing.advance(0)
        assert state_of(packing) == before
    assert packing_of(rows_of(6), shared=shared).entries > before[2]


def test_one_row_is_laid_at_the_start_with_the_shortest_of_its_patterns() -> None:
    rows = [[pattern_at({0: 1, 9: 1}), pattern_at({0: 1, 4: 1})]]
    packing = packing_of(rows)
    packing.advance(5)
    assert state_of(packing) == ([1], [0], 5, 5)


@WAYS
def test_the_longest_patterns_are_packed(shared: bool) -> None:
    rows = [[pattern_at({0: number, LONGEST - 1: number})] for number in range(4)]
    packing = packing_of(rows, shared=shared)
    packing.advance(3)
    check(packing, rows, shared=shared)
    assert packing.entries == LONGEST + 3


# ---- Bad input ----


def test_longer_patterns_are_refused() -> None:
    with pytest.raises(
        ValueError, match=r"^patterns must be at most 65,536 slots long, got 65,537$"
    ):
        RuinAndRecreate([[pattern_at({0: 1, LONGEST: 1})]], 1)


@pytest.mark.parametrize("choices", [[], [[]]])
def test_rows_without_patterns_are_refused(choices: Sequence[Sequence[Pattern]]) -> None:
    with pytest.raises(ValueError, match=r"^choices must have a pattern for every row$"):
        RuinAndRecreate(choices, 1)


@pytest.mark.parametrize(
    ("chosen", "places", "sentence"),
    [
        ([0], [0, 0], "chosen must be the number of a pattern for each of 2 rows"),
        ([0, 1], [0, 9], "chosen must be the number of a pattern"),
        ([0, -1], [0, 9], "chosen must be the number of a pattern"),
        ([0, 0], [0], "at the given places, all patterns must end within"),
        ([0, 0], [0, -1], "at the given places, all patterns must end within"),
        ([0, 0], [0, 10**6], "at the given places, all patterns must end within"),
        ([0, 0], [0, 2], "patterns must not clash at the given places, but do in slot 2"),
    ],
)
@WAYS
def test_what_is_no_packing_cannot_be_begun(
    shared: bool, chosen: list[int], places: list[int], sentence: str
) -> None:
    packing = RuinAndRecreate([[pattern_at({0: 1, 2: 1})], [pattern_at({0: 2})]], 1, shared=shared)
    with pytest.raises(ValueError, match=f"^{sentence}"):
        packing.begin(chosen, places)
    assert packing.chosen.tolist() == [LEFT_OUT] * 2
    assert ALL == LEFT_OUT
