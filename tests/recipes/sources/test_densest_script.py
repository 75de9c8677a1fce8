"""scripts/densest.py: from a record book to the files that ship."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import pytest

import magicbb as mb
from magicbb.files import DATA
from magicbb.recipes.scheme import Scheme
from magicbb.research.records import Provenance, RecordBook, TableRecord

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import ModuleType

SHIPPED = DATA / "densest"

MADE = Provenance("Ada", "2026-11-21T12:00:00+00:00", 7, "magicbb pack --seed 7", "0.1.0", 2.5)


@pytest.fixture(scope="module")
def script(load_script: Callable[[str], ModuleType]) -> Any:
    return load_script("scripts/densest.py")


def record(scheme: str = "densest") -> TableRecord:
    source = "densest" if scheme == "densest" else "constructed"
    return TableRecord.of("free", mb.build(scheme, source=source), "published", MADE)


@pytest.fixture
def book(tmp_path: Path) -> str:
    """A book with a large table, a small one, and one of white magics."""
    path = tmp_path / "book.sqlite"
    with RecordBook(path) as book:
        book.add(record("black/overlapped/direct"))
        book.add(record())
        book.add(record("white/overlapped/direct"))
    return str(path)


def test_the_smallest_table_is_what_ships(script: Any, book: str, tmp_path: Path) -> None:
    script.main([book, str(tmp_path / "new")])
    assert {path.name for path in (tmp_path / "new").iterdir()} == {"free.csv", "README.md"}
    assert (tmp_path / "new" / "free.csv").read_bytes() == (SHIPPED / "free.csv").read_bytes()


def test_the_readme_tells_where_it_comes_from(script: Any, book: str, tmp_path: Path) -> None:
    script.main([book, str(tmp_path)])
    entries, nbytes = record().entries, record().bytes
    (row,) = script.rows_of((tmp_path / "README.md").read_text("utf-8")).values()
    assert row == (
        f"| `free.csv` | {entries:,} | {nbytes:,} | own and published | Ada | "
        "2026-11-21T12:00:00+00:00 | 7 | `magicbb pack --seed 7` | 0.1.0 |"
    )


def test_of_three_storages_the_smallest_ships(script: Any, tmp_path: Path) -> None:
    apart = mb.build("densest")  # whose squares share no slots, so that any storage can hold it
    tables = {
        storage: mb.Table(Scheme("black", "overlapped", storage), apart.magics, apart.offsets)
        for storage in ("bytes", "nibbles", "bytes-union")
    }
    with RecordBook(tmp_path / "book.sqlite") as book:
        for table in tables.values():
            book.add(TableRecord.of("bytes", table, "published", MADE))
    script.main([str(tmp_path / "book.sqlite"), str(tmp_path / "new")])
    (row,) = script.rows_of((tmp_path / "new" / "README.md").read_text("utf-8")).values()
    smallest = tables["nibbles"]
    assert smallest.nbytes == min(table.nbytes for table in tables.values())
    assert row.startswith(f"| `bytes.csv` | {smallest.entries:,} | {smallest.nbytes:,} | ")


def test_what_the_book_has_not_stays_as_it_is(script: Any, book: str, tmp_path: Path) -> None:
    shutil.copytree(SHIPPED, tmp_path / "there")
    readme = tmp_path / "there" / "README.md"
    before = script.rows_of(readme.read_text("utf-8"))
    script.main([book, str(tmp_path / "there")])
    after = script.rows_of(readme.read_text("utf-8"))
    assert [*after] == [*before] == ["fixed", "fixed-black", "free", "shared", "bytes"]
    assert {name for name in before if before[name] != after[name]} <= {"free"}
    for name in ("fixed", "fixed-black", "shared", "bytes"):
        file = f"{name}.csv"
        assert (tmp_path / "there" / file).read_bytes() == (SHIPPED / file).read_bytes()


def test_the_readme_that_ships_is_the_scripts(script: Any) -> None:
    text = (SHIPPED / "README.md").read_text("utf-8")
    assert text == script.readme(script.rows_of(text))
    for file, row in script.rows_of(text).items():
        catalogued = "densest" if file == "free" else f"densest-{file}"
        table = mb.build(catalogued)
        assert row.startswith(f"| `{file}.csv` | {table.entries:,} | {table.nbytes:,} | ")


def test_a_book_without_such_tables_is_refused(script: Any, tmp_path: Path) -> None:
    with RecordBook(tmp_path / "empty.sqlite"), pytest.raises(SystemExit, match="none of these"):
        script.main([str(tmp_path / "empty.sqlite"), str(tmp_path / "new")])
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("arguments", [[], ["one", "two", "three"]])
def test_other_arguments_are_refused(script: Any, arguments: list[str]) -> None:
    with pytest.raises(SystemExit, match=r"^python scripts/densest\.py BOOK"):
        script.main(arguments)
