"""Medians, spreads and comparisons."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from magicbb.benchmark.result import Times

if TYPE_CHECKING:
    from .conftest import MakeUp


def test_times_are_medians_and_quartiles() -> None:
    times = Times((1.0, 2.0, 3.0, 4.0, 100.0))
    assert (times.ns, times.quartiles) == (3.0, (2.0, 4.0))
    assert times.spread == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("one", "ratio", "word"),
    [
        ([1, 1, 1], 1, "level"),
        ([1.04] * 3, 1.04, "level"),
        ([1.1] * 3, 1.1, "slower"),
        ([0.5] * 3, 0.5, "faster"),
        ([0.8, 1.1, 1.2], 1.1, "level"),  # as often faster as a quarter of the rounds
        ([0.8, 2, 2.2], 2, "slower"),
        ([0, 0, 0], 0.001, "faster"),
        ([-1, -1, -1], 0.001, "faster"),
    ],
)
def test_what_noise_could_explain_is_level(
    make_up: MakeUp, one: list[float], ratio: float, word: str
) -> None:
    compared = make_up({"fancy": one}).compare("fancy", "plain", "games", "latency")
    assert compared
    assert compared.ratio == pytest.approx(ratio)
    assert compared.word == word


def test_rounds_are_compared_with_each_other(make_up: MakeUp) -> None:
    result = make_up({"fancy": [1, 20, 3], "plain": [2, 40, 6]})
    compared = result.compare("fancy", "plain", "games", "latency")
    assert compared
    assert [compared.low, compared.ratio, compared.high] == pytest.approx([0.5] * 3)


def test_what_was_not_measured_is_not_compared(make_up: MakeUp) -> None:
    result = make_up(schemes=("fancy", "rays"))
    assert result.compare("fancy", "plain", "games", "latency") is None
    assert {*result.means("games", "latency")} == {"fancy", "rays"}


def test_means_are_over_the_sliders(make_up: MakeUp) -> None:
    assert make_up({"fancy": 3.0}).means("games", "latency")["fancy"] == 3.0


def test_figures_have_their_speed_against_rays(make_up: MakeUp) -> None:
    values = make_up({"fancy": 2.0, "rays": 30.0}).as_dict()
    found = {figure["speed_against_rays"] for figure in values["figures"] if figure["ns"] == 2.0}
    assert [*found] == [pytest.approx(15)]
    assert values["figures"][0]["cache_lines"]["all"] == 6
