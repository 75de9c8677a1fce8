"""What can be wrong with a record, a lease, or the file that a book is."""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class RecordError(ValueError):
    """A record says what is not so."""


class LeaseLostError(ValueError):
    """A result came from a coordinator to whom the campaign does not belong, or no longer."""


_SYSTEM = {
    "database or disk is full": (errno.ENOSPC, "the record book cannot grow, the disk is full"),
    "disk I/O error": (errno.EIO, "the record book cannot be read or written, the disk failed"),
    "readonly database": (errno.EACCES, "the record book may only be read"),
    "unable to open database file": (errno.EACCES, "the record book cannot be opened"),
    "locked": (errno.EAGAIN, "the record book is in use by another process all the time"),
    "too big": (errno.EFBIG, "the record book takes no text that is this long"),
}
"""What SQLite says, and what is said instead. Python 3.10 has no numbers for these errors."""

NO_BOOK = "it is no record book of magicbb"

_CONTENT = {
    "not a database": NO_BOOK,
    "malformed": "the record book is damaged; restore a copy, or import what was exported",
    "no such table": "the record book is damaged; restore a copy, or import what was exported",
}


@contextlib.contextmanager
def in_words(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into those of files, with a sentence.

    Raises:
        OSError: The file cannot be read or written.
        ValueError: What is in it is not a book.
    """
    try:
        yield
    except sqlite3.Error as error:
        said = str(error)
        for part, (number, sentence) in _SYSTEM.items():
            if part in said:
                raise OSError(number, sentence, os.fspath(path)) from None
        for part, sentence in _CONTENT.items():
            if part in said:
                raise ValueError(f"{path}: {sentence}") from None
        if isinstance(error, sqlite3.ProgrammingError) and "closed" in said:
            raise ValueError(f"{path}: the record book was closed") from None
        raise
