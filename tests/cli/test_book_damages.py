"""What is left of a damaged book is shown, checked and saved; all else is one sentence."""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import magicbb as mb
from magicbb.magics.files import shipped
from magicbb.research.proofs import Certificate
from magicbb.research.records import (
    MagicRecord,
    ProofRecord,
    Provenance,
    RecordBook,
    TableRecord,
    proof_records,
)
from magicbb.research.records.database import connection
from magicbb.research.records.database.migrations import APPLICATION_ID
from magicbb.research.records.survey import survey

from . import book_damages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .book_damages import Way
    from .conftest import Call, Refuse, Result

HERE = Provenance("Ada", "2026-11-20T10:00:00+00:00", 7, "magicbb find", "0.1.0", 1.5)
SECTIONS = ("magics", "tables", "proofs", "campaigns")
MAGICS = 4

READING = [
    ("records",),
    ("records", "--json"),
    ("records", "magics", "--piece", "bishop"),
    ("records", "--compare"),
    ("records", "--export", "out.json"),
    ("resume", "--list"),
    ("resume", "--hours", "1e-9"),
    ("find", "bishop", "b1", "--bits", "4", "--hours", "1e-9"),
]
"""Commands that read a book, besides those that check it."""


@pytest.fixture(scope="module")
def good(
    tmp_path_factory: pytest.TempPathFactory, published: dict[str, Path], e1: str
) -> tuple[Path, dict[str, int]]:
    """A book with rows in all tables, and how many there are of each."""
    path = tmp_path_factory.mktemp("good") / "good.sqlite"
    table = mb.read(published["annuss-2017-white-88772"])
    with RecordBook(path) as book:
        book.add_all([MagicRecord.of(row.magic, HERE) for row in shipped("dense")[:MAGICS]])
        book.add(TableRecord.of("fixed", table, "published", HERE))
        book.add(ProofRecord.of(Certificate.from_text(e1), HERE))
        for seed in (1, 2):
            params = {"kind": "white", "targets": [[65, 4]], "objective": "bits", "tries": None}
            number = book.begin("find", params, seed=seed, command="magicbb find bishop b1")
            book.lease(number, "me", 1e-6)
            sought = {"row": 65, "bits": 4, "magic": None, "plan": None}
            book.keep(number, 0, 0, sought, 1.0, "me")
    with closing(sqlite3.connect(path)) as base:
        base.execute("PRAGMA journal_mode = DELETE")
    return path, survey(path).whole


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof_records, "REPLAYED_KEYS", 10**6)
    monkeypatch.setattr(connection, "PATIENCE", 0.1)


@pytest.fixture
def path(good: tuple[Path, dict[str, int]]) -> Path:
    """A copy of the good book."""
    book_damages.copied(good[0], Path("book.sqlite"))
    return Path("book.sqlite")


def damaged(way: Way, good: Path) -> Path:
    """A copy that is damaged in a way."""
    path = Path("book.sqlite")
    book_damages.copied(good, path)
    way.damage(path)
    return path


def held(way: Way, result: Result, path: Path) -> None:
    """See that a command ended in order: with what it is for, or one sentence with the name."""
    assert result.returncode in {0, 2}, way.name
    said = [line for line in result.stderr.splitlines() if line.startswith("magicbb: ")]
    assert all(str(path) in line for line in said), way.name
    if result.returncode == 2:
        assert said, way.name
        assert said[-1] == result.stderr.splitlines()[-1], way.name


def checked(call: Call, way: Way, good: tuple[Path, dict[str, int]]) -> int:
    """Check, repair and list a damaged book; how many rows of records the list left out."""
    path = damaged(way, good[0])
    before = content_of(path)
    check = call("records", "--check", "--book", path)
    held(way, check, path)
    assert check.returncode == 2 or not way.must_show, way.name
    Path("new.sqlite").unlink(missing_ok=True)
    repair = call("records", "--book", path, "--repair", "new.sqlite")
    held(way, repair, path)
    assert content_of(path) == before, way.name
    whole = dict.fromkeys(good[1], 0)
    if repair.returncode == 0:
        new = survey("new.sqlite")
        assert new.is_whole, way.name
        whole = new.whole
    if way.table is not None:
        for table in {*whole} - {way.table, "leases", *(["results"] * (way.table == "campaigns"))}:
            assert whole[table] == good[1][table], way.name
        assert whole[way.table] >= good[1][way.table] - 1 or way.table == "leases", way.name
    listed = call("records", "--json", "--book", path)
    held(way, listed, path)
    if listed.returncode == 2:
        return 0
    content = json.loads(listed.stdout)
    missing = sum(good[1][section] - len(content[section]) for section in SECTIONS)
    if path.exists() and path.stat().st_size and way.table is not None:
        assert (missing > 0) == ("damaged row of" in listed.stderr), way.name
        assert missing <= 1, way.name
    return missing


def content_of(path: Path) -> bytes | None:
    """The digest of a book's content; None of what is no file."""
    return hashlib.sha256(path.read_bytes()).digest() if path.is_file() else None


def every(ways: Iterable[Way], step: int) -> list[Way]:
    """A few of many."""
    return [*ways][::step]


def test_a_good_book_is_whole(call: Call, path: Path) -> None:
    result = call("records", "--check", "--book", path)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == (
        "book.sqlite: intact\n"
        "  campaigns  2\n  leases     2\n  results    2\n"
        "  magics     4\n  tables     1\n  proofs     1\n"
    )


def test_a_damaged_row_is_skipped_and_counted(call: Call, path: Path, refuse: Refuse) -> None:
    book_damages.cell("magics", "seed", "seven")(path)
    shown = call("records", "magics", "--book", path)
    assert shown.returncode == 0
    assert shown.stdout.startswith(f"magics: {MAGICS - 1}\n")
    assert shown.stderr == (
        "magicbb: book.sqlite: 1 damaged row of magics skipped; "
        "`magicbb records --book book.sqlite --check` shows the details\n"
    )
    result = call("records", "--check", "--book", path)
    assert result.returncode == 2
    assert result.stdout.splitlines()[4:] == [
        "  magics     3 intact, 1 damaged",
        "  tables     1",
        "  proofs     1",
        "  magics, row 4: seed must be an integer from 0 to 2**64 - 1, got 'seven'",
    ]
    assert result.stderr == (
        "magicbb: book.sqlite: the record book is damaged (rows: 1); "
        "`magicbb records --book book.sqlite --repair NEW` recovers the undamaged records\n"
    )
    repaired = call("records", "--book", path, "--repair", "new.sqlite")
    assert repaired.stdout.startswith("book.sqlite: intact rows saved in new.sqlite\n")
    assert call("records", "--check", "--book", "new.sqlite").returncode == 0
    assert "file already exists; name a new one" in refuse(
        "records", "--book", path, "--repair", "new.sqlite"
    )


def test_a_false_record_is_seen_by_the_check_alone(call: Call, path: Path) -> None:
    book_damages.cell("magics", "used", 7)(path)
    assert call("records", "magics", "--book", path).stderr == ""
    result = call("records", "--check", "--book", path, "--json")
    assert result.returncode == 2
    (damage,) = json.loads(result.stdout)["damaged"]
    assert (damage["table"], damage["row"]) == ("magics", MAGICS)
    assert damage["reason"].endswith(", not 7")


def test_a_damaged_time_does_not_hide_its_campaign(call: Call, path: Path) -> None:
    book_damages.cell("results", "seconds", 9e999)(path)
    shown = call("records", "campaigns", "--json", "--book", path)
    assert shown.stderr == ""
    assert [each["seconds"] for each in json.loads(shown.stdout)["campaigns"]] == [1.0, 0.0]
    assert call("records", "--check", "--book", path).returncode == 2


def test_python_is_warned(path: Path) -> None:
    book_damages.cell("magics", "kind", None)(path)
    with RecordBook(path) as book:
        with pytest.warns(UserWarning, match="1 damaged row of magics") as caught:
            found = book.magics()
        assert len(found) == MAGICS - 1
        assert {*book.magics("rook")} <= {*found}  # and nothing is said again
        assert [f"{each}" for each in book.damaged] == [f"magics, row {MAGICS}: it has no kind"]
    assert caught[0].filename == __file__


def test_the_warning_names_the_line_that_asked_for_campaigns(path: Path) -> None:
    book_damages.cell("campaigns", "who", 5)(path)
    with RecordBook(path) as book, pytest.warns(UserWarning, match="of campaigns") as caught:
        book.campaigns()
    assert caught[0].filename == __file__


def test_a_repaired_campaign_that_lost_results_can_be_resumed(call: Call, path: Path) -> None:
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("UPDATE campaigns SET finished = begun")
    book_damages.cell("results", "result", "{")(path)
    call("records", "--book", path, "--repair", "new.sqlite")
    with RecordBook("new.sqlite") as book:
        assert [each.finished is None for each in book.campaigns()] == [False, True]


def test_the_records_of_a_lost_campaign_are_saved(call: Call, path: Path) -> None:
    with closing(sqlite3.connect(path)) as base:
        base.execute("UPDATE magics SET campaign = 2")
        base.execute("CREATE TABLE copy AS SELECT * FROM campaigns")  # without the constraints
        base.execute("DROP TABLE campaigns")
        base.execute("ALTER TABLE copy RENAME TO campaigns")
        base.execute("UPDATE campaigns SET seed = 1 WHERE number = 2")
        base.commit()
    result = call("records", "--repair", "new.sqlite", "--book", path)
    assert "campaigns, row 2: duplicate of another row" in result.stderr + result.stdout
    assert "it belongs to campaign 2, which is damaged" in result.stderr + result.stdout
    with RecordBook("new.sqlite") as book:
        assert len([*book.magics()]) == MAGICS


def test_what_cannot_be_read_of_a_page_is_left_out(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "long.sqlite"
    with RecordBook(path) as book:
        number = book.begin("find", {}, seed=1, command="")
        book.lease(number, "me", 60)
        for job in range(200):
            book.keep(number, 0, job, ["x" * 200], 1.0, "me")
    content = bytearray(path.read_bytes())
    at = content.index(b"x" * 200, len(content) // 2) // 4096 * 4096
    content[at : at + 4096] = bytes(4096)
    path.write_bytes(content)
    found = survey(path, "new.sqlite")
    assert 160 < found.whole["results"] < 200
    assert len(found.damaged) + found.whole["results"] >= 200
    assert survey("new.sqlite").whole["results"] == found.whole["results"]
    assert call("records", "--check", "--book", "new.sqlite").returncode == 0


@pytest.mark.parametrize(
    "kind",
    ["structures", *(pytest.param(kind, marks=pytest.mark.slow) for kind in ("cells", "files"))],
)
def test_ways_to_damage_a_book(call: Call, good: tuple[Path, dict[str, int]], kind: str) -> None:
    ways: dict[str, Callable[[], list[Way]]] = {
        "cells": lambda: every(book_damages.cells(good[0]), 97),
        "structures": lambda: every(book_damages.structures(good[0]), 29),
        "files": lambda: [*book_damages.files()],
    }
    for way in ways[kind]():
        checked(call, way, good)


@pytest.mark.slow
def test_bytes_and_pages(call: Call, good: tuple[Path, dict[str, int]]) -> None:
    for way in itertools.islice(book_damages.pages(), 12):
        checked(call, way, good)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["cells", "structures", "files", "pages"])
def test_all_ways_and_all_commands(
    call: Call, good: tuple[Path, dict[str, int]], kind: str
) -> None:
    ways: dict[str, Callable[[], Iterable[Way]]] = {
        "cells": lambda: every(book_damages.cells(good[0]), 5),
        "structures": lambda: every(book_damages.structures(good[0]), 4),
        "files": book_damages.files,
        "pages": lambda: itertools.islice(book_damages.pages(), 150),
    }
    for way in ways[kind]():
        checked(call, way, good)
        for arguments in READING:
            path = damaged(way, good[0])
            held(way, call(*arguments, "--book", path), path)


@pytest.mark.parametrize("action", [("--check",), ("--repair", "new.sqlite")])
def test_a_book_that_is_missing(
    refuse: Refuse, action: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    sentence = "nope.sqlite: no such record book"
    assert refuse("records", "--book", "nope.sqlite", *action) == sentence
    monkeypatch.setenv("MAGICBB_BOOK", "nope.sqlite")
    assert refuse("records", *action) == f"nope.sqlite: {os.strerror(2)}"
    assert [*Path().iterdir()] == []


def test_a_book_of_version_0(refuse: Refuse, path: Path) -> None:
    book_damages.sql("PRAGMA user_version = 0")(path)
    assert refuse("records", "--book", path).startswith(
        "book.sqlite: the record book is damaged (its version is 0); `magicbb records"
    )


def test_a_book_of_a_newer_version_is_not_repaired(refuse: Refuse, path: Path) -> None:
    book_damages.sql("PRAGMA user_version = 99")(path)
    sentence = refuse("records", "--book", path, "--repair", "new.sqlite")
    assert sentence.startswith("book.sqlite: the record book has version 99 and is from a newer")


def test_a_book_of_another_number(refuse: Refuse, path: Path) -> None:
    book_damages.sql(f"PRAGMA application_id = {APPLICATION_ID + 1}")(path)
    assert "damaged (its application_id is 0x6d616763)" in refuse("records", "--book", path)


def test_a_locked_book(call: Call, path: Path, refuse: Refuse) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN EXCLUSIVE")
        sentence = refuse("records", "--book", path)
        assert "book.sqlite: another process has locked the record book" in sentence
        assert call("records", "--check", "--book", path).returncode == 0
