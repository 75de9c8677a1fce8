"""Sequences: groups of rows that share slots, placed so that each overlaps the next."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magicbb.research.packing.sequence.ordering import shortest_sequence
from magicbb.research.packing.sequence.overlaps import overlaps_of
from magicbb.research.packing.sequence.sequence import sequence
from magicbb.research.packing.sequence.variants import Variant, variants_of

from .patterns import Plain, pattern_at, small_patterns, some_bits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.recipes.layout.first_fit import Pattern

LOW, HIGH = 0b0011, 0b1100
"""Bits that one row reads: rows that read different ones may share any slots."""

low_rows = st.lists(small_patterns(st.just(LOW), most=40), min_size=1, max_size=3)
high_rows = st.lists(small_patterns(st.just(HIGH), most=40), min_size=1, max_size=3)


@given(low_rows, high_rows, st.integers(0, 2**64 - 1))
def test_variants_lie_within_their_longest_pattern(
    low: list[Pattern], high: list[Pattern], random: int
) -> None:
    variants = variants_of([low, high], random, 4)
    assert variants == variants_of([low, high], random, 4)
    assert 1 <= len(set(variants)) == len(variants) <= 4
    assert [each.extent for each in variants] == sorted(each.extent for each in variants)
    for variant in variants:
        chosen = [low[variant.patterns[0]], high[variant.patterns[1]]]
        ends = [
            place + pattern.extent for place, pattern in zip(variant.places, chosen, strict=True)
        ]
        assert max(ends) == variant.extent == max(pattern.extent for pattern in chosen)
        ones, zeros = variant.bits([low, high])
        for slot in range(variant.extent):
            one = zero = 0
            for pattern, place in zip(chosen, variant.places, strict=True):
                for own, value in zip(pattern.slots.tolist(), pattern.values.tolist(), strict=True):
                    if place + own == slot:
                        one, zero = one | value, zero | pattern.care & ~value
            assert (int(ones[slot]), int(zeros[slot])) == (one, zero)


def test_rows_of_a_group_must_agree() -> None:
    rows = [[pattern_at({0: 1})], [pattern_at({0: 2})]]
    with pytest.raises(ValueError, match="must agree on all bits that both read"):
        variants_of(rows, 1, 1)[0].bits(rows)


def plain_overlap(one: Pattern, other: Pattern) -> int:
    """The largest overlap, by laying both at every place."""
    for length in range(min(one.extent, other.extent) // 2, 0, -1):
        plain = Plain(shared=True)
        plain.lay(one, 0)
        if plain.fits(other, one.extent - length):
            return length
    return 0


@given(st.lists(some_bits, min_size=1, max_size=4))
def test_overlaps_are_the_largest_without_a_clash(patterns: list[Pattern]) -> None:
    alone = [Variant((0,), (0,), pattern.extent) for pattern in patterns]
    bits = [each.bits([[pattern]]) for each, pattern in zip(alone, patterns, strict=True)]
    expected = [[plain_overlap(one, other) for other in patterns] for one in patterns]
    assert overlaps_of(bits).tolist() == expected


def length(order: Sequence[int], extents: Sequence[int], overlaps: list[list[int]]) -> int:
    saved = sum(overlaps[one][other] for one, other in itertools.pairwise(order))
    return sum(extents[each] for each in order) - saved


@pytest.mark.parametrize("seed", range(20))
def test_the_shortest_sequence_of_a_few_groups_is_found(seed: int) -> None:
    rng = np.random.default_rng(seed)
    counts = rng.integers(1, 4, size=5).tolist()
    firsts = [0, *itertools.accumulate(counts)]
    extents = rng.integers(200, 300, size=firsts[-1])
    overlaps = rng.integers(0, 100, size=(firsts[-1], firsts[-1]))
    order = shortest_sequence(
        rng.permutation(5).tolist(),
        counts,
        extents.astype(np.uint64),
        overlaps.astype(np.uint16),
        seed,
        20_000,
    )
    groups = [range(first, stop) for first, stop in itertools.pairwise(firsts)]
    choices = itertools.chain.from_iterable(map(itertools.permutations, itertools.product(*groups)))
    expected = min(length(each, extents, overlaps.tolist()) for each in choices)
    assert length(order, extents, overlaps.tolist()) == expected
    assert sorted(sum(each in group for each in order) for group in groups) == [1] * 5


def test_nothing_changes_without_steps() -> None:
    overlaps = np.zeros((5, 5), np.uint16)
    assert shortest_sequence([1, 0], [2, 3], np.ones(5, np.uint64), overlaps, 1, 0) == [2, 0]


@given(
    st.lists(low_rows, min_size=2, max_size=3),
    st.lists(high_rows, min_size=2, max_size=3),
    st.lists(small_patterns(st.just(15), most=20), min_size=1, max_size=2),
    st.integers(0, 2**64 - 1),
)
def test_rows_in_sequence_never_clash(
    low: list[list[Pattern]], high: list[list[Pattern]], alone: list[Pattern], random: int
) -> None:
    choices = [*low, *high, alone]
    groups = [[number, len(low) + number] for number in range(min(len(low), len(high)))]
    chosen, places = sequence(choices, groups, random, rounds=2, steps=200)
    plain = Plain(shared=True)
    for row, pattern, place in zip(choices, chosen, places, strict=True):
        plain.lay(row[pattern], place)
    assert (chosen, places) == sequence(choices, groups, random, rounds=2, steps=200)


def test_a_group_overlaps_the_next() -> None:
    # Each group ends as the next one begins; in any other order they clash.
    rows = [
        [pattern_at({0: left, 1: 7, 2: 7, 3: 7, 4: 7, 5: right})]
        for left, right in ((3, 4), (1, 2), (2, 3))
    ]
    _, places = sequence(rows, [[0], [1], [2]], 1, rounds=1, steps=1000)
    assert places == [10, 0, 5]


def test_more_rounds_are_never_worse() -> None:
    rng = np.random.default_rng(3)
    choices = [
        [
            pattern_at({0: 0, **{int(slot): int(slot) % 3 for slot in rng.integers(1, 60, 12)}})
            for _ in range(300)
        ]
        for _ in range(5)
    ]
    groups = [[row] for row in range(5)]

    def entries(rounds: int) -> int:
        chosen, places = sequence(choices, groups, 5, rounds=rounds, steps=4000)
        return max(
            place + row[pattern].extent
            for row, pattern, place in zip(choices, chosen, places, strict=True)
        )

    course = [entries(rounds) for rounds in range(1, 6)]
    assert course == sorted(course, reverse=True)
    assert course[-1] < course[0]


def test_a_row_that_does_not_fit_comes_first_in_another_attempt() -> None:
    # Placed first, the pair would take the gap into which the other row fits, and no other gap.
    wall = pattern_at(dict.fromkeys(set(range(10)) - {2, 3, 4, 7, 8}, 1))
    pair, apart = pattern_at({0: 2, 1: 2}), pattern_at({0: 3, 2: 3})
    assert sequence([[wall], [pair], [apart]], [[0]], 1, rounds=1, steps=1) == (
        [0, 0, 0],
        [0, 7, 2],
    )


def test_rows_that_fit_nowhere_are_placed_behind() -> None:
    rows = [[pattern_at(dict.fromkeys(range(5), value))] for value in (1, 2, 3)]
    _, places = sequence(rows, [[0]], 1, rounds=1, steps=1)
    assert places == [0, 5, 10]
