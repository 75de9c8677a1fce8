"""Records: the form in which the numbers of squares are kept, and what was measured of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import magicbb as mb
from magicbb.exports.records import FASTER_BY_FIELD, has_forms, preferred_records
from magicbb.exports.source import export
from magicbb.recipes.catalogue import CATALOGUE

if TYPE_CHECKING:
    from collections.abc import Callable

PAGE = Path(__file__).parents[2] / "docs" / "exporting.md"
WITH_FORMS = [name for name, entry in CATALOGUE.items() if has_forms(entry.scheme)]


def measured() -> dict[str, str]:
    """The verdict on each scheme in the page of the documentation."""
    table = PAGE.read_text("utf-8").split("<!-- records -->")[1].split("<!-- /records -->")[0]
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| ")]
    return {scheme: verdict for scheme, *_, verdict in rows[1:]}


def test_the_default_is_what_was_measured() -> None:
    verdicts = measured()
    assert {name for name, verdict in verdicts.items() if verdict == "soa"} == {*FASTER_BY_FIELD}
    assert {*verdicts.values()} == {"soa", "level", "mixed"}


def test_every_scheme_with_two_forms_was_measured() -> None:
    recipes = [CATALOGUE[name].scheme for name in measured()]
    assert all(CATALOGUE[name].scheme in recipes for name in WITH_FORMS)
    assert all(recipes.count(recipe) == 1 for recipe in recipes)


def test_only_fills_have_no_forms() -> None:
    assert {*CATALOGUE} - {*WITH_FORMS} == {"rays", "kogge-stone"}


@pytest.mark.parametrize("language", ["c", "cpp", "rust"])
@pytest.mark.parametrize("scheme", ["fancy", "plain"])
def test_the_default_is_written(language: str, scheme: str) -> None:
    records = preferred_records(CATALOGUE[scheme].scheme)
    assert export(scheme, language) == export(scheme, language, records=records)


@pytest.mark.parametrize("language", ["c", "cpp", "rust"])
def test_both_forms_have_the_same_numbers(
    language: str, table_by_name: Callable[[str], Any]
) -> None:
    table = table_by_name("shared")
    width = table.parameters.shape[1]
    numbers = {}
    for form in ("aos", "soa"):
        source = export(table, language, records=form)
        _, records = re.split(r"bishop_records.* = ", source, flags=re.IGNORECASE)
        lines = [re.split(r"/[/*]", line)[0] for line in records.splitlines()[1:]]
        found = re.findall(r"\b(?:0x[0-9a-f]+|\d+)", "\n".join(lines))
        numbers[form] = [int(number, 0) for number in found[: 64 * width]]
    rows = table.parameters[64:].tolist()
    assert numbers["aos"] == [number for row in rows for number in row]
    assert numbers["soa"] == [number for column in zip(*rows, strict=True) for number in column]


def test_a_table_from_a_file_has_the_form_of_its_scheme(tmp_path: Path) -> None:
    mb.build("plain").save(tmp_path / "plain.npz")
    assert "--records soa" in export(mb.read(tmp_path / "plain.npz"), "c")
