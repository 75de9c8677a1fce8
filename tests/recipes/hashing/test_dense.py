"""The known magics with a bit less than the mask has squares, against what is proved of them."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import magicbb as mb
from magicbb.files import DATA
from magicbb.geometry.sliders import parse_slider
from magicbb.lookup.keys import PLACES, row_name, row_of
from magicbb.recipes.hashing import HASHES
from magicbb.recipes.hashing.dense import known_magics
from magicbb.recipes.scheme import Scheme

FACTS = Path(__file__).parents[2] / "data" / "minimality.csv"

KNOWN = {row_name(row_of(*place)): magic for place, magic in known_magics().items()}


def squares_that(state: str) -> set[str]:
    """The squares of which it is known whether they have such a magic: exists, disproved, open."""
    with FACTS.open(newline="") as file:
        return {
            f"{row['piece']} {row['square']}"
            for row in csv.DictReader(file)
            if row["white_magic_with_one_bit_less"] == state
        }


def test_the_facts_are_about_every_square() -> None:
    counts = [len(squares_that(state)) for state in ("exists", "disproved", "open")]
    assert counts == [39, 71, 18]


def test_no_magic_is_known_where_there_is_none() -> None:
    assert KNOWN.keys() & squares_that("disproved") == set()


def test_every_square_that_has_one_is_there() -> None:
    # The rook on h7 has one, too; whoever finds it again takes it out here.
    assert squares_that("exists") - KNOWN.keys() <= {"rook h7"}


@pytest.mark.parametrize("magic", KNOWN.values(), ids=KNOWN)
def test_each_is_a_magic_with_a_bit_less(magic: mb.Magic) -> None:
    assert magic.kind == "white"
    assert magic.bits == magic.mask.bit_count() - 1
    magic.check()


def test_each_names_its_author_and_stands_in_order() -> None:
    with (DATA / "dense.csv").open(newline="", encoding="utf-8") as file:
        rows = [*csv.DictReader(file)]
    assert all(row["author"] for row in rows)
    assert len(rows) == len(KNOWN)
    places = [row_of(parse_slider(r["piece"]), mb.parse_square(r["square"])) for r in rows]
    assert places == sorted(places)


def test_the_table_is_smaller_by_half_of_these_squares() -> None:
    table = mb.build("fancy-dense")
    assert table.entries == 107_648 - sum(1 << magic.bits for magic in KNOWN.values())
    assert table.entries < 7 / 8 * 107_648


def test_the_bits_are_those_of_the_magics() -> None:
    hashing = HASHES["white-dense"]
    assert [hashing.bits(*place) for place in PLACES] == [magic.bits for magic in hashing.find(1)]


def test_the_other_magics_are_those_that_are_found() -> None:
    found, plain = HASHES["white-dense"].find(4), mb.find_all(seed=4)
    for place, magic, other in zip(PLACES, found, plain, strict=True):
        assert magic == known_magics().get(place, other)


def test_it_is_another_hash_than_the_white_one_but_looks_up_the_same() -> None:
    dense = HASHES["white-dense"]
    assert dense != HASHES["white"]
    one, other = (
        mb.Table(Scheme(name, "concatenated"), dense.find(1)) for name in ("white-dense", "white")
    )
    assert one != other
    assert one.slots.tobytes() == other.slots.tobytes()
