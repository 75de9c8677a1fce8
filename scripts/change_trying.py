# ruff: noqa: INP001 (a script, not a package)
"""Test a changed source with `magicbb verify`, and by running the program."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from click.testing import CliRunner

from magicbb.cli import BAD_INPUT, magicbb

if TYPE_CHECKING:
    from collections.abc import Sequence

    from change_making import Change

PATIENCE = 300.0
"""The time limit for a compiler or a program, in seconds."""

_SHOWN = 300
"""The maximum number of characters of a program's output to keep, counted from its end."""

KEYS = re.compile("107,?648 keys")
"""Matches the output of a program that found all keys correct."""


class Toolchain(NamedTuple):
    """The commands for compiling and running a program.

    Attributes:
        file: The file name of the source.
        commands: The commands to run, in order.
    """

    file: str
    commands: Sequence[str]


_SANITIZED = "-O1 -g0 -w -fsanitize=address,undefined -fno-sanitize-recover=all"
_NODE = Toolchain("attacks.mjs", ["node attacks.mjs"])
_TYPED = Toolchain(
    "attacks.ts",
    ["tsc --target es2020 --module commonjs attacks.ts", "node attacks.js"],
)
TOOLCHAINS = {
    "c": Toolchain("attacks.c", [f"gcc -std=gnu11 {_SANITIZED} attacks.c -o attacks", "./attacks"]),
    "cpp": Toolchain(
        "attacks.cpp", [f"g++ -std=c++20 {_SANITIZED} attacks.cpp -o attacks", "./attacks"]
    ),
    "csharp": Toolchain("attacks.cs", ["mcs -warn:0 attacks.cs", "mono attacks.exe"]),
    "go": Toolchain("attacks.go", ["go run attacks.go"]),
    "java": Toolchain("SlidingAttacks.java", ["java SlidingAttacks.java"]),
    "javascript": _NODE,
    "javascript-pairs": _NODE,
    "python": Toolchain("attacks.py", ["python attacks.py"]),
    "rust": Toolchain(
        "attacks.rs",
        ["rustc --edition 2021 -A warnings -O -C debug-assertions=on attacks.rs", "./attacks"],
    ),
    "typescript": _TYPED,
    "typescript-pairs": _TYPED,
    "zig": Toolchain("attacks.zig", ["python -m ziglang build-exe attacks.zig", "./attacks"]),
}
"""Toolchains by language. In all of them, an out-of-bounds access ends the program."""


class Said(NamedTuple):
    """The verdict of `magicbb verify` on a file."""

    status: int
    text: str


def verify(source: str, file: Path) -> Said:
    """Write a source to a file and run `magicbb verify` on it, within this process."""
    file.write_text(source, encoding="utf-8")
    result = CliRunner().invoke(magicbb, ["verify", str(file)], prog_name="magicbb")
    if isinstance(result.exception, (ValueError, TypeError, LookupError, OSError)):
        return Said(BAD_INPUT, str(result.exception))  # as cli.main does
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        return Said(1, f"crashed: {result.exception!r}")
    return Said(result.exit_code, result.output)


@dataclass(frozen=True)
class Tried:
    """The outcome of a change.

    Attributes:
        outcome: "reported" (verify names the changed line or number), "refused" (verify reports
            another error), "harmless" (neither verify nor the program finds an error), "missed"
            (only the program finds one, or verify crashes), or "undecided" (there is no compiler).
        says: The message from verify, or from the program if it found an error.
    """

    outcome: str
    says: str


def try_change(change: Change, language: str, file: Path) -> Tried:
    """Verify a changed source; if no error is found, compile it and run its self-test."""
    said = verify(change.source, file)
    if said.status == 1:
        return Tried("missed", said.text)
    if said.status:
        return Tried("reported" if _names(said.text, change) else "refused", said.text)
    missing = missing_tools(language)
    if missing:
        return Tried("undecided", f"no {', '.join(missing)} here")
    wrong = run_program(change.source, language)
    return Tried("harmless", said.text) if wrong is None else Tried("missed", wrong)


def _names(sentence: str, change: Change) -> bool:
    """Whether a message contains the changed line or the new number."""
    if re.search(rf"\blines? {change.line}\b", sentence):
        return True
    digits = re.sub("[_']", "", change.after).lower().removeprefix("0x").lstrip("0")
    return bool(digits) and bool(
        re.search(rf"\b(?:0x)?0*{digits}\b", sentence.lower().replace(",", ""))
    )


def missing_tools(language: str) -> list[str]:
    """The programs that a language requires but that are not installed."""
    words = {command.split()[0] for command in TOOLCHAINS[language].commands}
    return sorted(word for word in words - {"python"} if "/" not in word and not shutil.which(word))


def run_program(source: str, language: str) -> str | None:
    """Compile and run a program; return the output of the first failure, None if all keys pass."""
    toolchain = TOOLCHAINS[language]
    with tempfile.TemporaryDirectory(prefix="magicbb-") as directory:
        Path(directory, toolchain.file).write_text(source, encoding="utf-8")
        for command in toolchain.commands:
            words = [sys.executable if word == "python" else word for word in command.split()]
            try:
                done = subprocess.run(  # noqa: S603  (compilers, and the programs they built)
                    words,
                    cwd=directory,
                    capture_output=True,
                    check=False,
                    text=True,
                    errors="replace",
                    timeout=PATIENCE,
                )
            except subprocess.TimeoutExpired:
                return f"{command} took more than {PATIENCE:.0f} s"
            if done.returncode:
                return f"{command}: {(done.stdout + done.stderr)[-_SHOWN:]}"
    printed = done.stdout + done.stderr  # Zig prints to stderr
    return None if KEYS.search(printed) else printed[-_SHOWN:]
