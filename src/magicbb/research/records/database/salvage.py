"""Recover the readable parts of a damaged book.

Recovery may modify the file, so it works on a copy and leaves the book unchanged.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

from magicbb.research.records.database.connection import check_file, text_of
from magicbb.research.records.database.sqlite_errors import UNREADABLE
from magicbb.research.records.database.structure import lacking
from magicbb.research.records.errors import Damage
from magicbb.research.records.values import LARGEST_INTEGER

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    Row = tuple[int, dict[str, Any]]
    """A row's number and columns."""

_BESIDE = ("", "-wal", "-journal")
"""The suffixes of the files that make up a book."""

_ATTEMPTS = 20
"""The maximum number of attempts to copy a book that keeps changing."""

_MOST_SKIPPED = 1 << 12
"""The maximum number of unreadable rows to skip before giving up on the rest."""


def copied(path: Path, directory: Path) -> Path:
    """Copy a book to which another process may be writing.

    Raises:
        OSError: The book cannot be read, or another process writes to it constantly.
        ValueError: The file is not a book.
    """
    if not path.exists():
        raise OSError(errno.ENOENT, os.strerror(errno.ENOENT), os.fspath(path))
    check_file(path)
    copy = directory / "book"
    for _ in range(_ATTEMPTS):
        before = _state(path)
        for beside in _BESIDE:
            source, target = _beside(path, beside), _beside(copy, beside)
            target.unlink(missing_ok=True)
            with contextlib.suppress(FileNotFoundError):
                shutil.copyfile(source, target)
        if _state(path) == before:
            return copy
    sentence = "another process is constantly writing to the record book"
    raise OSError(errno.EAGAIN, sentence, os.fspath(path))


def _beside(path: Path, end: str) -> Path:
    return path.with_name(f"{path.name}{end}")


def _state(path: Path) -> list[tuple[int, int] | None]:
    """The modification times and sizes of the files of a book."""
    return [_written(_beside(path, end)) for end in _BESIDE]


def _written(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return (status.st_mtime_ns, status.st_size)


@contextlib.contextmanager
def forced(copy: Path) -> Iterator[sqlite3.Connection]:
    """Open a copy of a book, even if the file is truncated or its schema is damaged."""
    with closing(sqlite3.connect(copy, isolation_level=None)) as base:
        base.row_factory = sqlite3.Row
        base.text_factory = text_of
        base.execute("PRAGMA writable_schema = ON")
        yield base


def faults_in(base: sqlite3.Connection) -> list[str]:
    """Describe damage to the file itself, and references to missing rows."""
    lines = []
    try:
        lines += lacking(base)
        lines += [line for (line,) in base.execute("PRAGMA integrity_check") if line != "ok"]
        lines += [
            f"row {row} of {table} refers to a missing row of {parent}"
            for table, row, parent, _ in base.execute("PRAGMA foreign_key_check")
        ]
    except UNREADABLE as error:
        lines.append(f"{error}")
    return list(dict.fromkeys(part for line in lines for part in f"{line}".splitlines()))


def salvaged(base: sqlite3.Connection, table: str) -> tuple[list[Row], list[Damage]]:
    """Return the rows of a table that SQLite can read, and a list of the unreadable ones.

    Unreadable rows are skipped one at a time.
    """
    damaged: list[Damage] = []
    rows, reason = _scan(base, table, "TRUE")
    if reason is None:
        return [*rows.items()], []
    end, _ = _scan(base, table, "TRUE", "DESC")
    last, at = min(end, default=LARGEST_INTEGER), max(rows, default=0) + 1
    while reason is not None and at < last and len(damaged) < _MOST_SKIPPED:
        damaged.append(Damage(table, at, reason))
        found, reason = _scan(base, table, f"rowid > {at}")
        rows |= found
        at = max(found, default=at) + 1
    if len(damaged) == _MOST_SKIPPED and not end:
        # The number of rows is unknown.
        at = max(rows, default=0) + 1
        lost = Damage(table, at, f"this row and all that follow are unreadable: {reason}")
        damaged = [*(each for each in damaged if each.row < at), lost]
    return sorted((rows | end).items()), damaged


def _scan(
    base: sqlite3.Connection, table: str, where: str, order: str = "ASC"
) -> tuple[dict[int, dict[str, Any]], str | None]:
    """Read rows in order until one is unreadable; return the rows and the reason for stopping."""
    statement = (
        f"SELECT rowid, * FROM {table} NOT INDEXED "  # noqa: S608
        f"WHERE {where} ORDER BY rowid {order}"
    )
    rows: dict[int, dict[str, Any]] = {}
    before = None
    try:
        for row in base.execute(statement):
            number = row[0]
            if before is not None and (number > before) != (order == "ASC"):
                return rows, "the row numbers are out of order"
            rows[number] = dict(row)
            before = number
    except UNREADABLE as error:
        return rows, f"{error}"
    return rows, None
