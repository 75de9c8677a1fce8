"""Look-ups before anybody can have called anything: they are right, or do not compile."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from magicbb.exports.source import export

from .conftest import WARNINGS, execute

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

PROGRAMS = Path(__file__).parents[1] / "data" / "first_lookups"
SLOW = pytest.mark.slow  # compilers and machines that take seconds to start


@pytest.fixture
def place(tmp_path: Path) -> Callable[..., Path]:
    """A function (programs, file, package) -> a directory with an export and what uses it."""

    def fill(programs: str, file: str, package: str | None = None) -> Path:
        for source in (PROGRAMS / programs).iterdir():
            (tmp_path / source.name).write_text(source.read_text("ascii"))
        language, *_ = programs.split("-")
        (tmp_path / file).write_text(export("plain", language, tables="init", package=package))
        return tmp_path

    return fill


def linked(compiler: str, files: Sequence[str], place: Path) -> set[str]:
    """What programs of the objects print, linked in this order and in the opposite one."""
    printed = set()
    for order in (files, files[::-1]):
        objects = [f"{Path(file).stem}.o" for file in order]
        execute([compiler, *objects, "-pthread", "-o", "program"], place)
        printed.add(execute(["./program"], place))
    return printed


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_cpp(compiler: str, place: Callable[..., Path], demand: Callable[[str], None]) -> None:
    demand(compiler)
    here = place("cpp", "sliding.hpp")
    files = ["asking.cpp", "looking.cpp"]
    assert execute([compiler, "-std=c++20", "-O1", *WARNINGS, "-c", *files], here) == ""
    assert linked(compiler, files, here) == {"10 cases\n"}


def test_the_program_sees_an_empty_table(
    place: Callable[..., Path], demand: Callable[[str], None]
) -> None:
    demand("g++")
    here = place("cpp", "sliding.hpp")
    header = here / "sliding.hpp"
    assert "{ fill(); }" in header.read_text()
    header.write_text(header.read_text().replace("{ fill(); }", "{}"))
    execute(["g++", "-std=c++20", "-O1", "-w", "-c", "asking.cpp", "looking.cpp"], here)
    (printed,) = linked("g++", ["asking.cpp", "looking.cpp"], here)
    assert printed.count(": wrong\n") == 10


@pytest.mark.parametrize(("c", "cpp"), [("gcc", "g++"), ("clang", "clang++")])
def test_c_and_cpp_that_includes_it(
    c: str, cpp: str, place: Callable[..., Path], demand: Callable[[str], None]
) -> None:
    demand(c)
    demand(cpp)
    here = place("c", "sliding.h")
    files = ["asking.c", "looking.c", "including.cpp"]
    assert execute([c, "-std=c11", "-O1", *WARNINGS, "-c", *files[:2]], here) == ""
    assert execute([cpp, "-std=c++17", "-O1", *WARNINGS, "-c", files[2]], here) == ""
    assert linked(cpp, files, here) == {"3 cases\n"}


def test_c_without_constructors_has_to_call_init(
    tmp_path: Path, demand: Callable[[str], None]
) -> None:
    demand("gcc")
    (tmp_path / "test.c").write_text(export("plain", "c", tables="init", self_test=True))
    other_compiler = ["gcc", "-std=c11", "-U__GNUC__", "-fsyntax-only", "test.c"]
    with pytest.raises(AssertionError, match=r"#error.*call sliding_init\(\) before the first"):
        execute(other_compiler, tmp_path)
    by_hand = "-DSLIDING_INIT_BY_HAND"
    execute(["gcc", "-std=c11", "-O1", by_hand, "test.c", "-o", "program"], tmp_path)
    assert execute(["./program"], tmp_path).startswith("107648 keys")


@pytest.mark.parametrize(
    ("language", "file", "commands"),
    [
        ("go", "attacks.go", ["go build -o program a.go attacks.go", "./program"]),
        pytest.param(
            "java",
            "SlidingAttacks.java",
            ["javac Program.java SlidingAttacks.java", "java -cp . Program"],
            marks=SLOW,
        ),
        pytest.param(
            "csharp", "attacks.cs", ["mcs program.cs attacks.cs", "mono program.exe"], marks=SLOW
        ),
        pytest.param("javascript", "attacks.mjs", ["node program.mjs"], marks=SLOW),
        ("python", "attacks.py", ["python program.py"]),
    ],
)
def test_languages_that_fill_the_table_themselves(
    language: str,
    file: str,
    commands: Sequence[str],
    place: Callable[..., Path],
    demand: Callable[[str], None],
) -> None:
    here = place(language, file, package="main" if language == "go" else None)
    for command in commands:
        program, *arguments = command.split()
        if not program.startswith("."):
            demand(program)
        printed = execute([program, *arguments], here)
    assert printed == "right\n"


def test_go_panics_where_an_interface_hides_that_the_table_is_needed(
    place: Callable[..., Path], demand: Callable[[str], None]
) -> None:
    demand("go")
    here = place("go-interface", "attacks.go", package="main")
    execute(["go", "build", "-o", "program", "a.go", "attacks.go"], here)
    with pytest.raises(AssertionError, match="nil pointer dereference"):
        execute(["./program"], here)
    execute(["go", "build", "-o", "program", "attacks.go", "a.go"], here)
    assert execute(["./program"], here) == f"{0x81412111090503FE}\n"


RUST = ["rustc", "--edition", "2021"]
ZIG = ["python", "-m", "ziglang", "build-exe"]


@pytest.mark.parametrize(
    ("program", "error"),
    [
        ("function", "function `rook_attacks` is private"),
        ("forged", "constructor `Sliders` is private"),
        ("constant", "cannot call non-const function"),
    ],
)
def test_rust_has_no_look_ups_without_init(
    program: str, error: str, place: Callable[..., Path], demand: Callable[[str], None]
) -> None:
    demand("rustc")
    here = place("rust", "attacks.rs")
    with pytest.raises(AssertionError, match=error):
        execute([*RUST, f"{program}.rs"], here)


@SLOW
@pytest.mark.parametrize(
    ("program", "error"),
    [
        ("function", "has no member named 'rookAttacks'"),
        ("forged", "missing struct field: filled"),
        ("constant", "unable to evaluate comptime expression"),
    ],
)
def test_zig_has_no_look_ups_without_init(
    program: str, error: str, place: Callable[..., Path], demand: Callable[[str], None]
) -> None:
    demand("ziglang")
    here = place("zig", "sliding.zig")
    with pytest.raises(AssertionError, match=error):
        execute([*ZIG, f"{program}.zig"], here)


@pytest.mark.parametrize(
    ("language", "file", "command"),
    [
        ("rust", "attacks.rs", [*RUST, "right.rs"]),
        pytest.param("zig", "sliding.zig", [*ZIG, "right.zig"], marks=SLOW),
    ],
)
def test_look_ups_that_init_returned_are_right_in_other_threads(
    language: str,
    file: str,
    command: Sequence[str],
    place: Callable[..., Path],
    demand: Callable[[str], None],
) -> None:
    demand("rustc" if language == "rust" else "ziglang")
    here = place(language, file)
    assert execute(command, here) == ""
    assert execute(["./right"], here) == ""
