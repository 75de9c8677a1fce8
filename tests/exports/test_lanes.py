"""Lines side by side in vector registers: each target's form finds all keys right, and is taken."""

from __future__ import annotations

import platform
from typing import TYPE_CHECKING

import pytest

from magicbb.exports.model import model_of
from magicbb.exports.source import export
from magicbb.tables.build import build

from .conftest import RUSTC, execute
from .test_inclusion import COMPILERS, OPTIONS, STRICT, SUMMARY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

SCHEMES = ("hyperbola", "kogge-stone")
LANES = ("two_lines_attacks", "three_lines_attacks", "bishop_field")
"""What a language has that exports them."""

TARGETS: dict[str, tuple[str, ...]] = {"plain": ()}
if platform.machine() == "x86_64":
    TARGETS |= {"ssse3": ("-mssse3",), "avx2": ("-mavx2",), "native": ("-march=native",)}
"""The forms that this machine runs; `test_platforms` has those of others."""

QUICK = {("gcc", "ssse3"), ("g++", "avx2"), ("rustc", "avx2")}
EDITIONS = ("2015", "2018", "2021")


def programs() -> Iterator[object]:
    """Each compiler with each target, as a command without the file, and what the file is."""
    for number, target in enumerate(TARGETS):
        for language, compilers in COMPILERS.items():
            standard = {"c": "-std=c11", "cpp": "-std=c++20"}[language]
            for compiler in compilers:
                command = (compiler, standard, *STRICT, *OPTIONS[compiler], *TARGETS[target])
                yield case(language, compiler, target, command)
        cpu = () if target in {"plain", "native"} else ("-C", f"target-feature=+{target}")
        cpu = ("-C", "target-cpu=native") if target == "native" else cpu
        edition = EDITIONS[number % 3]
        command = ("rustc", "--edition", edition, *RUSTC[3:], "-C", "debug-assertions=on", *cpu)
        yield case("rust", "rustc", target, command)


def case(language: str, compiler: str, target: str, command: Sequence[str]) -> object:
    marks = [] if (compiler, target) in QUICK else [pytest.mark.slow]
    return pytest.param(language, command, marks=marks, id=f"{compiler}-{target}")


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(("language", "command"), [*programs()])
def test_each_form_finds_all_keys_right(
    language: str,
    command: Sequence[str],
    scheme: str,
    tmp_path: Path,
    demand: Callable[[str], None],
) -> None:
    demand(command[0])
    file = f"attacks.{'rs' if language == 'rust' else language}"
    for records in ("aos", "soa") if scheme == "hyperbola" else (None,):
        source = export(scheme, language, records=records, self_test=True)
        (tmp_path / file).write_text(source)
        assert execute([*command, file, "-o", "program"], tmp_path) == ""
        assert execute(["./program"], tmp_path) == SUMMARY


SWAPS = {(): set(), ("-mssse3",): {"pshufb"}, ("-mavx2",): {"vpshufb xmm", "vpshufb ymm"}}
"""The instructions that swap bytes in a register, by the options of a compiler for x86-64."""


def instructions(
    scheme: str, options: Sequence[str], tmp_path: Path, demand: Callable[[str], None]
) -> set[tuple[str, str]]:
    """Return each instruction of a self-test in C, with the kind of its first operand."""
    demand("ziglang")
    (tmp_path / "test.c").write_text(export(scheme, "c", self_test=True))
    target = ("-target", "x86_64-linux-musl", "-masm=intel", "-fno-vectorize", "-fno-slp-vectorize")
    command = ["python", "-m", "ziglang", "cc", *target, "-O1", "-S", *options, "test.c"]
    execute([*command, "-o", "test.s"], tmp_path)
    lines = (line.split() for line in (tmp_path / "test.s").read_text().splitlines())
    return {(line[0], line[1][:3]) for line in lines if len(line) > 1}


@pytest.mark.parametrize("options", SWAPS, ids="".join)
def test_instructions_are_taken_where_the_target_has_them(
    options: Sequence[str], tmp_path: Path, demand: Callable[[str], None]
) -> None:
    taken = instructions("hyperbola", options, tmp_path, demand)
    found = {each for each in taken if each[0].endswith("pshufb")}
    assert {" ".join(each) if options == ("-mavx2",) else each[0] for each in found} == SWAPS[
        tuple(options)
    ]


@pytest.mark.parametrize(("options", "taken"), [((), set()), (("-mavx2",), {"xmm", "ymm"})])
def test_fills_shift_each_lane_by_a_number_of_its_own(
    options: Sequence[str], taken: set[str], tmp_path: Path, demand: Callable[[str], None]
) -> None:
    found = instructions("kogge-stone", options, tmp_path, demand)
    for shift in ("vpsllvq", "vpsrlvq"):
        assert {register for name, register in found if name == shift} == taken


CONSTANTS = """
#include "sliding.hpp"
static_assert(sliding::bishop_attacks(0, 0x0000000000040000) == 0x0000000000040200);
static_assert(sliding::queen_attacks(0, 0x0000000001040004) == 0x0000000001050306);
int main() {}
"""


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("compiler", COMPILERS["cpp"])
def test_look_ups_are_constant_expressions_still(
    compiler: str, target: str, scheme: str, tmp_path: Path, demand: Callable[[str], None]
) -> None:
    demand(compiler)
    (tmp_path / "sliding.hpp").write_text(export(scheme, "cpp"))
    (tmp_path / "test.cpp").write_text(CONSTANTS)
    command = [compiler, "-std=c++20", *STRICT, *TARGETS[target], "-fsyntax-only", "test.cpp"]
    assert execute(command, tmp_path) == ""


def test_a_language_that_has_them_keeps_them() -> None:
    table = build("hyperbola")
    kept, expanded = model_of(table, LANES), model_of(table)
    assert kept.sliders[0] == expanded.sliders[0]
    assert kept.sliders[1].attacks.operations == {"name", "field", "two_lines_attacks"}
    assert "sub" in expanded.sliders[1].attacks.operations
    assert kept.queen is not None
    assert kept.queen.attacks.operations >= {"three_lines_attacks", "bishop_field", "table"}
    assert expanded.queen is None
    assert model_of(build("rays"), LANES).queen is None


def test_a_queen_alone_needs_three_lines() -> None:
    for language in ("c", "cpp", "rust"):
        assert "three_lines" in export("hyperbola", language)
        assert "three_lines" not in export("hyperbola", language, queen=False)
        assert "two_lines" not in export("obstruction", language)


SETS = """
#include "sliding.{suffix}"
int main(void)
{{
    const unsigned long long rooks = 0x1000001;
    return {call}(rooks, rooks | 8) != 0x01010101ff01010fULL
        || {queens}(1, 0) != 0x81412111090503feULL;
}}
"""


@pytest.mark.parametrize("target", TARGETS)
def test_fills_take_sets(target: str, tmp_path: Path, demand: Callable[[str], None]) -> None:
    for language, compiler, names in (
        ("c", "gcc", ("sliding_rooks_attacks", "sliding_queens_attacks")),
        ("cpp", "g++", ("sliding::rooks_attacks", "sliding::queens_attacks")),
    ):
        demand(compiler)
        suffix = {"c": "h", "cpp": "hpp"}[language]
        (tmp_path / f"sliding.{suffix}").write_text(export("kogge-stone", language))
        text = SETS.format(suffix=suffix, call=names[0], queens=names[1])
        (tmp_path / f"test.{language}").write_text(text)
        standard = {"c": "-std=c11", "cpp": "-std=c++20"}[language]
        execute([compiler, standard, *TARGETS[target], f"test.{language}", "-o", "test"], tmp_path)
        assert execute(["./test"], tmp_path) == ""
