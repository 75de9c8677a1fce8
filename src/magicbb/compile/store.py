"""Object code kept on disk, so that a kernel is compiled once per machine.

Every file holds one entry's object code behind its SHA-256 digest, under a name that says all that
went into it. A file is written whole under a temporary name and then renamed: readers see all of
it or nothing, and processes that start together at worst do the same work twice. What cannot be
read or written is done without.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import tempfile
from pathlib import Path

ENVIRONMENT_VARIABLE = "MAGICBB_CACHE_DIR"
"""Where to keep object code, instead of the user's cache directory."""

_DIGEST_BYTES = 32


def read(name: str) -> bytes | None:
    """The object code kept under a name, or None where there is none that is whole."""
    for directory in _directories():
        try:
            content = (directory / f"{name}.o").read_bytes()
        except OSError:
            continue
        code = content[_DIGEST_BYTES:]
        if hashlib.sha256(code).digest() == content[:_DIGEST_BYTES]:
            return code
    return None


def write(name: str, code: bytes) -> None:
    """Keep object code under a name, in the first directory that takes it."""
    for directory in _directories():
        try:
            directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=directory)
        except OSError:
            continue
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(hashlib.sha256(code).digest() + code)
            Path(temporary).replace(directory / f"{name}.o")
        except OSError:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()
            continue
        return


def _directories() -> list[Path]:
    """The places to look and to write, the best first; only ones that no other user can write."""
    chosen = os.environ.get(ENVIRONMENT_VARIABLE)
    candidates = [Path(chosen)] if chosen else [_user_directory(), _temporary_directory()]
    return [path for path in candidates if path is not None and _is_private(path)]


def _user_directory() -> Path | None:
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
        return Path(base, "magicbb", "Cache") if base else None
    if sys.platform == "darwin":
        base = "~/Library/Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    try:
        return Path(base).expanduser() / "magicbb"
    except RuntimeError:  # a user without a home directory
        return None


def _temporary_directory() -> Path:
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    return Path(tempfile.gettempdir(), f"magicbb-{user}")


def _is_private(directory: Path) -> bool:
    """Whether the directory is ours alone: what stands in it will be run as code."""
    if not hasattr(os, "getuid"):
        return True
    try:
        status = directory.lstat()
    except FileNotFoundError:
        return True  # it will be made, and made private
    except OSError:
        return False
    others_may_write = 0o022
    return status.st_uid == os.getuid() and not status.st_mode & others_may_write
