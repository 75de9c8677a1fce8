"""Words as pairs of 32-bit numbers: what is computed is what whole words would be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magicbb.exports.bounds import Bounds
from magicbb.exports.code import Body, Step
from magicbb.exports.pairs import BITS, ONES, Lanes
from magicbb.recipes.expressions import Expression, name, number

if TYPE_CHECKING:
    from collections.abc import Callable

LARGEST = 2**64 - 1
ANY_WORD = st.integers(0, LARGEST)
X, Y = Expression("field", value="x"), Expression("field", value="y")


def unary(operation: str, operand: Expression) -> Expression:
    return Expression(operation, (operand,))


def bits_of(mask: int) -> list[int]:
    return [bit for bit in range(64) if mask >> bit & 1]


def gather(word: int, mask: int) -> int:
    return sum((word >> bit & 1) << place for place, bit in enumerate(bits_of(mask)))


def scatter(word: int, mask: int) -> int:
    return sum((word >> place & 1) << bit for place, bit in enumerate(bits_of(mask)))


def swapped(word: int, size: int) -> int:
    return int.from_bytes(word.to_bytes(size, "little"), "big")


WHOLE: dict[str, Callable[..., int]] = {
    "and": lambda x, y: x & y,
    "or": lambda x, y: x | y,
    "xor": lambda x, y: x ^ y,
    "not": lambda x: ~x,
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "shl": lambda x, y: x << y,
    "shr": lambda x, y: x >> y,
    "pext": gather,
    "pdep": scatter,
    "swap_bytes": lambda x: swapped(x, 8),
    "leading_zeros": lambda x: 64 - x.bit_length(),
}
"""The operations on words."""

HALVES: dict[str, Callable[..., int]] = {
    **WHOLE,
    "shl": lambda x, y: x << y % BITS,
    "shr": lambda x, y: x >> y % BITS,
    "add_3": lambda x, y, z: x + y + z,
    "exact_add": lambda x, y: x + y,
    "sub_3": lambda x, y, z: x - y - z,
    "mul_low": lambda x, y: x * y,
    "mul_high": lambda x, y: x * y >> BITS,
    "less": lambda x, y: int(x < y),
    "shl_low": lambda x, by: x << by,
    "shl_high": lambda low, high, by: (high << BITS | low) << by >> BITS,
    "shr_low": lambda low, high, by: (high << BITS | low) >> by,
    "shr_high": lambda high, by: high >> by,
    "count": int.bit_count,
    "swap_bytes": lambda x: swapped(x, 4),
    "leading_zeros": lambda low, high: 64 - (high << BITS | low).bit_length(),
}
"""The operations on lanes, modulo 2**32."""


def evaluated(
    body: Body, leaves: dict[str, int], operations: dict[str, Callable[..., int]], most: int
) -> list[int]:
    """What a computation comes to; a pair's halves, the lower first."""
    values = dict(leaves)

    def value(expression: Expression) -> int:
        if isinstance(expression.value, int):
            return expression.value
        if not expression.operands:
            return values[expression.value]
        operands = map(value, expression.operands)
        return operations[expression.operation](*operands) & most

    for step in body.steps:
        values[step.name] = value(step.expression)
    results = body.result.operands if body.result.operation == "lanes" else (body.result,)
    return [*map(value, results)]


def check(body: Body, x: int, y: int, x_values: list[int], y_values: list[int]) -> None:
    """Compute with words and with lanes; fields are known to have some values."""
    (whole,) = evaluated(body, {"x": x, "y": y}, WHOLE, LARGEST)
    taken = Lanes(Bounds({"x": x_values, "y": y_values})).body(body)
    leaves = {"x": x, "y": y}
    leaves |= {f"{field}_low": word & ONES for field, word in (("x", x), ("y", y))}
    leaves |= {f"{field}_high": word >> BITS for field, word in (("x", x), ("y", y))}
    low, *high = evaluated(taken, leaves, HALVES, ONES)
    assert low | sum(high) << BITS == whole


@given(ANY_WORD, ANY_WORD)
@pytest.mark.parametrize("operation", ["and", "or", "xor", "add", "sub", "mul", "pext", "pdep"])
@pytest.mark.parametrize("known", [False, True])
def test_operations_on_two_words(operation: str, known: bool, x: int, y: int) -> None:
    body = Body((), Expression(operation, (X, Y)))
    check(body, x, y, [x] if known else [0, LARGEST], [y] if known else [0, LARGEST])


@given(st.integers(1, LARGEST))
@pytest.mark.parametrize("operation", ["not", "swap_bytes", "leading_zeros"])
def test_operations_on_a_word(operation: str, x: int) -> None:
    check(Body((), unary(operation, X)), x, 0, [0, LARGEST], [0])


@given(ANY_WORD, st.integers(0, 63), st.booleans(), st.booleans())
@pytest.mark.parametrize("operation", ["shl", "shr"])
def test_shifts(operation: str, x: int, by: int, constant: bool, known: bool) -> None:
    ranges = [0, 31] if by < BITS else [32, 63]
    amount = number(by) if constant else Y
    body = Body((), Expression(operation, (X, amount)))
    check(body, x, by, [x, LARGEST], ranges if known else [0, 63])
    check(body, x & ONES, by, [x & ONES], ranges if known else [0, 63])


@given(ANY_WORD, ANY_WORD)
def test_steps(x: int, y: int) -> None:
    steps = (Step("hashed", (X & Y) * Y), Step("low", name("hashed") & 0xFFFF), Step("none", X - Y))
    check(Body(steps, (name("hashed") >> 40) - (name("low") + X)), x, y, [x, LARGEST], [LARGEST])


def test_what_nothing_depends_on_is_left_out() -> None:
    body = Body((Step("hashed", X * Y),), name("hashed") >> 52)
    taken = Lanes(Bounds({"x": [LARGEST], "y": [LARGEST]})).body(body)
    assert [step.name for step in taken.steps] == ["hashed_high"]
    assert taken.result == name("hashed_high") >> 20


def test_a_half_that_is_always_0_is_left_out() -> None:
    body = Body((Step("sum", X ^ Y),), name("sum") | 5)
    taken = Lanes(Bounds({"x": [ONES], "y": [7]})).body(body)
    assert taken == Body((Step("sum", X ^ Y),), name("sum") | 5)


def test_an_index_is_computed_once() -> None:
    body = Body((), Expression("attack_set", (X + (Y >> 60),)))
    taken = Lanes(Bounds({"x": [5], "y": [LARGEST]})).body(body)
    assert [step.name for step in taken.steps] == ["index"]
    assert [lane.operation for lane in taken.result.operands] == [
        "attack_set_low",
        "attack_set_high",
    ]
