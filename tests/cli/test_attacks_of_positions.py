"""magicbb attacks --positions: the file that is written, what is said, and what is refused."""

from __future__ import annotations

import gzip
import io
import json
import re
import signal
import subprocess
import sys
import time
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

import magicbb as mb
from magicbb.cli.commands import attacks as module

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .conftest import Call, OnTerminal, Refuse

PACKED = files("magicbb").joinpath("data").joinpath("positions.epd.gz").read_bytes()
SHIPPED = gzip.decompress(PACKED)
LINE = b"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\n"
AS_IT_WAS = b"PK\3\4" + bytes(26) + b"starts.npy, as it was"
SAID = "4,096 positions, 26,861 sliders: "


@pytest.fixture(autouse=True)
def _files() -> None:
    """A file of positions, plain and zipped, and one with a mistake."""
    Path("games.epd").write_bytes(SHIPPED)
    Path("games.epd.gz").write_bytes(PACKED)
    Path("mistake.epd").write_bytes(LINE * 2 + LINE.replace(b"w", b"x") + LINE)


@pytest.mark.parametrize("source", ["games.epd", "games.epd.gz"])
@pytest.mark.parametrize("output", ["maps.npz", "maps.parquet", "maps.CSV"])
def test_one_line_says_what_was_written(call: Call, source: str, output: str) -> None:
    result = call("attacks", "--positions", source, "-o", output)
    assert (result.returncode, result.stdout, result.stderr) == (0, f"{SAID}{output}\n", "")
    assert Path(output).stat().st_size > 26_861


def test_the_file_holds_the_maps(call: Call) -> None:
    call("attacks", "--positions", "games.epd", "-o", "maps.npz")
    expected = mb.attack_maps(mb.read_positions("games.epd"))
    with np.load("maps.npz") as maps:
        assert np.array_equal(maps["attacks"], expected.attacks)
        assert np.array_equal(maps["starts"], expected.starts)


@pytest.mark.parametrize(
    "more", [["--threads", "1"], ["--threads", "3"], ["--scheme", "hyperbola"]], ids=" ".join
)
def test_threads_and_scheme_change_nothing(call: Call, more: list[str]) -> None:
    call("attacks", "--positions", "games.epd", "-o", "one.csv")
    call("attacks", "--positions", "games.epd", "-o", "other.csv", *more)
    assert Path("one.csv").read_bytes() == Path("other.csv").read_bytes()


@pytest.mark.parametrize("content", [SHIPPED, PACKED], ids=["plain", "zipped"])
def test_standard_input_is_read(content: bytes) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "magicbb", "attacks", "--positions", "-", "-o", "maps.npz"],
        input=content,
        capture_output=True,
        check=True,
    )
    assert result.stdout.decode() == f"{SAID}maps.npz\n"


def test_json_says_the_same(call: Call) -> None:
    arguments = ("--positions", "mistake.epd", "-o", "maps.npz", "--skip-invalid", "--json")
    assert json.loads(call("attacks", *arguments).stdout) == {
        "positions": 3,
        "sliders": 6,
        "skipped": 1,
        "output": "maps.npz",
    }


@pytest.mark.parametrize(("wrong", "said"), [(0, "0 lines"), (1, "1 line"), (1000, "1,000 lines")])
def test_skipped_lines_are_counted(call: Call, wrong: int, said: str) -> None:
    Path("some.epd").write_bytes(LINE + b"x\n" * wrong + LINE)
    result = call("attacks", "--positions", "some.epd", "-o", "maps.csv", "--skip-invalid")
    assert result.stdout == f"2 positions, 4 sliders, {said} skipped: maps.csv\n"


class TestRefused:
    """One sentence, status 2, and nothing half-written."""

    @pytest.fixture(autouse=True)
    def _as_it_was(self) -> Iterator[None]:
        Path("maps.npz").write_bytes(AS_IT_WAS)
        before = {path.name for path in Path().iterdir()}
        yield
        assert Path("maps.npz").read_bytes() == AS_IT_WAS
        assert {path.name for path in Path().iterdir()} - {"bad"} == before

    @pytest.mark.parametrize(
        ("content", "sentence"),
        [
            (b"", "bad: no positions found"),
            (b"\n#\n", "bad: no positions found"),
            (LINE + b"8/8", "bad, line 2, column 1: board: the board must have 8 ranks"),
            (bytes(10_000), "bad, line 1, column 4097: the line is longer than 4,096 bytes"),
            (LINE + b"\xff\xfe", "bad, line 2, column 1: the byte 0xff is not valid UTF-8"),
            (LINE + b"4k3\0", "bad, line 2, column 4: board: U+0000"),
            (PACKED[:-1], "bad: the gzip data ends early"),
            (PACKED[:500] + b"x" + PACKED[501:], "bad"),
        ],
    )
    def test_a_bad_file(self, refuse: Refuse, content: bytes, sentence: str) -> None:
        Path("bad").write_bytes(content)
        found = refuse("attacks", "--positions", "bad", "-o", "maps.npz")
        assert found.startswith(sentence)

    @pytest.mark.parametrize("more", [[], ["--skip-invalid"]])
    def test_a_file_with_nothing_right(self, refuse: Refuse, more: list[str]) -> None:
        Path("bad").write_bytes(b"x\ny\n")
        sentence = refuse("attacks", "--positions", "bad", "-o", "maps.npz", *more)
        if more:
            assert sentence == "bad: no positions found, 2 lines skipped"
        else:
            assert sentence.startswith("bad, line 1, column 1: ")

    def test_a_mistake_late_in_the_file(self, refuse: Refuse) -> None:
        Path("bad").write_bytes(LINE * 200_000 + b"x")
        sentence = refuse("attacks", "--positions", "bad", "-o", "maps.npz")
        assert sentence.startswith("bad, line 200001, column 1: board: ")

    @pytest.mark.parametrize(
        ("source", "sentence"),
        [
            ("nowhere", "nowhere: No such file or directory"),
            (".", ".: is a directory, not a file"),
            ("games.epd/x", "games.epd/x: Not a directory"),
        ],
    )
    def test_what_cannot_be_read(self, refuse: Refuse, source: str, sentence: str) -> None:
        assert refuse("attacks", "--positions", source, "-o", "maps.npz") == sentence

    @pytest.mark.parametrize(
        ("output", "sentence"),
        [
            ("maps.txt", "attack maps are written to .npz, .parquet or .csv, got 'maps.txt'"),
            ("nowhere/maps.csv", "nowhere/maps.csv: there is no directory nowhere"),
        ],
    )
    def test_what_cannot_be_written_before_anything_is_read(
        self, refuse: Refuse, output: str, sentence: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(module, "_chunks", None)
        assert refuse("attacks", "--positions", "games.epd", "-o", output) == sentence

    @pytest.mark.parametrize(
        ("arguments", "sentence"),
        [
            ("", "name a SQUARE, or give a file of positions with --positions FILE"),
            ("--json", "name a SQUARE, or give a file of positions with --positions FILE"),
            ("--positions games.epd", "--positions needs an output file, as in: -o maps.npz"),
            (
                "d4 --positions games.epd",
                "SQUARE cannot be combined with --positions",
            ),
            (
                "a1 --positions games.epd",
                "SQUARE cannot be combined with --positions",
            ),
            ("rook d4 --positions games.epd", "PIECE cannot be combined with --positions"),
            ("--fen 8/8 --positions games.epd", "--fen cannot be combined with --positions"),
            (
                "--occupied 0 --positions games.epd",
                "--occupied cannot be combined with --positions",
            ),
            ("d4 -o maps.npz", "-o requires --positions FILE"),
            ("d4 --skip-invalid", "--skip-invalid requires --positions FILE"),
            ("d4 --scheme fancy", "--scheme requires --positions FILE"),
            ("d4 --threads 1", "--threads requires --positions FILE"),
            ("--positions games.epd -o maps.npz --scheme nope", "scheme must be one of"),
            ("--positions games.epd -o maps.npz --threads 0", "Invalid value for '--threads'"),
        ],
    )
    def test_what_does_not_go_together(self, refuse: Refuse, arguments: str, sentence: str) -> None:
        assert refuse("attacks", *arguments.split()).startswith(sentence)

    def test_ctrl_c(self) -> None:
        process = subprocess.Popen(
            [sys.executable, "-m", "magicbb", "attacks", "--positions", "-", "-o", "maps.npz"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert process.stdin
        process.stdin.write(
            SHIPPED * 40
        )  # more than a pipe holds, so that most of it has been read
        process.stdin.flush()
        time.sleep(0.5)  # it waits for more
        assert [*Path().glob(".magicbb-*")]
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
        output, error = process.communicate()
        assert (output, error.strip()) == (b"", b"magicbb: interrupted")


@pytest.mark.slow
def test_a_terminal_sees_how_far_it_is(on_terminal: OnTerminal) -> None:
    Path("many.epd").write_bytes(SHIPPED * 300)
    arguments = ("attacks", "--positions", "many.epd", "-o", "maps.csv")
    shown = on_terminal(*arguments, pipe_stdout=True)
    plain = re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", shown.terminal)
    assert re.search(r"mapping ━+ [\d,]+ positions", plain)
    assert shown.stdout == "1,228,800 positions, 8,058,300 sliders: maps.csv\n"


def test_what_was_compiled_before_loads_no_compiler(call: Call) -> None:
    arguments = ["attacks", "--positions", "games.epd", "-o", "maps.csv"]
    call(*arguments)
    source = f"""
import contextlib, sys
from magicbb.cli import main
sys.argv = {["magicbb", *arguments]!r}
with contextlib.suppress(SystemExit):
    main()
print("numba" in sys.modules, "pyarrow" in sys.modules)
"""
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", source], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "False False"


def test_a_missing_standard_input_is_said(refuse: Refuse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    sentence = refuse("attacks", "--positions", "-", "-o", "maps.npz")
    assert sentence == "there is no standard input to read from"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"4k3")))
    sentence = refuse("attacks", "--positions", "-", "-o", "maps.npz")
    assert sentence.startswith("standard input, line 1, column ")
