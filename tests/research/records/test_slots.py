"""Slots in use: the magics that ship, the book's, and how few there can be."""

from __future__ import annotations

import csv

import magicbb as mb
from magicbb.files import DATA
from magicbb.lookup.keys import PLACES
from magicbb.magics.files import shipped
from magicbb.research.records import MagicRecord
from magicbb.research.records.magic_records import room_of
from magicbb.research.records.slots import fewest_known, fewest_slots


def test_the_magics_of_few_slots_are_what_their_file_says() -> None:
    with (DATA / "few_slots.csv").open(newline="", encoding="utf-8") as file:
        said = [int(row["used_slots"]) for row in csv.DictReader(file)]
    magics = [row.magic for row in shipped("few_slots")]
    assert [(magic.piece, magic.square) for magic in magics] == [*PLACES]
    assert [room_of(magic)[0] for magic in magics] == said
    for magic in magics:
        magic.check()


def test_rooks_use_fewer_slots_than_in_any_table() -> None:
    assert sum(room_of(row.magic)[0] for row in shipped("few_slots")[:64]) < 55_500
    assert sum(fewest_known()[place].used for place in PLACES[:64]) < 55_500


def test_without_a_book_there_is_what_is_known() -> None:
    uses = fewest_slots([])
    assert [(use.piece, use.square) for use in uses] == [*PLACES]
    assert {use.used for use in uses} == {None}
    assert all(use.least <= use.rule <= use.known for use in uses)


def test_the_book_counts_where_it_has_fewer_and_where_it_has_more() -> None:
    place = PLACES[66]
    worst = MagicRecord.of(mb.find(*place, bits=7))
    best = fewest_known()[place]
    assert worst.used > best.used
    (use,) = (use for use in fewest_slots([worst]) if (use.piece, use.square) == place)
    assert (use.used, use.known) == (worst.used, best.used)
    (use,) = (use for use in fewest_slots([worst, best]) if (use.piece, use.square) == place)
    assert (use.used, use.known) == (best.used, best.used)


def test_a_record_as_json() -> None:
    assert fewest_slots([])[66].to_dict() == {
        "piece": "bishop",
        "square": "c1",
        "used": None,
        "known": 16,
        "densest": 16,
        "least": 16,
        "rule": 16,
    }
