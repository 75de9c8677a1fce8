"""Where the commands write: -o FILE, whole or not at all, and standard output."""

from __future__ import annotations

import json
import os
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import magicbb as mb

if TYPE_CHECKING:
    from .conftest import Call, Refuse

PROGRAM = (sys.executable, "-m", "magicbb")
WRITERS = pytest.mark.parametrize("command", [("find",), ("build", "fancy")], ids=" ".join)

SMALL_DISK = ("bash", "-c", 'ulimit -f 4; exec "$@"', "bash", *PROGRAM)
"""No file can grow over four kilobytes."""

DIE = "import os; os.fsync = lambda _: os.kill(os.getpid(), 9)"
KILLED_WHILE_WRITING = (sys.executable, "-c", f"{DIE}; from magicbb.cli import main; main()")
"""What is written reaches the disk, and then comes the end, before it has got its name."""


@WRITERS
@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ("missing/file", "No such file or directory"),
        ("file/below", "Not a directory"),
        ("/proc/file", ""),
        ("directory", "directory"),
        (".", "directory"),
        ("", "directory"),
        ("/", "directory"),
        ("x" * 300, "File name too long"),
    ],
    ids=lambda value: value[:9],
)
def test_a_place_that_cannot_be_written_is_named(
    refuse: Refuse, command: tuple[str, ...], place: str, reason: str
) -> None:
    Path("file").touch()
    Path("directory").mkdir()
    sentence = refuse(*command, "-o", place)
    assert place in sentence
    assert reason in sentence


@WRITERS
def test_nothing_is_left_beside_the_file(call: Call, command: tuple[str, ...]) -> None:
    call(*command, "-o", "file")
    assert [*Path().iterdir()] == [Path("file")]


@WRITERS
def test_a_name_as_long_as_names_can_be_will_do(call: Call, command: tuple[str, ...]) -> None:
    assert call(*command, "-o", "x" * 255).returncode == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("build", "nope"),
        ("build", "fancy", "--seed", "-1"),
        ("find", "--kind", "grey"),
        ("find", "rook", "i9"),
        ("find", "rook", "a1", "--bits", "11", "--tries", "0"),
    ],
    ids=" ".join,
)
def test_a_refused_command_leaves_the_file_as_it_was(
    refuse: Refuse, arguments: tuple[str, ...]
) -> None:
    Path("file").write_text("as it was")
    refuse(*arguments, "-o", "file")
    assert Path("file").read_text() == "as it was"


@WRITERS
def test_a_disk_that_fills_up_leaves_the_file_as_it_was(
    refuse: Refuse, run: Call, command: tuple[str, ...]
) -> None:
    Path("file").write_text("as it was")
    assert refuse(*command, "-o", "file", by=run, program=SMALL_DISK) == "file: File too large"
    assert {path.name: path.read_text() for path in Path().iterdir()} == {"file": "as it was"}


@WRITERS
def test_a_command_killed_while_writing_leaves_the_file_as_it_was(
    run: Call, command: tuple[str, ...]
) -> None:
    Path("file").write_text("as it was")
    assert run(*command, "-o", "file", program=KILLED_WHILE_WRITING).returncode == -9
    assert Path("file").read_text() == "as it was"


@WRITERS
def test_a_full_device_is_refused(refuse: Refuse, command: tuple[str, ...]) -> None:
    assert refuse(*command, "-o", "/dev/full") == "/dev/full: No space left on device"


@WRITERS
def test_a_device_stays_a_device(call: Call, command: tuple[str, ...]) -> None:
    assert call(*command, "-o", "/dev/null").returncode == 0
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


@WRITERS
def test_a_link_stays_a_link(call: Call, command: tuple[str, ...]) -> None:
    Path("link").symlink_to("file")
    call(*command, "-o", "link")
    assert mb.read_file(Path("link").readlink()).verify()


@WRITERS
def test_permissions_stay(call: Call, command: tuple[str, ...]) -> None:
    Path("file").touch(mode=0o640)
    call(*command, "-o", "file")
    assert stat.S_IMODE(Path("file").stat().st_mode) == 0o640


def test_the_file_may_be_standard_output(run: Call) -> None:
    answer = json.loads(run("find", "-o", "/dev/stdout").stdout)
    assert len(answer["magics"]) == 128


@pytest.mark.parametrize(
    "command",
    [("attacks", "d4"), ("attacks", "d4", "--json"), ("find",), ("build", "fancy"), ("--help",)],
    ids=" ".join,
)
class TestStandardOutput:
    """Standard output that takes nothing."""

    def test_a_full_disk_is_one_sentence(self, run: Call, command: tuple[str, ...]) -> None:
        with Path("/dev/full").open("w") as full:
            result = run(*command, stdout=full)
        assert (result.returncode, result.stderr) == (2, "magicbb: No space left on device\n")

    def test_a_reader_that_went_away_is_no_news(self, run: Call, command: tuple[str, ...]) -> None:
        ours, theirs = os.pipe()
        os.close(ours)
        with os.fdopen(theirs, "wb") as pipe:
            result = run(*command, stdout=pipe)
        assert result.returncode != 0
        assert result.stderr == ""

    def test_none_at_all_gives_no_traceback(self, run: Call, command: tuple[str, ...]) -> None:
        closed = ("bash", "-c", 'exec "$@" >&-', "bash", *PROGRAM)
        assert "Traceback" not in run(*command, program=closed).stderr


def test_head_ends_a_long_output_quietly(run: Call) -> None:
    head = ("bash", "-o", "pipefail", "-c", '"$@" | head -1', "bash", *PROGRAM)
    result = run("find", "--json", program=head)
    assert (result.stdout, result.stderr) == ("{\n", "")


def test_without_standard_error_a_command_still_works(run: Call) -> None:
    closed = ("bash", "-c", 'exec "$@" 2>&-', "bash", *PROGRAM)
    assert run("find", "rook", "a1", program=closed).returncode == 0
