"""Bodies of functions: what becomes a step, and how expressions are written."""

from __future__ import annotations

import pytest

from magicbb.exports.code import Step, Writer, body_of
from magicbb.exports.expressions import Expression, Trace, name, number
from magicbb.exports.languages import camel

X, Y = name("x"), name("y")
FORMATS = {
    "add": "{0} + {1}",
    "and": "{0} & {1}",
    "shr": "{0} >> {1}",
    "mul": "wrapping({0}, {1})",
    "not": "~{0}",
    "sub": "{0}.minus({1})",
    "table": "TABLE[{0} as usize]",
    "attack_set": "SETS[{0}]",
    "field": "own.{0}",
    "number": "{}u",
}


def written(expression: Expression) -> str:
    return Writer(FORMATS, camel).text(expression)


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (X + Y, "x + y"),
        ((X + Y) & Y, "(x + y) & y"),
        (X & (Y >> 3), "x & (y >> 3)"),
        ((X + Y) * (X & Y), "wrapping(x + y, x & y)"),
        (~(X + Y), "~(x + y)"),
        ((X + Y) - (X & Y), "(x + y).minus(x & y)"),
        ((X * Y) + X, "wrapping(x, y) + x"),
        (Expression("table", (X,)), "TABLE[x as usize]"),
        (Expression("table", (X + Y,)), "TABLE[(x + y) as usize]"),
        (Expression("attack_set", (X + Y,)), "SETS[x + y]"),
        (Expression("field", value="anti_diagonal"), "own.antiDiagonal"),
        (name("part_2"), "part2"),
    ],
)
def test_operands_are_put_into_parentheses_where_they_have_to_be(
    expression: Expression, text: str
) -> None:
    assert written(expression) == text


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (X & 0xFF00, "x & 0xff00u"),
        (X & 7, "x & 7"),
        (X >> 58, "x >> 58"),
        (X + 262_144, "x + 262144"),
        (number(1 << 63) >> X, "0x8000000000000000u >> x"),
    ],
)
def test_amounts_are_decimal_and_sets_of_squares_hexadecimal(
    expression: Expression, text: str
) -> None:
    assert written(expression) == text


def test_a_language_may_write_names_as_it_likes() -> None:
    writer = Writer({"square": "square as u64", "shr": "{0} >> {1}"}, str)
    assert writer.text(name("square") >> name("square")) == ("(square as u64) >> (square as u64)")


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
