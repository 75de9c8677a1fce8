"""Arrays tried as magics: in which order they work, and with how many index bits."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace
from typing import Any

import numpy as np
import pytest

import magicbb as mb
from magicbb.geometry.mappings import MAPPINGS, Mapping
from magicbb.geometry.sliders import ROOK
from magicbb.tables.imports.recognition.trials import IndexBits, Trial, in_order, trials_of
from magicbb.tables.imports.sources.pasted import PastedArray

MASK_BITS = np.array([ROOK.mask(square).bit_count() for square in range(64)], np.uint8)


@pytest.fixture(scope="module")
def factors() -> list[int]:
    return [magic.magic for magic in mb.find_all(seed=1)[:64]]


def array(numbers: list[int], name: str = "magics") -> PastedArray:
    return PastedArray(name, 1, tuple(numbers), table=1)


def trial(least: object) -> Trial:
    order = MAPPINGS["a1=0"]
    by_square = np.broadcast_to(np.asarray(least, np.uint8), 64)
    return Trial(array([0] * 64), ROOK, "white", order, np.zeros(64, np.uint64), by_square)


@pytest.mark.parametrize("mapping", MAPPINGS.values(), ids=lambda each: each.name)
def test_numbers_are_put_in_the_order_of_squares(mapping: Mapping) -> None:
    squares = np.array(mapping.squares, np.uint64)
    assert in_order(squares, mapping).tolist() == [*range(64)]


@pytest.mark.parametrize("mapping", ["a1=0", "h8=0,h7=1"])
def test_magics_work_in_their_order_above_all(factors: list[int], mapping: str) -> None:
    written = array([factors[square] for square in MAPPINGS[mapping].squares])
    best = max(trials_of([written]), key=lambda each: each.working(IndexBits("", MASK_BITS)))
    assert (best.slider, best.kind, best.mapping.name) == (ROOK, "white", mapping)
    assert best.factors.tolist() == factors
    assert best.working(IndexBits("", MASK_BITS)) == 64


def test_negative_numbers_are_words(factors: list[int]) -> None:
    signed = [factor - 2**64 if factor >> 63 else factor for factor in factors]
    assert trials_of([array(signed)])[0].factors.tolist() == factors


@pytest.mark.parametrize("numbers", [[*range(64)], [2**64] * 64, [1 << 30] * 40 + [0] * 24])
def test_numbers_that_cannot_be_magics_are_not_tried(numbers: list[int]) -> None:
    assert trials_of([array(numbers)]) == []


@pytest.mark.parametrize(("count", "tried"), [(16, True), (17, False)])
@pytest.mark.parametrize("small", [0, 2**20 - 1, 1 - 2**20])
def test_three_quarters_of_the_numbers_must_be_large(
    factors: list[int], count: int, tried: bool, small: int
) -> None:
    numbers = [small] * count + factors[count:]  # on the lower ranks, away from the centre
    assert bool(trials_of([array(numbers)])) == tried


@pytest.mark.parametrize("edge", [2**20, -(2**20), 2**64 - 1, -(2**63)])
def test_numbers_up_to_the_edge_of_64_bits_are_large(factors: list[int], edge: int) -> None:
    assert trials_of([array([edge] * 16 + factors[16:32] + [edge] * 2 + factors[34:])])


@pytest.mark.parametrize("beyond", [2**64, -(2**63) - 1])
def test_one_number_beyond_64_bits_is_enough_to_be_none(factors: list[int], beyond: int) -> None:
    assert trials_of([array([beyond, *factors[1:]])]) == []


@pytest.mark.parametrize(("right", "promising"), [(7, False), (8, True)])
def test_half_of_the_centre_has_to_work(factors: list[int], right: int, promising: bool) -> None:
    centre = [8 * rank + file for rank in range(2, 6) for file in range(2, 6)]
    wrong = 1 << 63  # every key in one of two places
    numbers = [wrong] * 64
    for square in centre[:right]:
        numbers[square] = factors[square]
    assert bool(trials_of([array(numbers)])) == promising


def test_arrays_up_to_the_most_are_tried() -> None:
    assert trials_of([array([1 << 63] * 64)] * 200) == []


def test_too_many_arrays_are_refused() -> None:
    with pytest.raises(ValueError, match="201 arrays of 64 large numbers; paste only"):
        trials_of([array([1 << 40] * 64)] * 201)


def test_arrays_of_magics_up_to_the_most_are_kept(factors: list[int]) -> None:
    trials = trials_of([array(factors, f"magics_{number}") for number in range(64)])
    assert len({each.array.name for each in trials}) == 64


def test_too_many_arrays_of_magics_are_refused(factors: list[int]) -> None:
    with pytest.raises(ValueError, match="holds 65 arrays of rook magics; keep one"):
        trials_of([array(factors, f"magics_{number}") for number in range(65)])


@pytest.mark.parametrize("value", [IndexBits("", MASK_BITS), trial(0)], ids=["index bits", "trial"])
def test_index_bits_and_trials_are_frozen(value: Any) -> None:
    with pytest.raises(FrozenInstanceError):
        value.bits = None


def test_given_index_bits_come_before_the_usual_ones() -> None:
    given = IndexBits("given", np.full(64, 13, np.uint8))
    assert trial(MASK_BITS).index_bits([given]) is given


def test_given_index_bits_with_which_few_squares_work_are_not_believed() -> None:
    chosen = trial(MASK_BITS).index_bits([IndexBits("given", np.full(64, 9, np.uint8))])
    assert chosen is not None
    assert chosen.words == "one index bit per mask square"


@pytest.mark.parametrize(("right", "believed"), [(48, True), (47, False)])
def test_three_quarters_of_the_squares_have_to_work(right: int, believed: bool) -> None:
    least = np.where(np.arange(64) < right, MASK_BITS, 0)
    assert bool(trial(least).index_bits([])) == believed


@pytest.mark.parametrize(("right", "believed"), [(60, True), (59, False)])
def test_with_any_bits_almost_all_squares_have_to_work(right: int, believed: bool) -> None:
    least = np.where(np.arange(64) < right, 14, 0)
    assert bool(trial(least).index_bits([])) == believed


@pytest.mark.parametrize(
    ("least", "words"),
    [
        (MASK_BITS, "one index bit per mask square"),
        (12, "the fixed shifts 52 and 55"),
        (14, "the fewest index bits that work"),
    ],
)
def test_the_usual_index_bits_come_in_this_order(least: object, words: str) -> None:
    chosen = trial(least).index_bits([])
    assert chosen is not None
    assert chosen.words == words


@pytest.mark.parametrize(("right", "believed"), [(64, True), (48, True), (47, False)])
def test_shifts_in_the_top_six_bits_have_to_be_those_of_the_masks(
    right: int, believed: bool
) -> None:
    shifts = np.where(np.arange(64) < right, 64 - MASK_BITS, 0).astype(np.uint64)
    with_shifts = replace(trial(MASK_BITS), factors=shifts << np.uint64(58) | np.uint64(1))
    chosen = with_shifts.index_bits([])
    assert chosen is not None
    assert chosen.in_magic == believed
    assert not believed or chosen.by_square.tolist() == [*MASK_BITS[:right], *[0] * (64 - right)]


def test_what_works_nowhere_has_no_index_bits() -> None:
    assert trial(0).index_bits([]) is None
