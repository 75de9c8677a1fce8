"""Where the record book lies."""

from __future__ import annotations

import os
from pathlib import Path

from magicbb.files import user_directory

ENVIRONMENT_VARIABLE = "MAGICBB_BOOK"
"""The file of the record book, instead of that in the user's data directory."""

FILE = "records.sqlite"


def place_of(path: str | os.PathLike[str] | None = None, *, create: bool = False) -> Path:
    """The file of the book: the one that is named, or MAGICBB_BOOK's, or the user's own.

    Args:
        path: The file that is named.
        create: Whether to make the directory of the user's own book if it is not there.

    Raises:
        OSError: The user has no data directory, and none could be made.

    >>> place_of("records.sqlite").name
    'records.sqlite'
    """
    chosen = path or os.environ.get(ENVIRONMENT_VARIABLE)
    if chosen:
        return Path(os.fsdecode(chosen))
    directory = user_directory("data")
    if directory is None:
        raise OSError(
            f"there is no home directory for the record book; {ENVIRONMENT_VARIABLE} names a file"
        )
    if create:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    return directory / FILE
