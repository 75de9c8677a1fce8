"""Writing files: whole or not at all, whatever happens in between."""

from __future__ import annotations

import errno
import os
import re
import stat
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from magicbb.files import check_target, write_whole, writing_whole

STEPS = ["os.fsync", "secrets.token_hex", "io.BufferedWriter", "pathlib.Path.replace"]
"""The calls in which a disk, a user or a system may interrupt the writing."""


def mode_of(path: Path) -> int:
    """Return the permissions of a file."""
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_file_holds_the_content(tmp_path: Path) -> None:
    write_whole(tmp_path / "table", b"content")
    assert (tmp_path / "table").read_bytes() == b"content"


def test_an_existing_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "table").write_bytes(b"something longer")
    write_whole(tmp_path / "table", b"content")
    assert (tmp_path / "table").read_bytes() == b"content"


def test_nothing_but_the_file_is_left(tmp_path: Path) -> None:
    write_whole(tmp_path / "table", b"content")
    assert [*tmp_path.iterdir()] == [tmp_path / "table"]


def test_the_path_may_be_a_string(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_whole("table", b"content")
    assert (tmp_path / "table").read_bytes() == b"content"


@pytest.mark.parametrize("length", [240, 255])
def test_a_name_may_be_as_long_as_the_system_allows(tmp_path: Path, length: int) -> None:
    write_whole(tmp_path / ("a" * length), b"content")
    assert (tmp_path / ("a" * length)).read_bytes() == b"content"


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "full"), KeyboardInterrupt()], ids=repr)
@pytest.mark.parametrize("existing", [True, False], ids=["existing", "new"])
def test_a_failure_leaves_everything_as_it_was(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    step: str,
    error: BaseException,
    existing: bool,
) -> None:
    def fail(*_arguments: Any, **_keywords: Any) -> None:
        raise error

    target = tmp_path / "table"
    if existing:
        target.write_bytes(b"old")
    monkeypatch.setattr(step, fail)
    with pytest.raises(type(error)):
        write_whole(target, b"content")
    monkeypatch.undo()
    left = [(path, path.read_bytes()) for path in tmp_path.iterdir()]
    assert left == [(target, b"old")] * existing


def test_a_failure_names_the_file_that_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match=re.escape(str(tmp_path / "table"))) as caught:
        write_whole(tmp_path / "table", b"content")
    assert caught.value.errno == errno.ENOSPC


def test_a_failure_of_writing_names_the_file_that_was_asked_for() -> None:
    with pytest.raises(OSError, match=r"^\[Errno 28\] .*: '/dev/full'$"):
        write_whole("/dev/full", bytes(1 << 20))


@pytest.mark.parametrize("error", [OSError(errno.EIO, "boom"), OSError("none"), BrokenPipeError()])
def test_a_failure_of_the_caller_keeps_its_words(tmp_path: Path, error: OSError) -> None:
    with pytest.raises(type(error)) as caught, writing_whole(tmp_path / "table"):
        raise error
    assert caught.value is error
    assert [*tmp_path.iterdir()] == []


def test_a_private_file_stays_private_while_it_is_written(tmp_path: Path) -> None:
    (tmp_path / "table").touch(0o600)
    with writing_whole(tmp_path / "table") as file:
        assert mode_of(Path(file.name)) == 0o600


def test_readers_see_the_old_or_the_new_file_and_nothing_else(tmp_path: Path) -> None:
    target, contents = tmp_path / "table", [bytes([letter]) * 300_000 for letter in b"ab"]
    write_whole(target, contents[0])
    done = threading.Event()
    seen: set[bytes] = set()

    def read() -> None:
        while not done.is_set():
            seen.add(target.read_bytes())

    reader = threading.Thread(target=read)
    reader.start()
    for number in range(40):
        write_whole(target, contents[number % 2])
    done.set()
    reader.join()
    assert seen <= set(contents)


def test_many_writers_at_once_leave_one_whole_file(tmp_path: Path) -> None:
    contents = [bytes([letter]) * 300_000 for letter in b"abcd"]
    writers = [
        threading.Thread(target=write_whole, args=(tmp_path / "table", content))
        for content in contents
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert (tmp_path / "table").read_bytes() in contents
    assert len([*tmp_path.iterdir()]) == 1


# ---- Permissions and kinds of files ----


@pytest.mark.parametrize("mask", [0o022, 0o077, 0o002])
def test_a_new_file_gets_the_usual_permissions(tmp_path: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        write_whole(tmp_path / "table", b"content")
        assert os.umask(mask) == mask
    finally:
        os.umask(before)
    assert mode_of(tmp_path / "table") == 0o666 & ~mask


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o664])
def test_a_replaced_file_keeps_its_permissions(tmp_path: Path, mode: int) -> None:
    (tmp_path / "table").touch()
    (tmp_path / "table").chmod(mode)
    write_whole(tmp_path / "table", b"content")
    assert mode_of(tmp_path / "table") == mode


def test_a_symbolic_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "table").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere" / "table")
    write_whole(tmp_path / "link", b"content")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "elsewhere" / "table").read_bytes() == b"content"


def test_a_device_is_written_directly() -> None:
    write_whole(os.devnull, b"content")
    assert Path(os.devnull).is_char_device()


def test_a_pipe_is_written_directly(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append((tmp_path / "pipe").read_bytes()))
    reader.start()
    write_whole(tmp_path / "pipe", b"content")
    reader.join()
    assert read == [b"content"]
    assert (tmp_path / "pipe").is_fifo()


@pytest.mark.parametrize("path", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_what_is_open_already_keeps_what_it_has(path: str, tmp_path: Path) -> None:
    code = f"from magicbb.files import write_whole; write_whole({path!r}, b'content, ')"
    (tmp_path / "log").write_bytes(b"old, ")
    with (tmp_path / "log").open("ab") as log:
        for _ in range(2):
            subprocess.run([sys.executable, "-c", code], stdout=log, check=True)  # noqa: S603 (our own)
    assert (tmp_path / "log").read_bytes() == b"old, content, content, "


@pytest.mark.parametrize("number", ["999", "99999999999999999999"])
def test_what_is_not_open_is_named(number: str) -> None:
    with pytest.raises(OSError, match=rf": '/dev/fd/{number}'$"):
        write_whole(f"/dev/fd/{number}", b"content")


# ---- What cannot be written ----

every_check = pytest.mark.parametrize(
    "write", [check_target, lambda path: write_whole(path, b"content")], ids=["check", "write"]
)


@every_check
def test_a_directory_is_refused(write: Any, tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError, match=re.escape(str(tmp_path))):
        write(tmp_path)


@every_check
def test_a_missing_directory_is_refused(write: Any, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=re.escape(str(tmp_path / "missing" / "table"))):
        write(tmp_path / "missing" / "table")


@every_check
def test_a_file_is_no_directory(write: Any, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NotADirectoryError, match=re.escape(str(tmp_path / "file" / "table"))):
        write(tmp_path / "file" / "table")


@every_check
@pytest.mark.parametrize("existing", [True, False], ids=["file", "directory"])
def test_what_the_user_may_not_write_is_refused(
    write: Any, existing: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if existing:
        (tmp_path / "table").write_bytes(b"old")
    # Said by the system and not by the permissions, which do not hold for the superuser.
    monkeypatch.setattr("os.access", lambda _path, _mode: False)
    with pytest.raises(PermissionError, match=re.escape(str(tmp_path / "table"))):
        write(tmp_path / "table")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"old"] * existing


def test_checking_writes_nothing(tmp_path: Path) -> None:
    assert check_target(tmp_path / "table") == tmp_path.resolve() / "table"
    assert not [*tmp_path.iterdir()]
