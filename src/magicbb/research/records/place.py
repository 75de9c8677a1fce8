"""Where the record book lies."""

from __future__ import annotations

import os
import sys
from pathlib import Path

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
    directory = _data_directory()
    if create:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    return directory / FILE


def _data_directory() -> Path:
    """Where programs keep what users would miss; `compile.store` knows where they keep the rest."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
    elif sys.platform == "darwin":
        base = "~/Library/Application Support"
    else:
        base = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    try:
        return Path(base).expanduser() / "magicbb"
    except RuntimeError:
        raise OSError(
            f"there is no home directory for the record book; {ENVIRONMENT_VARIABLE} names a file"
        ) from None
