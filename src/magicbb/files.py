"""Writing files whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Write a file so that it is either complete or as it was before.

    The content goes to a temporary file in the same directory, which is then renamed. What is not
    a regular file, a device or a pipe, is written directly.

    Raises:
        OSError: The file cannot be written; an existing one is untouched.
    """
    target = Path(path).resolve()
    if target.exists() and not target.is_file():
        if target.is_dir():
            raise IsADirectoryError(21, "Is a directory", str(path))
        target.write_bytes(content)
        return
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(13, "Permission denied", str(path))
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(_mode(target))
        Path(temporary).replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        raise


def _mode(target: Path) -> int:
    """The permissions of the file that is replaced, or those a new file would get."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)  # reading it is only possible by setting it
    os.umask(mask)
    return 0o666 & ~mask
