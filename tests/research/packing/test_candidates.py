"""Candidates: each is a magic, those kept are the best in some respect, and they travel as JSON."""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import magicbb as mb
from magicbb.geometry.bitboards import FULL
from magicbb.lookup.keys import PLACES, WIDEST_BITS, rows_near
from magicbb.magics.search.annealing.few_slots import FewSlots, Prices
from magicbb.magics.search.annealing.run import Annealing
from magicbb.research.codec import read, write
from magicbb.research.packing.candidates import (
    PLANS,
    Candidate,
    anneal,
    best_of,
    sizes_of,
)

if TYPE_CHECKING:
    from magicbb.lookup.keys import Keys

KINDS = pytest.mark.parametrize("kind", ["white", "black"])
SHIFTS = pytest.mark.parametrize("shift", [*PLANS])
BISHOP_D4, BISHOP_A1, ROOK_A1 = 64 + 27, 64, 0

candidates = st.lists(
    st.builds(Candidate, st.integers(0, 127), st.integers(1, 20), st.integers(0, FULL))
)


def found(
    row: int, kind: str, shift: str, seed: int = 1, known: dict[int, list[Candidate]] | None = None
) -> list[Candidate]:
    return anneal(row, kind, shift, known or {}, seed, 0, cooling=5)


def constructed(row: int, count: int, kind: str = "white") -> list[Candidate]:
    magics = [mb.find(*PLACES[row], kind=kind, seed=seed) for seed in range(count)]
    return [Candidate(row, magic.bits, magic.magic) for magic in magics]


@KINDS
@SHIFTS
@pytest.mark.parametrize("row", [BISHOP_A1, BISHOP_D4, ROOK_A1])
def test_each_is_a_magic_of_its_row(row: int, kind: str, shift: str) -> None:
    for each in found(row, kind, shift):
        assert each.row == row
        each.magic(kind).check()
        if shift == "fixed":
            assert each.bits == WIDEST_BITS[PLACES[row][0].name]


@SHIFTS
def test_a_row_that_nothing_is_known_of_gets_one_at_least(shift: str) -> None:
    assert found(BISHOP_D4, "black", shift)


@SHIFTS
def test_equal_seeds_give_equal_candidates_and_others_do_not(shift: str) -> None:
    one, same, other = (found(BISHOP_D4, "black", shift, seed) for seed in (3, 3, 4))
    assert one == same != other


def test_what_is_known_nearby_is_learnt_from() -> None:
    known = {row: constructed(row, 2, "black") for row in rows_near(BISHOP_D4)}
    taught = found(BISHOP_D4, "black", "free", known=known)
    assert taught != found(BISHOP_D4, "black", "free")
    for each in taught:
        each.magic("black").check()


def test_long_runs_are_interrupted_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    ends: list[bool] = []

    class Watched(Annealing):
        def advance(self, budget: int) -> bool:
            ends.append(super().advance(budget))
            return ends[-1]

    monkeypatch.setattr("magicbb.research.packing.candidates.Annealing", Watched)
    anneal(ROOK_A1, "black", "free", {}, 1, 0, cooling=9)
    assert not all(ends)


@pytest.mark.parametrize(
    ("row", "shift", "bits"),
    [(ROOK_A1, "free", [12, 13]), (BISHOP_D4, "fixed", [9, 9]), (BISHOP_D4, "free", [9, 10])],
)
def test_magics_with_an_exact_line_are_searched_too(
    monkeypatch: pytest.MonkeyPatch, row: int, shift: str, bits: list[int]
) -> None:
    made: list[FewSlots] = []

    class Watched(FewSlots):
        def __init__(self, magic: mb.Magic, prices: Prices) -> None:
            super().__init__(magic, prices)
            made.append(self)

    monkeypatch.setattr("magicbb.research.packing.candidates.FewSlots", Watched)
    for turn, wide in enumerate(bits):
        made.clear()
        several = anneal(row, "black", shift, {}, 1, turn, cooling=5)
        assert {int(each.state.bits) for each in made} == {wide}
        assert all(each.looked for each in made)
        best = [Candidate(row, wide, each.factor) for each in made if each.found]
        assert several[len(several) - len(best) :] == best


@given(several=candidates)
def test_json_and_back(several: list[Candidate]) -> None:
    for each in several:
        assert read(Candidate, json.loads(json.dumps(write(Candidate, each))), "it") == each


@KINDS
def test_a_pattern_has_the_indices_of_the_magic(keys: Keys, kind: str) -> None:
    (each,) = constructed(BISHOP_D4, 1, kind)
    attacks = keys.attacks[keys.of_row(BISHOP_D4)]
    pattern = each.pattern(kind, attacks, FULL)
    held = dict(
        zip((pattern.slots + np.uint64(pattern.lowest)).tolist(), pattern.values, strict=True)
    )
    magic = each.magic(kind)
    indices = [index for _, index in magic.indices()]
    assert held == dict(zip(indices, attacks, strict=True))


def test_what_is_no_magic_has_no_pattern(keys: Keys) -> None:
    with pytest.raises(ValueError, match=r"^bishop d4: keys with different attacks"):
        Candidate(BISHOP_D4, 9, 1).pattern("white", keys.attacks[keys.of_row(BISHOP_D4)], FULL)


class TestBest:
    """Which ones are kept."""

    @pytest.fixture
    def several(self) -> list[Candidate]:
        return [*constructed(BISHOP_D4, 3, "black"), *found(BISHOP_D4, "black", "free")]

    def test_the_best_by_each_measure_is_kept(self, keys: Keys, several: list[Candidate]) -> None:
        plain = keys.attacks[keys.of_row(BISHOP_D4)]
        sizes = {each: sizes_of(each.pattern("black", plain, FULL)) for each in several}
        kept = best_of(several, "black", 16, plain)
        for measure, weight in itertools.product(range(1, 5), (0.0, 0.25, 0.5, 1.0, 2.0)):
            costs = {each: size[0] + weight * size[measure] for each, size in sizes.items()}
            assert min(costs[each] for each in kept) == min(costs.values())

    def test_no_more_are_kept_than_may_be_and_each_once(
        self, keys: Keys, several: list[Candidate]
    ) -> None:
        plain = keys.attacks[keys.of_row(BISHOP_D4)]
        for most in range(1, 6):
            kept = best_of([*several, *several], "black", most, plain)
            assert len(kept) == len({*kept}) <= most
        assert {*best_of(several, "black", 100, plain)} == {*several}

    def test_their_order_makes_no_difference(self, keys: Keys, several: list[Candidate]) -> None:
        plain = keys.attacks[keys.of_row(BISHOP_D4)]
        assert best_of(several[::-1], "black", 4, plain) == best_of(several, "black", 4, plain)
