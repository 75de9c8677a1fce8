"""Names of arrays: what stands before a bracket, in the order of each language."""

from __future__ import annotations

import pytest

from magicbb.tables.imports.sources.names import Part, name_before
from magicbb.tables.imports.sources.tokens import tokens_of


def parts(text: str) -> list[Part]:
    return [*tokens_of(text)]


@pytest.mark.parametrize(
    "text",
    [
        "static const uint64_t magics =",
        "const magics: u64 =",
        "pub static magics: Array =",
        "var magics =",
        "magics :=",
        "magics =>",
        "magics: Array =",
        "case 3: magics =",
        "x = magics =",
        "x = y = magics =",
    ],
)
def test_the_name_is_what_is_no_keyword(text: str) -> None:
    assert name_before(parts(text), labelled=False) == "magics"


@pytest.mark.parametrize("text", ["", "static const u64 =", "return", "3"])
def test_there_may_be_none(text: str) -> None:
    assert name_before(parts(text), labelled=False) == ""


def test_a_type_is_no_label() -> None:
    assert name_before(parts("SquareRecord"), labelled=True) == ""
    assert name_before(parts("magic ="), labelled=True) == "magic"


def test_a_colon_after_nothing_makes_no_label() -> None:
    assert name_before(parts(": SquareRecord"), labelled=True) == ""


def test_a_long_name_is_cut() -> None:
    assert name_before(parts("m" * 61 + " ="), labelled=False) == "m" * 60


def test_a_name_in_quotes_is_one_without_what_cannot_be_printed() -> None:
    assert name_before([("text", "mag\x1bics", 0), ("sign", ":", 7)], labelled=True) == "magics"
    assert name_before([("text", "", 0)], labelled=False) == ""
    assert name_before([("word", "magics", 0), ("text", "", 7)], labelled=False) == "magics"
