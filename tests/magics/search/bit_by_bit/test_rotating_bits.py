"""Orders in which some rotating bits, which move all indices of black keys, become known first."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from magicbb.geometry.sliders import SLIDERS, parse_slider
from magicbb.geometry.squares import parse_square
from magicbb.lookup.keys import all_keys, row_of
from magicbb.magics.search import find
from magicbb.magics.search.bit_by_bit import BitByBitSearch
from magicbb.magics.search.bit_by_bit.steps import order_from, period_bits, rotating_bits, steps

FULL = 2**64 - 1


def search_of(piece: str, name: str, bits: int, order: list[int]) -> BitByBitSearch:
    slider, square = parse_slider(piece), parse_square(name)
    keys = all_keys()
    attacks = keys.attacks[keys.of_row(row_of(slider, square))]
    return BitByBitSearch(slider.mask(square), bits, attacks, order, black=True)


def order_of(
    piece: str, name: str, bits: int, start: int, direction: str, ahead: int
) -> tuple[list[int], int]:
    """The order of the bits, and the number of rotating bits."""
    mask = parse_slider(piece).mask(parse_square(name))
    rotating = rotating_bits(mask, bits)
    return order_from(
        start, direction, period_bits(mask, bits, black=True), rotating, ahead
    ), rotating


def are_magics(piece: str, name: str, bits: int, numbers: list[int]) -> list[int]:
    """Which numbers are black magics, by hashing all keys with each."""
    slider, square = parse_slider(piece), parse_square(name)
    keys = all_keys()
    place = keys.of_row(row_of(slider, square))
    hashed = keys.blockers[place] | np.uint64(~slider.mask(square) & FULL)
    found = []
    for number in numbers:
        index = (hashed * np.uint64(number)) >> np.uint64(64 - bits)
        pairs = np.unique(np.stack([index, keys.attacks[place]]), axis=1)
        if len(np.unique(pairs[0])) == pairs.shape[1]:
            found.append(number)
    return found


def below(search: BitByBitSearch, magic: int, free: set[int]) -> list[int]:
    """The magics that differ from one only in some bits, met by walking down along it."""
    prefixes = np.zeros(1, np.uint64)
    for level in range(search.levels):
        prefixes = search.grown(level, prefixes)
        bit = search.bit(level)
        if bit not in free:
            prefixes = prefixes[(prefixes >> np.uint64(bit)) & np.uint64(1) == magic >> bit & 1]
    return sorted(prefixes.tolist())


CLAIMS = [
    ("bishop", "b8", 4),
    ("bishop", "g7", 4),
    ("bishop", "h2", 4),
    ("bishop", "a8", 5),
    ("bishop", "d5", 9),
    ("rook", "g5", 10),
]
WAYS = [(5, "up", 1), (5, "up", 3), (20, "down", 4), (36, "up", 5), (0, "up", 2), (30, "down", 3)]


@pytest.mark.parametrize(
    ("piece", "name", "bits", "start", "direction", "ahead"),
    [
        # In the quick suite each claim and each way is there once.
        pytest.param(*claim, *way, marks=[pytest.mark.slow] if number != turn else [])
        for number, claim in enumerate(CLAIMS)
        for turn, way in enumerate(WAYS)
    ],
)
def test_it_finds_what_trying_each_number_finds(
    piece: str, name: str, bits: int, start: int, direction: str, ahead: int
) -> None:
    """With five low bits free, the five lowest rotating bits, or both."""
    order, rotating = order_of(piece, name, bits, start, direction, ahead)
    search = search_of(piece, name, bits, order)
    period = search.levels
    magic = find(piece, name, bits, "black", seed=1, anyway=True).magic % (1 << period)
    turns = {*range(period - rotating, period)[:5]}
    highest = {*range(period - 3, period)}
    for free in ({*range(8)}, {*range(5)} | turns, turns | highest):
        numbers = [
            (magic & ~sum(1 << bit for bit in free)) | sum(chosen)
            for chosen in itertools.product(*([0, 1 << bit] for bit in sorted(free)))
        ]
        found = below(search, magic, free)
        assert magic in found
        assert found == sorted(are_magics(piece, name, bits, numbers))


@pytest.mark.parametrize("piece", SLIDERS, ids=str)
def test_rotating_bits_change_no_product_and_the_bit_below_them_does(piece: str) -> None:
    slider = parse_slider(piece)
    for square in range(64):
        mask = slider.mask(square)
        bits = mask.bit_count() - 1
        rotating, period = rotating_bits(mask, bits), period_bits(mask, bits, black=True)
        assert all(mask << bit & FULL == 0 for bit in range(period - rotating, period))
        assert mask << (period - rotating - 1) & FULL
        assert period == max(64 - bits, period_bits(mask, bits, black=False))


@pytest.mark.parametrize("ahead", [3, 4, 5])
@pytest.mark.parametrize(
    ("name", "start", "direction"), [("d8", 6, "up"), ("d7", 14, "up"), ("e8", 4, "up")]
)
def test_the_number_of_bits_known_ahead_does_not_change_what_is_found(
    name: str, start: int, direction: str, ahead: int
) -> None:
    search = search_of("bishop", name, 4, order_of("bishop", name, 4, start, direction, ahead)[0])
    search.enter(0, 0)
    while not search.advance(1 << 20):
        pass
    assert search.count == 0


@pytest.mark.parametrize(
    "order",
    [
        [58, 59, *range(34), *range(57, 33, -1)],
        [59, 57, *range(34), 58, *range(56, 33, -1)],
        [59, *range(34), *range(57, 33, -1)],
        [59, 3, 5, 4, *range(3), *range(6, 34), *range(58, 33, -1)],
        [*range(59, 28, -1), 27, 5, *range(26, -1, -1)],
    ],
    ids=["wrong way", "gap", "missing", "beside the interval", "jump"],
)
def test_an_order_that_is_none_is_refused(order: list[int]) -> None:
    sentence = r"order must contain the bits 0\.\.59, each adjacent to those before it"
    mask = parse_slider("bishop").mask(parse_square("c8"))
    assert (period_bits(mask, 4, black=True), rotating_bits(mask, 4)) == (60, 26)
    with pytest.raises(ValueError, match=sentence):
        steps(mask, 4, order, black=True, waits=True)


def test_white_bits_and_assumed_rotations_have_none() -> None:
    mask = parse_slider("bishop").mask(parse_square("c8"))
    with pytest.raises(ValueError, match="order must contain"):
        steps(mask, 4, [33, 32, 5, *range(6, 32), *range(5)], black=False, waits=False)
    with pytest.raises(ValueError, match="order must contain"):
        steps(mask, 4, [59, *range(59)], black=True, waits=False)
