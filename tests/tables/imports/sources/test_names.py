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
