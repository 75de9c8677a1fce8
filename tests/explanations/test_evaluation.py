"""Computing expressions: as the compiled operations do."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magicbb.compile import Word, intrinsics
from magicbb.explanations.evaluation import OPERATIONS, evaluate
from magicbb.recipes.expressions import Expression, name

WORDS = st.integers(0, 2**64 - 1)


def test_sums_wrap() -> None:
    assert evaluate(name("one") + 1, {"one": 2**64 - 1}) == 0


def test_differences_wrap() -> None:
    assert evaluate(name("one") - 1, {"one": 0}) == 2**64 - 1


def test_memory_is_read() -> None:
    expression = Expression("attack_set", (Expression("table", (name("slot"),)),))
    assert evaluate(expression, {"slot": 1}, [0, 2], [7, 8, 9]) == 9


def test_an_unknown_name_is_an_error() -> None:
    with pytest.raises(KeyError, match="slot"):
        evaluate(name("slot"), {})


@given(WORDS, WORDS)
def test_gathering_and_scattering_are_those_of_the_kernels(value: int, mask: int) -> None:
    with np.errstate(over="ignore"):
        for operation, function in (("pext", intrinsics.pext), ("pdep", intrinsics.pdep)):
            expected = int(function(Word(value), Word(mask)))
            assert OPERATIONS[operation](value, mask) == expected


@pytest.mark.parametrize("operation", ["popcount", "count_zeros", "leading_zeros", "swap_bytes"])
@pytest.mark.parametrize("value", [0, 1, 6, 1 << 63, 0x0123456789ABCDEF])
def test_operations_are_those_of_the_kernels(operation: str, value: int) -> None:
    assert OPERATIONS[operation](value) == int(getattr(intrinsics, operation).function(value))
