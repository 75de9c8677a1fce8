"""The compilers: how a program in each language is compiled, run and held against its formatter."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path


@dataclass(frozen=True)
class Toolchain:
    """What it takes to compile and run a program in one language.

    Attributes:
        file: What the source is called.
        tools: The programs that have to be installed.
        compile: The commands that compile it; they have to succeed in silence.
        run: The command that runs it.
        check_format: The command that fails or prints something if a formatter would change it.
    """

    file: str
    tools: Sequence[str]
    compile: Sequence[Sequence[str]]
    run: Sequence[str]
    check_format: Sequence[str] = ()


RUSTC = ("rustc", "--edition", "2021", "-D", "warnings")
# With the strict options that `tsc --init` turns on.
TSC = (
    *("tsc", "--strict", "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes"),
    *("--target", "es2020", "--module", "commonjs"),
)
WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Werror")

TOOLCHAINS = {
    "c": Toolchain(
        file="attacks.c",
        tools=["gcc"],
        compile=[["gcc", "-std=c11", "-O1", *WARNINGS, "attacks.c", "-o", "attacks"]],
        run=["./attacks"],
    ),
    "cpp": Toolchain(
        file="attacks.cpp",
        tools=["g++"],
        compile=[["g++", "-std=c++20", "-O1", *WARNINGS, "attacks.cpp", "-o", "attacks"]],
        run=["./attacks"],
    ),
    "csharp": Toolchain(
        file="attacks.cs",
        tools=["mcs", "mono"],
        compile=[["mcs", "-warn:4", "-warnaserror+", "attacks.cs"]],
        run=["mono", "attacks.exe"],
    ),
    "go": Toolchain(
        file="attacks.go",
        tools=["go", "gofmt"],
        compile=[["go", "vet", "attacks.go"], ["go", "build", "attacks.go"]],
        run=["./attacks"],
        check_format=["gofmt", "-l", "attacks.go"],
    ),
    "java": Toolchain(
        file="SlidingAttacks.java",
        tools=["javac", "java"],
        compile=[["javac", "-Xlint:all", "-Werror", "SlidingAttacks.java"]],
        run=["java", "-cp", ".", "SlidingAttacks"],
    ),
    "javascript": Toolchain(
        file="attacks.mjs", tools=["node"], compile=[], run=["node", "attacks.mjs"]
    ),
    "javascript-pairs": Toolchain(
        file="attacks.mjs", tools=["node"], compile=[], run=["node", "attacks.mjs"]
    ),
    "python": Toolchain(file="attacks.py", tools=[], compile=[], run=["python", "attacks.py"]),
    "rust": Toolchain(
        file="attacks.rs",
        tools=["rustc", "rustfmt"],
        compile=[[*RUSTC, "-O", "-C", "debug-assertions=on", "attacks.rs"]],
        run=["./attacks"],
        check_format=["rustfmt", "--edition", "2021", "--check", "attacks.rs"],
    ),
    "typescript": Toolchain(
        file="attacks.ts",
        tools=["tsc", "node"],
        compile=[[*TSC, "attacks.ts"]],
        run=["node", "attacks.js"],
    ),
    "typescript-pairs": Toolchain(
        file="attacks.ts",
        tools=["tsc", "node"],
        compile=[[*TSC, "attacks.ts"]],
        run=["node", "attacks.js"],
    ),
    "zig": Toolchain(
        file="attacks.zig",
        tools=["ziglang"],
        compile=[["python", "-m", "ziglang", "build-exe", "attacks.zig"]],
        run=["./attacks"],
        check_format=["python", "-m", "ziglang", "fmt", "--check", "attacks.zig"],
    ),
}
"""The languages by name."""


def execute(command: Sequence[str], directory: Path, **variables: str) -> str:
    """Run a command that has to succeed, with variables of the environment; what it printed."""
    command = [sys.executable if word == "python" else word for word in command]
    environment = os.environ | variables
    done = subprocess.run(  # noqa: S603 (the compilers, and the programs that they made)
        command, cwd=directory, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    return done.stdout + done.stderr


@pytest.fixture
def run_program(tmp_path: Path, demand: Callable[[str], None]) -> Callable[[str, str], str]:
    """A function (language, source) -> what the program prints, which it has to do in peace."""

    def run(language: str, source: str) -> str:
        toolchain = TOOLCHAINS[language]
        for tool in toolchain.tools:
            demand(tool)
        (tmp_path / toolchain.file).write_text(source, "ascii")
        if toolchain.check_format:
            assert execute(toolchain.check_format, tmp_path) == ""
        for command in toolchain.compile:
            assert execute(command, tmp_path) == ""
        return execute(toolchain.run, tmp_path)

    return run
