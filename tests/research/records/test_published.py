"""What others published, as the package has it."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files
from typing import TYPE_CHECKING

import pytest

import magicbb as mb
from magicbb.lookup.keys import PLACES
from magicbb.magics.settled import fiekas_results
from magicbb.research.records.published import (
    published_magics,
    published_table,
    published_tables,
)
from magicbb.research.records.table_records import CATEGORIES

if TYPE_CHECKING:
    from pathlib import Path


def test_the_files_are_in_the_package() -> None:
    directory = files("magicbb") / "data" / "published"
    names = {entry.name for entry in directory.iterdir()}
    assert names == {"README.md", "magics.csv", "minimality.csv", "tables", "tables.csv"}


def test_every_magic_is_true_and_has_an_author() -> None:
    found = published_magics()
    for record, author in found.items():
        record.verify()
        assert author not in {"", "magicbb"}
    assert len({record.as_magic() for record in found}) == len(found)


def test_the_white_ones_with_one_bit_less_are_where_they_exist() -> None:
    for record in published_magics():
        fewer = record.bits < record.piece.mask(record.square).bit_count()
        if record.kind == "white" and fewer:
            assert fiekas_results()[record.piece, record.square] == "exists"


def test_minimality_is_that_of_the_golden_data(published: dict[str, Path]) -> None:
    golden = published["annuss-2017-white-88772"].parent / "minimality.csv"
    rows = [line.split(",") for line in golden.read_text().splitlines()[1:]]
    ours = {(f"{slider}", square): status for (slider, square), status in fiekas_results().items()}
    assert ours == {(row[0], mb.geometry.parse_square(row[1])): row[4] for row in rows}
    assert Counter(ours.values()) == {"exists": 39, "disproved": 71, "open": 18}


def test_the_smallest_tables_are_those_of_the_literature() -> None:
    smallest = {
        name: min((t.entries for t in published_tables() if t.name == name), default=None)
        for name in CATEGORIES
    }
    assert smallest == {
        "fixed": 88_772,
        "fixed-black": 87_988,
        "free": 76_411,
        "shared": None,
        "bytes": 97_264,
    }
    assert [table.bytes for table in published_tables() if table.name == "bytes"] == [147_888]


@pytest.mark.parametrize("table", [t for t in published_tables() if t.file], ids=lambda t: t.file)
def test_the_tables_have_the_sizes_that_are_claimed(table: mb.Table) -> None:
    found = published_table(f"{getattr(table, 'file', '')}")
    assert (found.entries, found.nbytes) == (table.entries, getattr(table, "bytes", None))
    assert found.magics[0].kind == getattr(table, "kind", None)


@pytest.mark.parametrize("name", ["nope", "../../dense", ""])
def test_an_unknown_table_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="file must be one of annuss"):
        published_table(name)


def test_an_author_is_cited_with_the_year() -> None:
    cited = {table.entries: table.by for table in published_tables()}
    assert cited[76_411] == "Markus Everling 2026"


def test_the_bytes_of_a_table_that_was_only_proposed_are_counted() -> None:
    (counted,) = (table for table in published_tables() if table.name == "bytes")
    lists = sum(slider.attack_sets(square) for slider, square in PLACES)
    assert counted.entries + 8 * lists == counted.bytes
    assert counted.by.startswith("our count")
