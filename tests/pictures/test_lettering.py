"""Text in pictures: nothing in it may break the XML, and lines have to be broken."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from magicbb.pictures.lettering import escaped, text_width, wrapped

ANY_TEXT = st.text(st.characters(codec=None), max_size=40)  # lone surrogates too


@given(ANY_TEXT)
def test_any_text_may_stand_in_xml(text: str) -> None:
    element = ET.fromstring(f'<t a="{escaped(text)}">{escaped(text)}</t>')  # noqa: S314
    assert len(element.text or "") == len(text.replace("\r\n", "\n"))  # as XML reads them


def test_what_xml_allows_stays_as_it_is() -> None:
    assert escaped("Läufer ♗ \N{HAMMER}") == "Läufer ♗ \N{HAMMER}"


@pytest.mark.parametrize("character", ["\0", "\x1b", "\ud800", "\uffff"])
def test_what_xml_forbids_is_replaced(character: str) -> None:
    assert escaped(f"a{character}b") == "a\ufffdb"


@given(st.text("abc mil ", max_size=60), st.integers(20, 200))
def test_no_line_is_too_wide_and_no_letter_is_lost(text: str, width: int) -> None:
    lines = wrapped(text, width, 12)
    assert all(text_width(line, 12) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_a_letter_that_does_not_fit_stands_alone() -> None:
    assert wrapped("wide", 1, 12) == ["w", "i", "d", "e"]


def test_no_text_takes_no_line() -> None:
    assert wrapped("  ", 100, 12) == []


def test_a_long_word_is_broken_into_lines_that_are_full() -> None:
    word = "x" * 20_000
    lines = wrapped(word, 100, 12)
    assert "".join(lines) == word
    assert all(text_width(line + "x", 12) > 100 >= text_width(line, 12) for line in lines[:-1])
