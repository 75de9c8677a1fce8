"""The densest tables: magics and offsets that ship, against what others published."""

from __future__ import annotations

import csv
import pickle
import re
from typing import TYPE_CHECKING

import pytest

import magicbb as mb
from magicbb.files import DATA
from magicbb.magics.files import COLUMNS, OFFSET, shipped
from magicbb.recipes.catalogue import CATALOGUE
from magicbb.recipes.scheme import Scheme
from magicbb.recipes.sources import SOURCES, SearchOptions
from magicbb.recipes.storage import STORAGES
from magicbb.research.records import TableRecord
from magicbb.research.records.published import published_tables

if TYPE_CHECKING:
    from pathlib import Path

    from magicbb.magics.magic import Magic

NAMES = {
    "densest-fixed": "fixed",
    "densest-fixed-black": "fixed-black",
    "densest": "free",
    "densest-shared": "shared",
    "densest-bytes": "bytes",
}
"""The rows of the catalogue, and the files that they are from."""

EACH = pytest.mark.parametrize("name", NAMES)

SHARED = 55_290
"""Slots of `white/overlapped/union/dense`, the smallest shared table before; none is published."""

CACHE = 80 * 1024
"""What the bytes table has to stay under, the words per square included."""


def rows_of(file: str) -> list[dict[str, str]]:
    with (DATA / "densest" / f"{file}.csv").open(newline="", encoding="utf-8") as lines:
        return [*csv.DictReader(lines)]


def smallest_published(file: str) -> int:
    """The slots of the smallest published table of a name, of magics of the same kind."""
    return min(
        table.entries
        for table in published_tables()
        if (table.name, table.kind) == (file, shipped(f"densest/{file}")[0].magic.kind)
    )


# ---- The data ----


@EACH
def test_a_file_has_a_row_for_every_square(name: str) -> None:
    rows = rows_of(NAMES[name])
    assert [*rows[0]] == [*COLUMNS, OFFSET]
    assert {row["kind"] for row in rows} == {magic.kind for magic in mb.build(name).magics}
    assert [int(row["magic"], 16) for row in rows] == [m.magic for m in mb.build(name).magics]
    assert tuple(int(row["offset"]) for row in rows) == mb.build(name).offsets


@EACH
def test_each_is_a_magic(name: str) -> None:
    for row in shipped(f"densest/{NAMES[name]}"):
        row.magic.check()


@EACH
def test_where_they_come_from_is_told_beside_them(name: str) -> None:
    assert f"| `{NAMES[name]}.csv` | " in (DATA / "densest" / "README.md").read_text("utf-8")


@EACH
def test_published_candidates_are_owned_up_to(name: str) -> None:
    readme = (DATA / "densest" / "README.md").read_text("utf-8")
    (row,) = (line for line in readme.splitlines() if line.startswith(f"| `{NAMES[name]}.csv`"))
    assert ("published" in row) == CATALOGUE[name].author.endswith(" with published candidates")


@EACH
def test_what_makes_them_again_is_told(name: str) -> None:
    """The command with rounds and seed, and the version of magicbb that it is to be run with."""
    readme = (DATA / "densest" / "README.md").read_text("utf-8")
    (row,) = (line for line in readme.splitlines() if line.startswith(f"| `{NAMES[name]}.csv`"))
    *_, seed, command, version = (cell.strip(" `") for cell in row.strip("| ").split(" | "))
    kind = shipped(f"densest/{NAMES[name]}")[0].magic.kind
    assert command.startswith(f"magicbb pack --kind {kind} ")
    assert re.search(r" --rounds [1-9]\d* ", command)
    assert command.endswith(f" --seed {seed}")
    assert re.fullmatch(r"\d+\.\d+\.\d+( \([0-9a-f]{7,}\))?", version)


# ---- What is built from them ----


@EACH
def test_it_is_built_and_verified(name: str) -> None:
    assert mb.build(name).verify().keys == 107_648


@EACH
def test_it_is_the_same_from_any_seed(name: str) -> None:
    assert mb.build(name, seed=1) == mb.build(name, seed=2, threads=2)
    assert mb.build(name, seed=2).seed == 2


@EACH
def test_its_magics_are_reported(name: str) -> None:
    found: list[Magic] = []
    assert mb.build(name, on_found=found.append).magics == tuple(found)


@EACH
def test_it_is_known_by_its_name(name: str) -> None:
    table = mb.build(name)
    assert table.scheme == CATALOGUE[name].scheme
    assert table.choice.name == name
    assert table.choice.entry is CATALOGUE[name]


@EACH
def test_it_is_the_same_from_a_file_and_from_a_pickle(name: str, tmp_path: Path) -> None:
    table = mb.build(name)
    table.save(tmp_path / "table.npz")
    pickled = pickle.loads(pickle.dumps(table))  # noqa: S301  our own bytes
    for found in (mb.read(tmp_path / "table.npz"), pickled):
        assert found == table
        assert found.choice.name == name


@EACH
def test_it_fits_into_the_record_book(name: str) -> None:
    file = NAMES[name]
    TableRecord.of(file, mb.build(name), "published").verify()


@EACH
def test_it_is_exported_under_its_name(name: str) -> None:
    source = mb.export(name, "rust")
    assert f"magicbb export {name} --language rust " in source
    assert f"Idea:     {CATALOGUE[name].author}"[:40] in source


@pytest.mark.parametrize("name", ["densest-fixed", "densest-fixed-black", "densest"])
def test_what_is_exported_is_imported_with_its_offsets(name: str) -> None:
    table = mb.build(name)
    imported = mb.read(mb.export(table, "c", tables="init"))
    assert (imported.magics, imported.offsets) == (table.magics, table.offsets)
    assert imported.slots.tobytes() == table.slots.tobytes()


# ---- Small ----


@pytest.mark.parametrize("name", ["densest-fixed", "densest-fixed-black", "densest"])
def test_it_is_smaller_than_what_was_published(name: str) -> None:
    assert mb.build(name).entries < smallest_published(NAMES[name])


def test_sharing_is_worth_more_than_among_the_known_white_magics() -> None:
    assert mb.build("densest-shared").entries < SHARED


def test_bytes_and_all_that_they_need_fit_into_a_small_cache() -> None:
    table = mb.build("densest-bytes")
    assert table.nbytes + table.parameter_nbytes < CACHE


def test_bytes_come_to_what_the_parts_come_to() -> None:
    table = mb.build("densest-bytes")
    assert table.nbytes == table.entries + 8 * 56
    assert table.parameter_nbytes == 128 * 8 * 8


# ---- In other company ----


@EACH
def test_the_source_is_what_tells_it_from_another_table(name: str) -> None:
    table = mb.build(name)
    other = mb.Table(table.scheme, table.magics, table.offsets)
    assert other == table
    assert (table.source, other.source) == (name, None)
    assert (table.choice.name, other.choice.name != name) == (name, True)


def test_offsets_that_are_given_are_taken() -> None:
    table = mb.build("densest")
    assert table.offsets is not None
    moved = [offset + 5 for offset in table.offsets]
    other = mb.Table(table.scheme, table.magics, moved)
    assert other.offsets == tuple(moved)
    assert other.entries == table.entries + 5


@pytest.mark.slow
@EACH
def test_the_offsets_are_taken_with_just_the_storages_that_they_hold_for(name: str) -> None:
    scheme, offsets = mb.build(name).scheme, mb.build(name).offsets
    assert offsets is not None
    hold = set()
    for storage in STORAGES:
        other = Scheme(scheme.hash, "overlapped", storage)
        magics, taken = SOURCES[name].magics(other, SearchOptions())
        assert taken in {offsets, None}
        if taken is not None:
            hold.add(storage)
        try:
            mb.Table(other, magics, offsets)
        except mb.errors.CollisionError:
            assert taken is None
        else:
            assert taken is not None
    assert scheme.storage.name in hold


def test_where_the_offsets_do_not_hold_others_are_found() -> None:
    table = mb.build("densest-shared")
    other = mb.build("black/overlapped/direct/densest-shared")
    assert other.magics == table.magics
    assert other.entries == mb.Table(other.scheme, table.magics).entries == 75_206


@pytest.mark.parametrize("source", ["densest", "densest-bytes"])
def test_the_magics_do_in_other_layouts_too(source: str) -> None:
    table = mb.build("black/concatenated/direct", source=source)
    assert table.magics == mb.build(source).magics
    assert table.offsets is None
    assert table.entries == sum(1 << magic.bits for magic in table.magics)


@EACH
def test_magics_of_the_other_colour_are_refused(name: str) -> None:
    kind, other = ("white", "black") if name == "densest-fixed" else ("black", "white")
    sentence = f"cannot work: the {name} magics are {kind}; use a {kind} hash$"
    with pytest.raises(ValueError, match=sentence):
        mb.build(f"{other}/overlapped/direct", source=name)
