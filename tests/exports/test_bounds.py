"""Bounds: what is known of the parts of a computation, and what therefore never wraps."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magicbb.exports.bounds import LARGEST, Bounds
from magicbb.exports.code import Body, Step
from magicbb.recipes.expressions import Expression, name, number

if TYPE_CHECKING:
    from collections.abc import Callable

X, Y = Expression("field", value="x"), Expression("field", value="y")
WORDS = st.one_of(st.integers(0, 80), st.integers(0, LARGEST))

OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "and": operator.and_,
    "or": operator.or_,
    "xor": operator.xor,
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
}


@given(st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=4))
@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_result_is_in_the_range(operation: str, pairs: list[tuple[int, int]]) -> None:
    x, y = ([*column] for column in zip(*pairs, strict=True))
    least, most = Bounds({"x": x, "y": y}).of(Expression(operation, (X, Y)))
    results = [OPERATIONS[operation](one, other) & LARGEST for one, other in pairs]
    assert least <= min(results)
    assert max(results) <= most


@given(WORDS, st.integers(0, 63))
@pytest.mark.parametrize("operation", ["shl", "shr"])
def test_every_shifted_word_is_in_the_range(operation: str, word: int, by: int) -> None:
    shift = operator.lshift if operation == "shl" else operator.rshift
    least, most = Bounds({"x": [word], "y": [by]}).of(Expression(operation, (X, Y)))
    assert least <= shift(word, by) & LARGEST <= most


@pytest.mark.parametrize(
    ("expression", "bounds"),
    [
        (name("square"), (0, 63)),
        (name("occupied"), (0, LARGEST)),
        (X, (3, 12)),
        (Expression("table", (name("square"),)), (0, 0xFF)),
        (Expression("pext", (name("occupied"), X)), (0, 3)),
        (Expression("leading_zeros", (X,)), (0, 63)),
        (~X, (0, LARGEST)),
    ],
)
def test_operands_have_their_ranges(expression: Expression, bounds: tuple[int, int]) -> None:
    assert Bounds({"x": [3, 12]}, element_bits=8).of(expression) == bounds


def test_a_step_has_the_range_of_what_it_is() -> None:
    body = Body((Step("index", X >> 60),), name("index") + 5)
    assert Bounds({"x": [LARGEST]}).exact(body).result.operation == "exact_add"


def test_what_is_cut_off_anyway_need_not_be() -> None:
    bounds = Bounds({"x": [0, LARGEST], "y": [0, LARGEST]})
    both = Body((), (X - Y) & (X * Y))
    assert bounds.exact(both, loose=True).result.operands == (
        Expression("exact_sub", (X, Y)),
        X * Y,
    )
    assert bounds.exact(both) == both


@pytest.mark.parametrize(
    ("expression", "operation"),
    [
        (name("square") << 12, "exact_shl"),
        (X << 1, "shl"),
        (X + Y, "add"),
        (name("square") + 5, "exact_add"),
        ((X >> 32) * 3, "exact_mul"),
        (X * Y, "mul"),
        (X - Y, "sub"),
        (number(64) - name("square"), "exact_sub"),
    ],
)
def test_what_never_wraps_is_exact(expression: Expression, operation: str) -> None:
    bounds = Bounds({"x": [0, LARGEST], "y": [0, LARGEST]})
    assert bounds.exact(Body((), expression)).result.operation == operation
