"""Tokens of source code: numbers as every language writes them, comments skipped."""

from __future__ import annotations

import pytest

from magicbb.magics.texts import LARGEST_TEXT
from magicbb.tables.imports.sources.tokens import TOO_LONG, number_of, tokens_of


@pytest.mark.parametrize(
    "suffix", ["", "ULL", "ull", "UL", "ul", "LL", "L", "l", "u64", "_u64", "n", "U", "i64", "uz"]
)
@pytest.mark.parametrize("number", ["0x1f", "0X1F", "31", "0b11111", "0x0000_001f", "3'1"])
def test_a_number_may_have_any_suffix(number: str, suffix: str) -> None:
    assert number_of(number + suffix) == 31


@pytest.mark.parametrize("token", ["0x", "0x1g", "1.5", "12abg", "1e5x", "$", "#x", "x", "", "٣"])
def test_what_is_no_number_is_none(token: str) -> None:
    assert number_of(token) is None


def test_a_number_of_a_million_digits_is_too_long() -> None:
    assert number_of("9" * 1_000_000) == TOO_LONG


def test_a_number_of_80_digits_is_read_and_a_longer_one_too_long() -> None:
    assert number_of("5".rjust(80, "0")) == 5
    assert number_of("5".rjust(81, "0")) == TOO_LONG >= 2**64


@pytest.mark.parametrize(("token", "number"), [("9" + 99 * "x", TOO_LONG), ("x" + 99 * "9", None)])
def test_a_long_token_is_a_number_if_it_begins_like_one(token: str, number: int | None) -> None:
    assert number_of(token) == number


@pytest.mark.parametrize(
    "comment",
    ["// 5", "/* 5 */", "/* 5\n * 6 **/", "# 5", "#[allow(x5)]", "#![allow(x5)]", '"""5\n6"""'],
)
def test_numbers_in_comments_are_passed_over(comment: str) -> None:
    tokens = [token for kind, token, _ in tokens_of(f"1 {comment}\n2") if kind == "number"]
    assert tokens == ["1", "2"]


@pytest.mark.parametrize(
    "text",
    [
        "class A { static #b = [5] }",
        "class A extends B\n{\n  #b: bigint[] = [5]\n}",
        "static #b = new Array(5);",
        "return this.#b[5];",
        "class A { static f() { return A.#b[5]; } }",
    ],
)
def test_a_private_field_is_no_comment(text: str) -> None:
    tokens = [*tokens_of(text)]
    assert "5" in [token for _, token, _ in tokens]
    assert ("word", "b", text.index("#b") + 1) in tokens


@pytest.mark.parametrize(
    "text",
    [
        "class A:  # {\n    #b = [5]",
        "#b = [5]",
        "class A {\n#if X == 5\n#define B\n};",
        "class A {} # b = 5",
        '"""A class."""\nA = {}  #b = 5',
    ],
)
def test_an_assignment_in_a_comment_is_passed_over(text: str) -> None:
    assert "5" not in [token for _, token, _ in tokens_of(text)]


@pytest.mark.parametrize("text", ["/* 5", '"5, 6', '"""5', "'5 6"])
def test_what_is_not_closed_ends_somewhere(text: str) -> None:
    assert len([*tokens_of(text)]) <= 5


@pytest.mark.slow
@pytest.mark.parametrize(
    "part",
    [
        '"',
        "/*",
        "1e",
        *(
            pytest.param(part, marks=pytest.mark.slow)
            for part in ('\\"', "'", "\\'", "*/", "0x", "0_", "1.", "#[", '"""', "'a", "\\")
        ),
    ],
)
def test_the_largest_text_is_read_in_one_go(part: str, share: int) -> None:
    text = ('"' + part * LARGEST_TEXT)[: LARGEST_TEXT // share]
    starts = [start for _, _, start in tokens_of(text)]  # with backtracking it would take minutes
    assert starts == sorted(set(starts))
