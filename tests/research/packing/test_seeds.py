"""What a seed gives: the course of some small packings, and where each row ends up.

A packing without a clash that gets shorter may still be another one than the seed gave before.
These hold the whole course: the random words and the order in which they are drawn,
how many rows a step takes out, what an overlap weighs, by how much the array is made shorter.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np
import pytest

import magicbb as mb
from magicbb.geometry.bitboards import FULL
from magicbb.lookup.keys import all_keys
from magicbb.research.packing.candidates import Candidate, hashing_of
from magicbb.research.packing.ruin.ruin import RuinAndRecreate
from magicbb.research.packing.separation.separation import Separation
from magicbb.research.packing.sequence.sequence import sequence

from .patterns import pattern_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from magicbb.recipes.layout.first_fit import Pattern


def numbers(seed: int) -> Iterator[int]:
    """Numbers below 2**16, the same with every version of NumPy (Knuth's MMIX generator)."""
    while True:
        seed = (seed * 6364136223846793005 + 1442695040888963407) % 2**64
        yield seed >> 48


def rows_of(
    rows: int, patterns: int, length: int, used: int, values: int = 1
) -> list[list[Pattern]]:
    """Rows with some patterns each, of up to so many slots out of a length."""
    number = numbers(rows)

    def pattern() -> Pattern:
        slots = {next(number) % length: next(number) % values for _ in range(used)}
        lowest = min(slots)
        return pattern_at({slot - lowest: value for slot, value in slots.items()})

    return [[pattern() for _ in range(1 + next(number) % patterns)] for _ in range(rows)]


def digest(*results: Any) -> int:
    """One number for arrays of numbers."""
    return crc32(
        np.concatenate([np.asarray(each, np.int64) for each in results]).astype("<i8").tobytes()
    )


def apart(rows: list[list[Pattern]]) -> list[int]:
    """Places one behind the other, for the first pattern of each row."""
    return [*itertools.accumulate((row[0].extent for row in rows[:-1]), initial=0)]


# ---- Ruin and recreate ----


@pytest.mark.parametrize(
    ("options", "entries", "result"),
    [
        ({}, [389, 376, 375, 374, 374, 365, 365, 365], 3940086537),
        ({"shared": True}, [214, 214, 212, 212, 211, 209, 199, 197], 906009664),
    ],
)
def test_ruin_and_recreate(options: dict[str, Any], entries: list[int], result: int) -> None:
    rows = rows_of(20, 24, 48, 16, values=3)
    packing, course = RuinAndRecreate(rows, 11, **options), []
    for _ in range(8):
        packing.advance(60)
        course.append(packing.entries)
    assert (course, digest(packing.chosen, packing.places)) == (entries, result)


def test_many_rows_are_sampled_near_a_place() -> None:
    rows = rows_of(90, 3, 30, 10)
    packing = RuinAndRecreate(rows, 5)
    packing.advance(150)
    assert (packing.entries, digest(packing.chosen, packing.places)) == (1062, 380221443)


# ---- Sequence ----


def test_sequence() -> None:
    rows = rows_of(24, 24, 48, 8, values=2)
    chosen, places = sequence(rows, [[row] for row in range(16)], 7, rounds=3, steps=3000)
    assert digest(chosen, places) == 951155191


# ---- Separation ----


@pytest.mark.parametrize(
    ("options", "entries", "result"),
    [
        ({}, [1578, 1578, 1553, 1553, 1553, 1553, 1526, 1519], 324462740),
        ({"tries": 1}, [1789, 1789, 1789, 1789, 1789, 1737, 1678, 1678], 3024722668),
        (
            {"tries": 5, "patience": 20},
            [1915, 1915, 1698, 1587, 1553, 1553, 1553, 1553],
            1012188281,
        ),
        ({"patience": 2}, [1835, 1835, 1835, 1835, 1835, 1835, 1835, 1835], 235322860),
        ({"shared": True}, [881, 881, 860, 835, 823, 823, 823, 823], 3401096177),
        (
            {"shared": True, "tries": 5, "patience": 20},
            [820, 820, 820, 820, 818, 818, 818, 818],
            4267273701,
        ),
    ],
)
def test_separation(options: dict[str, Any], entries: list[int], result: int) -> None:
    rows = rows_of(12, 6, 400, 40, values=2 if "shared" in options else 1)
    separation = Separation(rows, [0] * 12, apart(rows), 7, **options)
    course: list[int] = []
    tried: list[int] = []
    for _ in range(8):
        separation.advance(1000)
        course.append(separation.entries)
        tried += [separation.limit, separation.clashes]
    assert (course, digest(tried, separation.chosen, separation.places)) == (entries, result)


@pytest.mark.parametrize(
    ("name", "rows", "patience", "entries", "result"),
    [
        ("annuss-2010-white-97264", range(64, 64 + 40), 1000, [7360, 4216, 4152, 4116], 2276624095),
        (
            "everling-2026-black-76411",
            [0, 9, *range(64, 64 + 40)],
            3,
            [6552, 6548, 6546, 6545],
            1479575731,
        ),
    ],
)
def test_separation_of_magics_that_change(
    published: dict[str, Path],
    name: str,
    rows: Sequence[int],
    patience: int,
    entries: list[int],
    result: int,
) -> None:
    table, keys = mb.read(published[name]), all_keys()
    assert isinstance(table, mb.Table)
    kind = table.magics[0].kind
    candidates = [Candidate(row, table.magics[row].bits, table.magics[row].magic) for row in rows]
    patterns = [
        [each.pattern(kind, keys.attacks[keys.of_row(each.row)], FULL)] for each in candidates
    ]
    hashing = [
        hashing_of(each.row, kind, [each], 1, keys.attacks[keys.of_row(each.row)])
        for each in candidates
    ]
    begin = ([0] * len(rows), apart(patterns), 3)
    separation = Separation(patterns, *begin, hashing=hashing, steps=40, patience=patience)
    course: list[int] = []
    tried: list[int] = []
    for _ in range(4):
        separation.advance(500)
        course.append(separation.entries)
        tried += [separation.limit, separation.clashes]
    ends = [tried, separation.chosen, separation.places, separation.offsets, separation.bits]
    assert (course, digest(*ends, separation.factors)) == (entries, result)
