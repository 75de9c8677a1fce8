"""Medians, how well they are known, and comparisons by the round."""

from __future__ import annotations

from math import inf
from statistics import median
from typing import TYPE_CHECKING

import numpy as np
import pytest

from magicbb.benchmark.times import CONFIDENCE, Comparison, Times, median_interval

if TYPE_CHECKING:
    from .conftest import MakeUp


@pytest.mark.parametrize(
    ("count", "first", "last"), [(8, 1, 8), (11, 1, 11), (12, 2, 11), (21, 5, 17), (63, 21, 43)]
)
def test_an_interval_leaves_out_as_many_rounds_as_chance_could(
    count: int, first: int, last: int
) -> None:
    shuffled = np.random.default_rng(count).permutation(count) + 1
    assert median_interval(shuffled) == (first, last)


@pytest.mark.parametrize("count", [0, 1, 7])
def test_few_rounds_say_nothing(count: int) -> None:
    assert median_interval([1.0] * count) == (-inf, inf)


@pytest.mark.parametrize("count", [8, 21, 63])
def test_the_true_median_lies_in_as_many_intervals_as_is_claimed(count: int) -> None:
    runs = np.random.default_rng(1).lognormal(0, 1, (2000, count))
    intervals = [median_interval(rounds) for rounds in runs]
    outside = sum(not low <= 1 <= high for low, high in intervals)
    assert outside / 2000 <= (1 - CONFIDENCE) + 0.005


def test_times_are_medians_with_what_is_known_of_them() -> None:
    times = Times((1.0, 2.0, 3.0, 4.0, 100.0, 3.0, 2.0, 4.0, 3.0))
    assert times.ns == median(times.rounds) == 3.0
    assert times.interval == (1.0, 100.0)
    assert times.spread == pytest.approx(99 / 2 / 3)
    assert times.to_dict() == {"ns": 3.0, "interval": (1.0, 100.0), "rounds": times.rounds}
    assert Times((1.0, 1.0)).to_dict()["interval"] is None


@pytest.mark.parametrize(("last", "tells"), [(1.4, True), (1.6, False), (-1.0, False)])
def test_a_time_that_is_known_badly_does_not_tell(last: float, tells: bool) -> None:
    assert Times((*[1.0] * 8, last)).tells == tells


def test_times_are_added_within_the_rounds() -> None:
    one, other = Times((1.0, 2.0)), Times((30.0, 10.0))
    assert Times.sum([(2, one), (1, other)]) == Times((32.0, 14.0))
    assert Times.mean([one, other]) == Times((15.5, 6.0))


@pytest.mark.parametrize(
    ("one", "ratio", "word"),
    [
        ([1, 1, 1], 1, "level"),
        ([1.04] * 3, 1.04, "level"),  # measurable, and of no account
        ([0.96] * 3, 0.96, "level"),
        ([1.1] * 3, 1.1, "slower"),
        ([0.5] * 3, 0.5, "faster"),
        ([0.9, 1.08, 1.1], 1.08, "level"),
        ([0.8, 1.1, 1.2], 1.1, "too noisy to tell"),
        ([0.8, 2, 2.2], 2, "too noisy to tell"),
        ([1.2, 2, 4], 2, "slower"),
        ([0.2, 0.5, 0.9], 0.5, "faster"),
        ([0, 0, 0], 0.001, "faster"),
        ([-1, -1, -1], 0.001, "faster"),
    ],
)
def test_a_word_comes_from_the_interval(
    make_up: MakeUp, one: list[float], ratio: float, word: str
) -> None:
    compared = make_up({"fancy": one}).compare("fancy", "plain", "games", "latency")
    assert compared
    assert compared.ratio == pytest.approx(ratio)
    assert compared.word == word


def test_too_few_rounds_are_too_noisy() -> None:
    assert Comparison.of(Times((1.0,) * 7), Times((2.0,) * 7)).word == "too noisy to tell"


def test_rounds_are_compared_with_each_other(make_up: MakeUp) -> None:
    result = make_up({"fancy": [1, 20, 3], "plain": [2, 40, 6]})
    compared = result.compare("fancy", "plain", "games", "latency")
    assert compared == Comparison(0.5, 0.5, 0.5)
    assert compared.spread == 0
