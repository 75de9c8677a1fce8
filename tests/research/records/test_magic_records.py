"""Magics in the book: what they say, and whether it is so."""

from __future__ import annotations

import csv
from dataclasses import replace

import pytest

import magicbb as mb
from magicbb.geometry.squares import square_name
from magicbb.magics.magic import Magic
from magicbb.research.records import MagicRecord, RecordError
from magicbb.research.records.exchange import fields_of
from magicbb.research.records.magic_records import room_of
from magicbb.research.records.published import DIRECTORY
from magicbb.research.records.rows import columns_of, record_of

with (DIRECTORY / "magics.csv").open(newline="", encoding="utf-8") as file:
    PUBLISHED = [*csv.DictReader(file)]

CHANGES = {
    "used": {"used": 959},
    "lowest": {"lowest": 1},
    "highest": {"highest": 1022},
    "magic": {"magic": 0x48FFFE99FECFAA01},
    "bits": {"bits": 9},
    "square": {"square": 49},
    "kind": {"kind": "black"},
    "slider": {"piece": mb.BISHOP},
}


@pytest.fixture
def record(a7: MagicRecord) -> MagicRecord:
    """A record to change."""
    return a7


@pytest.mark.parametrize("row", PUBLISHED, ids=lambda row: f"{row['magic']}-{row['square']}")
def test_the_room_is_that_which_was_published(row: dict[str, str]) -> None:
    slider = {"rook": mb.ROOK, "bishop": mb.BISHOP}[row["piece"]]
    factor, bits = int(row["magic"], 16), int(row["bits"])
    magic = Magic(slider, mb.geometry.parse_square(row["square"]), row["kind"], bits, factor)
    room = tuple(int(row[name]) for name in ("used_slots", "min_index", "max_index"))
    assert room_of(magic) == room


def test_what_is_true_is_verified(magics: list[MagicRecord]) -> None:
    for record in magics:
        record.verify()


@pytest.mark.parametrize("change", CHANGES)
def test_what_is_false_is_not(record: MagicRecord, change: str) -> None:
    with pytest.raises(RecordError, match=r"rook|bishop"):
        replace(record, **CHANGES[change]).verify()  # type: ignore[arg-type]


def test_a_collision_is_shown() -> None:
    with pytest.raises(RecordError, match=r"rook a1: the blockers .* collide in slot 0"):
        MagicRecord.of(Magic(mb.ROOK, 0, "white", 12, 0))


@pytest.mark.parametrize("kind", ["white", "black", "white-32"])
def test_every_kind_can_be_kept(kind: str) -> None:
    record = MagicRecord.of(mb.find("bishop", "h8", kind=kind))
    record.verify()
    assert record.kind == kind


@pytest.mark.parametrize("value", [-1, 1.0, "1", None])
@pytest.mark.parametrize("name", ["used", "lowest", "highest"])
def test_what_is_no_number_of_slots_is_refused(
    record: MagicRecord, name: str, value: object
) -> None:
    with pytest.raises(ValueError, match=f"{name} must be an integer from 0 to"):
        replace(record, **{name: value})  # type: ignore[arg-type]


def test_json_names_it_as_files_of_magics_do(record: MagicRecord) -> None:
    assert fields_of(replace(record, provenance=None)) == {
        "piece": "rook",
        "square": "a7",
        "kind": "white",
        "bits": 10,
        "magic": "0x48fffe99fecfaa00",
        "used": 960,
        "lowest": 0,
        "highest": 1023,
    }


def test_both_ways_lead_back(magics: list[MagicRecord]) -> None:
    for record in magics:
        assert record_of(MagicRecord, columns_of(record)) == record
        assert square_name(record.square) in record.where
