"""Long lists and strings of digits, as tables have them."""

from __future__ import annotations

import pytest

from magicbb.tables.imports.sources.arrays import arrays_in

MANY = 2100
NUMBERS = ", ".join(map(str, range(MANY)))


def test_long_lists_are_kept_one_after_the_other() -> None:
    one, other = arrays_in(f"a = {{{NUMBERS}}};\nb = {{{NUMBERS}, 7}};").longs
    assert (str(one), len(one.numbers)) == ("a (line 1)", MANY)
    assert (str(other), other.numbers[-1]) == ("b (line 2)", 7)
    assert one.number(99) == "number 100 of a (line 1)"


def test_of_nested_lists_the_outermost_is_kept() -> None:
    first, whole = arrays_in(f"a = {{{NUMBERS}}};\nb = {{{{{NUMBERS}}},\n{{{NUMBERS}}}}};").longs
    assert (first.name, len(first.numbers)) == ("a", MANY)
    assert (whole.name, whole.line, len(whole.numbers)) == ("b", 2, 2 * MANY)
    assert whole.lines[MANY - 1 : MANY + 1] == [2, 3]


def test_a_long_list_with_something_else_in_it_is_not_kept() -> None:
    assert arrays_in(f"a = {{{NUMBERS}, 1.5}};").longs == []


@pytest.mark.parametrize(
    ("content", "numbers"),
    [
        ('2, "00000000000000010000000000000002"', [1, 2]),
        ('4, "00000000000000010000000000000002"', [0, 1, 0, 2]),
        ('"00000000000000010000000000000002"', [0] * 7 + [1] + [0] * 7 + [2]),
        ('0, "00000000000000010000000000000002"', [0] * 7 + [1] + [0] * 7 + [2]),
        ('"0000000000000001 0000000000000002"', [1, 2]),
        ('"00000001 0000000a 0000000B"', [1, 10, 11]),
        ('"0001 0002 0003 0004 0005 0006"', [1, 2, 3, 4, 5, 6]),
        (
            '"00000000000000010000000000000002",\n"00000003"',
            [0] * 7 + [1] + [0] * 7 + [2, 0, 0, 0, 3],
        ),
    ],
)
def test_strings_of_digits_are_numbers(content: str, numbers: list[int]) -> None:
    (found,) = arrays_in(f"\nt = longs({content});").longs
    assert list(found.numbers) == numbers
    assert found.line == 2
    assert found.lines[-1] == 2 + content.count("\n")


@pytest.mark.parametrize(
    "content",
    [
        '3, "00000000000000010000000000000002"',
        '"001 002 003 004 005 006 007 008"',
        '"00000001 00000002 00000003 000"',
    ],
)
def test_digits_of_other_widths_are_none(content: str) -> None:
    assert arrays_in(f"t = longs({content});").longs == []
