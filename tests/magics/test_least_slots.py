"""The bound: below everything that is found, and held against all generators in small cases."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import magicbb as mb
from magicbb.geometry.bitboards import subsets
from magicbb.lookup.keys import PLACES, row_name, row_of
from magicbb.magics.files import shipped
from magicbb.magics.least_slots import bound, fibonacci_slots, least_slots, ray_lengths, rule
from magicbb.research.records.slots import fewest_known

G4 = 0xBFFBFAFFFB683F7F
FILES = [
    "few_slots",
    "dense",
    "dense-black",
    "group",
    "published/magics",
    *(f"densest/{name}" for name in ("free", "fixed", "fixed-black", "shared", "bytes")),
]


def seen(lengths: tuple[int, ...], key: tuple[bool, ...]) -> tuple[int, ...]:
    """How far each ray is seen, where a key says of each square whether it is occupied."""
    places = iter(key)
    rays = [[next(places) for _ in range(length)] for length in lengths]
    return tuple(ray.index(True) if True in ray else len(ray) for ray in rays)


def fewest(lengths: tuple[int, ...], circle: int, parts: int) -> int:
    """The fewest slots of all generators and phases that are whole numbers of parts of a slot."""
    keys = [*product((False, True), repeat=sum(lengths))]
    sets = [seen(lengths, key) for key in keys]
    numbers = np.array([sorted({*sets}).index(each) for each in sets])
    values = np.arange(circle * parts)
    grid = np.meshgrid(np.arange(parts), *[values] * sum(lengths), indexing="ij")
    phase, *generators = (axis.ravel() for axis in grid)
    slots = np.stack(
        [
            (phase + sum(g for g, on in zip(generators, key, strict=True) if on)) // parts % circle
            for key in keys
        ],
        dtype=np.uint8,
        casting="unsafe",
    )
    good = np.ones(len(phase), bool)
    for one, other in product(range(len(keys)), repeat=2):
        if numbers[one] != numbers[other]:
            good &= slots[one] != slots[other]
    used = np.sort(slots[:, good], axis=0)
    return int((1 + (used[1:] != used[:-1]).sum(axis=0)).min())


@pytest.mark.parametrize(
    ("lengths", "circle", "parts", "least"),
    [
        ((1,), 4, 2, 2),
        ((2,), 8, 4, 3),
        ((1, 1), 8, 4, 4),
        ((3,), 8, 4, 5),
        ((1, 2), 8, 4, 6),
        ((1, 1, 1), 8, 3, 8),
        pytest.param((2, 2), 12, 2, 12, marks=pytest.mark.slow),
        pytest.param((1, 1, 2), 12, 2, 12, marks=pytest.mark.slow),
        pytest.param((4,), 9, 4, 9, marks=pytest.mark.slow),  # 8 take a finer grid
    ],
    ids=str,
)
def test_no_generators_use_fewer(
    lengths: tuple[int, ...], circle: int, parts: int, least: int
) -> None:
    found = fewest(lengths, circle, parts)
    assert found >= bound(lengths)
    assert found == least >= rule(max(lengths), sum(lengths) - max(lengths))


def test_the_bound_of_one_ray_and_of_several() -> None:
    assert [bound([length]) for length in range(7)] == [1, 2, 3, 5, 8, 12, 18]
    assert [bound([1] * count) for count in range(5)] == [1, 2, 4, 8, 16]
    assert bound([2, 0, 3]) == bound([3, 2])


def test_it_never_is_more_than_the_rule() -> None:
    for lengths in product(range(4), repeat=4):
        assert bound(lengths) <= rule(max(lengths), sum(lengths) - max(lengths)), lengths


def test_a_ray_ends_one_square_before_the_edge() -> None:
    assert ray_lengths(mb.ROOK, mb.geometry.parse_square("a1")) == (6, 0, 6, 0)
    assert sorted(ray_lengths(mb.BISHOP, mb.geometry.parse_square("d4"))) == [2, 2, 2, 3]


def test_the_sums_of_all_squares() -> None:
    rooks, bishops = PLACES[:64], PLACES[64:]
    assert sum(least_slots(*place) for place in rooks) == 24_888
    assert sum(fibonacci_slots(*place) for place in rooks) == 38_528
    assert sum(least_slots(*place) for place in bishops) == 2_488
    assert sum(fibonacci_slots(*place) for place in bishops) == 2_992


def test_a_rank_saves_too() -> None:
    """With the longer ray of the file, of 3 squares, the rule would have 640."""
    magic = mb.Magic(mb.ROOK, mb.geometry.parse_square("g4"), "black", 12, G4)
    magic.check()
    used = len({magic.index(blockers) for blockers in subsets(magic.mask)})
    assert ray_lengths(mb.ROOK, magic.square) == (3, 2, 0, 5)
    assert fibonacci_slots(mb.ROOK, magic.square) < used == 608 < rule(3, 7)


def test_one_magic_has_the_fibonacci_numbers() -> None:
    """With its nearest squares kept empty, a bishop's magic on a1 is one for a shorter ray."""
    magic = fewest_known()[mb.BISHOP, 0].as_magic()
    squares = [*mb.geometry.squares_of(magic.mask)]
    rays = [sum(1 << square for square in squares[nearer:]) for nearer in range(6)]
    used = [len({magic.index(blockers) for blockers in subsets(ray)}) for ray in rays]
    assert used == [21, 13, 8, 5, 3, 2] == [rule(length, 0) for length in range(6, 0, -1)]


@pytest.mark.parametrize("name", FILES)
def test_no_magic_that_ships_uses_fewer_than_the_rule(name: str) -> None:
    for each in shipped(name):
        magic = each.magic
        if magic.kind not in ("white", "black"):
            continue
        used = len({magic.index(blockers) for blockers in subsets(magic.mask)})
        place = (magic.piece, magic.square)
        assert least_slots(*place) <= fibonacci_slots(*place) <= used, row_name(row_of(*place))
