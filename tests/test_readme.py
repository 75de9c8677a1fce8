"""The README cannot lie: its Python, its commands and the shape of its figures."""

from __future__ import annotations

import contextlib
import doctest
import importlib
import io
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

import magicbb

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


class Block(NamedTuple):
    """A fenced block of the README."""

    line: int
    text: str


def blocks(language: str) -> Iterator[Block]:
    """The fenced blocks in a language; indented ones are not run."""
    for match in re.finditer(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE):
        yield Block(README.count("\n", 0, match.start()) + 2, match[1])


class Command(NamedTuple):
    """A command of a console block and what it prints."""

    text: str
    output: str


def commands(block: Block) -> Iterator[Command]:
    """Every line that starts with '$ ', with the lines up to the next one.

    A backslash at its end continues the command on the next line.
    """
    first, *parts = re.split(r"^\$ ", block.text, flags=re.MULTILINE)
    assert first == "", f"line {block.line}: output without a command"
    for part in parts:
        match = re.match(r"((?:.*\\\n)*.*\n)", part)
        assert match
        yield Command(match[1], part[match.end() :])


@pytest.fixture
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty directory in which `magicbb` is the package under test."""
    scripts = Path(sys.executable).parent
    if not (scripts / "magicbb").exists():
        scripts = tmp_path / "bin"
        scripts.mkdir()
        shim = scripts / "magicbb"
        shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m magicbb "$@"\n')
        shim.chmod(0o755)
    place = tmp_path / "place"
    place.mkdir()
    monkeypatch.chdir(place)
    monkeypatch.setenv("PATH", os.pathsep.join([str(scripts), os.environ["PATH"]]))
    monkeypatch.setenv("PYTHONPATH", str(Path(magicbb.__file__).parents[1]))
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)


@pytest.mark.usefixtures("_place")
def test_console_blocks_show_what_the_commands_print() -> None:
    wrong = []
    for block in blocks("console"):
        for command in commands(block):
            result = subprocess.run(  # noqa: S603
                ["bash", "-c", command.text],  # noqa: S607
                capture_output=True,
                encoding="utf-8",
                timeout=60,
                check=False,
            )
            if (result.returncode, result.stdout.rstrip()) != (0, command.output.rstrip()):
                wrong.append(f"$ {command.text}{result.stdout}{result.stderr}")
    assert not wrong, "the README shows something else:\n" + "\n".join(wrong)


@pytest.mark.usefixtures("_place")
def test_python_blocks_show_what_python_prints() -> None:
    names: dict[str, Any] = {}
    parser, report = doctest.DocTestParser(), io.StringIO()
    runner = doctest.DocTestRunner(verbose=False)
    for line, text in blocks("python"):
        if ">>>" in text:
            test = parser.get_doctest(text, names, "README.md", "README.md", line - 1)
            runner.run(test, out=report.write, clear_globs=False)
            names |= test.globs
        else:
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile("\n" * (line - 1) + text, "README.md", "exec"), names)  # noqa: S102
    assert runner.failures == 0, report.getvalue()


@pytest.mark.parametrize("language", ["python", "console"])
def test_there_is_something_to_run(language: str) -> None:
    assert [*blocks(language)]


def test_every_fence_is_closed() -> None:
    assert len(re.findall(r"^```", README, re.MULTILINE)) % 2 == 0


@pytest.mark.parametrize("target", re.findall(r"\]\((?!https?:)([^)#]+)", README))
def test_links_into_the_project_lead_somewhere(target: str) -> None:
    assert (ROOT / target).exists()


class TestFigures:
    """The table that `make bench` writes."""

    @pytest.fixture
    def lines(self) -> list[str]:
        """The lines between the two marks."""
        figures = benchmark()
        inside = README.split(figures.START)[1].split(figures.END)[0]
        return str(inside).strip().splitlines()

    def test_the_columns_are_those_of_the_benchmark(self, lines: list[str]) -> None:
        assert lines[:2] == benchmark().as_table([]).splitlines()

    def test_every_row_is_a_time_and_a_ratio(self, lines: list[str]) -> None:
        row = re.compile(r"\| [^|]+ \| [\d.]+ (s|ms|µs|ns) \| [^|]+ \| [\d.]+ × \|")
        table = lines[2 : lines.index("")]
        assert table
        assert [line for line in table if not row.fullmatch(line)] == []

    def test_the_machine_is_named(self, lines: list[str]) -> None:
        assert lines[-1].startswith("Measured by `make bench`: CPython ")


def benchmark() -> Any:
    """The module of the benchmark, which is a script of the project and not of the package."""
    sys.path.insert(0, str(ROOT / "benchmarks"))
    try:
        return importlib.import_module("figures")
    finally:
        del sys.path[0]
