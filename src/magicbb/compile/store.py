"""A cache of object code on disk, so that a kernel is compiled once per machine.

Every file holds one entry's object code, preceded by a digest of its name and content; the name is
a digest of everything that affects the code. A file is written under a temporary name and then
renamed, so readers see a complete file or none, and processes that start together at worst do the
same work twice. Files that cannot be read or written are ignored.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from magicbb.files import user_directory

if TYPE_CHECKING:
    from collections.abc import Iterator

ENVIRONMENT_VARIABLE = "MAGICBB_CACHE_DIR"
"""The environment variable for the cache directory (default: the user's cache directory)."""

_DIGEST_BYTES = 32


def read(name: str) -> bytes | None:
    """The object code stored under a name, or None if there is none or it is damaged."""
    for directory, chosen in _directories():
        with contextlib.suppress(OSError):
            if _is_private(directory, chosen=chosen):
                content = (directory / f"{name}.o").read_bytes()
                digest, code = content[:_DIGEST_BYTES], content[_DIGEST_BYTES:]
                if digest == _digest(name, code):
                    return code
    return None


def write(name: str, code: bytes) -> None:
    """Store object code under a name, in the first directory that is private and writable."""
    for directory, chosen in _directories():
        with contextlib.suppress(OSError):
            directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            if _is_private(directory, chosen=chosen):
                _write_whole(directory / f"{name}.o", _digest(name, code) + code)
                return


def _is_private(directory: Path, *, chosen: bool) -> bool:
    """Whether it is safe to run code from a directory: no other user can write to it.

    A directory chosen by the user may be a symbolic link, be owned by another user, or be
    group-writable.

    Raises:
        OSError: The directory does not exist.
    """
    status = directory.stat() if chosen else directory.lstat()
    if not hasattr(os, "getuid"):
        return True
    if chosen:
        return not status.st_mode & 0o002
    return status.st_uid == os.getuid() and not status.st_mode & 0o022


def _directories() -> Iterator[tuple[Path, bool]]:
    """The directories to try, in order of preference, and for each whether the user chose it."""
    if chosen := os.environ.get(ENVIRONMENT_VARIABLE):
        yield Path(chosen), True
        return
    if own := user_directory("cache"):
        yield own, False
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    with contextlib.suppress(OSError):  # if no temporary directory is writable
        yield Path(tempfile.gettempdir(), f"magicbb-{user}"), False


def _write_whole(target: Path, content: bytes) -> None:
    handle, temporary = tempfile.mkstemp(dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(temporary).replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        raise


def _digest(name: str, code: bytes) -> bytes:
    return hashlib.sha256(name.encode() + code).digest()
