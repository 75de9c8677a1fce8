"""What a seed gives: searches that are right may still find other magics than the seed gave before.

The numbers are those of version 0.1.0, from before its kernels worked on records.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from zlib import crc32

import numpy as np
import pytest

import magicbb as mb
from magicbb.geometry.sliders import BISHOP, ROOK
from magicbb.magics.search.annealing.run import Annealing
from magicbb.magics.search.bit_by_bit import BitByBitSearch
from magicbb.magics.search.bit_by_bit.steps import order_from
from magicbb.magics.search.construct import construct
from magicbb.magics.search.dense import DenseSearch
from magicbb.magics.search.group import find_group
from magicbb.magics.search.halves import find_halves
from magicbb.magics.search.offset_in_magic import find_with_offsets
from magicbb.magics.search.randomness import streams

if TYPE_CHECKING:
    from collections.abc import Iterable

    from magicbb.lookup.keys import Keys


def digest(numbers: Iterable[int]) -> int:
    """One number for many."""
    return crc32(np.array([*numbers], np.uint64).astype("<u8").tobytes())


@pytest.mark.parametrize(
    ("black", "shifted", "result"),
    [
        (False, False, 613481734),
        (True, False, 3982957796),
        (True, True, 2066089197),
    ],
)
def test_constructed(keys: Keys, black: bool, shifted: bool, result: int) -> None:
    masks = [int(mask) for mask in keys.masks]
    bits = [mask.bit_count() for mask in masks]
    tops = [64 - each for each in bits] if shifted else None
    assert digest(construct(masks, bits, streams(7, range(128)), black=black, top=tops)) == result


def test_constructed_for_halves() -> None:
    places = [(slider, square) for slider in (ROOK, BISHOP) for square in (0, 27, 56)]
    bits = [slider.mask(square).bit_count() for slider, square in places]
    assert digest(find_halves(places, bits, streams(3, range(len(places))))) == 2936823288


def test_tried_for_halves() -> None:
    (factors,) = find_halves([(ROOK, 63)], [12], streams(3, [1]))
    assert factors == 1266916836511803


@pytest.mark.parametrize(
    ("row", "black", "result"),
    [(64, False, (21572, 29791329428668409)), (78, True, (55869, 1453301080277843850))],
)
def test_dense(keys: Keys, row: int, black: bool, result: tuple[int, int]) -> None:
    mask = int(keys.masks[row])
    attacks = keys.attacks[keys.of_row(row)]
    search = DenseSearch(mask, mask.bit_count() - 1, attacks, streams(5, [row])[0], black=black)
    assert search.advance(2_000_000)
    assert (search.tried, search.factor) == result


@pytest.mark.parametrize(("kind", "result"), [("white", 1794446363), ("black", 1474168506)])
def test_annealed(kind: str, result: int) -> None:
    magic = mb.find("bishop", "d4", bits=9, kind=kind, seed=2)
    search = Annealing(magic)
    search.start(magic.magic, streams(4, [1])[0])
    search.advance(3000)
    assert digest([search.factor, search.cost(search.factor)]) == result


def test_grouped() -> None:
    assert digest(magic.magic for magic in find_group(BISHOP, 13, seed=2)) == 1396721935


def test_with_offsets() -> None:
    assert digest(magic.magic for magic in find_with_offsets(2)) == 1450233630


@pytest.mark.parametrize(
    ("row", "bits", "black", "result"),
    [
        (64, 6, False, 2724125772),
        (64, 6, True, 1195261201),
    ],
)
def test_visited(keys: Keys, row: int, bits: int, black: bool, result: int) -> None:
    mask = int(keys.masks[row])
    period = 58 if black else 64 - (mask & -mask).bit_length() + 1
    order = order_from(period * 2 // 3, "up", period)
    search = BitByBitSearch(mask, bits, keys.attacks[keys.of_row(row)], order, black=black)
    prefixes = np.zeros(1, np.uint64)
    for level in range(6):
        prefixes = search.grown(level, prefixes)
    search.enter(6, int(prefixes[-1]))
    search.advance(200_000)
    seen = [len(prefixes), *prefixes.tolist(), search.nodes, search.count, search.digest]
    assert digest([*seen, *search.magics]) == result
