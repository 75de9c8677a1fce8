"""The help: complete, and its examples run."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pytest

import magicbb as mb
from magicbb.cli import COMMANDS, GROUPS
from magicbb.cli import magicbb as group
from magicbb.magics.files import shipped
from magicbb.research.records import MagicRecord, RecordBook

if TYPE_CHECKING:
    from .conftest import Call

EACH_COMMAND = pytest.mark.parametrize("name", COMMANDS)

LENGTHY = [
    "magicbb bench fancy pext --stream games --rounds 3",
    "magicbb bench fancy.npz magics.csv --piece rook --stream random --rounds 3",
    "magicbb explore -o page.html",
    "magicbb pack --draft --rounds 1",
    "magicbb pack --draft --rounds 1 --shift fixed --published -o fixed.csv",
    "magicbb perft 6",
    "magicbb prove bishop c1 --bits 4 --workers 2 --record",
    "magicbb prove rook d4 --bits 9 --kind black --estimate",
    "magicbb records --report records.md",
]
"""Examples that take a second or many: they measure, count, pack, make all schemes' tables, or
estimate proofs."""


def command_of(name: str) -> click.Command:
    command = group.get_command(click.Context(group), name)
    assert command
    return command


def examples(text: str) -> list[str]:
    """The examples in a help text: the lines after 'Example:' or 'Examples:'."""
    match = re.search(r"^ *Examples?:\n(.*)", text, re.DOTALL | re.MULTILINE)
    assert match
    return [line.strip() for line in match[1].splitlines() if line.strip()]


def test_every_module_of_a_command_is_listed() -> None:
    package = Path(sys.modules["magicbb.cli"].__file__ or "").parent
    modules = {path for path in package.rglob("*.py") if "@click.command" in path.read_text()}
    modules -= {package / "__init__.py"}
    assert modules == {package / "commands" / f"{name}.py" for name in COMMANDS}
    others = {path.stem for path in (package / "commands").glob("*.py")} - {*COMMANDS}
    assert others == {"__init__"}


def test_the_help_lists_every_command_in_a_whole_sentence(call: Call) -> None:
    listed = re.findall(r"^  (\w+)  +(.+)$", call("--help").stdout, re.MULTILINE)
    assert [name for name, _ in listed] == [name for names in GROUPS.values() for name in names]
    assert sorted(name for name, _ in listed) == [*COMMANDS]
    assert all(re.fullmatch(r"[A-Z].*[^.]\.", sentence) for _, sentence in listed)


def test_without_arguments_the_help_is_shown(call: Call) -> None:
    assert call().stdout == call("--help").stdout


@EACH_COMMAND
def test_h_is_help(call: Call, name: str) -> None:
    short, whole = call(name, "-h"), call(name, "--help")
    assert (short.returncode, short.stderr, short.stdout) == (0, "", whole.stdout)


@EACH_COMMAND
def test_every_command_says_what_it_does(name: str) -> None:
    command = command_of(name)
    assert command.help
    assert command.short_help


@EACH_COMMAND
def test_every_option_has_help(name: str) -> None:
    options = [item for item in command_of(name).params if isinstance(item, click.Option)]
    assert [item.name for item in options if not item.help] == []


@EACH_COMMAND
def test_every_command_can_answer_in_json(name: str) -> None:
    assert "--json" in {flag for item in command_of(name).params for flag in item.opts}


@pytest.fixture(scope="module")
def given(
    tmp_path_factory: pytest.TempPathFactory,
    fancy: mb.Table,
    published: dict[str, Path],
    e1: str,
) -> Path:
    """A directory with the files that examples read."""
    directory = tmp_path_factory.mktemp("given")
    fancy.save(directory / "fancy.npz")
    for name, magics in (("rooks.c", fancy.magics[:64]), ("bishops.c", fancy.magics[64:])):
        factors = ", ".join(f"{magic.magic:#x}" for magic in magics)
        (directory / name).write_text(f"const uint64_t magics[64] = {{{factors}}};\n")
    shutil.copy(published["annuss-2010-white-97264"], directory / "magics.csv")
    (directory / "e1.json").write_text(e1, "utf-8")
    for name in ("records.sqlite", "old.sqlite"):
        with RecordBook(directory / name) as book:
            book.add_all([MagicRecord.of(row.magic) for row in shipped("dense")])
    (directory / "positions.epd").write_text("4k3/8/8/8/8/8/8/R3K3 w Q - ;D1 16 ;D2 71\n")
    return directory


@EACH_COMMAND
def test_the_examples_run(call: Call, given: Path, name: str) -> None:
    shutil.copytree(given, Path.cwd(), dirs_exist_ok=True)
    for example in examples(call(name, "--help").stdout):
        program, *arguments = shlex.split(example)
        assert (program, arguments[0]) == ("magicbb", name)
        if example not in LENGTHY:
            assert call(*arguments).returncode == 0, example


@pytest.mark.slow
@pytest.mark.parametrize("example", LENGTHY)
def test_so_do_those_that_take_their_time(call: Call, given: Path, example: str) -> None:
    shutil.copytree(given, Path.cwd(), dirs_exist_ok=True)
    _, name, *arguments = shlex.split(example)
    assert example in examples(call(name, "--help").stdout)
    assert call(name, *arguments).returncode == 0


def test_the_version_is_that_of_the_package(run: Call) -> None:
    assert run("--version").stdout == f"magicbb {mb.__version__}\n"


@pytest.mark.parametrize("arguments", [("--help",), ("build", "--help"), ("--version",), ("nope",)])
def test_the_script_and_the_module_are_the_same(run: Call, arguments: tuple[str, ...]) -> None:
    script = Path(sys.executable).with_name("magicbb")
    program = (str(script),) if script.exists() else (sys.executable, "-c", CONSOLE_SCRIPT)
    results = [run(*arguments), run(*arguments, program=program)]
    module, console = ((item.returncode, item.stdout, item.stderr) for item in results)
    assert module == console


CONSOLE_SCRIPT = "from magicbb.cli import main; main()"
"""What pip's script does, for where the package is not installed."""


@pytest.mark.parametrize("name", ["nope", "", "BUILD", "\x1b[31m"])
def test_an_unknown_command_is_refused(call: Call, name: str) -> None:
    result = call(name)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith(f"magicbb: no such command: {name!r}; ")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("bulid", "build"),
        ("record", "records"),
        ("help", "magicbb --help"),
        ("version", "magicbb --version"),
    ],
)
def test_a_typo_is_answered_with_what_may_be_meant(call: Call, name: str, meant: str) -> None:
    assert call(name).stderr.endswith(f"; did you mean {meant}?\n")
