"""Ladders: the bits they fix, against plain products, and the magics found on them."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import magicbb as mb
from magicbb.geometry.bitboards import FULL, squares_of
from magicbb.magics.magic import Magic
from magicbb.magics.search.annealing.climbing import climb
from magicbb.magics.search.annealing.few_slots import Prices
from magicbb.magics.search.annealing.ladders import RANK_ZEROS, ZEROS, ladders

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

SOLID = 0x00600C0060060002
"""The rook on d1, black, 11 bits: 1,536 adjacent slots, from the densest table of November 2026."""

squares = st.integers(0, 63)
steps = st.integers(3, 13)


def split(square: int) -> tuple[list[int], list[int]]:
    """The mask's squares on the rank and on the file."""
    mask = mb.ROOK.mask(square)
    rank = mask & 0xFF << (square & 56)
    return [*squares_of(rank)], [*squares_of(mask & ~rank)]


def added(factor: int, square: int, bits: int) -> tuple[int, int]:
    """The whole slots that a square adds, signed, and the rest of its product."""
    product, shift = factor << square & FULL, 64 - bits
    slots = product >> shift
    return slots - (1 << bits) * (slots >> bits - 1), product & (1 << shift) - 1


def power_of(slots: int, step: int) -> int | None:
    """The power of two by which the step was multiplied, whatever the sign."""
    times, rest = divmod(abs(slots), step)
    return times.bit_length() - 1 if not rest and times.bit_count() == 1 else None


@given(square=squares, step=steps, more=st.integers(-1, 1), word=st.integers(0, FULL))
def test_fixed_bits_make_a_ladder(square: int, step: int, more: int, word: int) -> None:
    """Whatever the other bits are, the rank and squares of the file add multiples of the step."""
    bits = mb.ROOK.mask(square).bit_count() + more
    rank, file = split(square)
    for fixed, values in ladders(square, bits, step)[:: 1 + word % 97]:
        factor = word & ~fixed | values
        first, rest = added(factor, rank[0], bits)
        assert rest >> 64 - bits - RANK_ZEROS == 0
        powers = {power_of(first << other - rank[0], step) for other in rank}
        assert len(powers) == len(rank)
        for other in file:
            slots, rest = added(factor, other, bits)
            if rest >> 64 - bits - ZEROS == 0:
                powers.add(power_of(slots, step))
        found = {power for power in powers if power is not None}
        assert len(rank) <= len(found)
        lowest = max(power_of(first << other - rank[0], step) or 0 for other in rank)
        assert len([power for power in found if power < lowest]) >= lowest - 1


def plain_window(slots: int, bits: int, other: int, zeros: int) -> tuple[int, int] | None:
    """The factor bits by which a square adds so many slots, bit by bit."""
    fixed = values = 0
    for bit in range(-zeros, bits):  # of the slots; below a whole slot if negative
        place = 64 - bits - other + bit
        one = slots % (1 << bits) >> bit & 1 if bit >= 0 else 0
        if 0 <= place < 64:
            fixed, values = fixed | 1 << place, values | one << place
        elif place < 0 and one:
            return None
    return fixed, values


def joined(parts: Iterable[tuple[int, int] | None]) -> tuple[int, int] | None:
    """All windows together; None if two contradict each other."""
    fixed = values = 0
    for part in parts:
        if part is None or (part[1] ^ values) & part[0] & fixed:
            return None
        fixed, values = fixed | part[0], values | part[1]
    return fixed, values


def complete(rank: set[int], file: list[int], bits: int, step: int) -> bool:
    """Whether the powers differ, fit on the circle, and lack at most one below the largest."""
    every = rank | {*file}
    return (
        len(every) == len(rank) + len(file)
        and step << max(every) + 1 <= 1 << bits
        and len(every) >= max(every)
    )


def plain_ladders(square: int, bits: int, step: int) -> set[tuple[int, int]]:
    """All ladders, by trying every assignment of powers and signs."""
    rank, file = split(square)
    found = set()
    for lowest, *powers in product(range(bits), *[[None, *range(bits)]] * len(file)):
        assert lowest is not None
        given = {
            other: power for other, power in zip(file, powers, strict=True) if power is not None
        }
        taken = {lowest + other - rank[0] for other in rank}
        if not complete(taken, [*given.values()], bits, step):
            continue
        for sign, *signs in product((1, -1), repeat=1 + len(given)):
            parts = [plain_window(sign * step << lowest, bits, rank[0], RANK_ZEROS)]
            parts += [
                plain_window(each * step << power, bits, other, ZEROS)
                for each, (other, power) in zip(signs, given.items(), strict=True)
            ]
            found.add(joined(parts))
    return {each for each in found if each is not None}


@pytest.mark.parametrize(
    ("square", "bits", "step"),
    [("d4", 6, 3), ("b2", 6, 4), ("e7", 7, 5), ("g1", 6, 1), ("c8", 6, 1)],
)
def test_all_ladders_are_listed(square: str, bits: int, step: int) -> None:
    number = mb.geometry.parse_square(square)
    found = ladders(number, bits, step)
    assert {*found} == plain_ladders(number, bits, step)
    assert len({*found}) == len(found)


def test_the_known_solid_magic_is_on_a_ladder() -> None:
    assert any(SOLID & fixed == values for fixed, values in ladders(3, 11, 3))
    indices = {index for _, index in Magic(mb.ROOK, 3, "black", 11, SOLID).indices()}
    assert len(indices) == max(indices) - min(indices) + 1 == 1536


def range_of(magic: Magic) -> tuple[int, int]:
    """The slots in use, and their range."""
    indices = {index for _, index in magic.indices()}
    return len(indices), max(indices) - min(indices) + 1


@pytest.mark.slow
@pytest.mark.parametrize("square", ["b1", "d1", "f1", "g3"])
def test_ranges_are_shorter_than_those_published(published: dict[str, Path], square: str) -> None:
    """Markus Everling's magics (2026) have the shortest published ranges."""
    table = mb.read(published["everling-2026-black-76411"])
    before = table.magics[mb.geometry.parse_square(square)]
    bits = before.mask.bit_count()
    factor = climb(before.square, bits, Prices(8, 8), [1], climbs=4000)
    assert factor is not None
    after = replace(before, bits=bits, magic=factor)
    after.check()
    assert sum(range_of(after)) < sum(range_of(before))


def test_equal_names_give_equal_magics() -> None:
    found = [climb(3, 11, Prices(8, 8), names, climbs=40) for names in ([1], [1], [2])]
    assert found[0] == found[1] != found[2]


def test_no_ladder_no_magic() -> None:
    """Twelve squares do not fit on a circle of six bits."""
    assert climb(0, 6, Prices(8, 8), [1]) is None


def test_the_range_objective_uses_ladders() -> None:
    magic = mb.find("rook", "f3", kind="black", objective="range", tries=2)
    assert range_of(magic)[1] < 1024


def test_ctrl_c_ends_a_climb(last_words: Callable[[str], str]) -> None:
    script = """
        from magicbb.magics.search.annealing.climbing import climb
        from magicbb.magics.search.annealing.few_slots import Prices
        climb(3, 11, Prices(8, 8), [1], climbs=1)
        print(flush=True)
        climb(3, 11, Prices(8, 8), [1], climbs=10**7)
    """
    assert last_words(script) == "KeyboardInterrupt"
