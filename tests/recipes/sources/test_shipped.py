"""The known magics with one bit fewer than mask squares, against what is proved of them."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import magicbb as mb
from magicbb.files import DATA
from magicbb.geometry.sliders import parse_slider
from magicbb.lookup.keys import row_of
from magicbb.magics.files import shipped

FACTS = Path(__file__).parents[2] / "data" / "minimality.csv"

KNOWN = {row.magic.where: row.magic for row in shipped("dense")}


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
    places = [row_of(parse_slider(r["piece"]), mb.geometry.parse_square(r["square"])) for r in rows]
    assert places == sorted(places)


def test_the_table_is_smaller_by_half_of_these_squares() -> None:
    table = mb.build("fancy-dense")
    assert table.entries == 107_648 - sum(1 << magic.bits for magic in KNOWN.values())
    assert table.entries < 7 / 8 * 107_648


def test_the_other_magics_are_those_that_are_constructed() -> None:
    plain = mb.find_all(seed=4)
    for magic, other in zip(mb.build("fancy-dense", seed=4).magics, plain, strict=True):
        assert magic == KNOWN.get(other.where, other)


def test_its_magics_are_reported() -> None:
    found: list[mb.Magic] = []
    assert mb.build("fancy-dense", on_found=found.append).magics == tuple(found)


def test_they_are_for_any_layout_and_storage_of_white_magics() -> None:
    table = mb.build("white/overlapped/union", source="dense")
    assert table.choice.name == "white/overlapped/union/dense"
    assert table.choice.description.endswith(", union storage, dense magics")
    assert [*table.magics] == [KNOWN.get(magic.where, magic) for magic in mb.find_all()]


@pytest.mark.parametrize(
    ("hashing", "reason"),
    [
        ("black", "the dense magics are white; use a white hash"),
        ("white-32", "the dense magics are white; use a white hash"),
        ("pext", "the pext hash takes no magics"),
        (
            "white-fixed",
            "in the dense magics, rook b1: the fixed shift leaves 12 .* 10$",
        ),
        (
            "white-shift-in-magic",
            "in the dense magics, rook b1: the top six bits of the",
        ),
    ],
)
def test_a_hash_that_they_are_not_for_is_refused(hashing: str, reason: str) -> None:
    name = f"{hashing}/concatenated/direct/dense"
    with pytest.raises(ValueError, match=f"^{name} cannot work: {reason}"):
        mb.build(name)
