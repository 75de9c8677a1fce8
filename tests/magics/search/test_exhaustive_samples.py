"""Random subtrees: prefixes that live, seeded, and with magics as often as there are any."""

from __future__ import annotations

import numpy as np

from magicbb.geometry.sliders import BISHOP
from magicbb.geometry.squares import parse_square
from magicbb.lookup.keys import Keys, row_of
from magicbb.magics.search.exhaustive import ExhaustiveSearch
from magicbb.magics.search.exhaustive_samples import depth_for, random_prefixes
from magicbb.magics.search.exhaustive_steps import order_from


def search_of(keys: Keys, name: str) -> ExhaustiveSearch:
    square = parse_square(name)
    mask, attacks = BISHOP.mask(square), keys.attacks[keys.of_row(row_of(BISHOP, square))]
    period = 64 - (mask & -mask).bit_length() + 1
    return ExhaustiveSearch(mask, 4, attacks, order_from(period, "down", period), black=False)


def test_they_live_and_are_seeded(keys: Keys) -> None:
    search = search_of(keys, "h2")
    one, same, other = (random_prefixes(search, 30, 16, seed).tolist() for seed in (1, 1, 2))
    assert one == same != other
    assert len(one) == 16
    for prefix in one:
        search.enter(30, prefix)


def test_all_are_there_where_there_are_few(keys: Keys) -> None:
    search = search_of(keys, "h2")
    prefixes = np.zeros(1, np.uint64)
    for level in range(3):
        prefixes = search.grown(level, prefixes)
    assert random_prefixes(search, 3, 8, 1).tolist() == prefixes.tolist()


def test_small_subtrees_are_deep_enough(keys: Keys) -> None:
    search = search_of(keys, "h2")
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
