"""Bodies of functions: what becomes a step, rows of slots, and rotations."""

from __future__ import annotations

import pytest

from magicbb.exports.code import Body, Step, body_of, rotated
from magicbb.recipes.expressions import Expression, Trace, name, number

X, Y = name("x"), name("y")


def test_what_has_a_name_is_a_step() -> None:
    product = X * Y
    body = body_of(Trace(product >> 3, {product: "hashed"}))
    assert body.steps == (Step("hashed", product),)
    assert body.result == name("hashed") >> 3


def test_what_is_used_twice_is_a_step() -> None:
    body = body_of(Trace((X + Y) * (X + Y)))
    assert body.steps == (Step("part", X + Y),)
    assert body.result == name("part") * name("part")


def test_what_comes_out_is_none() -> None:
    assert body_of(Trace(X + Y, {X + Y: "sum"})).steps == ()


def test_equal_names_are_numbered() -> None:
    one, other = X + Y, X * Y
    body = body_of(Trace(one & other, {one: "blockers", other: "blockers"}))
    assert [step.name for step in body.steps] == ["blockers", "blockers_2"]


def test_steps_use_the_steps_before_them() -> None:
    inner = X + Y
    outer = inner * X
    body = body_of(Trace(outer & inner, {inner: "inner", outer: "outer"}))
    assert body.steps == (Step("inner", inner), Step("outer", name("inner") * X))


def test_narrow_slots_are_read_in_a_step() -> None:
    load = Expression("table", (X,))
    body = body_of(Trace(load << Y), narrow=True)
    assert body.steps == (Step("entry", load),)
    assert body_of(Trace(load << Y)).steps == ()


def test_all_operations_are_known() -> None:
    body = body_of(Trace((X + Y) * (X + Y)))
    assert body.operations == {"add", "mul", "name"}


SQUARE = name("square")


def test_a_row_of_slots_depends_on_the_square_alone() -> None:
    row = number(4096) + (SQUARE << 9)
    assert Body((), row + (X >> 55)).row_and_place == (row, X >> 55)
    exact = Expression("exact_add", (row, X >> 55))
    assert Body((), exact).row_and_place == (row, X >> 55)


@pytest.mark.parametrize(
    "slot",
    [
        Expression("field", value="offset") + (X >> 55),
        (SQUARE << Expression("field", value="bits")) + (X >> 55),
        SQUARE + (X >> 55),
        (SQUARE << 9) | (X >> 55),
        (X << 9) + (SQUARE >> 2),
    ],
)
def test_other_slots_have_no_rows(slot: Expression) -> None:
    assert Body((), slot).row_and_place is None


def test_a_rotation_is_an_operation_wherever_it_stands() -> None:
    around = Expression("rotl", (X, number(8)))
    assert rotated(((X << 8) | (X >> 56)) & Y) == around & Y
    body = Body((Step("turned", (X << 8) | (X >> 56)),), X)
    assert body.mapped(rotated) == Body((Step("turned", around),), X)


@pytest.mark.parametrize(
    "other",
    [
        (X << 8) | (X >> 55),
        (X << 8) | (Y >> 56),
        (X << Y) | (X >> Y),
        (X << 8) ^ (X >> 56),
        (X >> 8) | (X << 56),
    ],
)
def test_what_does_not_go_around_is_none(other: Expression) -> None:
    assert rotated(other) == other
