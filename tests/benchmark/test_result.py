"""What a run keeps, and what is asked of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from magicbb.benchmark.result import Case
from magicbb.benchmark.times import Times

if TYPE_CHECKING:
    from .conftest import MakeUp


def test_what_was_not_measured_is_not_compared(make_up: MakeUp) -> None:
    result = make_up(schemes=("fancy", "rays"))
    assert result.compare("fancy", "plain", "games", "latency") is None
    assert {*result.means("games", "latency")} == {"fancy", "rays"}


def test_means_are_over_the_sliders_in_each_round(make_up: MakeUp) -> None:
    result = make_up({"fancy": 3.0})
    assert result.means("games", "latency")["fancy"].ns == 3.0
    uneven = {Case("fancy", "rook", "games", "latency"): Times((1.0, 5.0, 9.0) * 3)}
    mixed = replace(result, times={**result.times, **uneven})
    assert mixed.means("games", "latency")["fancy"].rounds == (2.0, 4.0, 6.0) * 3


def test_leaves_are_compared_in_the_mean_of_the_positions(make_up: MakeUp) -> None:
    result = make_up(leaves={"fancy": (1.0, 3.0), "plain": (2.0, 2.0)})
    compared = result.compare_leaves("fancy", "plain")
    assert compared
    assert compared.ratio == 1
    compared = result.compare_leaves("fancy", "plain", "Kiwipete")
    assert compared
    assert compared.ratio == 1.5


def test_figures_have_their_speed_against_rays(make_up: MakeUp) -> None:
    values = make_up({"fancy": 2.0, "rays": 30.0}).to_dict()
    found = {figure["speed_against_rays"] for figure in values["figures"] if figure["ns"] == 2.0}
    assert [*found] == [pytest.approx(15)]
    assert values["figures"][0]["cache_lines"]["all"] == 6
