"""Translate SQLite's errors into an `OSError` or `ValueError` that names the record book."""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
from typing import TYPE_CHECKING

from magicbb.research.records.errors import DamagedBookError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NO_BOOK = "not a magicbb record book"

_SYSTEM = {
    "database or disk is full": (errno.ENOSPC, "the record book cannot grow: the disk is full"),
    "disk I/O error": (errno.EIO, "the record book cannot be read or written: disk I/O error"),
    "readonly database": (errno.EACCES, "no permission to write the record book"),
    "unable to open database file": (
        errno.EACCES,
        "the record book cannot be opened; are its file and directory writable?",
    ),
    "locked": (errno.EAGAIN, "another process has locked the record book"),
    "too big": (errno.EFBIG, "the text is too long for the record book"),
}
"""Replacements for SQLite's messages, matched by text: Python 3.10 exposes no error codes."""

_CONTENT = {
    "not a database": NO_BOOK,
    "closed database": "the record book was closed",
}

UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""The errors that reading a damaged file can raise; UnicodeDecodeError if a name is not UTF-8."""

_OURS = "syntax error"
"""Text in SQLite's message that indicates an invalid statement rather than a damaged book."""


@contextlib.contextmanager
def in_words(path: Path) -> Iterator[None]:
    """Translate SQLite errors raised in the block into errors that name the book.

    Raises:
        OSError: The file cannot be read or written.
        ValueError: The file is not a book, or the book was closed. `DamagedBookError` if the book
            is damaged.
    """
    try:
        yield
    except UnicodeDecodeError:
        raise DamagedBookError(path, "a name in it is not valid UTF-8") from None
    except sqlite3.Error as error:
        said = " ".join(f"{error}".split())  # the message may quote damaged text
        for part, (number, sentence) in _SYSTEM.items():
            if part in said:
                raise OSError(number, sentence, os.fspath(path)) from None
        for part, sentence in _CONTENT.items():
            if part in said:
                raise ValueError(f"{path}: {sentence}") from None
        if "malformed" not in said and (_OURS in said or not _of_content(error)):
            raise
        raise DamagedBookError(path, f"SQLite says: {said}") from None


def _of_content(error: sqlite3.Error) -> bool:
    """Whether an error may be due to the contents of the file, rather than a programming error."""
    kinds = (sqlite3.OperationalError, sqlite3.IntegrityError, sqlite3.DataError)
    return isinstance(error, kinds) or type(error) is sqlite3.DatabaseError
