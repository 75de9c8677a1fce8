"""Annealing for an objective: magics, better ones, seeded, learning from squares nearby."""

from __future__ import annotations

from typing import Any

import pytest

import magicbb as mb
from magicbb.lookup.keys import PLACES, row_of
from magicbb.magics.magic import Magic
from magicbb.magics.search.annealing.runs import anneal_runs

OBJECTIVES = '"bits", "used", "range", "packed"'
KINDS = pytest.mark.parametrize("kind", ["white", "black"])
A1 = (mb.BISHOP, 0)
B2 = (mb.BISHOP, mb.geometry.parse_square("b2"))
D4 = (mb.BISHOP, mb.geometry.parse_square("d4"))

C7 = Magic(mb.ROOK, mb.geometry.parse_square("c7"), "white", 9, 0x497FFFADFF9C2E00)
"""Published by Grant Osborne."""


def room(magic: Magic) -> tuple[int, int]:
    """Slots in use, and how far apart they are."""
    indices = {index for _, index in magic.indices()}
    return len(indices), max(indices) - min(indices)


@KINDS
@pytest.mark.parametrize("place", [A1, B2, (mb.ROOK, 9)], ids=lambda place: str(place[0]))
def test_few_slots_or_a_short_range_are_found(
    kind: str, place: tuple[mb.geometry.Slider, int]
) -> None:
    plain = mb.find(*place, kind=kind)
    used = mb.find(*place, kind=kind, objective="used", tries=3)
    short = mb.find(*place, kind=kind, objective="range", tries=3)
    for magic in (used, short):
        magic.check()
        assert (magic.kind, magic.bits) == (kind, plain.bits)
    assert room(used)[0] <= room(plain)[0]
    assert sum(room(short)) <= sum(room(plain))
    if place != (mb.ROOK, 9):  # there it takes more runs
        assert room(used)[0] < room(plain)[0]
        assert sum(room(short)) < sum(room(plain))


def test_packed_slots_lie_in_fewer_blocks() -> None:
    """Few slots alone are scattered."""
    b6 = (mb.ROOK, mb.geometry.parse_square("b6"))
    blocks, used = {}, {}
    for objective in ("used", "packed"):
        magic = mb.find(*b6, 11, "black", objective=objective, tries=6, seed=2)
        magic.check()
        slots = {index for _, index in magic.indices()}
        blocks[objective], used[objective] = len({slot // 8 for slot in slots}), len(slots)
    assert blocks["packed"] < blocks["used"]
    assert used["used"] <= used["packed"] < 1024


def test_more_runs_are_never_worse() -> None:
    sizes = [
        room(mb.find(*A1, kind="black", objective="used", tries=tries))[0] for tries in (0, 1, 3)
    ]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] < sizes[0]


def test_without_a_run_it_is_the_constructed_one() -> None:
    assert mb.find(*D4, objective="used", tries=0) == mb.find(*D4)


def test_equal_seeds_give_equal_magics_and_others_do_not() -> None:
    one, same, other = (mb.find(*A1, objective="range", seed=seed, tries=1) for seed in (1, 1, 2))
    assert one == same != other


def test_fewer_bits_than_the_mask_has_squares() -> None:
    magic = mb.find(*B2, 4, objective="used", tries=20)
    assert magic.bits == 4
    magic.check()


def test_what_is_not_found_is_said() -> None:
    with pytest.raises(
        mb.errors.MagicNotFoundError, match=r"^no white magic with 8 bits for bishop d4 in 1 try$"
    ):
        mb.find(*D4, 8, objective="used", tries=1, anyway=True)


def test_progress_is_told() -> None:
    told: list[int] = []
    mb.find("rook", "a1", objective="used", tries=1, on_progress=told.append)
    assert {*told} == {0}


def test_a_magic_nearby_leads_to_one_with_as_few_bits() -> None:
    d8 = (mb.ROOK, mb.geometry.parse_square("d8"))
    c8 = Magic(mb.ROOK, mb.geometry.parse_square("c8"), "white", 10, 0x53BFFFEDFFDEB1A2)
    factor = anneal_runs(d8, 10, "white", "bits", range(20), seed=1, teachers=[c8])
    assert factor is not None
    Magic(*d8, "white", 10, factor).check()


def test_a_magic_that_is_known_ends_a_search_for_any() -> None:
    place = (C7.piece, C7.square)
    found = anneal_runs(place, 9, "white", "bits", range(10**9), seed=1, own=C7.magic)
    assert found == C7.magic


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (
            {"objective": "size"},
            'objective must be one of "bits", "used", "range", "packed", got \'size\'',
        ),
        (
            {"objective": None},
            'objective must be one of "bits", "used", "range", "packed", got None',
        ),
        ({"objective": "used", "kind": "white-32"}, 'kind must be "white" or "black", got'),
    ],
)
def test_bad_arguments_are_refused(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}"):
        mb.find("bishop", "d4", **options)


def test_rows_have_streams_of_their_own() -> None:
    factors = {
        anneal_runs(place, 9, "black", "used", range(1), seed=1)
        for place in PLACES[64:]
        if row_of(*place) in {64 + 27, 64 + 28, 64 + 35, 64 + 36}
    }
    assert len(factors) == 4
