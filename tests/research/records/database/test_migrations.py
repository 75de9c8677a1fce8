"""The changes that were made to the tables of a book."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from magicbb.research.records import RecordBook
from magicbb.research.records.database import connection
from magicbb.research.records.database.migrations import MIGRATIONS

if TYPE_CHECKING:
    from magicbb.research.records import MagicRecord

OLD = Path(__file__).parents[3] / "data" / "version-0.1.0" / "book.sqlite"
"""A book of version 1."""

NEXT = ("ALTER TABLE magics ADD COLUMN note TEXT", "CREATE TABLE notes (text TEXT) STRICT")


@pytest.fixture
def older(path: Path, magics: list[MagicRecord]) -> Path:
    """A book of this version."""
    with RecordBook(path) as book:
        book.add(magics[0])
    return path


def tables(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as base:
        return {name for (name,) in base.execute("SELECT name FROM sqlite_schema")}


def test_an_older_book_is_brought_up_to_date(
    older: Path, magics: list[MagicRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "MIGRATIONS", (*MIGRATIONS, NEXT))
    with RecordBook(older) as book:
        assert book.magics() == [magics[0]]
    assert "notes" in tables(older)
    with RecordBook(older) as book:
        assert book.magics() == [magics[0]]


def test_a_change_that_fails_leaves_the_book_as_it_was(
    older: Path, magics: list[MagicRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connection, "MIGRATIONS", (*MIGRATIONS, (*NEXT, "nonsense")))
        with pytest.raises(sqlite3.OperationalError, match="nonsense"):
            RecordBook(older)
    monkeypatch.undo()
    assert "notes" not in tables(older)
    with RecordBook(older) as book:
        assert book.magics() == [magics[0]]


def test_a_book_of_the_next_version_is_refused(
    older: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connection, "MIGRATIONS", (*MIGRATIONS, NEXT))
        RecordBook(older).close()
    monkeypatch.undo()
    with pytest.raises(ValueError, match="from a newer magicbb"):
        RecordBook(older)


@pytest.mark.parametrize("directory", [0o700, 0o500])
def test_an_older_book_that_may_only_be_read_stays_as_it_is(stranger: Path, directory: int) -> None:
    old = stranger / "book"
    old.write_bytes(OLD.read_bytes())
    old.chmod(0o400)
    (stranger / "other").mkdir()
    stranger.chmod(directory)
    with RecordBook(old) as book:
        magics, proofs = book.magics(), book.proofs()
        with pytest.raises(PermissionError, match="no permission to write the record book"):
            book.begin("find", {}, seed=1, command="")
    assert old.read_bytes() == OLD.read_bytes()
    with RecordBook(shutil.copyfile(OLD, stranger / "other" / "book")) as book:
        assert (magics, proofs) == (book.magics(), book.proofs())
        assert magics
        assert proofs
