"""What follows from figures: advice, look-ups per move, verdicts. All figures are made up."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from magicbb.benchmark.advice import advise, choose
from magicbb.benchmark.claims import (
    PerMove,
    Verdict,
    dart,
    houdart,
    hyatt,
    kannan,
    per_move,
    purves,
    verdicts,
)
from magicbb.benchmark.times import Times

from .conftest import SIZES, in_rounds

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import MakeUp

MOVES = {"four boards": 4.0, "one board": 1.0}


def costs_of(rotated: Any, magic: float, toggles: float) -> PerMove:
    """Four look-ups per move, and one board that takes a nanosecond to keep."""
    times = map(in_rounds, (rotated, 9.0, magic, toggles, 1.0))
    return PerMove("games", 4.0, *times)


class TestAdvice:
    """The sentence at the end."""

    def test_the_fastest_is_advised(self, make_up: MakeUp) -> None:
        sentence = advise(make_up({"fancy": 0.5}))
        assert sentence == (
            "Advice for Abacus 3: use fancy, which takes 0.50 ns ± 0% per look-up on chess "
            "positions and needs 865.3 KB."
        )

    def test_of_those_that_are_level_it_is_the_smallest(self, make_up: MakeUp) -> None:
        sentence = advise(make_up({"fancy": 0.5, "byte-lookup": 0.51}))
        assert "use byte-lookup" in sentence
        assert "(level with fancy, which is 2.48 times as large)" in sentence

    def test_one_that_needs_no_memory_is_the_smallest(self, make_up: MakeUp) -> None:
        sentence = advise(make_up({"fancy": 0.5, "kogge-stone": 0.51}))
        assert "use kogge-stone" in sentence
        assert "on chess positions and needs no memory" in sentence
        assert "(level with fancy, which needs 865.3 KB)" in sentence

    def test_what_needs_pext_comes_with_something_that_does_not(self, make_up: MakeUp) -> None:
        sentence = advise(make_up({"pext": 0.4, "plain": 0.5}))
        assert "use pext" in sentence
        assert "without fast PEXT and PDEP, plain (0.50 ns ± 0%, 2,361.3 KB)" in sentence

    def test_another_choice_for_look_ups_that_wait_is_named(self, make_up: MakeUp) -> None:
        by_case = {
            (scheme, "games", mode): ns
            for scheme, times in {"fancy": (0.5, 6.0), "hyperbola": (1.2, 4.0)}.items()
            for mode, ns in zip(("throughput", "latency"), times, strict=True)
        }
        schemes = ("fancy", "hyperbola", "rays")
        sentence = advise(
            make_up({"rays": 30.0}, by_case=by_case, schemes=schemes, streams=("games",))
        )
        assert "use fancy" in sentence
        assert sentence.endswith(
            "; for look-ups that depend on the previous one, hyperbola "
            "(4.00 ns ± 0% instead of 6.00 ns ± 0%)."
        )

    def test_a_choice_for_look_ups_that_wait_has_to_be_measurably_faster(
        self, make_up: MakeUp
    ) -> None:
        by_case: dict[tuple[str, str, str], Any] = {("fancy", "games", "throughput"): 0.5}
        by_case |= {("fancy", "games", "latency"): 6.0}
        by_case |= {("plain", "games", "latency"): [4.0, 6.5, 9.0]}
        schemes = ("fancy", "plain", "rays")
        sentence = advise(
            make_up({"rays": 30.0}, by_case=by_case, schemes=schemes, streams=("games",))
        )
        assert "depend" not in sentence

    def test_a_scheme_that_is_faster_under_pressure_is_named(self, make_up: MakeUp) -> None:
        by_case = {("kogge-stone", "pressure", "throughput"): 0.4}
        sentence = advise(make_up({"fancy": 0.5}, by_case=by_case))
        assert sentence.endswith(
            "; in a program that mostly waits for other memory, kogge-stone "
            "(0.40 ns ± 0% instead of 0.50 ns ± 0%)."
        )
        assert "waits" not in advise(make_up({"fancy": 0.5}))

    def test_a_scheme_that_is_faster_inside_a_generator_is_named(self, make_up: MakeUp) -> None:
        leaves = {"fancy": (0.5, 0.5), "hyperbola": (1.0, 1.0), "plain": (0.5, 0.6)}
        result = make_up({"hyperbola": 0.5}, leaves=leaves, streams=("games",))
        assert advise(result).endswith(
            "; in a program that only generates moves, fancy "
            "(a leaf takes 2.00 ± 0% times as long with hyperbola)."
        )
        assert "generates" not in advise(replace(result, generator={}))

    def test_the_scheme_for_all_cpus_is_judged_inside_a_generator_too(
        self, make_up: MakeUp
    ) -> None:
        leaves = {"pext": (0.4, 0.4), "fancy": (0.5, 0.5), "hyperbola": (1.0, 1.0)}
        ns = {"pext": 0.3, "hyperbola": 0.5, "fancy": 0.6}
        sentence = advise(make_up(ns, leaves=leaves, streams=("games",)))
        assert (
            "on CPUs without fast PEXT and PDEP, hyperbola (0.50 ns ± 0%, 4.6 KB); in a program "
            "that only generates moves, fancy (a leaf takes 2.00 ± 0% times as long with hyperbola)"
        ) in sentence

    def test_a_scheme_inside_a_generator_has_to_be_measurably_faster(self, make_up: MakeUp) -> None:
        leaves = {"fancy": ([0.5, 1.0, 1.5], 1.0), "hyperbola": (1.0, 1.1)}
        result = make_up({"hyperbola": 0.5}, leaves=leaves, streams=("games",))
        assert "generates" not in advise(result)
        result = make_up({"fancy": 0.5}, leaves={"fancy": (0.5, 0.5)}, streams=("games",))
        assert "generates" not in advise(result)

    def test_what_is_too_noisy_is_named_and_not_advised(self, make_up: MakeUp) -> None:
        sentence = advise(make_up({"fancy": 0.5, "byte-lookup": [0.3, 0.45, 0.9]}))
        assert "use fancy, which takes 0.50 ns ± 0%" in sentence
        assert "; too noisy to tell: byte-lookup (0.45 ns ± 67%)." in sentence

    def test_what_is_noisy_and_faster_than_anything_that_is_not_ends_the_matter(
        self, make_up: MakeUp
    ) -> None:
        sentence = advise(make_up({"byte-lookup": [0.1, 0.2, 0.4]}, streams=("games",)))
        assert sentence == (
            "No advice for Abacus 3: the times on chess positions are too noisy (byte-lookup: "
            "0.20 ns ± 75%); use more than 21 rounds (--rounds), on an idle machine."
        )

    def test_a_stream_that_is_too_noisy_gives_way_to_the_next(self, make_up: MakeUp) -> None:
        by_case = {(name, "games", "throughput"): [0.1, 0.2, 0.4] for name in SIZES}
        sentence = advise(make_up({"fancy": 0.5}, by_case=by_case))
        assert (
            "use fancy, which takes 0.50 ns ± 0% per look-up on chess positions under" in sentence
        )
        assert "; the times on chess positions are too noisy (plain: " in sentence

    def test_too_few_rounds_are_no_ground_for_advice(self, make_up: MakeUp) -> None:
        result = make_up({"fancy": 0.5}, streams=("games",), rounds=3)
        few = {case: Times(times.rounds[:3]) for case, times in result.times.items()}
        assert advise(replace(result, times=few)) == (
            "No advice for Abacus 3: the times on chess positions are too noisy (fancy: "
            "0.50 ns ± ?); use 8 rounds or more (--rounds), not 3."
        )

    def test_what_has_to_be_kept_up_to_date_is_not_advised(self, make_up: MakeUp) -> None:
        assert "kept" not in advise(make_up({"rotated, kept": 0.1}))

    def test_games_tell_more_than_pressure_and_pressure_more_than_chance(
        self, make_up: MakeUp
    ) -> None:
        streams = ("random", "pressure", "games")
        for last in (3, 2, 1):
            by_case = {("plain", stream, "throughput"): 0.1 for stream in streams[: last - 1]}
            by_case["fancy", streams[last - 1], "throughput"] = 0.5
            result = make_up(by_case=by_case, streams=streams[:last])
            assert "use fancy" in advise(result)

    def test_it_is_one_sentence(self, make_up: MakeUp) -> None:
        sentence = advise(make_up({"pext": 0.4}))
        assert sentence.endswith(".")
        assert ". " not in sentence

    def test_nothing_is_chosen_where_nothing_was_measured(self, make_up: MakeUp) -> None:
        assert choose(make_up(streams=("games",)), "random", "latency") is None


class TestPerMove:
    """Magic against rotated boards."""

    @pytest.mark.parametrize(
        ("rotated", "magic", "toggles", "balance", "ratio"),
        [
            (1.0, 2.0, 4.0, 3.0, 8 / 9),  # with three look-ups, the cheaper ones have paid
            (2.0, 1.0, 4.0, None, 12 / 5),
            (1.0, 1.0, 4.0, None, 8 / 5),
            (2.0, 1.0, 0.0, 1.0, 8 / 5),
        ],
    )
    def test_a_number_of_look_ups_decides(
        self, rotated: float, magic: float, toggles: float, balance: float | None, ratio: float
    ) -> None:
        costs = costs_of(rotated, magic, toggles)
        assert costs.balance == balance
        assert costs.ratio.ratio == pytest.approx(ratio)
        if balance is not None:
            assert replace(costs, lookups=balance).ratio.ratio == pytest.approx(1)

    def test_the_sentence_says_who_wins_up_to_which_number(self) -> None:
        few = costs_of(1.0, 2.0, 4.0).sentences()
        assert "Up to 3.0 look-ups per move, magic wins; beyond that, rotated." in few
        assert (
            "On chess positions, a look-up takes 1.00 ns ± 0% on incremental rotated boards" in few
        )

    def test_the_sentence_says_who_always_wins(self) -> None:
        always = costs_of(2.0, 1.0, 4.0).sentences()
        assert "Magic wins, whatever the number of look-ups per move." in always
        assert "rotated takes 2.40 ± 0% times as long." in always

    @pytest.mark.parametrize(
        ("rotated", "toggles", "words"),
        [
            (1.0, 2.0, "Look-ups alone: level. With the 4.0 look-ups"),
            ([0.5, 1.0, 1.5], 9.0, "Look-ups alone: too noisy to tell. With the 4.0"),
            ([0.1, 1.0, 9.0], 2.0, "positions, the times are too noisy to tell which wins."),
        ],
    )
    def test_the_sentence_says_what_cannot_be_told(
        self, rotated: Any, toggles: float, words: str
    ) -> None:
        assert words in costs_of(rotated, 1.0, toggles).sentences()

    def test_it_is_taken_from_the_figures(self, make_up: MakeUp) -> None:
        costs = per_move(make_up({"rotated, kept": 3.0, "fancy": 2.0, "rotated": 7.0}, moves=MOVES))
        assert costs
        assert (costs.stream, costs.lookups) == ("games", 4.0)
        found = (costs.rotated, costs.turned, costs.magic, costs.toggles, costs.toggle)
        assert [times.ns for times in found] == [3.0, 7.0, 2.0, 4.0, 1.0]

    def test_a_stream_that_is_too_noisy_gives_way_to_the_next(self, make_up: MakeUp) -> None:
        by_case = {("rotated, kept", "pressure", "throughput"): [0.1, 1.0, 9.0]}
        costs = per_move(make_up({"rotated, kept": 3.0}, by_case=by_case, moves=MOVES))
        assert costs
        assert costs.stream == "games"

    @pytest.mark.parametrize(
        "settings",
        [{"pieces": ("rook",)}, {"streams": ("random",)}, {"schemes": ("fancy", "rays")}],
    )
    def test_it_takes_both_on_both_sliders(self, make_up: MakeUp, settings: dict[str, str]) -> None:
        assert per_move(make_up(moves=MOVES, **settings)) is None


class TestClaims:
    """What others reported."""

    @pytest.mark.parametrize(
        ("rotated", "verdict"),
        [(0.2, "not reproduced"), (2.0, "partly reproduced"), (9.0, "reproduced")],
    )
    def test_dart(self, make_up: MakeUp, rotated: float, verdict: str) -> None:
        found = dart(make_up({"rotated, kept": rotated}, moves={**MOVES, "four boards": 1.0}))
        assert found.verdict == verdict
        assert ("A whole engine would" in found.because) == (verdict != "not reproduced")

    @pytest.mark.parametrize(
        ("rotated", "verdict"),
        [
            (1.0, "reproduced"),
            (0.5, "reproduced"),
            (1.5, "partly reproduced"),
            (5.0, "not reproduced"),
        ],
    )
    def test_hyatt(self, make_up: MakeUp, rotated: float, verdict: str) -> None:
        found = hyatt(make_up({"rotated, kept": rotated}, moves={**MOVES, "four boards": 1.0}))
        assert found.verdict == verdict

    def test_a_gain_is_that_of_an_engine(self, make_up: MakeUp) -> None:
        found = hyatt(make_up({"rotated, kept": 2.25}, moves={**MOVES, "four boards": 1.0}))
        assert "2.00 ± 0% times as long" in found.because
        assert "10% of its time on them gains +5.3%" in found.because

    @pytest.mark.parametrize(
        ("claim", "scheme", "times"),
        [
            (purves, "plain", {"reproduced": 1.05, "not reproduced": 1.2}),
            (kannan, "perfect-16", {"reproduced": 1.2, "not reproduced": 0.9}),
            (houdart, "byte-lookup", {"reproduced": 0.9, "not reproduced": 1.1}),
        ],
    )
    def test_two_schemes(
        self,
        make_up: MakeUp,
        claim: Callable[..., Verdict],
        scheme: str,
        times: dict[str, float],
    ) -> None:
        for verdict, ns in times.items():
            found = claim(make_up({scheme: ns}))
            assert found.verdict == verdict
            assert f"{ns:.2f} ± 0% on chess positions (throughput" in found.because
        case = (scheme, "games", "latency")
        partly = claim(
            make_up({scheme: times["reproduced"]}, by_case={case: times["not reproduced"]})
        )
        assert partly.verdict == "partly reproduced"
        assert "The claim holds in 5 of 6 cases." in partly.because

    @pytest.mark.parametrize("claim", [dart, hyatt, houdart])
    def test_noise_is_no_ground_for_a_verdict(
        self, make_up: MakeUp, claim: Callable[..., Verdict]
    ) -> None:
        noise = {name: [0.1, 1.0, 30.0] for name in ("rotated, kept", "byte-lookup")}
        assert claim(make_up(noise, moves=MOVES)).verdict == "too noisy to tell"

    def test_cases_that_are_too_noisy_do_not_count(self, make_up: MakeUp) -> None:
        case = ("byte-lookup", "games", "latency")
        found = houdart(make_up({"byte-lookup": 0.9}, by_case={case: [0.1, 1.0, 9.0]}))
        assert found.verdict == "reproduced"
        assert "on chess positions (latency, too noisy to tell)" in found.because

    def test_the_cache_is_that_of_the_machine(self, make_up: MakeUp) -> None:
        assert "holds 8 MiB" in purves(make_up(caches={"L1": 1024, "L3": 8 << 20})).because

    def test_what_was_not_measured_is_not_judged(self, make_up: MakeUp) -> None:
        found = verdicts(make_up(schemes=("hyperbola", "rays")))
        assert {verdict.verdict for verdict in found} == {"not measured"}
        assert len(found) == 5
