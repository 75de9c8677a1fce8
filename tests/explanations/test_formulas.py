"""Expressions as a reader writes them."""

from __future__ import annotations

import pytest

from magicbb.explanations.formulas import formula
from magicbb.recipes.expressions import Expression, name, number

OCCUPIED, MASK = name("occupied"), Expression("field", value="mask")


@pytest.mark.parametrize(
    ("expression", "written"),
    [
        (OCCUPIED & number(0x7E), "occupied & 0x7e"),
        (OCCUPIED >> 6, "occupied >> 6"),
        (Expression("pext", (OCCUPIED, MASK)), "pext(occupied, mask)"),
        (Expression("leading_zeros", (OCCUPIED & MASK,)), "leading_zeros(occupied & mask)"),
    ],
)
def test_numbers_are_digits_and_other_operations_functions(
    expression: Expression, written: str
) -> None:
    assert formula(expression) == written
