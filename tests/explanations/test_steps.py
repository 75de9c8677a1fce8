"""The steps of every look-up: they compute what the table does, and say what they are."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest

import magicbb as mb
from magicbb.explanations.evaluation import OPERATIONS, evaluate
from magicbb.explanations.steps import Step, steps_of
from magicbb.geometry.sliders import SLIDERS
from magicbb.lookup.keys import PLACES, Keys, all_keys, row_of
from magicbb.recipes.rivals import RIVALS
from magicbb.tables.rival_table import RivalTable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from magicbb.geometry.sliders import Slider
    from magicbb.recipes.scheme import Scheme

KINDS = {"board", "magic", "product", "number"}
LONGEST_TITLE = 40
EACH_RIVAL = pytest.mark.parametrize("rival", RIVALS)


def values(
    table: mb.Table | RivalTable, slider: Slider, square: int, occupied: int
) -> dict[str, int]:
    """The values of all names of a look-up."""
    recipe = table.recipe
    record = map(int, table.parameters[row_of(slider, square)])
    names = {"square": square, "occupied": occupied}
    names |= dict(zip(recipe.fields(slider), record, strict=True))
    for step in steps_of(recipe, slider):
        known = names.get(step.key)
        names[step.key] = evaluate(
            step.expression, names, table.slots, table.attack_sets, slider=slider
        )
        assert known in {None, names[step.key]}, f"{step.key} means two numbers"
    return names


@cache
def boards() -> list[int]:
    """Some random boards, from almost empty to almost full."""
    random = np.random.default_rng(7)
    words = random.integers(0, 2**64, (4, 3), np.uint64, endpoint=False)
    return [int(one & two | three & two & one) for one, two, three in words] + [0, 2**64 - 1]


def sampled() -> Iterator[tuple[Slider, int, int]]:
    """Every square with a few boards."""
    return ((*place, occupied) for place in PLACES for occupied in boards())


def slots_of(table: mb.Table, keys: Keys) -> list[int]:
    slots: list[int] = table.scheme.slots_of_keys(table.parameters, keys).tolist()
    return slots


def index_of(step: Step, names: dict[str, int]) -> int:
    """The bits that are taken of a step's value."""
    assert step.taken is not None
    return OPERATIONS["pext"](names[step.key], evaluate(step.taken, names))


class TestValues:
    """Computing the steps one after the other."""

    def test_the_last_one_is_the_attacks(self, table: mb.Table) -> None:
        for slider, square, occupied in sampled():
            names = values(table, slider, square, occupied)
            assert names["attacks"] == slider.attacks(square, occupied)

    @EACH_RIVAL
    def test_the_last_one_is_the_attacks_of_a_rival(self, rival: str) -> None:
        table = RivalTable(RIVALS[rival])
        for slider, square, occupied in sampled():
            names = values(table, slider, square, occupied)
            assert names["attacks"] == slider.attacks(square, occupied)

    def test_the_slot_is_the_slot_of_the_table(self, table: mb.Table, keys: Keys) -> None:
        slots = slots_of(table, keys)
        for key in range(0, len(slots), 97):
            slider, square = PLACES[keys.rows[key]]
            assert values(table, slider, square, int(keys.blockers[key]))["slot"] == slots[key]

    @pytest.mark.parametrize("scheme", ["fancy", "densest-bytes", "hyperbola"])
    def test_bishops_on_all_keys(self, scheme: str) -> None:
        table, keys = mb.build(scheme), all_keys()
        part = keys.of_slider(mb.BISHOP)
        for key in range(part.start, part.stop):
            slider, square = PLACES[keys.rows[key]]
            names = values(table, slider, square, int(keys.blockers[key]))
            assert names["attacks"] == keys.attacks[key]

    def test_the_bits_taken_of_the_product_are_the_index(self, table: mb.Table) -> None:
        for slider, square, occupied in sampled():
            steps = {step.key: step for step in steps_of(table.scheme, slider)}
            names = values(table, slider, square, occupied)
            index = names.get("index", names["slot"])
            if "product" in steps:
                assert index_of(steps["product"], names) == index
            elif "lower" in steps:
                lower, upper = (index_of(steps[key], names) for key in ("lower", "upper"))
                assert lower ^ upper == index
            else:
                assert index == OPERATIONS["pext"](occupied, names["mask"])

    @pytest.mark.parametrize(
        ("scheme", "step", "unit"),
        [("shift-in-magic", "shift", 1), ("offset-in-magic", "offset", 8)],
    )
    def test_the_bits_taken_of_a_magic(self, scheme: str, step: str, unit: int) -> None:
        table = mb.build(scheme)
        for slider, square in PLACES:
            (magic,) = (each for each in steps_of(table.scheme, slider) if each.kind == "magic")
            names = values(table, slider, square, 0)
            assert index_of(magic, names) * unit == names[step]


class TestSteps:
    """What a step says about itself."""

    @staticmethod
    def check(steps: tuple[Step, ...]) -> None:
        keys = [step.key for step in steps]
        assert len({*keys, "square", "occupied"}) == len(keys) + 2, "a key is used twice"
        assert keys[-1] == "attacks"
        for step in steps:
            assert step.kind in KINDS, step
            assert 0 < len(step.title) <= LONGEST_TITLE, step
            assert step.sentence.endswith("."), step
            assert step.kind != "product" or step.taken is not None, step

    def test_of_any_combination(self, combination: Scheme) -> None:
        for slider in SLIDERS:
            steps = steps_of(combination, slider)
            self.check(steps)
            keys = [step.key for step in steps]
            assert "slot" in keys
            assert not [key for key in keys if key.startswith("part")], "some have no name"

    @EACH_RIVAL
    def test_of_a_rival(self, rival: str) -> None:
        for slider in SLIDERS:
            self.check(steps_of(RIVALS[rival], slider))

    def test_names_are_known_before_they_are_used(self, combination: Scheme) -> None:
        known = {"square", "occupied"}
        for step in steps_of(combination, mb.ROOK):
            nodes = [*step.expression.nodes()]
            used = {node.value for node in nodes if node.operation in {"name", "field"}}
            assert step.is_kept or used <= known
            known.add(step.key)
