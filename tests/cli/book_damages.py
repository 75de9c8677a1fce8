"""A good record book, and ways to damage it: cells, bytes, tables, and the file as such."""

from __future__ import annotations

import random
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from magicbb.research.records.database.migrations import MIGRATIONS

Damage = Callable[[Path], object]
"""Damages the book at a path."""


@dataclass(frozen=True)
class Way:
    """A way to damage a book.

    Attributes:
        name: What it does.
        damage: Does it.
        table: The table whose row it damages; None where it is not one row.
        must_show: Whether the check must see it. Some values are as good as what they replace.
    """

    name: str
    damage: Damage
    table: str | None = None
    must_show: bool = False


VALUES: dict[str, object] = {
    "null": None,
    "a small integer": 7,
    "a negative integer": -1,
    "a large integer": 2**62,
    "a real": 1.5,
    "infinity": 9e999,
    "a text": "x",
    "no text": "",
    "a blob": b"\xff\xfe",
    "no UTF-8": "CAST(x'61ff' AS TEXT)",
    "a zero": "CAST(x'610062' AS TEXT)",
    "half a pair": "CAST(x'eda080' AS TEXT)",
    "a long text": "x" * 100_000,
    "deep JSON": "[" * 50_000 + "]" * 50_000,
    "JSON with NaN": "[NaN]",
    "JSON with a field twice": '{"a": 1, "a": 2}',
    "a number of many digits": "9" * 5000,
    "a negative number": "-1",
}
"""What a cell gets; what begins with CAST is an expression."""

FREE = {
    *("kind", "owner", "host", "who", "command", "version"),
    *("process", "until", "seconds", "campaign", "round", "job", "number", "id"),
}
"""Columns whose values say nothing that could be verified."""


def tables_of(path: Path) -> dict[str, dict[str, str]]:
    """The type of each column of each table."""
    with closing(sqlite3.connect(path)) as base:
        names = [name for (name,) in base.execute("SELECT name FROM sqlite_schema WHERE sql > ''")]
        return {
            name: {
                column: kind for _, column, kind, *_ in base.execute(f"PRAGMA table_info({name})")
            }
            for name in names
        }


def with_schema(path: Path, change: Callable[[str, str], str | None]) -> None:
    """Change what the schema says of each table, by its name and SQL; None forgets it."""
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("PRAGMA writable_schema = ON")
        for name, sql in base.execute(
            "SELECT name, sql FROM sqlite_schema WHERE sql > ''"
        ).fetchall():
            if (changed := change(name, sql)) is None:
                base.execute("DELETE FROM sqlite_schema WHERE tbl_name = ?", (name,))
            else:
                base.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (changed, name))


def typeless(sql: str) -> str:
    """A table's SQL without its types, so that any cell takes any value."""
    key = "INTEGER PRIMARY KEY"
    kept = sql.replace(key, "@").replace("STRICT", "")
    return re.sub(r" (TEXT|REAL|INTEGER)( NOT NULL)?", "", kept).replace("@", key)


def cell(table: str, column: str, value: object) -> Damage:
    """Put a value into a column of a table's last row, whatever the table says of types."""

    def damage(path: Path) -> None:
        said: dict[str, str] = {}
        with_schema(path, lambda name, sql: typeless(said.setdefault(name, sql)))
        with closing(sqlite3.connect(path)) as base, base:
            place, values = "?", [value]
            if isinstance(value, str) and value.startswith("CAST"):
                place, values = value, []
            base.execute(
                f'UPDATE {table} SET "{column}" = {place} '  # noqa: S608
                f"WHERE rowid = (SELECT max(rowid) FROM {table})",
                values,
            )
        with_schema(path, lambda name, _sql: said[name])

    return damage


def fits(kind: str, value: object) -> bool:
    """Whether a column of a type may hold a value, if it is free."""
    if isinstance(value, str):
        return kind == "TEXT" and not value.startswith("CAST")
    kinds: dict[str, tuple[type, ...]] = {"INTEGER": (int,), "REAL": (int, float)}
    return isinstance(value, kinds.get(kind, ()))


def cells(path: Path) -> Iterator[Way]:
    """Each cell of a row of each table, with each value."""
    for table, columns in tables_of(path).items():
        for column, kind in columns.items():
            for name, value in VALUES.items():
                if column in {"id", "number"} and not isinstance(value, int):
                    continue  # SQLite itself refuses what is no integer
                if (table, column) == ("leases", "campaign") and not isinstance(value, int):
                    continue
                nullable = value is None and column in {"seed", "seconds", "campaign", "finished"}
                shown = not (column in FREE and fits(kind, value)) and not nullable
                way = f"{table}.{column}: {name}"
                yield Way(way, cell(table, column, value), table, must_show=shown)


def sql(statement: str) -> Damage:
    """Run statements."""

    def damage(path: Path) -> None:
        with closing(sqlite3.connect(path)) as base:
            base.execute("PRAGMA foreign_keys = OFF")
            base.executescript(statement)

    return damage


def with_table(table: str, text: str | None) -> Damage:
    """Let the schema say something else of a table; None forgets it."""

    def changed(name: str, before: str) -> str | None:
        return text if name == table else before

    return lambda path: with_schema(path, changed)


def structures(path: Path) -> Iterator[Way]:
    """Tables, columns, indices, and numbers of the header."""
    for table, columns in tables_of(path).items():
        as_view = (
            f"ALTER TABLE {table} RENAME TO old;"  # noqa: S608
            f"CREATE VIEW {table} AS SELECT * FROM old"
        )
        yield Way(f"no table {table}", sql(f"DROP TABLE {table}"), must_show=True)
        yield Way(f"{table} is a view", sql(as_view), must_show=True)
        for column in columns:
            kept = ", ".join(f'"{name}"' for name in columns if name != column)
            without = (
                f"CREATE TABLE kept AS SELECT {kept} FROM {table}; DROP TABLE {table};"  # noqa: S608
                f"ALTER TABLE kept RENAME TO {table}"
            )
            renamed = f'ALTER TABLE {table} RENAME COLUMN "{column}" TO other'
            yield Way(f"no column {table}.{column}", sql(without), must_show=True)
            yield Way(f"{table}.{column} renamed", sql(renamed), must_show=True)
        for text in ("nonsense", "CREATE TABLE", f"CREATE TABLE {table} (x)", None):
            yield Way(f"{table} is {text}", with_table(table, text), must_show=True)
    current = len(MIGRATIONS)
    for version in (-1, *range(current), current + 1, 99, 2**31 - 1):
        yield Way(f"version {version}", sql(f"PRAGMA user_version = {version}"), must_show=True)
    for number in (0, 1, -1):
        yield Way(f"application {number}", sql(f"PRAGMA application_id = {number}"), must_show=True)
    forget = "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE type = 'index'"
    yield Way("no index", sql(forget), must_show=True)
    yield Way("doubled rows", doubled, must_show=True)


def doubled(path: Path) -> None:
    """Every record twice, in tables that allow it."""
    with closing(sqlite3.connect(path)) as base:
        base.execute("PRAGMA foreign_keys = OFF")
        for table in ("magics", "tables", "proofs"):
            base.executescript(
                f"CREATE TABLE kept AS SELECT * FROM {table};"  # noqa: S608
                f"INSERT INTO kept SELECT * FROM {table}; UPDATE kept SET id = rowid;"
                f"DROP TABLE {table}; ALTER TABLE kept RENAME TO {table}"
            )


def flipped(seed: int) -> Damage:
    """Change some random bytes."""

    def damage(path: Path) -> None:
        chance, content = random.Random(seed), bytearray(path.read_bytes())  # noqa: S311
        for _ in range(chance.choice([1, 1, 1, 2, 5, 50, 1000])):
            content[chance.randrange(len(content))] = chance.randrange(256)
        path.write_bytes(content)

    return damage


def header(place: int, value: int) -> Damage:
    """Change one byte of the header, or of the root page that follows it."""

    def damage(path: Path) -> None:
        content = bytearray(path.read_bytes())
        content[place] = value
        path.write_bytes(content)

    return damage


def page(seed: int) -> Damage:
    """Replace a page by zeros, noise, or another page; or cut the file."""

    def damage(path: Path) -> None:
        chance, content, size = random.Random(seed), bytearray(path.read_bytes()), 4096  # noqa: S311
        at, other = (chance.randrange(len(content) // size) * size for _ in range(2))
        way = chance.randrange(5)
        if way == 0:
            content[at : at + size] = bytes(size)
        elif way == 1:
            content[at : at + size] = chance.randbytes(size)
        elif way == 2:
            content[at : at + size] = content[other : other + size]
        elif way == 3:
            del content[chance.randrange(len(content)) :]
        else:
            del content[at : at + size]
        path.write_bytes(content)

    return damage


def pages() -> Iterator[Way]:
    """Bytes and pages, without end."""
    seed = 0
    while True:
        yield Way(f"flipped {seed}", flipped(seed))
        yield Way(f"page {seed}", page(seed))
        value = random.Random(seed).randrange(256)  # noqa: S311
        yield Way(f"header {seed}", header(seed % 400, value))
        seed += 1


def replaced(content: bytes) -> Damage:
    """Another file."""
    return lambda path: path.write_bytes(content)


def directory(path: Path) -> None:
    """A directory."""
    path.unlink()
    path.mkdir()


def loop(path: Path) -> None:
    """A link to itself."""
    path.unlink()
    path.symlink_to(path)


def link(path: Path) -> None:
    """A device."""
    path.unlink()
    path.symlink_to("/dev/null")


def another(path: Path) -> None:
    """The database of another program."""
    path.unlink()
    sql("CREATE TABLE notes (text)")(path)


def beside(end: str, content: bytes) -> Damage:
    """A file of SQLite's beside the book, with something else in it."""
    return lambda path: path.with_name(f"{path.name}{end}").write_bytes(content)


def files() -> Iterator[Way]:
    """Other files of the name."""
    yield Way("a directory", directory, must_show=True)
    yield Way("a loop", loop, must_show=True)
    yield Way("nothing", Path.unlink, must_show=True)
    yield Way("an empty file", replaced(b""), must_show=True)
    yield Way("a text", replaced(b"once upon a time\n" * 100), must_show=True)
    yield Way("zeros", replaced(bytes(10_000)), must_show=True)
    yield Way("the beginning of a database", replaced(b"SQLite format 3\0"), must_show=True)
    yield Way("a device", link, must_show=True)
    yield Way("another database", another, must_show=True)
    yield Way("a log of something", beside("-wal", b"x" * 5000))
    yield Way("a journal of something", beside("-journal", _JOURNAL + b"x" * 5000))


_JOURNAL = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"


def copied(good: Path, path: Path) -> None:
    """The good book at a path, whatever was there."""
    for end in ("", "-wal", "-shm", "-journal"):
        beside = path.with_name(f"{path.name}{end}")
        if beside.is_dir() and not beside.is_symlink():
            shutil.rmtree(beside)
        beside.unlink(missing_ok=True)
    shutil.copyfile(good, path)
