"""Opening a book: what is one, what is none, and what the errors say."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import sqlite3
import sys
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from magicbb.research.records import DamagedBookError, RecordBook
from magicbb.research.records.database import connection
from magicbb.research.records.database.migrations import APPLICATION_ID, MIGRATIONS
from magicbb.research.records.database.sqlite_errors import in_words

if TYPE_CHECKING:
    from pathlib import Path

    from magicbb.research.records import MagicRecord


def pragma(path: Path, statement: str) -> object:
    with closing(sqlite3.connect(path)) as base:
        row = base.execute(f"PRAGMA {statement}").fetchone()
        return row[0] if row else None


class TestBooks:
    """What is a book, or becomes one."""

    def test_a_new_file_says_whose_it_is(self, book: RecordBook, path: Path) -> None:
        assert book.path == path
        assert pragma(path, "application_id") == APPLICATION_ID
        assert pragma(path, "user_version") == len(MIGRATIONS)
        assert pragma(path, "journal_mode") == "wal"

    @pytest.mark.parametrize("name", ["a b.sqlite", "what?mode=ro#100%.sqlite", "ä:memory:"])
    def test_any_name_will_do(self, tmp_path: Path, name: str, magics: list[MagicRecord]) -> None:
        with RecordBook(tmp_path / name) as book:
            book.add(magics[0])
        assert [entry.name for entry in tmp_path.iterdir()] == [name]

    def test_an_empty_file_becomes_one(self, path: Path) -> None:
        path.touch()
        with RecordBook(path) as book:
            assert book.magics() == []

    def test_all_tables_are_strict(self, book: RecordBook) -> None:
        with closing(sqlite3.connect(book.path)) as base:
            tables = base.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
        assert len(tables) == 6
        assert all(sql.rstrip().endswith("STRICT") for (sql,) in tables)

    def test_without_create_none_is_made(self, path: Path, magics: list[MagicRecord]) -> None:
        with RecordBook(path, create=False) as book:
            assert book.magics() == []
            book.add(magics[0])
            assert book.magics() == [magics[0]]
        assert [*path.parent.iterdir()] == []

    def test_without_create_one_that_is_there_is_read(
        self, book: RecordBook, magics: list[MagicRecord]
    ) -> None:
        book.add(magics[0])
        with RecordBook(book.path, create=False) as other:
            assert other.magics() == [magics[0]]

    def test_where_wal_is_impossible_it_works_without(
        self, path: Path, magics: list[MagicRecord]
    ) -> None:
        with RecordBook(path) as book:
            book.add(magics[0])
        pragma(path, "journal_mode = DELETE")
        with closing(sqlite3.connect(path)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT * FROM magics").fetchall()  # nobody may switch now
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(connection, "PATIENCE", 0.1)
                with RecordBook(path) as book:
                    assert book.magics() == [magics[0]]
        assert pragma(path, "journal_mode") == "delete"


class TestOtherFiles:
    """What is no book: it is refused in a sentence and left as it is."""

    @staticmethod
    def refuse(path: Path) -> str:
        content = path.read_bytes()
        with pytest.raises(ValueError, match=" ") as caught:
            RecordBook(path)
        assert path.read_bytes() == content
        assert [*path.parent.iterdir()] == [path]
        sentence = str(caught.value)
        assert sentence.startswith(f"{path}: ")
        return sentence.removeprefix(f"{path}: ")

    @pytest.mark.parametrize("content", [b"nonsense", b"\0" * 5000, b"SQLite format 3\0"])
    def test_no_database(self, path: Path, content: bytes) -> None:
        path.write_bytes(content)
        assert "not a magicbb record book" in self.refuse(path)

    def test_a_database_of_another_program(self, path: Path) -> None:
        with closing(sqlite3.connect(path)) as base:
            base.execute("CREATE TABLE notes (text)")
        assert "the database of another program" in self.refuse(path)

    def test_a_database_with_another_application_s_number(self, path: Path) -> None:
        pragma(path, "application_id = 252006673")  # Fossil's
        assert "the database of another program" in self.refuse(path)

    def test_a_book_of_a_newer_version(self, path: Path) -> None:
        RecordBook(path).close()
        pragma(path, "journal_mode = DELETE")
        pragma(path, f"user_version = {len(MIGRATIONS) + 1}")
        assert "is from a newer magicbb" in self.refuse(path)

    def test_a_book_that_was_cut_off(self, path: Path, magics: list[MagicRecord]) -> None:
        with RecordBook(path) as book:
            book.add_all(magics)
        path.write_bytes(path.read_bytes()[:9000])
        with pytest.raises(ValueError, match="damaged"), RecordBook(path) as book:
            book.magics()

    def test_a_book_without_its_tables(self, path: Path) -> None:
        pragma(path, f"application_id = {APPLICATION_ID}")
        pragma(path, f"user_version = {len(MIGRATIONS)}")
        with pytest.raises(ValueError, match="damaged"), RecordBook(path) as book:
            book.magics()


class TestFiles:
    """What the system refuses."""

    def test_a_directory(self, tmp_path: Path) -> None:
        with pytest.raises(IsADirectoryError) as caught:
            RecordBook(tmp_path)
        assert caught.value.filename == str(tmp_path)

    def test_a_directory_that_is_missing(self, tmp_path: Path) -> None:
        with pytest.raises(FileNotFoundError):
            RecordBook(tmp_path / "nowhere" / "book")

    def test_a_directory_that_is_a_file(self, path: Path) -> None:
        path.touch()
        with pytest.raises(NotADirectoryError):
            RecordBook(path / "book")

    def test_a_device(self) -> None:
        with pytest.raises(ValueError, match="because it is not a regular file"):
            RecordBook(os.devnull)

    def test_a_name_that_is_none(self) -> None:
        with pytest.raises(ValueError, match="must not contain a null character"):
            RecordBook("a\0b")

    def test_a_directory_that_may_not_be_written(self, stranger: Path) -> None:
        stranger.chmod(0o500)
        with pytest.raises(PermissionError, match="no permission to create a record book in "):
            RecordBook(stranger / "book")

    def test_a_file_that_may_not_be_read(self, stranger: Path) -> None:
        RecordBook(stranger / "book").close()
        (stranger / "book").chmod(0)
        with pytest.raises(PermissionError):
            RecordBook(stranger / "book")

    def test_a_file_that_may_only_be_read_can_be(
        self, stranger: Path, magics: list[MagicRecord]
    ) -> None:
        with RecordBook(stranger / "book") as book:
            book.add(magics[0])
        (stranger / "book").chmod(0o400)
        with RecordBook(stranger / "book") as book:
            assert book.magics() == [magics[0]]
            with pytest.raises(PermissionError, match="no permission to write the record book"):
                book.add(magics[1])

    @pytest.mark.parametrize("mode", [0o400, 0o600])
    def test_a_file_in_a_directory_that_may_only_be_read(
        self, stranger: Path, magics: list[MagicRecord], mode: int
    ) -> None:
        with RecordBook(stranger / "book") as book:
            book.add(magics[0])
        (stranger / "book").chmod(mode)
        stranger.chmod(0o500)
        with RecordBook(stranger / "book") as book:
            assert book.magics() == [magics[0]]
            with pytest.raises(PermissionError, match="no permission to write the record book"):
                book.add(magics[1])


class TestErrors:
    """What SQLite says, in other words."""

    def test_a_full_disk(self, book: RecordBook, magics: list[MagicRecord]) -> None:
        base = book._connection._base  # noqa: SLF001
        pages = base.execute("PRAGMA page_count").fetchone()[0]
        base.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(OSError, match="the disk is full"):
            book.add_all(magics * 1)
        assert book.magics() == []
        base.execute(f"PRAGMA max_page_count = {pages + 100}")
        assert book.add_all(magics) == len(magics)

    def test_another_process_that_never_ends(
        self, path: Path, magics: list[MagicRecord], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        RecordBook(path).close()
        monkeypatch.setattr(connection, "PATIENCE", 0.1)
        with closing(sqlite3.connect(path)) as other, RecordBook(path) as book:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(BlockingIOError, match="another process has locked the record book"):
                book.add(magics[0])
            assert book.magics() == []

    @pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be moved")
    @pytest.mark.parametrize("by", ["deleting", "moving", "replacing"])
    def test_a_file_that_is_no_longer_there(
        self, book: RecordBook, path: Path, magics: list[MagicRecord], by: str
    ) -> None:
        book.add(magics[0])
        if by == "deleting":
            path.unlink()
        else:
            path.rename(path.with_name("elsewhere"))
        if by == "replacing":
            RecordBook(path).close()
        with pytest.raises(FileNotFoundError, match=r"moved or deleted while in use") as raised:
            book.add(magics[1])
        assert raised.value.filename == str(path)

    def test_a_closed_book(self, book: RecordBook) -> None:
        book.close()
        book.close()
        with pytest.raises(ValueError, match="was closed"):
            book.magics()

    def test_a_library_that_is_too_old(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 0))
        with pytest.raises(OSError, match=r"needs SQLite 3\.37 or newer"):
            RecordBook(path)

    def test_what_is_unknown_is_said(self, path: Path) -> None:
        said = r"records\.sqlite: the record book is damaged \(SQLite says: UNIQUE failed\); "
        with pytest.raises(DamagedBookError, match=said), in_words(path):
            raise sqlite3.IntegrityError("UNIQUE failed")

    @pytest.mark.parametrize(
        "error",
        [
            sqlite3.ProgrammingError("Incorrect number of bindings supplied"),
            sqlite3.OperationalError('near "SELEKT": syntax error'),
        ],
    )
    def test_a_mistake_of_the_program_is_none_of_the_book(
        self, path: Path, error: sqlite3.Error
    ) -> None:
        with pytest.raises(type(error)) as caught, in_words(path):
            raise error
        assert caught.value is error

    def test_a_process_that_was_forked(self, book: RecordBook) -> None:
        if "fork" not in multiprocessing.get_all_start_methods():
            pytest.skip("there is no fork")
        ours, theirs = os.pipe()
        if (child := os.fork()) == 0:
            try:
                book.magics()
            except ValueError as error:
                os.write(theirs, f"{error}".encode())
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        os.close(theirs)
        assert "must open the book again" in os.read(ours, 1000).decode()
        os.close(ours)
        assert book.magics() == []

    def test_a_book_is_not_sent_to_another_process(self, book: RecordBook) -> None:
        with pytest.raises(TypeError, match="pickle"):
            pickle.dumps(book)
