"""Where the record book lies."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from magicbb.research.records import RecordBook
from magicbb.research.records.database.connection import book_path


def test_a_file_that_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAGICBB_BOOK", "other")
    assert book_path("book") == Path("book")
    assert book_path(b"book") == Path("book")  # type: ignore[arg-type]


def test_the_environment_s(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAGICBB_BOOK", "other")
    assert book_path() == Path("other")


@pytest.mark.parametrize(
    ("platform", "variable", "place"),
    [
        ("linux", "XDG_DATA_HOME", "magicbb"),
        ("linux", "HOME", ".local/share/magicbb"),
        ("darwin", "HOME", "Library/Application Support/magicbb"),
        ("win32", "LOCALAPPDATA", "magicbb"),
    ],
)
def test_the_user_s_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, platform: str, variable: str, place: str
) -> None:
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv(variable, str(tmp_path))
    assert book_path() == tmp_path / place / "records.sqlite"
    assert not (tmp_path / place).exists()
    book_path(create=True)
    assert (tmp_path / place).is_dir()


def test_a_new_book_has_its_directory_made(tmp_path: Path) -> None:
    with RecordBook() as book:
        assert book.path == tmp_path / "data" / "magicbb" / "records.sqlite"
        assert book.path.exists()


def test_without_create_nothing_is_made(tmp_path: Path) -> None:
    with RecordBook(create=False) as book:
        assert book.magics() == []
    assert [*tmp_path.iterdir()] == []


def test_without_a_home_directory_it_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_path: Path) -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "expanduser", refuse)
    with pytest.raises(OSError, match="set MAGICBB_BOOK to a file"):
        book_path()
