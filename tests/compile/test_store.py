"""The store gives back what was written, or nothing; it never raises and trusts nobody else."""

from __future__ import annotations

import errno
import io
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from magicbb.compile import store

if TYPE_CHECKING:
    from collections.abc import Callable

NAME, CODE = "0" * 64, bytes(range(256)) * 100

posix = pytest.mark.skipif(not hasattr(os, "getuid"), reason="Windows has no user numbers")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The directory that the environment chooses; not yet made."""
    directory = tmp_path / "chosen"
    monkeypatch.setenv(store.ENVIRONMENT_VARIABLE, str(directory))
    return directory


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's home, empty; and nothing in the environment that says otherwise."""
    for variable in (store.ENVIRONMENT_VARIABLE, "XDG_CACHE_HOME"):
        monkeypatch.delenv(variable, raising=False)
    directory = tmp_path / "home"
    directory.mkdir()
    monkeypatch.setenv("HOME", str(directory))
    return directory


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The directory for temporary files, empty."""
    directory = tmp_path / "temporary"
    directory.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(directory))
    return directory


def files_in(directory: Path) -> list[Path]:
    return sorted(path.relative_to(directory) for path in directory.rglob("*") if path.is_file())


@pytest.mark.parametrize("code", [CODE, b"", b"\0"], ids=["code", "nothing", "a zero"])
def test_gives_back_what_was_written(cache: Path, code: bytes) -> None:
    store.write(NAME, code)
    assert store.read(NAME) == code
    assert files_in(cache) == [Path(f"{NAME}.o")]


def test_a_name_that_was_never_written_is_not_there(cache: Path) -> None:
    assert store.read(NAME) is None
    assert not cache.exists()


def test_names_are_kept_apart(cache: Path) -> None:
    store.write("one", b"1")
    store.write("two", b"2")
    assert (store.read("one"), store.read("two")) == (b"1", b"2")
    assert len(files_in(cache)) == 2


def test_the_last_writer_wins(cache: Path) -> None:
    store.write(NAME, b"old")
    store.write(NAME, CODE)
    assert store.read(NAME) == CODE
    assert len(files_in(cache)) == 1


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "shorter than its digest": lambda content: content[:20],
    "only its digest": lambda content: content[:32],
    "truncated": lambda content: content[:-1],
    "extended": lambda content: content + b"\0",
    "one bit of the code": lambda content: content[:-1] + bytes([content[-1] ^ 1]),
    "one bit of the digest": lambda content: bytes([content[0] ^ 1]) + content[1:],
    "other text": lambda _: b"not object code " * 100,
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
class TestDamagedFile:
    def test_is_not_read(self, cache: Path, damage: Callable[[bytes], bytes]) -> None:
        store.write(NAME, CODE)
        path = cache / f"{NAME}.o"
        path.write_bytes(damage(path.read_bytes()))
        assert store.read(NAME) is None

    def test_is_replaced(self, cache: Path, damage: Callable[[bytes], bytes]) -> None:
        store.write(NAME, CODE)
        path = cache / f"{NAME}.o"
        path.write_bytes(damage(path.read_bytes()))
        store.write(NAME, CODE)
        assert store.read(NAME) == CODE


def test_a_file_in_place_of_the_directory_is_left_alone(cache: Path) -> None:
    cache.write_text("mine")
    store.write(NAME, CODE)
    assert store.read(NAME) is None
    assert cache.read_text() == "mine"


def test_a_directory_below_a_file_is_done_without(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.write_text("mine")
    monkeypatch.setenv(store.ENVIRONMENT_VARIABLE, str(cache / "below"))
    store.write(NAME, CODE)
    assert store.read(NAME) is None


def test_a_directory_in_place_of_the_file_is_left_alone(cache: Path) -> None:
    (cache / f"{NAME}.o").mkdir(parents=True, mode=0o700)
    cache.chmod(0o700)
    store.write(NAME, CODE)
    assert store.read(NAME) is None
    assert files_in(cache) == []


@pytest.mark.parametrize("function", ["tempfile.mkstemp", "pathlib.Path.mkdir"])
def test_a_directory_that_takes_no_file_is_done_without(
    cache: Path, monkeypatch: pytest.MonkeyPatch, function: str
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(function, refuse)
    store.write(NAME, CODE)
    assert store.read(NAME) is None
    assert not cache.exists() or files_in(cache) == []


def test_a_file_that_cannot_be_read_is_done_without(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: Path) -> bytes:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    store.write(NAME, CODE)
    assert len(files_in(cache)) == 1
    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert store.read(NAME) is None


class FullDisk(io.FileIO):
    """A file on a disk with room for half of what is written."""

    def write(self, content: Any) -> int:
        super().write(content[: len(content) // 2])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_keeps_nothing_half_written(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fdopen", FullDisk)
    store.write(NAME, CODE)
    assert files_in(cache) == []


def test_a_full_disk_leaves_the_file_that_was_there(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.write(NAME, CODE)
    monkeypatch.setattr(os, "fdopen", FullDisk)
    store.write(NAME, b"new")
    assert store.read(NAME) == CODE
    assert len(files_in(cache)) == 1


@posix
@pytest.mark.parametrize("mode", [0o777, 0o702, 0o722, 0o1777])
def test_a_directory_that_all_can_write_is_not_trusted(cache: Path, mode: int) -> None:
    store.write(NAME, CODE)
    cache.chmod(mode)
    assert store.read(NAME) is None


@posix
def test_a_directory_that_others_can_write_gets_nothing(cache: Path) -> None:
    cache.mkdir()
    cache.chmod(0o777)
    store.write(NAME, CODE)
    assert files_in(cache) == []


@posix
def test_a_chosen_directory_may_belong_to_somebody_else_and_to_a_group(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.write(NAME, CODE)
    cache.chmod(0o770)
    owner = cache.stat().st_uid
    monkeypatch.setattr(os, "getuid", lambda: owner + 1)
    assert store.read(NAME) == CODE


@posix
@pytest.mark.usefixtures("temporary")
@pytest.mark.parametrize("mode", [0o770, 0o702])
def test_the_users_own_directory_that_others_can_write_is_not_trusted(
    home: Path, mode: int
) -> None:
    store.write(NAME, CODE)
    (kept,) = files_in(home)
    (home / kept).parent.chmod(mode)
    assert store.read(NAME) is None


@posix
def test_a_directory_that_appears_after_it_was_looked_at_is_not_trusted(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.write(NAME, CODE)
    cache.chmod(0o777)

    def look_too_early(_: Path) -> os.stat_result:
        raise FileNotFoundError

    monkeypatch.setattr(Path, "lstat", look_too_early)
    assert store.read(NAME) is None


@posix
def test_what_is_made_is_private(cache: Path) -> None:
    umask = os.umask(0)
    try:
        store.write(NAME, CODE)
    finally:
        os.umask(umask)
    assert [path.stat().st_mode & 0o077 for path in (cache, cache / f"{NAME}.o")] == [0, 0]


@pytest.mark.parametrize(
    ("platform", "variable", "place"),
    [
        ("linux", "HOME", ".cache/magicbb"),
        ("linux", "XDG_CACHE_HOME", "magicbb"),
        ("darwin", "HOME", "Library/Caches/magicbb"),
        ("win32", "LOCALAPPDATA", "magicbb/Cache"),
    ],
)
def test_the_system_says_where_it_is(
    home: Path, monkeypatch: pytest.MonkeyPatch, platform: str, variable: str, place: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv(variable, str(home))
    store.write(NAME, CODE)
    assert files_in(home) == [Path(place, f"{NAME}.o")]
    assert store.read(NAME) == CODE


@pytest.mark.usefixtures("temporary")
def test_the_environment_overrules_the_system(cache: Path, home: Path) -> None:
    os.environ[store.ENVIRONMENT_VARIABLE] = str(
        cache
    )  # `home` has taken it away, and puts it back
    store.write(NAME, CODE)
    assert files_in(home) == []
    assert len(files_in(cache)) == 1


@pytest.fixture(params=["not to be made", "below a file", "a file", "unknown"])
def unusable_home(
    request: pytest.FixtureRequest, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A home that keeps nothing, not even for root, of four kinds."""
    if request.param == "unknown":  # a user number that the system does not know, as in containers
        pwd = pytest.importorskip("pwd")

        def refuse(_: int) -> None:
            raise KeyError

        monkeypatch.delenv("HOME")
        monkeypatch.setattr(pwd, "getpwuid", refuse)
        return
    file = home / "file"
    file.write_text("")
    homes = {"not to be made": "/proc/magicbb", "below a file": file / "home", "a file": file}
    monkeypatch.setenv("HOME", str(homes[request.param]))


@pytest.mark.usefixtures("unusable_home")
class TestUnusableHome:
    def test_falls_back_to_the_temporary_directory(self, temporary: Path) -> None:
        store.write(NAME, CODE)
        assert store.read(NAME) == CODE
        (kept,) = files_in(temporary)
        assert kept.parent.name.startswith("magicbb-")

    def test_and_no_temporary_directory_either_is_done_without(self, temporary: Path) -> None:
        temporary.rmdir()
        temporary.write_text("")
        store.write(NAME, CODE)
        assert store.read(NAME) is None

    @pytest.mark.usefixtures("nowhere_temporary")
    def test_and_nowhere_to_write_at_all_is_done_without(self) -> None:
        store.write(NAME, CODE)
        assert store.read(NAME) is None


@pytest.fixture
def nowhere_temporary(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system on which nothing can be written; `tempfile` then raises."""

    def refuse() -> str:
        raise FileNotFoundError(errno.ENOENT, "No usable temporary directory found")

    monkeypatch.setattr(tempfile, "gettempdir", refuse)


@pytest.mark.usefixtures("nowhere_temporary")
def test_a_usable_home_needs_no_temporary_directory(home: Path) -> None:
    store.write(NAME, CODE)
    assert store.read(NAME) == CODE
    assert len(files_in(home)) == 1


@posix
@pytest.mark.usefixtures("unusable_home")
def test_the_temporary_fallback_of_somebody_else_is_not_trusted(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = temporary.stat().st_uid + 1
    trap = temporary / f"magicbb-{other}"
    trap.mkdir(mode=0o700)
    monkeypatch.setattr(os, "getuid", lambda: other)
    store.write(NAME, CODE)
    assert store.read(NAME) is None
    assert files_in(trap) == []
