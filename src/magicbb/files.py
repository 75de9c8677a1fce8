"""Writing files whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
from pathlib import Path


def check_target(path: str | os.PathLike[str]) -> Path:
    """Find out whether a file could be written, before much work is done for it.

    Returns:
        The path with symbolic links followed.

    Raises:
        OSError: It could not, as far as can be told.
    """
    target = Path(path)
    if target.is_dir():
        raise _error(errno.EISDIR, path)
    if target.exists() and not target.is_file():
        return target  # a device or a pipe: its name may lead to nothing that could be resolved
    try:
        target = target.resolve()
    except RuntimeError:
        raise _error(errno.ELOOP, path) from None
    if not target.parent.is_dir():
        raise _error(errno.ENOENT if not target.parent.exists() else errno.ENOTDIR, path)
    if not all(os.access(each, os.W_OK) for each in (target, target.parent) if each.exists()):
        raise _error(errno.EACCES, path)
    return target


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Write a file so that it is either complete or as it was before.

    The content goes to a temporary file in the same directory, which is then renamed. What is not
    a regular file, a device or a pipe, is written directly.

    Raises:
        OSError: The file cannot be written; an existing one is untouched.
    """
    target = check_target(path)
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(content)
        else:
            _replace(target, content)
    except OSError as error:
        raise _error(error.errno or errno.EIO, path) from error


def _replace(target: Path, content: bytes) -> None:
    temporary = target.with_name(f".magicbb-{secrets.token_hex(8)}")
    try:
        with temporary.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            temporary.chmod(target.stat().st_mode & 0o777)
        temporary.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def _error(number: int, path: str | os.PathLike[str]) -> OSError:
    """The error of this number, about the file that the caller named."""
    return OSError(number, os.strerror(number), os.fspath(path))
