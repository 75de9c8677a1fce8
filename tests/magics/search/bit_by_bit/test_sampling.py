"""Samples of bit-by-bit searches: estimates near the truth, and subtrees with magics, seeded."""

from __future__ import annotations

import numpy as np
import pytest

from magicbb.geometry.sliders import BISHOP
from magicbb.geometry.squares import parse_square
from magicbb.lookup.keys import Keys, all_keys, row_of
from magicbb.magics.search.bit_by_bit import BitByBitSearch
from magicbb.magics.search.bit_by_bit.sampling import (
    depth_for,
    estimate_nodes,
    random_prefixes,
    sampled,
)
from magicbb.magics.search.bit_by_bit.steps import order_from, period_bits

PLACES = [("d1", 4, (51, "up")), ("c8", 4, (6, "up")), ("f1", 4, (40, "up"))]


def search_of(name: str, bits: int, order: tuple[int, str]) -> BitByBitSearch:
    square = parse_square(name)
    mask, keys = BISHOP.mask(square), all_keys()
    attacks = keys.attacks[keys.of_row(row_of(BISHOP, square))]
    steps = order_from(*order, period_bits(mask, bits, black=False))
    return BitByBitSearch(mask, bits, attacks, steps, black=False)


def nodes_of(search: BitByBitSearch) -> int:
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


# ---- Random subtrees ----


def bishop_search(keys: Keys, name: str) -> BitByBitSearch:
    square = parse_square(name)
    mask, attacks = BISHOP.mask(square), keys.attacks[keys.of_row(row_of(BISHOP, square))]
    period = 64 - (mask & -mask).bit_length() + 1
    return BitByBitSearch(mask, 4, attacks, order_from(period, "down", period), black=False)


def test_they_live_and_are_seeded(keys: Keys) -> None:
    search = bishop_search(keys, "h2")
    one, same, other = (random_prefixes(search, 30, 16, seed).tolist() for seed in (1, 1, 2))
    assert one == same != other
    assert len(one) == 16
    for prefix in one:
        search.enter(30, prefix)


def test_all_are_there_where_there_are_few(keys: Keys) -> None:
    search = bishop_search(keys, "h2")
    prefixes = np.zeros(1, np.uint64)
    for level in range(3):
        prefixes = search.grown(level, prefixes)
    assert random_prefixes(search, 3, 8, 1).tolist() == prefixes.tolist()


def test_small_subtrees_are_deep_enough(keys: Keys) -> None:
    search = bishop_search(keys, "h2")
    depth = depth_for(search, 1)
    assert 0 < depth < search.levels
    nodes, magics = [], 0
    for prefix in random_prefixes(search, depth, 32, 5).tolist():
        search.enter(depth, prefix)
        while not search.advance(1 << 20):
            pass
        nodes.append(search.nodes)
        magics += search.count
    assert sum(nodes) / len(nodes) < 1 << 23
    assert magics, "h2 has 5,229,050 magics in 1.6e8 nodes"
