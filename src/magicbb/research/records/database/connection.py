"""A book's file: its path, opening it, transactions, and errors.

Many processes may have a book open at once; SQLite lets one of them write at a time, and the others
wait. Within a process, threads may share a connection and take turns using it. A forked process
must open the book again.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

from magicbb.arguments import short_repr
from magicbb.files import check_directory, user_directory
from magicbb.research.records.database.migrations import APPLICATION_ID, MIGRATIONS
from magicbb.research.records.database.sqlite_errors import NO_BOOK, in_words
from magicbb.research.records.database.structure import lacking, tables
from magicbb.research.records.errors import DamagedBookError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

ENVIRONMENT_VARIABLE = "MAGICBB_BOOK"
"""The environment variable that names a file to use instead of the user's own record book."""

FILE = "records.sqlite"

PATIENCE = 60.0
"""The number of seconds to wait for other processes; a single write takes milliseconds."""

_OLDEST = (3, 37)
"""The version of SQLite that introduced STRICT tables (November 2021)."""


class Connection:
    """An open book file.

    The constructor returns only if the file is a book with all of this version's tables. An empty
    or missing file becomes a book; without `create`, an empty in-memory book is used instead.

    Args:
        path: The file.
        create: Whether to create a book in an empty or missing file.
        called: The file name to show in errors (default: `path`).

    Raises:
        DamagedBookError: The file is a book, but damaged.
        ValueError: The file is not a book, or is from a newer magicbb.
        OSError: The file cannot be opened, or SQLite is too old.
    """

    def __init__(self, path: Path, *, create: bool = True, called: Path | None = None) -> None:
        if sqlite3.sqlite_version_info < _OLDEST:
            raise OSError(
                f"the record book needs SQLite {'.'.join(map(str, _OLDEST))} or newer; "
                f"this Python has {sqlite3.sqlite_version}"
            )
        self.path = called or path
        self._opened: tuple[Path, tuple[int, int]] | None = None
        self._process = os.getpid()
        self._lock = threading.RLock()
        check_file(path, create=create)
        is_file = create or (path.exists() and path.stat().st_size > 0)
        address = address_of(path) if is_file else ":memory:"
        with in_words(self.path):
            # `_lock` serialises the threads, and transactions are begun explicitly.
            self._base = sqlite3.connect(
                address, timeout=PATIENCE, isolation_level=None, check_same_thread=False, uri=True
            )
            try:
                may_write = all(_may(each, os.W_OK) for each in (path, path.parent))
                self._prepare(writable=not is_file or may_write)
            except BaseException:
                self._base.close()
                raise
        if is_file:
            self._opened = path.absolute(), _identity(path)

    def _prepare(self, *, writable: bool) -> None:
        """Turn an empty file into a book, and migrate an older book."""
        self._base.row_factory = sqlite3.Row
        self._base.text_factory = text_of
        # With FULL, a power failure loses no committed changes.
        self._base.execute("PRAGMA synchronous = FULL")
        with self._transaction("DEFERRED"):
            version = self._version()
            if version == len(MIGRATIONS) and (faults := lacking(self._base)):
                raise DamagedBookError(self.path, faults[0])
        if version < len(MIGRATIONS) and not writable:
            self._copy_to_memory()
        self._base.execute("PRAGMA foreign_keys = ON")
        if version < len(MIGRATIONS):
            with self.writing():
                # Another process may have migrated the book in the meantime.
                for statements in MIGRATIONS[self._version() :]:
                    for statement in statements:
                        self._base.execute(statement)
                self._base.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                self._base.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
            if faults := lacking(self._base):
                raise DamagedBookError(self.path, faults[0])
        if not writable:
            self._base.execute("PRAGMA query_only = ON")
        # With WAL, readers need not wait for writers. The mode is left unchanged if the file system
        # has no shared memory, the file is read-only, or another process is using the file.
        if self._base.execute("PRAGMA journal_mode").fetchone()[0] not in {"wal", "memory"}:
            with contextlib.suppress(sqlite3.OperationalError):
                self._base.execute("PRAGMA journal_mode = WAL")

    def _copy_to_memory(self) -> None:
        """Switch to an in-memory copy, which can be migrated even if the file is read-only."""
        memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self._base.backup(memory)
        self._base.close()
        memory.row_factory, memory.text_factory = sqlite3.Row, text_of
        self._base = memory

    def _version(self) -> int:
        """The number of migrations applied to the book; 0 if the file is empty.

        Must be called within a transaction, so that no other process writes between the queries.
        An error is raised for a file that is neither empty nor a valid book.
        """
        application: int = self._base.execute("PRAGMA application_id").fetchone()[0]
        version: int = self._base.execute("PRAGMA user_version").fetchone()[0]
        names = {name for (name,) in self._base.execute("SELECT name FROM sqlite_schema")}
        is_empty = (application, version, len(names)) == (0, 0, 0)
        is_ours = names >= {*tables()}
        if application != APPLICATION_ID and is_ours:
            raise DamagedBookError(self.path, f"its application_id is {application:#x}")
        if application != APPLICATION_ID and not is_empty:
            raise ValueError(f"{self.path}: {NO_BOOK}, but the database of another program")
        if version < 0 or (version == 0 and names):
            raise DamagedBookError(self.path, f"its version is {version}")
        if version > len(MIGRATIONS):
            raise ValueError(
                f"{self.path}: the record book has version {version} and is from a newer magicbb; "
                f"this one supports versions up to {len(MIGRATIONS)}"
            )
        return version

    def close(self) -> None:
        """Close the file; closing it again does nothing."""
        if self._process == os.getpid():
            with self._lock, in_words(self.path):
                self._base.close()

    @contextlib.contextmanager
    def writing(self) -> Iterator[None]:
        """Run the block as one transaction: all of its changes are saved, or none.

        Raises:
            FileNotFoundError: The file was moved or deleted; SQLite would not notice, and what it
                writes would be lost.
        """
        self._check_process()
        if self._opened is not None:
            path, identity = self._opened
            if not path.exists() or _identity(path) != identity:
                reason = "the record book was moved or deleted while in use"
                raise FileNotFoundError(errno.ENOENT, reason, os.fspath(self.path))
        with self._lock, in_words(self.path), self._transaction("IMMEDIATE"):
            yield

    @contextlib.contextmanager
    def _transaction(self, behaviour: str) -> Iterator[None]:
        self._base.execute(f"BEGIN {behaviour}")
        try:
            yield
            self._base.execute("COMMIT")
        except BaseException:
            with contextlib.suppress(sqlite3.Error):  # SQLite may have rolled back by itself
                self._base.execute("ROLLBACK")
            raise

    def run(self, statement: str, values: Sequence[Any] | Mapping[str, Any] = ()) -> int:
        """Run a statement that changes the book; return the number of rows changed.

        Must be called inside a `writing` block.
        """
        return self._base.execute(statement, values).rowcount

    def rows(
        self, statement: str, values: Sequence[Any] | Mapping[str, Any] = ()
    ) -> list[dict[str, Any]]:
        """The rows that a query returns, as dicts with the columns in order."""
        self._check_process()
        with self._lock, in_words(self.path):
            return [dict(row) for row in self._base.execute(statement, values)]

    def _check_process(self) -> None:
        if self._process != os.getpid():
            raise ValueError(f"{self.path}: a forked process must open the book again")


def book_path(path: str | os.PathLike[str] | None = None, *, create: bool = False) -> Path:
    """The file of the book: the given one, else the one in MAGICBB_BOOK, else the user's own.

    Args:
        path: The given file.
        create: Whether to create a missing directory for the user's own book.

    Raises:
        OSError: The user has no data directory, and none can be created.
        TypeError: The argument is not a path.

    >>> book_path("records.sqlite").name
    'records.sqlite'
    """
    if path is not None and not isinstance(path, (str, bytes, os.PathLike)):
        raise TypeError(f"path must be a file name or path, got {short_repr(path)}")
    chosen = path or os.environ.get(ENVIRONMENT_VARIABLE)
    if chosen:
        return Path(os.fsdecode(chosen))
    directory = user_directory("data")
    if directory is None:
        raise OSError(
            f"no home directory for the record book; set {ENVIRONMENT_VARIABLE} to a file name"
        )
    if create:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    return directory / FILE


def text_of(content: bytes) -> str:
    """Decode text from the book; invalid UTF-8 becomes characters that `check_text` rejects."""
    return content.decode("utf-8", "surrogateescape")


def address_of(path: Path) -> str:
    """The URI of the file for SQLite.

    With WAL, SQLite writes files next to the book even when it only reads, with the permissions of
    the book. If the directory or the book is not writable, and no other process is writing, the
    book is opened as immutable.
    """
    beside = path.with_name(f"{path.name}-wal")
    # Another process may create the file meanwhile, so ask first whether it is there.
    unchanging = path.exists() and not (_may(path, os.W_OK) and _may(path.parent, os.W_OK))
    unchanging = unchanging and not beside.exists()
    return path.absolute().as_uri() + ("?immutable=1" if unchanging else "")


def check_file(path: Path, *, create: bool = True) -> None:
    """Check the file early, with clearer errors than SQLite's.

    Raises:
        OSError: The file is a directory or not readable, or it cannot be created.
        ValueError: The path contains a null character, or is not that of a regular file.
    """
    if "\0" in str(path):
        raise ValueError(
            f"the record book's name must not contain a null character, got {str(path)!r}"
        )
    if path.is_dir():
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR), os.fspath(path))
    if create and not path.exists():
        check_directory(path, path)
        if not _may(path.parent, os.W_OK):
            reason = f"no permission to create a record book in {path.parent}"
            raise OSError(errno.EACCES, reason, os.fspath(path))
    if path.exists() and not path.is_file():
        raise ValueError(f"{path}: {NO_BOOK}, because it is not a regular file")
    if path.exists() and not _may(path, os.R_OK):
        raise OSError(errno.EACCES, "no permission to read the record book", os.fspath(path))


def _identity(path: Path) -> tuple[int, int]:
    """The numbers of the device and the file, which stay with a file when it is renamed."""
    status = path.stat()
    return status.st_dev, status.st_ino


def _may(path: Path, access: int) -> bool:
    return os.access(path, access, effective_ids=os.access in os.supports_effective_ids)
