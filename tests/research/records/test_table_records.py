"""Tables in the book: what they say, and whether it is so."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

import magicbb as mb
from magicbb.recipes.sources.searched import constructed
from magicbb.research.records import RecordError, TableRecord
from magicbb.research.records.rows import columns_of, record_of

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    from magicbb.research.records import Provenance


def test_a_published_table_is_verified(smallest: TableRecord) -> None:
    smallest.verify()
    assert (smallest.entries, smallest.bytes) == (88_772, 8 * 88_772)
    assert smallest.scheme == "white-fixed/overlapped/direct"


def test_the_table_of_a_record_is_the_one_it_was_made_of(
    smallest: TableRecord, published: dict[str, Path]
) -> None:
    assert smallest.table() == mb.read(published["annuss-2017-white-88772"])


@pytest.mark.parametrize(
    ("scheme", "name"),
    [
        ("white/overlapped/union", "shared"),
        ("white/overlapped/bytes", "bytes"),
        ("white/overlapped/bytes-union", "bytes"),
        ("black/overlapped/direct", "free"),
    ],
)
def test_every_name_has_tables(scheme: str, name: str, fancy: mb.Table) -> None:
    parts = mb.tables.Scheme(*scheme.split("/"))
    magics = fancy.magics if parts.hash.kind == "white" else constructed(parts.hash, 1)
    record = TableRecord.of(name, mb.Table(parts, magics), "own")
    record.verify()
    assert (record.name, record.scheme) == (name, scheme)
    with pytest.raises(ValueError, match="is not allowed for a table called fixed"):
        replace(record, name="fixed")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"entries": 88_771}, "it has 88,772 entries, not 88,771"),
        ({"bytes": 1}, "it has 710,176 bytes, not 1"),
        ({"offsets": (0,) * 128}, "different attacks"),
    ],
)
def test_what_is_false_is_not_verified(
    smallest: TableRecord, change: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(RecordError, match=f"^table fixed: .*{sentence}"):
        replace(smallest, **change).verify()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"name": "tiny"}, "name must be one of fixed, fixed-black, free, shared, bytes"),
        ({"name": []}, "name must be one of"),
        ({"candidates": "stolen"}, "candidates must be one of own, published"),
        ({"scheme": "white-fixed"}, "scheme must be HASH/LAYOUT/STORAGE"),
        ({"scheme": None}, "scheme must be HASH/LAYOUT/STORAGE"),
        ({"scheme": "white/strided/direct"}, "is not allowed for a table called fixed"),
        ({"scheme": "white/overlapped/direct"}, "is not allowed for a table called fixed"),
        ({"scheme": "black-fixed/overlapped/direct"}, "takes black magics"),
        ({"scheme": "pext/overlapped/direct"}, "takes no magics"),
        ({"scheme": "nope/overlapped/direct"}, "hash"),
        ({"entries": -1}, "entries must be an integer from 0 to"),
        ({"bytes": 2**63}, "bytes must be an integer from 0 to"),
        ({"bytes": True}, "bytes must be an integer from 0 to"),
        ({"offsets": (1, 2)}, "offsets must be 128 integers"),
        ({"offsets": (0.5,) * 128}, "offsets must be 128 integers"),
        ({"magics": ()}, "there is no magic for rook a1"),
    ],
)
def test_what_can_be_no_table_is_refused(
    smallest: TableRecord, change: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        replace(smallest, **change)


def test_a_table_without_offsets_is_refused(fancy: mb.Table) -> None:
    with pytest.raises(ValueError, match="offsets must be 128 integers"):
        TableRecord.of("free", fancy, "own")


@pytest.mark.parametrize(
    ("former", "now"),
    [
        ("black-densest/overlapped/direct", "black/overlapped/direct"),
        ("black-densest-bytes/overlapped/bytes-union", "black/overlapped/bytes-union"),
    ],
)
def test_hashes_that_were_data_are_read(former: str, now: str, provenance: Provenance) -> None:
    table = mb.build(former)
    name = "free" if table.source == "densest" else "bytes"
    record = TableRecord.of(name, table, "published", provenance)
    assert record.scheme == now
    columns = columns_of(record)
    assert columns["scheme"] == now
    assert record_of(TableRecord, {**columns, "scheme": former}) == record


def test_both_ways_lead_back(smallest: TableRecord) -> None:
    assert record_of(TableRecord, columns_of(smallest)) == smallest
