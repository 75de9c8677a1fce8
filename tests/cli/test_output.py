"""Where the commands write: -o FILE, whole or not at all, and standard output."""

from __future__ import annotations

import gzip
import json
import os
import re
import stat
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pytest

import magicbb as mb
from magicbb.cli import COMMANDS
from magicbb.magics.files import shipped
from magicbb.research.records import MagicRecord, RecordBook

if TYPE_CHECKING:
    from .conftest import Call, Refuse

PROGRAM = (sys.executable, "-m", "magicbb")
WRITERS = pytest.mark.parametrize("command", [("find",), ("build", "fancy")], ids=" ".join)
OURS = pytest.mark.parametrize(
    ("command", "ours"),
    [
        (("find",), "piece,square,kind,bits,magic\nas it was"),
        (("build", "fancy"), f"PK\3\4{26 * ' '}header.npy, as it was"),
    ],
    ids=["find", "build"],
)
"""What each command may replace."""

SMALL_DISK = ("bash", "-c", 'ulimit -f 4; exec "$@"', "bash", *PROGRAM)
"""No file can grow over four kilobytes."""

DIE = "import os; os.fsync = lambda _: os.kill(os.getpid(), 9)"
KILLED_WHILE_WRITING = (sys.executable, "-c", f"{DIE}; from magicbb.cli import main; main()")
"""What is written reaches the disk, and then comes the end, before it has got its name."""


@WRITERS
@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ("missing/file", "there is no directory missing"),
        ("file/below", "file is not a directory"),
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
        ("find", "rook", "h1", "--bits", "11", "--tries", "0"),
    ],
    ids=" ".join,
)
def test_a_refused_command_leaves_the_file_as_it_was(
    refuse: Refuse, arguments: tuple[str, ...]
) -> None:
    Path("file").write_text("as it was")
    refuse(*arguments, "-o", "file")
    assert Path("file").read_text() == "as it was"


@OURS
def test_a_disk_that_fills_up_leaves_the_file_as_it_was(
    refuse: Refuse, run: Call, command: tuple[str, ...], ours: str
) -> None:
    Path("file").write_text(ours)
    assert refuse(*command, "-o", "file", by=run, program=SMALL_DISK) == "file: File too large"
    assert {path.name: path.read_text() for path in Path().iterdir()} == {"file": ours}


@OURS
def test_a_command_killed_while_writing_leaves_the_file_as_it_was(
    run: Call, command: tuple[str, ...], ours: str
) -> None:
    Path("file").write_text(ours)
    assert run(*command, "-o", "file", program=KILLED_WHILE_WRITING).returncode == -9
    assert Path("file").read_text() == ours


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
    assert mb.read(Path("link").readlink()).verify()


@WRITERS
def test_permissions_stay(call: Call, command: tuple[str, ...]) -> None:
    Path("file").touch(mode=0o640)
    call(*command, "-o", "file")
    assert stat.S_IMODE(Path("file").stat().st_mode) == 0o640


def test_standard_output_keeps_what_a_file_has(run: Call) -> None:
    Path("log").write_text("a line\n", "utf-8")
    with Path("log").open("a", encoding="utf-8") as log:
        for square in ("b1", "b2"):
            run("find", "bishop", square, "--format", "csv", "-o", "/dev/stdout", stdout=log)
    assert re.findall("^(a line|bishop,b.)", Path("log").read_text("utf-8"), re.MULTILINE) == [
        *("a line", "bishop,b1", "bishop,b2")
    ]


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


def test_without_a_buffer_a_full_disk_is_seen(
    run: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")
    with (tmp_path / "out").open("w") as out:
        result = run("export", "fancy", "-l", "c", program=SMALL_DISK, stdout=out)
    assert (result.returncode, result.stderr) == (2, "magicbb: File too large\n")


@pytest.mark.parametrize("encoding", ["latin-1", "cp437"])
def test_what_an_encoding_lacks_is_escaped(
    run: Call, monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", encoding)
    result = run("schemes", "fancy…")
    assert (result.returncode, result.stdout) == (2, "")
    assert "got 'fancy\\u2026'" in result.stderr


def test_without_standard_error_a_command_still_works(run: Call) -> None:
    closed = ("bash", "-c", 'exec "$@" 2>&-', "bash", *PROGRAM)
    assert run("find", "rook", "a1", program=closed).returncode == 0


OUTPUTS = {
    "export": (("export", "rays", "-l", "c", "-o"), "c"),
    "find": (("find", "-o"), "json"),
    "find to CSV": (("find", "-o"), "csv"),
    "build": (("build", "fancy", "-o"), "npz"),
    "attacks": (("attacks", "--positions", "games.epd", "-o"), "csv"),
    "prove": (("prove", "bishop", "e1", "--bits", "4", "--book", "b", "-o"), "json"),
    "explain": (("explain", "d4", "--svg"), "svg"),
    "records": (("records", "--book", "book.sqlite", "--export"), "json"),
    "report": (("records", "--book", "book.sqlite", "--report"), "md"),
}


@pytest.fixture
def inputs() -> None:
    """What the commands of `OUTPUTS` read."""
    Path("games.epd").write_text("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\n")
    with RecordBook(Path("book.sqlite")) as book:
        book.add_all([MagicRecord.of(row.magic) for row in shipped("dense")])


@pytest.mark.usefixtures("inputs")
@pytest.mark.parametrize("name", [name for name in OUTPUTS if name != "report"])
def test_only_what_magicbb_wrote_is_replaced_unasked(call: Call, refuse: Refuse, name: str) -> None:
    command, suffix = OUTPUTS[name]
    file = Path(f"engine.{suffix}")
    file.write_text("int main(void) { return 0; }\n")
    option = "--" + command[-1].strip("-") if command[-1] != "-o" else command[0]
    assert refuse(*command, str(file)) == (
        f"{file} exists and was not written by {option}; --force replaces it"
    )
    assert file.read_text() == "int main(void) { return 0; }\n"
    assert call(*command, str(file), "--force").returncode == 0
    written = file.read_bytes()
    assert call(*command, str(file)).returncode == 0
    assert len(file.read_bytes()) == len(written)


@pytest.mark.usefixtures("inputs")
@pytest.mark.parametrize("name", OUTPUTS)
def test_a_hyphen_is_not_a_file(refuse: Refuse, name: str) -> None:
    sentence = "'-' is not a file; /dev/stdout is standard output"
    assert refuse(*OUTPUTS[name][0], "-") == sentence
    assert not Path("-").exists()


CERTIFICATE = (
    b'{"format": "magicbb certificate", "claim": {"piece": "rook", "kind": "white", "bits": 11}}'
)


@pytest.mark.parametrize(
    ("command", "content"),
    [
        (("find", "--format", "cpp", "-o"), b"#include <bits/stdc++.h>\nint main(){}\n"),
        (("find", "-o"), b'{"bits": 4}'),
        (("find", "-o"), b"piece,square,kind,bits,magic,author\nrook,a1,white,12,1,me\n"),
        (("find", "-o"), CERTIFICATE),
        (("find", "-o"), b'{"mine": {"kind": "white", "bits": 12}}'),
        (("prove", "bishop", "e1", "--bits", "4", "-o"), b'{"format": "magicbb records"}'),
        (
            ("records", "--book", "book.sqlite", "--export"),
            b'{"x": {"format": "magicbb records"}}',
        ),
        (("export", "rays", "-l", "c", "-o"), b"/* uses magicbb tables */\n"),
        (("prove", "bishop", "e1", "--bits", "4", "-o"), gzip.compress(b"hello")),
        (("prove", "bishop", "e1", "--bits", "4", "-o"), b"\x1f\x8b, but no archive"),
        (("build", "fancy", "-o"), b"PK\3\4, an archive of somebody else"),
        (("explain", "d4", "--svg"), b"<svg>logo</svg>"),
        (("records", "--book", "book.sqlite", "--report"), b"# My engine\nTables by magicbb.\n"),
        (("explore", "-o"), b"<!doctype html><p>About magicbb"),
        (("attacks", "--positions", "games.epd", "-o"), b"PK\3\4 weights"),
    ],
    ids=lambda value: " ".join(value)[:30] if isinstance(value, tuple) else "",
)
@pytest.mark.usefixtures("inputs")
def test_what_only_looks_like_ours_is_not_replaced(
    refuse: Refuse, command: tuple[str, ...], content: bytes
) -> None:
    Path("file").write_bytes(content)
    assert "file exists and was not written by" in refuse(*command, "file")
    assert Path("file").read_bytes() == content


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
def test_a_report_is_two_files_and_no_pipe(refuse: Refuse) -> None:
    os.mkfifo("page.md")
    sentence = refuse("records", "--book", "book.sqlite", "--report", "page.md")
    assert sentence == "--report writes two files, but page.md is not a file"


@pytest.mark.usefixtures("inputs")
def test_the_map_beside_a_report_is_not_replaced_either(call: Call, refuse: Refuse) -> None:
    command = ("records", "--book", "book.sqlite", "--report", "page.md")
    Path("page.svg").write_text("a picture")
    assert "page.svg exists and was not written by" in refuse(*command)
    assert not Path("page.md").exists()
    assert call(*command, "--force").returncode == 0
    assert call(*command).returncode == 0


@pytest.mark.parametrize(
    "name", ["export", "find", "build", "prove", "explain", "records", "report"]
)
def test_a_name_of_another_format_is_refused(refuse: Refuse, name: str) -> None:
    command, _ = OUTPUTS[name]
    suffix = ".rs" if name == "export" else ".png"
    assert f"{suffix}" in refuse(*command, f"file{suffix}")
    assert not Path(f"file{suffix}").exists()


def test_every_file_that_is_written_has_its_format() -> None:
    """No option of a command names a file to write by itself."""
    for name in COMMANDS:
        command = import_module(f"magicbb.cli.commands.{name}").command
        writing = [
            option
            for option in command.params
            if isinstance(option.type, click.Path)
            and "Write" in (getattr(option, "help", "") or "")
        ]
        assert all(option.callback is not None for option in writing), name
        assert bool(writing) <= any(option.name == "force" for option in command.params), name


@pytest.mark.parametrize(
    "command",
    [
        "prove bishop e1 --bits 4 --book book.json -o book.json",
        "prove bishop e1 --bits 4 --record -o book.json",
        "find bishop b1 --bits 4 --book book.json -o ./book.json",
        "records --book book.json --export book.json",
        "records --book book.json --export link.json",
    ],
)
@pytest.mark.parametrize("there", [False, True])
def test_the_record_book_is_no_place_for_output(
    call: Call, monkeypatch: pytest.MonkeyPatch, command: str, *, there: bool
) -> None:
    monkeypatch.setenv("MAGICBB_BOOK", "book.json")
    book = Path("book.json")
    if there:
        call("find", "bishop", "b1", "--bits", "4", "--record")
    elif command.startswith("records"):
        book.touch()
    Path("link.json").symlink_to(book)
    before = book.read_bytes() if book.exists() else None
    done = call(*command.split(), "--force")
    assert done.returncode == 2
    assert done.stderr.endswith("magicbb: book.json is the record book; write to another file\n")
    assert (book.read_bytes() if book.exists() else None) == before
