"""Estimates of exhaustive searches: near the truth, seeded, exact where nothing is sampled."""

from __future__ import annotations

import numpy as np
import pytest

from magicbb.geometry.sliders import BISHOP
from magicbb.geometry.squares import parse_square
from magicbb.lookup.keys import all_keys, row_of
from magicbb.magics.search.exhaustive import ExhaustiveSearch
from magicbb.magics.search.exhaustive_estimate import estimate_nodes, sampled
from magicbb.magics.search.exhaustive_steps import order_from, period_bits

PLACES = [("d1", 4, (51, "up")), ("c8", 4, (6, "up")), ("f1", 4, (40, "up"))]


def search_of(name: str, bits: int, order: tuple[int, str]) -> ExhaustiveSearch:
    square = parse_square(name)
    mask, keys = BISHOP.mask(square), all_keys()
    attacks = keys.attacks[keys.of_row(row_of(BISHOP, square))]
    steps = order_from(*order, period_bits(mask, bits, black=False))
    return ExhaustiveSearch(mask, bits, attacks, steps, black=False)


def nodes_of(search: ExhaustiveSearch) -> int:
    search.enter(0, 0)
    while not search.advance(1 << 20):
        pass
    return search.nodes


@pytest.mark.parametrize(("square", "bits", "order"), PLACES, ids=[place[0] for place in PLACES])
def test_it_is_near_the_truth(square: str, bits: int, order: tuple[int, str]) -> None:
    search = search_of(square, bits, order)
    expected = sum(sum(estimate_nodes(search, 1000, seed)) for seed in range(4)) / 4
    nodes = nodes_of(search)
    assert nodes / 2 < expected < nodes * 2


def test_it_is_exact_where_nothing_is_sampled() -> None:
    search = search_of("d1", 4, (51, "up"))
    assert sum(estimate_nodes(search, 1 << 31, 1)) == nodes_of(search)


def test_equal_seeds_give_equal_estimates() -> None:
    search = search_of("c1", 4, (51, "up"))
    one, same, other = (estimate_nodes(search, 100, seed) for seed in (1, 1, 2))
    assert one == same != other


def test_it_ends_early_where_that_is_enough() -> None:
    search = search_of("c1", 4, (51, "up"))
    assert sum(estimate_nodes(search, 100, 1, enough=1e5)) < sum(estimate_nodes(search, 100, 1))


def test_a_sample_has_one_of_each_part() -> None:
    parts = sampled(np.arange(1000, dtype=np.uint64), 10, 1, 2) // np.uint64(100)
    assert parts.tolist() == [*range(10)]
