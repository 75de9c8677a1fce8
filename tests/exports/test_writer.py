"""Writing: expressions in a language's operations, types and casts."""

from __future__ import annotations

import dataclasses

import pytest

from magicbb.exports.code import Body, Step
from magicbb.exports.forms import Breaks, parse_form
from magicbb.exports.languages import camel, pascal
from magicbb.exports.writer import Writer
from magicbb.recipes.expressions import Expression, name, number

X, Y, SQUARE = name("x"), name("y"), name("square")
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


def test_a_language_may_write_arguments_as_it_likes() -> None:
    assert Writer({"occupied_low": "low", "not": "~{0}"}).text(~name("occupied_low")) == "~low"
    assert Writer({"x": "z"}).text(X) == "x"


TYPED = Writer(
    {
        "number": "{}L",
        "fixed": "{}L",
        "field": "own.{0}",
        "table": "table[{0:index}]",
        "attack_set": "sets[{0:index!}]",
        "add": "{0} + {1}",
        "and": "{0} & {1}",
        "shl": "{0:fixed} << {1:shift}",
        "leading_zeros": "zeros({0})",
        "slot": "slot({0:square}, {1})",
    },
    types={
        "word": "long",
        "square": "int",
        "index": "int",
        "shift": "int",
        "amount": "int",
        "count": "int",
        "byte": "byte",
    },
    casts={"long int": "(int) {0}", "int long": "(long) {0}", "byte long": "{0} & 0xff"},
    fields={"shift": "amount"},
)
MASK, SHIFT = Expression("field", value="mask"), Expression("field", value="shift")
ZEROS = Expression("leading_zeros", (X,))
ENTRY = Expression("table", (X,), "byte")


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (X << SHIFT, "x << own.shift"),
        (X << MASK, "x << ((int) own.mask)"),
        (X << SQUARE, "x << square"),
        (X << ZEROS, "x << zeros(x)"),
        (X << 8, "x << 8"),
        (number(1) << X, "1L << ((int) x)"),
        (number(255) << X, "255L << ((int) x)"),
        (X + SQUARE, "x + ((long) square)"),
        (X + SHIFT, "x + ((long) own.shift)"),
        (X & ENTRY, "x & (table[(int) x] & 0xff)"),
        (Expression("table", (X + Y,)), "table[(int) (x + y)]"),
        (Expression("table", (number(3),)), "table[3]"),
        (Expression("table", (Expression("slot", (SQUARE, X)),)), "table[slot(square, x)]"),
        (Expression("attack_set", (X + (Y & X),)), "sets[(int) (x+(y&x))]"),
    ],
)
def test_casts_stand_where_types_differ(expression: Expression, text: str) -> None:
    assert TYPED.text(expression) == text


def test_an_index_may_be_tight() -> None:
    writer = dataclasses.replace(TYPED, casts={})
    read = Expression("attack_set", (X + Expression("attack_set", (Y & X,)),))
    assert writer.text(read) == "sets[x+sets[y&x]]"


def test_what_is_used_as_it_is_stays_what_it_is() -> None:
    writer = dataclasses.replace(TYPED, types={**TYPED.types, "byte": "int"})
    body = Body((Step("entry", ENTRY),), Expression("table", (name("entry"),)))
    (step,) = writer.body(body).steps
    assert (str(step.text), step.is_widened) == ("table[(int) x]", False)
    assert str(writer.body(body).result) == "table[entry]"


def test_what_is_used_as_a_word_becomes_one() -> None:
    writer = dataclasses.replace(TYPED, types={**TYPED.types, "byte": "int"})
    entry = name("entry")
    body = Body((Step("entry", ENTRY),), Expression("table", (entry,)) & entry)
    (step,) = writer.body(body).steps
    assert (str(step.text), step.is_widened) == ("(long) table[(int) x]", True)
    assert str(writer.body(body).result) == "table[(int) entry] & entry"


def test_what_comes_out_has_the_type_that_it_has_to_have() -> None:
    body = Body((), X + Y)
    assert str(TYPED.body(body).result) == "x + y"
    assert str(TYPED.body(body, "index").result) == "(int) (x + y)"
    assert TYPED.body(body, "index").casts == {"long int"}


def test_a_square_needed_twice_as_a_word_may_have_a_name() -> None:
    writer = dataclasses.replace(TYPED, widened="number")
    twice = writer.body(Body((Step("part", X + SQUARE),), Y + SQUARE))
    assert twice.widens_square
    assert [str(twice.steps[0].text), str(twice.result)] == ["x + number", "y + number"]
    once = writer.body(Body((), Y + SQUARE))
    assert (once.widens_square, str(once.result)) == (False, "y + ((long) square)")


def test_rows_and_places_are_apart() -> None:
    body = TYPED.body(Body((), (SQUARE << 9) + (X & Y)))
    assert body.row_and_place is not None
    assert [*map(str, body.row_and_place)] == ["((long) square) << 9", "x & y"]


def test_rotations_are_written_where_there_is_a_word_for_them() -> None:
    body = Body((), (X << 8) | (X >> 56))
    forms = {"or": "{0} | {1}", "shl": "{0} << {1}", "shr": "{0} >> {1}"}
    assert str(Writer(forms).body(body).result) == "(x << 8) | (x >> 56)"
    around = Writer({**forms, "rotl": "rotl({0}, {1})"}).body(body)
    assert (str(around.result), around.uses) == ("rotl(x, 8)", {"rotl", "name", "number"})


def test_the_halves_of_a_pair_are_results() -> None:
    body = Writer(FORMATS).body(Body((), Expression("lanes", (X + Y, Y))))
    assert [str(body.result), str(body.upper)] == ["x + y", "y"]


def test_fields_and_digits_may_look_otherwise() -> None:
    writer = Writer({"field": "own.{0}", "and": "{0} & {1}"}, camel, pascal, digits="X")
    assert (
        writer.text(Expression("field", value="anti_diagonal") & 255) == "own.AntiDiagonal & 0xFF"
    )


@pytest.mark.parametrize(
    ("behind", "lines"),
    [
        (False, ["value = wrapping(x, y)", "  + ((x + y) & LONG);"]),
        (True, ["value = wrapping(x, y) +", "  ((x + y) & LONG);"]),
    ],
)
def test_statements_are_broken_at_their_outermost_operator(behind: bool, lines: list[str]) -> None:
    long = "z" * 80
    writer = Writer(FORMATS, breaks=Breaks(2, behind))
    result = writer.body(Body((), (X * Y) + ((X + Y) & name(long)))).result
    assert result.statement("value = ", ";", 0).replace(long, "LONG").split("\n") == lines


def test_statements_without_operators_are_broken_behind_what_stands_before() -> None:
    long = "z" * 90
    result = Writer(FORMATS, breaks=Breaks(4)).body(Body((), name(long))).result
    assert result.statement("value = ", ";", 0) == f"value = {long};"
    assert result.statement("value = ", ";", 2) == f"value =\n      {long};"
    assert result.statement("", "", 12) == long


@pytest.mark.parametrize(
    ("form", "is_compound"),
    [
        ("{0} & {1}", True),
        ("f({0}, {1})", False),
        ("~{0}", False),
        ("(int) {0}", True),
        ("(f({0}) & 63)", False),
        ("64 - {0}.length()", True),
        ("table[2 * {0} + 1]", False),
    ],
)
def test_forms_with_spaces_outside_of_brackets_are_compound(form: str, is_compound: bool) -> None:
    assert parse_form(form).is_compound == is_compound
