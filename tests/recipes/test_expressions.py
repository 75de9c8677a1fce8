"""Expressions: read off kernels, and worth what the kernels compute."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from magicbb.compile import Word, intrinsics, kernel
from magicbb.geometry.sliders import BISHOP, ROOK, SLIDERS
from magicbb.lookup.keys import row_of
from magicbb.recipes.catalogue import CATALOGUE
from magicbb.recipes.expressions import (
    Expression,
    Parameters,
    UntraceableError,
    name,
    number,
    trace,
)
from magicbb.recipes.scheme import Scheme

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.geometry.sliders import Slider
    from magicbb.lookup.keys import Keys

FULL = 2**64 - 1

OPERATIONS: dict[str, Callable[..., int]] = {
    "and": operator.and_,
    "or": operator.or_,
    "xor": operator.xor,
    "not": lambda one: ~one & FULL,
    "add": lambda one, other: (one + other) & FULL,
    "sub": lambda one, other: (one - other) & FULL,
    "mul": lambda one, other: one * other & FULL,
    "shl": lambda one, other: one << other & FULL,
    "shr": operator.rshift,
}
for intrinsic in (intrinsics.swap_bytes, intrinsics.leading_zeros):
    OPERATIONS[intrinsic.__name__] = lambda word, run=intrinsic: int(run(Word(word)))
for operation, reference in (("pext", intrinsics.gather), ("pdep", intrinsics.scatter)):
    OPERATIONS[operation] = lambda word, mask, run=reference: int(run(Word(word), Word(mask)))


def evaluate(expression: Expression, names: dict[str, Any]) -> int:
    """What an expression is worth."""
    if isinstance(expression.value, int):
        return expression.value
    if expression.operation in {"name", "field"}:
        return int(names[expression.value])
    operands = [evaluate(operand, names) for operand in expression.operands]
    if expression.operation in {"table", "attack_set"}:
        return int(names[expression.operation][operands[0]])
    if expression.operation == "walk":
        return int(names["slider"].attacks(*operands))
    return OPERATIONS[expression.operation](*operands)


@pytest.mark.parametrize("slider", SLIDERS, ids=str)
@pytest.mark.parametrize("scheme", CATALOGUE)
def test_an_expression_is_worth_what_the_kernel_computes(
    scheme: str, slider: Slider, keys: Keys, table_by_name: Callable[[str], Any]
) -> None:
    table = table_by_name(scheme)
    recipe = CATALOGUE[scheme].scheme
    expression = trace(recipe.attacks_kernel(slider), recipe, slider).result
    part = keys.of_slider(slider)
    for key in range(part.start, part.stop, 997):
        row = int(keys.rows[key])
        fields = dict(zip(recipe.fields(slider), table.parameters[row], strict=True))
        names = {
            **fields,
            "slider": slider,
            "table": table.slots,
            "attack_set": table.attack_sets,
            "square": row & 63,
            "occupied": int(keys.blockers[key] | ~keys.masks[row]),
        }
        assert evaluate(expression, names) == keys.attacks[key]


def test_parts_have_the_names_that_the_source_gives_them() -> None:
    scheme = Scheme("white", "concatenated")
    traced = trace(scheme.attacks_kernel(ROOK), scheme, ROOK)
    assert {"hashed", "slot"} <= {*traced.names.values()}


def test_a_profiler_goes_on_afterwards() -> None:
    import sys

    def profiler(*_: object) -> None:
        pass

    before = sys.getprofile()
    sys.setprofile(profiler)
    try:
        scheme = Scheme("white", "concatenated")
        trace(scheme.attacks_kernel(ROOK), scheme, ROOK)
        assert sys.getprofile() is profiler
    finally:
        sys.setprofile(before)


@pytest.mark.parametrize(
    ("expression", "simple"),
    [
        (name("x") + 0, name("x")),
        (0 + name("x"), name("x")),
        (name("x") * 1, name("x")),
        (name("x") << 0, name("x")),
        (number(3) + number(FULL), number(2)),
        (number(1) << number(63) << number(1), number(0)),
        (Word(5) & number(4), number(4)),
    ],
)
def test_what_does_nothing_is_left_out(expression: Expression, simple: Expression) -> None:
    assert expression == simple


def test_subtraction_from_nothing_stays() -> None:
    assert (0 - name("x")).operation == "sub"


def test_parts_can_be_replaced() -> None:
    whole = (name("x") + name("y")) * (name("x") + 1)
    parts = {name("x") + name("y"): name("z"), name("x"): name("w")}
    assert whole.replaced(parts) == name("z") * (name("w") + 1)


def test_a_branch_is_refused() -> None:
    @kernel
    def branching(_parameters: Any, square: Word, occupied: Word) -> Word:
        return square if occupied else occupied

    scheme = Scheme("white", "concatenated")
    with pytest.raises(UntraceableError, match="branches on the contents of the board"):
        trace(branching, scheme, ROOK, memories=False)


@pytest.mark.parametrize(
    "index", [number(0), number(3), name("square") * 3 - 1, name("occupied"), name("square")]
)
def test_words_of_other_squares_are_refused(index: Expression) -> None:
    with pytest.raises(UntraceableError):
        Parameters(("one", "two", "three"), row_of(BISHOP, 0))[index]


def test_words_of_the_square_have_names() -> None:
    parameters = Parameters(("one", "two", "three"), row_of(BISHOP, 0))
    start = (np.uint64(64) + name("square")) * np.uint64(3)
    assert [parameters[start + column].value for column in range(3)] == ["one", "two", "three"]
