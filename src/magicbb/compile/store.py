"""Object code kept on disk, so that a kernel is compiled once per machine.

Every file holds one entry's object code behind a digest of its name and content; the name says all
that went into it. A file is written whole under a temporary name and then renamed: readers see all
of it or nothing, and processes that start together at worst do the same work twice. What cannot be
read or written is done without.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from magicbb.files import user_directory

ENVIRONMENT_VARIABLE = "MAGICBB_CACHE_DIR"
"""Where to keep object code, instead of the user's cache directory."""

_DIGEST_BYTES = 32


def read(name: str) -> bytes | None:
    """The object code kept under a name, or None where there is none that is whole."""
    for directory in _directories():
        if not directory.is_private():
            continue
        try:
            content = (directory.path / f"{name}.o").read_bytes()
        except OSError:
            continue
        digest, code = content[:_DIGEST_BYTES], content[_DIGEST_BYTES:]
        if digest == _digest(name, code):
            return code
    return None


def write(name: str, code: bytes) -> None:
    """Keep object code under a name, in the first directory that takes it."""
    for directory in _directories():
        try:
            directory.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not directory.is_private():
                continue
            _write_whole(directory.path / f"{name}.o", _digest(name, code) + code)
        except OSError:
            continue
        return


@dataclass(frozen=True)
class _Directory:
    """A place for object code.

    Attributes:
        path: Where it is.
        chosen: Whether the user named it; then it may be a link, somebody else's, open to a group.
    """

    path: Path
    chosen: bool = False

    def is_private(self) -> bool:
        """Whether it is there, and no stranger can write into it: the content is run as code."""
        try:
            status = self.path.stat() if self.chosen else self.path.lstat()
        except OSError:
            return False
        if not hasattr(os, "getuid"):
            return True
        if self.chosen:
            return not status.st_mode & 0o002
        return status.st_uid == os.getuid() and not status.st_mode & 0o022


def _directories() -> list[_Directory]:
    """The places to look and to write, the best first."""
    chosen = os.environ.get(ENVIRONMENT_VARIABLE)
    if chosen:
        return [_Directory(Path(chosen), chosen=True)]
    candidates = (user_directory("cache"), _temporary_directory())
    return [_Directory(path) for path in candidates if path is not None]


def _temporary_directory() -> Path | None:
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    try:
        return Path(tempfile.gettempdir(), f"magicbb-{user}")
    except OSError:  # no temporary directory can be written either
        return None


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
