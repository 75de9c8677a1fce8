"""A move generator over every scheme: the turns, and what follows from made-up figures."""

from __future__ import annotations

import dataclasses
import json
from typing import TYPE_CHECKING

import pytest

import magicbb as mb
from magicbb.benchmark import turns
from magicbb.benchmark.contenders import contender_named, kept_rotated
from magicbb.benchmark.measure import prepare
from magicbb.benchmark.ranks import inversions, sentences
from magicbb.benchmark.report import markdown
from magicbb.benchmark.result import PerftCase
from magicbb.benchmark.rows import all_rows, generator_order, generator_rows, lookup_order
from magicbb.benchmark.settings import Settings
from magicbb.benchmark.streams import shipped_positions
from magicbb.benchmark.turns import TREES, WrongAnswersError, perft_turn, perft_turns
from magicbb.chess.generator.move_tables import MoveTables

if TYPE_CHECKING:
    from .conftest import MakeUp

FEW = Settings(("bishop",), ("games",), ("throughput",), rounds=2, queries=20, perft=True)
LEAVES = {"fancy": (1.0, 0.5), "pext": (0.8, 0.4), "hyperbola": (1.2, 0.6), "rays": (4.0, 2.0)}
LOOKUPS = {"fancy": 1.0, "pext": 0.5, "hyperbola": 1.5, "rays": 30.0}
SCHEMES = (*LEAVES,)
TABLE = """\
move generator: perft on one thread, in millions of leaves per second
                         start           Kiwipete            rank
  scheme       M/s   ±  × rays    M/s   ±  × rays  here  look-ups
  pext       1,250  0%    5.00  2,500  0%    5.00     1         1
  fancy      1,000  0%    4.00  2,000  0%    4.00     2         2
  hyperbola    833  0%    3.33  1,667  0%    3.33     3         3
  rays         250  0%    1.00    500  0%    1.00     4         4"""


class TestTurns:
    """Counting, checked and timed."""

    def test_the_trees_have_as_many_leaves_as_is_said(self) -> None:
        for tree in TREES.values():
            position = mb.Position(tree.fen)
            assert position.perft(tree.depth, threads=1) == tree.leaves

    @pytest.mark.slow
    def test_everyone_counts_in_every_round(self, monkeypatch: pytest.MonkeyPatch) -> None:
        small = {
            name: dataclasses.replace(TREES[name], depth=2, leaves=leaves)
            for name, leaves in {"start": 400, "Kiwipete": 2039}.items()
        }
        monkeypatch.setattr(turns, "TREES", small)
        result = prepare(["hyperbola"], FEW).run()
        assert [*result.generator] == [
            PerftCase(scheme, position) for scheme in ("hyperbola", "rays") for position in TREES
        ]
        assert {len(times.rounds) for times in result.generator.values()} == {2}
        assert all(0 < times.ns < 1000 for times in result.generator.values())
        values = json.loads(json.dumps(result.to_dict()))["generator"]
        assert [*values[0]] == ["scheme", "position", "ns_per_leaf", "interval", "rounds"]

    def test_nobody_counts_unless_asked(self) -> None:
        assert prepare(["hyperbola"], dataclasses.replace(FEW, perft=False)).run().generator == {}

    def test_kept_boards_do_not_take_part(self) -> None:
        rotated = contender_named("rotated")
        kept = kept_rotated(rotated, shipped_positions()[:10])
        cases = [turn.case for turn in perft_turns([rotated, kept])]
        assert cases == [PerftCase("rotated", position) for position in TREES]

    @pytest.mark.slow
    def test_a_wrong_count_is_not_timed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        wrong = dataclasses.replace(TREES["start"], leaves=4_865_610)
        monkeypatch.setattr(turns, "TREES", {"start": wrong})
        (turn,) = perft_turns([contender_named("fancy")])
        with pytest.raises(WrongAnswersError, match=r"4,865,609 leaves instead of 4,865,610"):
            turn.check()

    @pytest.mark.slow
    @pytest.mark.parametrize("name", ["byte-lookup", "pext-16"])
    def test_slots_of_every_width_are_read(self, name: str) -> None:
        tree = dataclasses.replace(TREES["Kiwipete"], depth=2, leaves=2039)
        perft_turn(PerftCase(name, "Kiwipete"), contender_named(name), tree).check()

    def test_the_tables_of_a_contender_are_made_once_and_equal_those_of_its_table(self) -> None:
        contender, table = contender_named("fancy"), mb.build("fancy", seed=1)
        tables = MoveTables.of(contender)
        assert MoveTables.of(contender) is tables
        assert tables.sliders == MoveTables.of(table).sliders
        assert tables.words.tolist() == MoveTables.of(table).words.tolist()


class TestRows:
    """The table."""

    def test_it_is_text_with_the_fastest_first(self, make_up: MakeUp) -> None:
        result = make_up(LOOKUPS, leaves=LEAVES, schemes=SCHEMES)
        assert "\n".join(generator_rows(result).lines()) == TABLE

    def test_it_stands_at_the_end(self, make_up: MakeUp) -> None:
        tables = [*all_rows(make_up(LOOKUPS, leaves=LEAVES, schemes=SCHEMES))]
        assert len(tables) == 7
        assert tables[-1].title.startswith("move generator")
        assert len([*all_rows(make_up(schemes=SCHEMES))]) == 6

    def test_without_single_look_ups_there_is_no_rank(self, make_up: MakeUp) -> None:
        result = make_up(LOOKUPS, leaves=LEAVES, schemes=SCHEMES, streams=("random",))
        assert lookup_order(result) == []
        assert {row[-1] for row in generator_rows(result).rows} == {"-"}

    def test_a_scheme_that_did_not_take_part_is_not_there(self, make_up: MakeUp) -> None:
        result = make_up(LOOKUPS, leaves=LEAVES)
        assert generator_order(result) == ["pext", "fancy", "hyperbola", "rays"]
        assert result.compare_leaves("plain", "rays") is None


class TestSentences:
    """What follows."""

    def test_the_fastest_is_named_with_what_others_take(self, make_up: MakeUp) -> None:
        first, *_ = sentences(make_up(LOOKUPS, leaves=LEAVES, schemes=SCHEMES))
        assert first == (
            "pext is the fastest: 1,250 ± 0% on the start position and 2,500 ± 0% on Kiwipete, in "
            "millions of leaves per second. A leaf takes 1.25 ± 0% times as long with fancy and "
            "5.00 ± 0% times as long with rays."
        )

    def test_who_is_level_is_named(self, make_up: MakeUp) -> None:
        leaves = {**LEAVES, "fancy": (0.81, 0.41)}
        first, *_ = sentences(make_up(LOOKUPS, leaves=leaves, schemes=SCHEMES))
        assert first.startswith("pext is the fastest, level with fancy: ")

    def test_who_could_be_level_or_not_is_named(self, make_up: MakeUp) -> None:
        leaves = {**LEAVES, "fancy": ([0.6, 1.0, 1.4], 0.41)}
        first, *_ = sentences(make_up(LOOKUPS, leaves=leaves, schemes=SCHEMES))
        assert " per second; too noisy to tell: fancy. A leaf takes 1.17 ± 28% times" in first

    def test_the_same_order_is_said_to_be_the_same(self, make_up: MakeUp) -> None:
        result = make_up(LOOKUPS, leaves=LEAVES, schemes=SCHEMES)
        assert inversions(result) == []
        _, order, distance = sentences(result)
        assert order == (
            "The ranking is that of single look-ups on chess positions (throughput), apart from "
            "schemes that are level."
        )
        assert distance == (
            "A single look-up takes 3.00 ± 0% times as long with hyperbola as with pext, a leaf "
            "1.50 ± 0% times as long."
        )

    def test_another_order_is_said_to_be_another(self, make_up: MakeUp) -> None:
        leaves = {**LEAVES, "hyperbola": (0.5, 0.3)}
        result = make_up(LOOKUPS, leaves=leaves, schemes=SCHEMES)
        assert {*inversions(result)} == {
            ("hyperbola", "pext"),
            ("hyperbola", "fancy"),
        }
        assert sentences(result)[1] == (
            "The ranking differs from that of single look-ups on chess positions (throughput): in "
            "2 of 6 pairs of schemes, the order is measurably reversed. Hyperbola rises from "
            "rank 3 to rank 1 and pext falls from rank 1 to rank 2."
        )

    def test_what_noise_explains_is_no_other_order(self, make_up: MakeUp) -> None:
        leaves = {**LEAVES, "hyperbola": (0.98, 0.49)}
        assert inversions(make_up(LOOKUPS, leaves=leaves, schemes=SCHEMES)) == []

    def test_alone_with_the_ray_walk_there_is_little_to_say(self, make_up: MakeUp) -> None:
        result = make_up({"rays": 30.0}, leaves={"rays": (4.0, 2.0)}, schemes=("rays",))
        (sentence,) = sentences(result)
        assert sentence == (
            "rays is the fastest: 250 ± 0% on the start position and 500 ± 0% on Kiwipete, in "
            "millions of leaves per second."
        )

    def test_without_figures_there_is_nothing_to_say(self, make_up: MakeUp) -> None:
        assert sentences(make_up()) == []


def test_the_report_has_a_section(make_up: MakeUp) -> None:
    text = markdown(make_up(LOOKUPS, leaves=LEAVES, schemes=SCHEMES))
    assert "\n## Inside a move generator\n" in text
    assert "4,865,609 on the start position (depth 5) and 4,085,603 on Kiwipete (depth 4)." in text
    assert "| pext | 1,250 | 0% | 5.00 | 2,500 | 0% | 5.00 | 1 | 1 |" in text
    assert "move generator" not in markdown(make_up(schemes=SCHEMES))
