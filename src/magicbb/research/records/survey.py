"""Verify every row of a book, and copy the intact rows to a new book."""

from __future__ import annotations

import errno
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from magicbb.arguments import short_repr
from magicbb.files import check_target, write_whole
from magicbb.research.records.campaigns import Campaign, result_of
from magicbb.research.records.database.connection import Connection
from magicbb.research.records.database.migrations import FORMER, RENAMED
from magicbb.research.records.database.salvage import copied, faults_in, forced, salvaged
from magicbb.research.records.database.sqlite_errors import NO_BOOK, in_words
from magicbb.research.records.database.structure import check_row, columns_in, tables
from magicbb.research.records.errors import Damage, DamagedBookError
from magicbb.research.records.proof_records import ProofRecord
from magicbb.research.records.record import RECORDS
from magicbb.research.records.rows import check_consistent, record_of
from magicbb.research.records.table_records import TableRecord, digest_of

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

_KINDS: dict[str, Any] = {kind.TABLE: kind for kind in RECORDS}


@dataclass(frozen=True)
class Survey:
    """The state of a book.

    Attributes:
        path: The book's file.
        whole: The number of intact rows in each table.
        damaged: The damaged rows.
        faults: A description of each other fault in the file.
    """

    path: Path
    whole: dict[str, int]
    damaged: list[Damage]
    faults: list[str]

    @property
    def is_whole(self) -> bool:
        """Whether the book is undamaged."""
        return not self.damaged and not self.faults


def survey(
    path: str | os.PathLike[str],
    save: str | os.PathLike[str] | None = None,
    on_row: Callable[[str], object] | None = None,
) -> Survey:
    """Read and verify everything in a book, without changing it.

    Args:
        path: The book.
        save: The new book to which intact rows are copied; if None, nothing is copied. Leases are
            not copied, since a process that resumes a campaign takes a new one.
        on_row: Callback that receives the name of the table after each row (default: none).

    Raises:
        FileExistsError: The new book's file already exists.
        OSError: A file cannot be read or written.
        ValueError: The file is not a record book, or is from a newer magicbb.

    >>> import tempfile, os
    >>> from magicbb.research.records import RecordBook
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     path = os.path.join(directory, "records.sqlite")
    ...     RecordBook(path).close()
    ...     survey(path).is_whole
    True
    """
    path = Path(path)
    if save is not None and check_target(save).exists():
        raise FileExistsError(errno.EEXIST, "file already exists; name a new one", str(save))
    with TemporaryDirectory(prefix="magicbb-") as name:
        copy, target = copied(path, Path(name)), Path(name) / "whole"
        faults = _structure(copy, path)
        with (
            in_words(path),
            forced(copy) as base,
            closing(Connection(target, called=path)) as new,
        ):
            new.run("PRAGMA synchronous = OFF")  # the file is temporary and may be lost
            found = _Survey(base, new, on_row or (lambda _table: None))
            for table in tables():
                found.take(table)
            found.begin_again()
            faults = [*dict.fromkeys([*faults, *faults_in(base)])]
        if save is not None:
            write_whole(save, target.read_bytes())
    return Survey(path, found.whole, found.damaged, faults)


def _structure(copy: Path, path: Path) -> list[str]:
    """Migrate a copy of a book if it is old, and describe the faults that prevent opening it."""
    if not copy.stat().st_size:
        raise ValueError(f"{path}: {NO_BOOK}: the file is empty")
    try:
        Connection(copy, called=path).close()
    except DamagedBookError as error:
        return [error.what]
    except OSError as error:
        return [f"{error.strerror}"]
    return []


class _Survey:
    """Verifies the rows of a book, and copies the intact ones to a new book."""

    def __init__(
        self, base: sqlite3.Connection, new: Connection, on_row: Callable[[str], object]
    ) -> None:
        self._base, self._new, self._on_row = base, new, on_row
        self._columns = columns_in(base)
        self._campaigns: set[int] = set()
        self._incomplete: set[Any] = set()  # campaigns that lost results; None if unknown
        self.whole: dict[str, int] = {}
        self.damaged: list[Damage] = []

    def take(self, table: str) -> None:
        """Copy the intact rows of a table."""
        self.whole[table] = 0
        rows, lost = salvaged(self._base, table) if table in self._columns else ([], [])
        self.damaged += lost
        if table == "results" and lost:
            self._incomplete.add(None)
        with self._new.writing():
            for number, columns in rows:
                values = {
                    name: columns.get(name, columns.get(FORMER.get(name, name)))
                    for name in tables()[table]
                }
                try:
                    self._save(table, values | ({"id": number} if "id" in values else {}))
                except sqlite3.IntegrityError:
                    self.damaged.append(Damage(table, number, "duplicate of another row"))
                except ValueError as error:
                    self.damaged.append(Damage(table, number, f"{error}"))
                    if table == "results":
                        self._incomplete.add(values["campaign"])
                else:
                    self.whole[table] += 1
                self._on_row(table)

    def _save(self, table: str, values: dict[str, Any]) -> None:
        """Save a row.

        Raises:
            ValueError: The row is damaged.
            sqlite3.IntegrityError: The new book already has a row with the same key.
        """
        check_row(table, values)
        if table == "campaigns":
            Campaign.from_columns({**values, "jobs": 0, "seconds": 0.0})
        elif table in _KINDS:
            self._check_record(table, values)
            if values["campaign"] not in self._campaigns:
                values["campaign"] = None
        elif values["campaign"] not in self._campaigns:
            raise ValueError(f"it belongs to campaign {values['campaign']}, which is damaged")
        if table == "results":
            result_of(values)
        if table != "leases":
            names = ", ".join(f'"{name}"' for name in values)
            places = ", ".join("?" * len(values))
            statement = f"INSERT INTO {table} ({names}) VALUES ({places})"  # noqa: S608
            self._new.run(statement, [*values.values()])
        if table == "campaigns":
            self._campaigns.add(values["number"])

    def _check_record(self, table: str, values: dict[str, Any]) -> None:
        """Verify a record, and check that it does not contradict those already copied."""
        record = record_of(_KINDS[table], values)
        record.verify()
        check_consistent(self._new, record)
        if isinstance(record, TableRecord):
            # The row may use a former name of the scheme.
            right = digest_of(values["scheme"], values["magics"])
        elif isinstance(record, ProofRecord):
            right = record.digest
        else:
            return
        if values["digest"] != right:
            raise ValueError(f"digest must be {right}, got {short_repr(values['digest'])}")

    def begin_again(self) -> None:
        """Mark campaigns as unfinished if they may have lost results."""
        sure = all(type(number) is int for number in self._incomplete)
        with self._new.writing():
            for number in self._campaigns & self._incomplete if sure else self._campaigns:
                self._new.run("UPDATE campaigns SET finished = NULL WHERE number = ?", (number,))
            for statement in RENAMED:
                self._new.run(statement)
