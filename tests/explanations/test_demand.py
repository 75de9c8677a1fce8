"""Which bits of a product are taken."""

from __future__ import annotations

from magicbb.explanations.demand import taken_bits
from magicbb.recipes.expressions import Expression, name, number

PRODUCT = name("one") * name("other")
TOP = 0xFFF0000000000000


def taken(result: Expression) -> Expression | None:
    return taken_bits([*dict.fromkeys(result.nodes())]).get(PRODUCT)


def test_a_shift_takes_the_top() -> None:
    assert taken(PRODUCT >> 52) == number(TOP)


def test_a_shift_to_the_left_takes_the_low_bits() -> None:
    assert taken(PRODUCT << 52) == number(0xFFF)


def test_a_mask_takes_its_bits() -> None:
    assert taken((PRODUCT & 0xFF00) >> 8) == number(0xFF00)


def test_of_two_uses_both_count() -> None:
    assert taken((PRODUCT >> 52) + (PRODUCT & 1)) == number(TOP | 1)


def test_a_sum_takes_everything() -> None:
    assert taken(PRODUCT + 1) == number(2**64 - 1)


def test_a_shift_that_is_not_known_yet_stays_an_expression() -> None:
    assert taken(PRODUCT >> name("shift")) == number(2**64 - 1) << name("shift")
