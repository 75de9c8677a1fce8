"""The documents cannot lie: what they show is run, in the order in which it stands there.

A block of `console` holds commands, and what they print to the letter. A block of `python` is run;
where it has prompts, what it prints is compared. A block with a file's name, as in "c moves.c", is
written to that file, for the commands that follow. In docs/export any other block is an excerpt of
a file that is there by then.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

import magicbb

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).parents[1]
EXPORTS = sorted((ROOT / "docs" / "export").glob("*.md"))
PAGES = (
    "campaigns",
    "downloads",
    "errata",
    "exporting",
    "few-slots",
    "importing-magics",
    "schemes",
)
GUIDES = [ROOT / "docs" / f"{name}.md" for name in PAGES]
GUIDES += [
    path
    for pages in ("index.md", "guide/*.md", "how-to/*.md")
    for path in sorted((ROOT / "docs").glob(pages))
]
DOCUMENTS = [ROOT / "README.md", *GUIDES, *EXPORTS]
NAMES = [str(path.relative_to(ROOT)) for path in DOCUMENTS]
EACH_DOCUMENT = pytest.mark.parametrize("document", DOCUMENTS, ids=NAMES)

PATIENCE = 120  # seconds for a command


class Block(NamedTuple):
    """A fenced block."""

    line: int
    language: str
    file: str
    text: str


class Command(NamedTuple):
    """A command of a console block and what it prints."""

    text: str
    output: str


def blocks(document: Path) -> Iterator[Block]:
    """The fenced blocks; indented ones are not run."""
    text = document.read_text("utf-8")
    for match in re.finditer(r"^```(\S+) ?(\S*)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        yield Block(text.count("\n", 0, match.start()) + 2, *match.groups())


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
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty directory in which `magicbb` and `python` are those under test."""
    scripts = tmp_path / "bin"
    scripts.mkdir()
    shims = {"magicbb": "-m magicbb", "python": ""}
    if find_spec("ziglang"):
        shims["zig"] = "-m ziglang"
    for name, module in shims.items():
        shim = scripts / name
        shim.write_text(f'#!/bin/sh\nexec "{sys.executable}" {module} "$@"\n')
        shim.chmod(0o755)
    place = tmp_path / "place"
    place.mkdir()
    monkeypatch.chdir(place)
    monkeypatch.setenv("PATH", os.pathsep.join([str(scripts), os.environ["PATH"]]))
    monkeypatch.setenv("PYTHONPATH", str(Path(magicbb.__file__).parents[1]))
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")
    for name in ("COLUMNS", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    return place


@pytest.mark.slow
@pytest.mark.parametrize("document", DOCUMENTS, ids=NAMES)
def test_everything_shown_is_what_happens(
    document: Path, place: Path, demand: Callable[[str], None]
) -> None:
    names: dict[str, Any] = {}
    for block in blocks(document):
        if block.file:
            (place / block.file).write_text(block.text)
        elif block.language == "console":
            for command in commands(block):
                program = command.text.split()[0]
                if not program.startswith("./"):
                    demand(program)
                run_command(command)
        elif document in EXPORTS:
            assert any(block.text in path.read_text() for path in sources(place)), block.text
        elif block.language == "python":
            run_python(block, names, document)


def sources(place: Path) -> Iterator[Path]:
    """The files that have been written as text."""
    for path in place.iterdir():
        with contextlib.suppress(UnicodeDecodeError, IsADirectoryError):
            path.read_text()
            yield path


def run_command(command: Command) -> None:
    result = subprocess.run(  # noqa: S603
        ["bash", "-c", command.text],  # noqa: S607
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    shown = (result.returncode, result.stdout.rstrip())
    assert shown == (0, command.output.rstrip()), f"$ {command.text}{result.stderr}"


def run_python(block: Block, names: dict[str, Any], document: Path) -> None:
    if ">>>" not in block.text:
        with contextlib.redirect_stdout(io.StringIO()):
            code = compile("\n" * (block.line - 1) + block.text, document.name, "exec")
            exec(code, names)  # noqa: S102
        return
    parser, report = doctest.DocTestParser(), io.StringIO()
    test = parser.get_doctest(block.text, names, document.name, document.name, block.line - 1)
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(test, out=report.write, clear_globs=False)
    names |= test.globs
    assert runner.failures == 0, report.getvalue()


@pytest.mark.parametrize("language", ["python", "console"])
def test_there_is_something_to_run(language: str) -> None:
    assert language in {block.language for block in blocks(DOCUMENTS[0])}


@EACH_DOCUMENT
def test_every_fence_is_closed(document: Path) -> None:
    assert len(re.findall(r"^```", document.read_text("utf-8"), re.MULTILINE)) % 2 == 0


@EACH_DOCUMENT
def test_links_into_the_project_lead_somewhere(document: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", document.read_text("utf-8"))
    assert [link for link in links if not (document.parent / link).exists()] == []


@pytest.mark.parametrize(
    "document", [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")], ids=lambda path: path.name
)
def test_no_bar_in_code_is_escaped(document: Path) -> None:
    # In tables, GitHub needs the backslash, and the site shows it: write <code>a &#124; b</code>.
    text = re.sub(r"^```.*?^```", "", document.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    assert re.findall(r"`[^`\n]*\\\|[^`\n]*`", text) == []
