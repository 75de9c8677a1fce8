"""The ways in which an engine includes an export: standards, compilers, sanitizers, modules."""

from __future__ import annotations

import subprocess
from itertools import product
from typing import TYPE_CHECKING

import pytest

from magicbb.exports.source import export

from .conftest import WARNINGS, execute
from .test_programs import SCHEMES, form, ways

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    import magicbb as mb
    from magicbb.tables.rival_table import RivalTable

EACH_FORM = pytest.mark.parametrize(
    "tables", ["init", pytest.param("static", marks=pytest.mark.slow)]
)

SUMMARY = "107648 keys, checksum 0x3e98b4aae632478b\n"

STRICT = (
    *WARNINGS,
    *("-Wconversion", "-Wsign-conversion", "-Wshadow", "-Wundef", "-Wcast-qual"),
    *("-Wmissing-declarations", "-Wdouble-promotion"),
)
SANITIZED = ("-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
TRAPPED = ("-O1", "-fsanitize=undefined", "-fsanitize-trap=undefined")  # needs no library
OPTIONS = {
    "gcc": ("-Wstrict-prototypes", *SANITIZED),
    "clang": ("-Wstrict-prototypes", *TRAPPED),
    "g++": ("-Wold-style-cast", *SANITIZED),
    "clang++": ("-Wold-style-cast", *TRAPPED),
}
COMPILERS = {"c": ("gcc", "clang"), "cpp": ("g++", "clang++")}
STANDARDS = {
    "c": ("c99", "c11", "c17", "c2x"),
    "cpp": ("c++20", "c++2b"),
}


def strict_programs() -> Iterator[object]:
    """Each scheme with each compiler of C and C++, in one standard and one form of arrays."""
    for language, compilers in COMPILERS.items():
        for turn, (scheme, compiler) in enumerate(product(SCHEMES, compilers)):
            number = turn // 2 + turn  # so that compilers, forms and standards do not go in step
            tables = [way for way in ways(scheme) if way != "const"]
            case = (
                language,
                compiler,
                STANDARDS[language][number % len(STANDARDS[language])],
                scheme,
                tables[turn // 2 % len(tables)],
                form(language, scheme, turn // 4 + turn),
            )
            is_quick = scheme == "fancy"
            yield pytest.param(*case, marks=[] if is_quick else [pytest.mark.slow])


@pytest.mark.parametrize(
    ("language", "compiler", "standard", "scheme", "tables", "records"), [*strict_programs()]
)
def test_strict_compilers_and_sanitizers_have_nothing_to_say(
    language: str,
    compiler: str,
    standard: str,
    scheme: str,
    tables: str,
    records: str,
    tmp_path: Path,
    table_by_name: Callable[[str], mb.Table | RivalTable],
    demand: Callable[[str], None],
) -> None:
    demand(compiler)
    own_form = None if records == "any" else records
    source = export(
        table_by_name(scheme), language, tables=tables, records=own_form, self_test=True
    )
    file = tmp_path / f"test.{language}"
    file.write_text(source)
    command = [compiler, f"-std={standard}", *STRICT, *OPTIONS[compiler], "-o", "program"]
    assert execute([*command, file.name], tmp_path) == ""
    assert execute(["./program"], tmp_path) == SUMMARY


def test_sanitizers_see_what_is_wrong(
    tmp_path: Path,
    table_by_name: Callable[[str], mb.Table | RivalTable],
    demand: Callable[[str], None],
) -> None:
    demand("gcc")
    source = export(table_by_name("plain"), "c", tables="init", self_test=True)
    assert source.count("sliding_table[294912]") == 2
    (tmp_path / "test.c").write_text(
        source.replace("sliding_table[294912]", "sliding_table[294000]")
    )
    execute(["gcc", *SANITIZED, "-o", "program", "test.c"], tmp_path)
    with pytest.raises(AssertionError, match="runtime error: index 294"):
        execute(["./program"], tmp_path)


C_FILE = """\
#include "sliding.h"
uint64_t from_c(unsigned square, uint64_t occupied);
uint64_t from_c(unsigned square, uint64_t occupied)
{
    return sliding_queen_attacks(square, occupied);
}
"""
CPP_FILE = """\
#include <cstdint>
namespace engine {
#include "sliding.h"
struct Piece {
    static uint64_t attacks() { return sliding_queen_attacks(0, 0); }
};
}
extern "C" std::uint64_t from_c(unsigned square, std::uint64_t occupied);
int main() { return from_c(0, 0) == engine::Piece::attacks() ? 0 : 1; }
"""
IMPLEMENTATION = """\
#define SLIDING_IMPLEMENTATION
#include "sliding.h"
"""


@pytest.mark.parametrize(
    ("c", "cpp", "implementation"),
    [("gcc", "g++", "c"), ("clang", "clang++", "cpp")],
)
@EACH_FORM
def test_c_in_several_files_and_in_cpp(
    c: str,
    cpp: str,
    implementation: str,
    tables: str,
    tmp_path: Path,
    demand: Callable[[str], None],
) -> None:
    demand(c)
    demand(cpp)
    (tmp_path / "sliding.h").write_text(export("fancy", "c", tables=tables))
    (tmp_path / "one.c").write_text(C_FILE)
    (tmp_path / "two.cpp").write_text(CPP_FILE)
    (tmp_path / f"table.{implementation}").write_text(IMPLEMENTATION)
    as_c = [c, "-std=c99", *STRICT, "-c"]
    execute([*as_c, "one.c"], tmp_path)
    execute([cpp, "-std=c++11", *STRICT, "-c", "two.cpp"], tmp_path)
    as_either = as_c if implementation == "c" else [cpp, "-std=c++20", *STRICT, "-c"]
    execute([*as_either, f"table.{implementation}"], tmp_path)
    execute([cpp, "one.o", "two.o", "table.o", "-o", "program"], tmp_path)
    assert execute(["./program"], tmp_path) == ""


@pytest.mark.parametrize("tables", ["init", "static"])
def test_c_that_is_included_twice(
    tables: str, tmp_path: Path, demand: Callable[[str], None]
) -> None:
    demand("gcc")
    (tmp_path / "sliding.h").write_text(export("perfect-16", "c", tables=tables))
    (tmp_path / "board.h").write_text('#include "sliding.h"\n')
    again = IMPLEMENTATION + '#include "board.h"\n'
    for name, source in (("first.c", again), ("last.c", '#include "board.h"\n' + again)):
        (tmp_path / name).write_text(source + "int main(void) { return 0; }\n")
        execute(["gcc", "-std=c99", *STRICT, name, "-o", "program"], tmp_path)


CPP_ONE = """\
#include <cstdint>
#include <bit>
#include <utility>
namespace engine {
#include "sliding.hpp"
class Piece {
  public:
    template <auto attacks> static std::uint64_t of(unsigned square) { return attacks(square, 0); }
};
}
std::uint64_t from_one(const void*& table);
std::uint64_t from_one(const void*& table) {
    table = engine::sliding::detail::TABLE;
    return engine::Piece::of<engine::sliding::queen_attacks>(0);
}
"""
CPP_TWO = """\
std::uint64_t from_two(const void*& table);
std::uint64_t from_two(const void*& table) {
    table = engine::sliding::detail::TABLE;
    return engine::sliding::rook_attacks(0, 0) | engine::sliding::bishop_attacks(0, 0);
}
int main() {
    const void *one = nullptr, *two = nullptr;
    return from_one(one) == from_two(two) && one == two ? 0 : 1;
}
"""


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
@pytest.mark.parametrize(
    ("tables", "place"),
    [("init", "table.slots"), pytest.param("static", "slots", marks=pytest.mark.slow)],
)
def test_cpp_in_several_files_and_in_a_namespace_has_one_table(
    compiler: str, tables: str, place: str, tmp_path: Path, demand: Callable[[str], None]
) -> None:
    demand(compiler)
    (tmp_path / "sliding.hpp").write_text(export("fancy", "cpp", tables=tables))
    one = CPP_ONE.replace("TABLE", place)
    head = one.partition("std::uint64_t from_one")[0]
    declared = "std::uint64_t from_one(const void*& table);\n"
    (tmp_path / "one.cpp").write_text(one)
    (tmp_path / "two.cpp").write_text(head + declared + CPP_TWO.replace("TABLE", place))
    execute([compiler, "-std=c++20", *STRICT, "one.cpp", "two.cpp", "-o", "program"], tmp_path)
    assert execute(["./program"], tmp_path) == ""


def test_an_older_standard_of_cpp_is_named(tmp_path: Path, demand: Callable[[str], None]) -> None:
    demand("g++")
    (tmp_path / "sliding.hpp").write_text(export("fancy", "cpp"))
    (tmp_path / "one.cpp").write_text('#include "sliding.hpp"\n')
    with pytest.raises(
        AssertionError, match=r"this file requires C\+\+20; compile it with -std=c\+\+20 or later"
    ):
        execute(["g++", "-std=c++17", "-c", "one.cpp"], tmp_path)


EDITIONS = ("2015", "2018", "2021", "2024")


def rust_command(edition: str) -> list[str]:
    """The compiler for an edition, if it knows that one."""
    command = ["rustc", "--edition", edition, "-D", "warnings"]
    known = subprocess.run(  # noqa: S603
        [*command, "--print", "sysroot"], capture_output=True, check=False
    )
    if known.returncode:
        pytest.skip(f"this rustc does not know the edition {edition}")
    return command


RUST_LIBRARY = """\
#![no_std]
#![forbid(unsafe_code)]
pub mod sliders {
    pub mod attacks;
}
"""


@pytest.mark.parametrize("edition", EDITIONS)
@EACH_FORM
def test_rust_of_every_edition(
    edition: str, tables: str, tmp_path: Path, demand: Callable[[str], None]
) -> None:
    demand("rustc")
    checked = [*rust_command(edition), "--emit", "metadata"]
    (tmp_path / "program.rs").write_text(export("fancy", "rust", tables=tables, self_test=True))
    assert execute([*checked, "program.rs"], tmp_path) == ""
    module = tmp_path / "sliders" / "attacks.rs"
    module.parent.mkdir()
    module.write_text(export("perfect-16", "rust", tables=tables))
    (tmp_path / "engine.rs").write_text(RUST_LIBRARY)
    assert execute([*checked, "--crate-type", "lib", "engine.rs"], tmp_path) == ""


@pytest.mark.parametrize(
    ("scheme", "tables"),
    [
        *(("perfect-16", way) for way in ("init", "static", "const")),
        *(("fancy", "init"), ("rays", "static"), ("kogge-stone", "static")),
    ],
)
def test_rust_that_calls_nothing(
    scheme: str, tables: str, tmp_path: Path, demand: Callable[[str], None]
) -> None:
    demand("rustc")
    (tmp_path / "attacks.rs").write_text(export(scheme, "rust", tables=tables))
    (tmp_path / "engine.rs").write_text("mod attacks;\n\nfn main() {}\n")
    check = [*rust_command("2021"), "--emit", "metadata", "engine.rs"]
    assert execute(check, tmp_path) == ""


def test_rust_without_an_edition(tmp_path: Path, demand: Callable[[str], None]) -> None:
    demand("rustc")
    (tmp_path / "program.rs").write_text(export("fancy", "rust", self_test=True))
    assert execute(["rustc", "-O", "program.rs"], tmp_path) == ""
    assert execute(["./program"], tmp_path) == SUMMARY


@pytest.mark.slow
@pytest.mark.parametrize("scheme", SCHEMES)
def test_rust_of_the_oldest_and_the_newest_edition(
    scheme: str,
    tmp_path: Path,
    table_by_name: Callable[[str], mb.Table | RivalTable],
    demand: Callable[[str], None],
) -> None:
    demand("rustc")
    for number, tables in enumerate(ways(scheme)):
        kept = form("rust", scheme, number)
        records = None if kept == "any" else kept
        source = export(
            table_by_name(scheme), "rust", tables=tables, records=records, self_test=True
        )
        (tmp_path / "program.rs").write_text(source)
        for edition in ("2015", "2024"):
            check = [*rust_command(edition), "--emit", "metadata", "program.rs"]
            assert execute(check, tmp_path) == ""
