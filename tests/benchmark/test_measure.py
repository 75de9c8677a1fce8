"""A run: who takes part, the turns, and what is kept of them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import magicbb as mb
from magicbb.benchmark import turns as turns_module
from magicbb.benchmark.contenders import (
    check_schemes,
    contender_named,
    default_schemes,
)
from magicbb.benchmark.measure import SHIPPED, prepare, size_of
from magicbb.benchmark.settings import Settings
from magicbb.benchmark.turns import WrongAnswersError, rounds, shortest
from magicbb.compile.intrinsics import has_bmi2
from magicbb.recipes.catalogue import CATALOGUE
from magicbb.recipes.scheme import Scheme

if TYPE_CHECKING:
    from pathlib import Path

FEW = Settings(rounds=2, queries=64, working_set=1)


def test_every_case_is_measured_in_every_round() -> None:
    result = prepare(["fancy", "rotated"], FEW).run()
    assert [*result.sizes] == ["fancy", "rotated", "rotated, kept", "rays"]
    assert {len(times.rounds) for times in result.times.values()} == {2}
    cases = {(case.scheme, case.stream) for case in result.times}
    assert ("rotated, kept", "games") in cases
    assert ("rotated, kept", "random") not in cases
    assert len(result.times) == 2 * 2 * (3 * 4 - 1)
    assert {*result.moves} == {"four boards", "one board"}
    assert result.positions == (SHIPPED, 4096)


@pytest.mark.slow
def test_without_rotated_boards_nobody_keeps_any() -> None:
    settings = Settings(("queen",), ("games",), ("latency",), 1, queries=20)
    result = prepare(["hyperbola"], settings).run()
    assert [*result.sizes] == ["hyperbola", "rays"]
    assert result.moves == {}
    assert result.queries == {("queen", "games"): 20}


def test_a_result_is_json() -> None:
    settings = Settings(("rook",), ("random",), rounds=1, queries=10)
    values = prepare(["pext"], settings).run().to_dict()
    assert json.loads(json.dumps(values))["schemes"]["pext"]["nbytes"] == 861_184


def test_every_turn_is_told() -> None:
    bench = prepare(["hyperbola"], FEW)
    told: list[int] = []
    bench.run(told.append)
    assert told == [*range(1, bench.steps + 1)]


@pytest.mark.slow
def test_rounds_come_in_another_order_each_time_and_the_same_in_every_run() -> None:
    turns = prepare(["hyperbola"], FEW).turns
    first, second = (
        [timed[0].case for timed in rounds(turns, 2) if timed is not None] for _ in range(2)
    )
    half = len(turns)
    assert first == second
    assert first[:half] != first[half:]
    assert {*first[:half]} == {*first[half:]} == {turn.case for turn in turns}


def test_wrong_answers_are_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns_module, "sum_of_attacks", lambda _stream: 1)
    with pytest.raises(WrongAnswersError, match="disagrees with the ray walk"):
        prepare(["hyperbola"], FEW).run()


def test_the_shortest_of_several_calls_counts() -> None:
    called: list[int] = []
    times = shortest(lambda: called.append(1), lambda: called.append(2))
    assert min(times) >= 0
    assert called == [1, 2] * turns_module.CALLS_PER_TURN


def test_the_default_is_what_is_quickly_built() -> None:
    slow = set(default_schemes(slow=True)) - set(default_schemes())
    assert slow == {"fixed-shift", "black"}
    assert default_schemes(slow=True) == [*CATALOGUE]


@pytest.mark.slow
def test_the_ray_walk_always_takes_part_and_nobody_twice() -> None:
    for schemes, names in (
        (("fancy", "fancy"), ["fancy", "rays"]),
        (("rays", "fancy"), ["rays", "fancy"]),
    ):
        assert [each.name for each in prepare(schemes, FEW).contenders] == names


def test_a_scheme_of_any_parts_and_a_file_take_part(tmp_path: Path) -> None:
    file = str(tmp_path / "mine.npz")
    mb.build("fancy").save(file)
    names = ["black/concatenated/bytes", file]
    check_schemes(names)
    contenders = [contender_named(name) for name in names]
    assert [each.name for each in contenders] == names
    assert all(isinstance(each.recipe, Scheme) for each in contenders)


@pytest.mark.parametrize(
    ("name", "error"), [("nope", ValueError), ("a/b/c", ValueError), ("none.csv", OSError)]
)
def test_what_is_no_scheme_is_refused_before_anything_is_built(
    name: str, error: type[Exception]
) -> None:
    with pytest.raises(error):
        check_schemes(["fancy", name])


def test_sizes_are_those_of_the_table() -> None:
    table = mb.build("perfect-16")
    size = size_of(contender_named("perfect-16"))
    assert (size.nbytes, size.parameter_nbytes) == (table.nbytes, table.parameter_nbytes)
    assert size.total == table.nbytes + table.parameter_nbytes


@pytest.mark.parametrize("scheme", ["fancy", "pext", "pext-16", "hyperbola", "rays"])
def test_it_is_known_which_schemes_need_pext_or_pdep(scheme: str) -> None:
    needs = has_bmi2() and scheme.startswith("pext")
    assert size_of(contender_named(scheme)).instructions == needs


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"pieces": ("knight",)}, 'piece must be "rook"'),
        ({"pieces": ()}, "pieces must be chosen from rook, bishop, queen, got none"),
        ({"streams": ("games", "blitz")}, "streams must be chosen from .*, got 'blitz'"),
        ({"modes": ("speed",)}, "modes must be chosen from .*, got 'speed'"),
        ({"rounds": 0}, "rounds must be an integer from 1"),
        ({"queries": -1}, "queries must be an integer from 1"),
        ({"working_set": 10**9}, "working_set must be an integer from 1"),
        ({"seed": -1}, "seed must be an integer"),
    ],
)
def test_settings_are_checked(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Settings(**wrong)


def test_settings_have_their_own_order() -> None:
    settings = Settings(("bishop", "rook", "bishop"), ("pressure", "random"))
    assert settings.pieces == ("rook", "bishop")
    assert settings.streams == ("random", "pressure")


def test_pieces_may_be_sliders() -> None:
    assert Settings(pieces=(mb.BISHOP, "rook")).pieces == ("rook", "bishop")  # type: ignore[arg-type]
