"""The changes that were made to the tables of a book."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from magicbb.research.records import RecordBook, connection
from magicbb.research.records.migrations import MIGRATIONS

if TYPE_CHECKING:
    from pathlib import Path

    from magicbb.research.records import MagicRecord

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
