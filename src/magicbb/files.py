"""Open sources, read the package's CSV files, write files atomically, and locate directories."""

from __future__ import annotations

import contextlib
import csv
import errno
import hashlib
import io
import os
import re
import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from magicbb.arguments import short_repr

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal, TypeAlias

    Source: TypeAlias = str | os.PathLike[str] | BinaryIO

DATA = Path(__file__).with_name("data")
"""The directory of the data files shipped with the package."""


STANDARD_INPUT = "-"
"""The path that denotes standard input."""

_GZIP = b"\x1f\x8b"

_DESCRIPTOR = re.compile(r"/dev/(stdout|stderr)|(?:/dev|/proc/self)/fd/(\d{1,9})", re.ASCII)
"""Matches the paths that denote files which the process has open already."""


def source_name(source: Source) -> str:
    """The name of a source, as used in error messages.

    >>> source_name("-"), source_name("games.epd")
    ('standard input', 'games.epd')
    """
    if isinstance(source, (str, os.PathLike)):
        path = os.fsdecode(source)
        return "standard input" if path == STANDARD_INPUT else path
    name = getattr(source, "name", None)
    return name if name and isinstance(name, str) else "the file"


def shown_name(source: Source) -> str:
    """The name of a source, as used in output; printable even if it is not valid UTF-8."""
    return source_name(source).encode("utf-8", "surrogateescape").decode("utf-8", "replace")


@contextlib.contextmanager
def opened(source: Source, argument: str = "path") -> Iterator[BinaryIO]:
    """Open a path or standard input, or use a file that the caller opened and will close.

    Args:
        source: The path or file.
        argument: The caller's name for it, for the error message.

    Raises:
        OSError: The file cannot be opened, or not be read; the error has its name.
        ValueError: There is no standard input.
        TypeError: The source is neither a path nor a binary file.
    """
    if not isinstance(source, (str, os.PathLike)):
        if not hasattr(source, "read"):
            rule = f"{argument} must be a path or a binary file"
            raise TypeError(f"{rule}, got {short_repr(source)}")
        if isinstance(source, _Content):
            source.seek(0)
        yield source
    elif os.fspath(source) == STANDARD_INPUT:
        file = getattr(sys.stdin, "buffer", None)  # a replacement may have text only
        if file is None:
            raise ValueError("there is no standard input to read from")
        with _naming(source):
            yield file
    else:
        with open(source, "rb", buffering=0) as file, _naming(source):  # noqa: PTH123 (may be str)
            yield file


@contextlib.contextmanager
def _naming(source: Source) -> Iterator[None]:
    """Add the name of a source to errors of the block that have no name: those of reading it."""
    try:
        yield
    except OSError as error:
        if error.filename is not None or error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, source_name(source)) from error


def readable_again(path: Path, most: int) -> Path | BinaryIO:
    """Return the path; for standard input or a pipe, return a file that `opened` rewinds.

    The file contains the first `most` bytes.

    Raises:
        OSError: The pipe cannot be read.
        ValueError: There is no standard input.
    """
    if os.fspath(path) != STANDARD_INPUT and (path.is_dir() or path.is_file()):
        return path
    with opened(path) as file:
        return _Content(read_start(file, most), source_name(path))


class _Content(io.BytesIO):
    """The contents of a source that can be read only once."""

    def __init__(self, content: bytes, name: str) -> None:
        super().__init__(content)
        self.name = name


def read_start(file: BinaryIO, most: int) -> bytes:
    """Read the first bytes of a file, which may be a pipe that delivers them piecemeal.

    Raises:
        TypeError: The file is open in text mode.
    """
    parts: list[bytes] = []
    while most > 0 and (part := file.read(most)):
        if not isinstance(part, bytes):
            name, found = source_name(file), short_repr(part)
            raise TypeError(f"{name} must be opened in binary mode, but reading it gave {found}")
        parts.append(part)
        most -= len(part)
    return b"".join(parts)


def rows_of(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV file that ships with the package."""
    with path.open(newline="", encoding="utf-8") as file:
        return [*csv.DictReader(file)]


def user_directory(kind: Literal["cache", "data"]) -> Path | None:
    """The user's directory for files that can be regenerated (cache) or for all others (data).

    Returns None if the user has no home directory. platformdirs is not used, since a record book
    must not move when a dependency is updated: releases of platformdirs differ in how they treat
    XDG variables on macOS, relative XDG paths, and users without a home directory.
    """
    own = "magicbb"
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or "~/AppData/Local"
        own = "magicbb/Cache" if kind == "cache" else own
    elif sys.platform == "darwin":
        base = "~/Library/Caches" if kind == "cache" else "~/Library/Application Support"
    else:
        default = "~/.cache" if kind == "cache" else "~/.local/share"
        base = os.environ.get(f"XDG_{kind.upper()}_HOME") or default
    try:
        return Path(base).expanduser() / own
    except RuntimeError:
        return None


def sealed(page: str) -> str:
    r"""Append a comment with the digest of a generated page.

    With the digest, a test detects figures that were edited by hand.

    >>> print(sealed("87,144 slots\n"), end="")
    87,144 slots
    <!-- sha256: f3e2888a929a -->
    """
    digest = hashlib.sha256(page.encode()).hexdigest()[:12]
    return f"{page}<!-- sha256: {digest} -->\n"


def check_target(path: str | os.PathLike[str]) -> Path:
    """Check that a file can be written, before any work is done.

    Returns:
        The path with symbolic links resolved.

    Raises:
        OSError: The file cannot be written, as far as can be determined in advance.
    """
    target = Path(path)
    if target.is_dir():
        raise _error(errno.EISDIR, path)
    if is_stream(target):
        return target  # its name may not be resolvable
    try:
        target = target.resolve()
    except RuntimeError:
        raise _error(errno.ELOOP, path) from None
    check_directory(target, path)
    if not all(os.access(each, os.W_OK) for each in (target, target.parent) if each.exists()):
        raise _error(errno.EACCES, path)
    return target


def is_stream(path: Path) -> bool:
    """Whether a path is written directly: a device, a pipe, or a file that is open already.

    Replacing standard output, for example, would lose what others write to it.
    """
    if _DESCRIPTOR.fullmatch(str(path)):
        return True
    return path.exists() and not path.is_file()


def check_directory(target: Path, named: str | os.PathLike[str]) -> None:
    """Raise an error if the directory of a file to be written does not exist.

    Args:
        target: The file.
        named: The file's name as given by the user, for the error message.

    Raises:
        OSError: The directory does not exist.
    """
    if target.parent.is_dir():
        return
    parent = target.parent if Path(named).is_symlink() else Path(named).parent
    if target.parent.exists():
        raise OSError(errno.ENOTDIR, f"{parent} is not a directory", os.fspath(named))
    raise OSError(errno.ENOENT, f"there is no directory {parent}", os.fspath(named))


def gzipped_as_named(content: bytes, path: str | os.PathLike[str]) -> bytes:
    """Compress content if the file's name ends with .gz."""
    if not os.fsdecode(path).lower().endswith(".gz"):
        return content
    import gzip

    return gzip.compress(content, mtime=0)


def unzipped(content: bytes, most: int) -> bytes:
    """Decompress content if it is gzip data, of one or several members.

    Decompression stops once there are more than `most` bytes.

    Raises:
        ValueError: The gzip data is corrupt or ends early.

    >>> from gzip import compress
    >>> unzipped(compress(b"one, ") + compress(b"two"), 100), unzipped(b"plain", 100)
    (b'one, two', b'plain')
    """
    if not content.startswith(_GZIP):
        return content
    import gzip
    import zlib

    try:
        with gzip.GzipFile(fileobj=io.BytesIO(content)) as file:
            return file.read(most + 1)
    except EOFError:
        raise ValueError("the gzip data ends early") from None
    except (gzip.BadGzipFile, zlib.error):
        raise ValueError("the gzip data is corrupt") from None


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Write a file atomically; see `writing_whole`.

    Raises:
        OSError: The file cannot be written; an existing one is unchanged.
    """
    with writing_whole(path) as file:
        file.write(content)


@contextlib.contextmanager
def writing_whole(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a file for atomic writing: it is replaced as a whole, or left unchanged on error.

    The content is written to a temporary file in the same directory. When the block ends, this file
    is renamed, or removed if the block raised an error. Devices, pipes, and files that are open
    already, such as /dev/stdout, are written directly.

    Raises:
        OSError: The file cannot be written; an existing regular file is unchanged.
    """
    target = check_target(path)
    own = {str(target)}
    try:
        if is_stream(target):
            with _writing(target, "w") as file:
                yield file
        else:
            temporary = target.with_name(f".magicbb-{secrets.token_hex(8)}")
            own.add(str(temporary))
            with _replacing(target, temporary) as file:
                yield file
    except OSError as error:
        if error.filename not in own:
            raise  # raised in the caller's block, for something else
        raise _error(error.errno or errno.EIO, path) from error


@contextlib.contextmanager
def _replacing(target: Path, temporary: Path) -> Iterator[BinaryIO]:
    try:
        with _writing(temporary, "x") as file:
            if target.exists():  # never is the content more readable than it was
                temporary.chmod(target.stat().st_mode & 0o777)
            yield file
            file.flush()
            with _naming(temporary):
                os.fsync(file.fileno())
        temporary.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def _writing(path: Path, mode: str) -> io.BufferedWriter:
    """Open a file for writing, such that errors of writing it have its name."""
    open_already = _DESCRIPTOR.fullmatch(str(path))
    if open_already is None:
        return io.BufferedWriter(_Output(os.fspath(path), mode))
    name, number = open_already.groups()
    descriptor = {"stdout": 1, "stderr": 2}[name] if name else int(number)

    def opener(_name: str, _flags: int) -> int:
        with _naming(path):
            return os.dup(descriptor)  # opening the path would truncate the file

    return io.BufferedWriter(_Output(os.fspath(path), mode, opener=opener))


class _Output(io.FileIO):
    """A file whose name is in the errors of writing it."""

    def write(self, content: Any) -> Any:
        """Write bytes."""
        with _naming(self.name):
            return super().write(content)


def _error(number: int, path: str | os.PathLike[str]) -> OSError:
    """An OSError that names the file as the caller did."""
    return OSError(number, os.strerror(number), os.fspath(path))
