"""Exhaustive search: all magics, each once, whatever the order, the slices and the subtrees."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import pytest

from magicbb.geometry.sliders import BISHOP
from magicbb.geometry.squares import parse_square
from magicbb.lookup.keys import all_keys, row_of
from magicbb.magics.search import find
from magicbb.magics.search.bit_by_bit import LISTED, BitByBitSearch
from magicbb.magics.search.bit_by_bit.steps import order_from, period_bits, steps
from magicbb.magics.search.randomness import mix

FULL = 2**64 - 1


def search_of(
    name: str,
    bits: int,
    order: tuple[int, str],
    *,
    black: bool = False,
) -> BitByBitSearch:
    square = parse_square(name)
    mask = BISHOP.mask(square)
    bits_in_order = order_from(*order, period_bits(mask, bits, black=black))
    keys = all_keys()
    attacks = keys.attacks[keys.of_row(row_of(BISHOP, square))]
    return BitByBitSearch(mask, bits, attacks, bits_in_order, black=black)


def all_of(search: BitByBitSearch) -> tuple[int, int, int]:
    """Nodes, magics and digest of a whole search."""
    search.enter(0, 0)
    while not search.advance(1 << 20):
        pass
    return search.nodes, search.count, search.digest


# What the issue gives, which come from prototypes in C++ and Python; h2 agrees with sampling.
@pytest.mark.parametrize(
    ("square", "magics", "start", "direction"),
    [
        ("c1", 0, 51, "up"),
        ("d1", 0, 51, "up"),
        ("c8", 0, 6, "up"),
        pytest.param("h2", 5_229_050, 42, "down", marks=pytest.mark.slow),
    ],
)
def test_bishops_with_one_bit_less(square: str, magics: int, start: int, direction: str) -> None:
    assert all_of(search_of(square, 4, (start, direction)))[1] == magics


FREE = 10
"""How many low bits are tried in all ways, below high ones that some magic has."""


def by_trying_each(name: str, bits: int, fixed: int, *, black: bool) -> list[int]:
    """All magics with the fixed high bits."""
    square = parse_square(name)
    keys = all_keys()
    place = keys.of_row(row_of(BISHOP, square))
    hashed, attacks = keys.blockers[place], keys.attacks[place]
    if black:
        hashed = hashed | np.uint64(~BISHOP.mask(square) & FULL)
    found = []
    for magic in range(fixed << FREE, (fixed + 1) << FREE):
        index = (hashed * np.uint64(magic)) >> np.uint64(64 - bits)
        pairs = np.unique(np.stack([index, attacks]), axis=1)
        if len(np.unique(pairs[0])) == pairs.shape[1]:
            found.append(magic)
    return found


CLAIMS = [("g8", 5), ("b2", 5), ("h2", 4), ("a1", 5)]
WAYS = [(34, "down"), (20, "up"), (0, "up"), (25, "down")]


@pytest.mark.parametrize("kind", ["white", "black"])
@pytest.mark.parametrize(
    ("name", "bits", "start", "direction"),
    [
        # In the quick suite each claim and each way is there once.
        pytest.param(*claim, *way, marks=[pytest.mark.slow] if number != turn else [])
        for number, claim in enumerate(CLAIMS)
        for turn, way in enumerate(WAYS)
    ],
)
def test_it_finds_what_trying_each_number_finds(
    name: str, bits: int, kind: str, start: int, direction: str
) -> None:
    search = search_of(name, bits, (start, direction), black=kind == "black")
    magic = find("bishop", name, bits, kind, seed=1).magic & ((1 << search.levels) - 1)
    fixed = magic >> FREE
    found = below(search, fixed)
    assert magic in found
    assert found == by_trying_each(name, bits, fixed, black=kind == "black")


def below(search: BitByBitSearch, fixed: int) -> list[int]:
    """The magics that begin with fixed high bits, met by walking down along them."""
    prefixes = np.zeros(1, np.uint64)
    for level in range(search.levels):
        prefixes = search.grown(level, prefixes)
        bit = search.bit(level)
        if bit >= FREE:
            wanted = np.uint64(fixed >> (bit - FREE) & 1)
            prefixes = prefixes[(prefixes >> np.uint64(bit)) & np.uint64(1) == wanted]
    return sorted(prefixes.tolist())


@pytest.mark.parametrize(
    ("name", "kind", "orders"),
    [
        ("d8", "white", [(7, "up"), (20, "up"), (9, "down")]),
        pytest.param("e1", "black", [(40, "up"), (45, "up"), (57, "up")], marks=pytest.mark.slow),
        pytest.param("h2", "white", [(42, "down"), (30, "up")], marks=pytest.mark.slow),
    ],
)
def test_the_order_does_not_change_what_is_found(
    name: str, kind: str, orders: list[tuple[int, str]]
) -> None:
    outcomes = {all_of(search_of(name, 4, order, black=kind == "black"))[1:] for order in orders}
    assert len(outcomes) == 1


def test_slices_do_not_change_anything() -> None:
    whole, sliced = search_of("d1", 4, (51, "up")), search_of("d1", 4, (51, "up"))
    expected = all_of(whole)
    sliced.enter(0, 0)
    calls = 1
    while not sliced.advance(997):
        calls += 1
    assert (sliced.nodes, sliced.count, sliced.digest) == expected
    assert calls == pytest.approx(expected[0] / 997, abs=2)


@pytest.mark.parametrize("depth", [0, 1, 9, 30])
def test_subtrees_add_up(depth: int) -> None:
    search = search_of("d1", 4, (51, "up"))
    expected = all_of(search)
    prefixes, nodes = np.zeros(1, np.uint64), 0
    for level in range(depth):
        nodes += 2 * len(prefixes) * search.is_tested(level)
        prefixes = search.grown(level, prefixes)
    for prefix in prefixes.tolist():
        search.enter(depth, prefix)
        while not search.advance(1 << 20):
            pass
        nodes += search.nodes
    assert nodes == expected[0]


def test_the_digest_is_the_sum_of_scattered_magics() -> None:
    search = search_of("g8", 5, (34, "down"))
    magic = np.uint64(find("bishop", "g8", 5).magic & ((1 << search.levels) - 1))
    search.enter(search.levels, int(magic))
    assert search.advance(10)
    assert (search.nodes, search.count, search.magics) == (0, 1, [int(magic)])
    assert search.digest == int(cast("Any", mix)(np.array([magic]))[0])


def test_few_magics_are_kept_and_all_are_counted() -> None:
    search = search_of("h2", 4, (42, "down"))
    search.enter(0, 0)
    while not search.advance(1 << 18) and search.count <= LISTED:
        pass
    assert len(search.magics) == LISTED < search.count


def test_a_prefix_that_does_not_live_is_refused() -> None:
    search = search_of("d1", 4, (51, "up"))
    with pytest.raises(ValueError, match="prefix 0x0 does not survive to depth 55"):
        search.enter(55, 0)


@pytest.mark.parametrize("order", [[], [0, 2], [0, 0, 1], [*range(54)], [*range(56)], [5, 3]])
def test_an_order_that_is_none_is_refused(order: list[int]) -> None:
    sentence = r"order must contain the bits 0\.\.54, each adjacent to those before it"
    with pytest.raises(ValueError, match=sentence):
        steps(BISHOP.mask(parse_square("c1")), 5, order, black=False, waits=False)


@pytest.mark.parametrize(("bits", "black"), [(4, False), (1, True)])
def test_rotations_are_for_black_magics_with_several_bits(bits: int, *, black: bool) -> None:
    order = [*range(period_bits(BISHOP.mask(0), bits, black=black))]
    attacks = all_keys().attacks[all_keys().of_row(row_of(BISHOP, 0))]
    with pytest.raises(ValueError, match="rotations must be None for white magics, and for one"):
        BitByBitSearch(BISHOP.mask(0), bits, attacks, order, black=black, rotations=range(1 << 10))
