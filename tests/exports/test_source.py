"""Exporting: what is in the text, whatever the language; what is refused."""

from __future__ import annotations

import functools
import re
import shlex
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import magicbb as mb
from magicbb.cli import main
from magicbb.exports.languages import TABLES, language_names, parse_language
from magicbb.exports.source import export
from magicbb.geometry.mappings import MAPPINGS
from magicbb.geometry.sliders import SLIDERS
from magicbb.recipes.catalogue import CATALOGUE
from magicbb.recipes.rivals import RIVALS
from magicbb.tables.rival_table import RivalTable
from magicbb.tables.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.geometry.sliders import Slider

EACH_LANGUAGE = pytest.mark.parametrize("language", language_names())


def test_the_languages() -> None:
    assert language_names() == (
        "c",
        "cpp",
        "csharp",
        "go",
        "java",
        "javascript",
        "javascript-pairs",
        "python",
        "rust",
        "typescript",
        "typescript-pairs",
        "zig",
    )


COMMANDS: list[dict[str, Any]] = [
    {"scheme": "fancy"},
    {"scheme": "perfect-16", "seed": 7, "tables": "static", "mapping": "a8=0,a7=1"},
    {"scheme": "white/concatenated/union", "queen": False, "self_test": True},
    {"scheme": "obstruction"},
]
BY_FIELD: dict[str, Any] = {"scheme": "shared", "records": "soa", "tables": "static"}

"""What may be asked of an export: in the quick suite of each language one."""


@functools.cache
def fancy_in(language: str, **options: Any) -> str:
    """The export of `fancy`, made once for all tests that read it."""
    return export("fancy", language, **options)


# ---- What is in it ----


@EACH_LANGUAGE
def test_it_is_deterministic(language: str) -> None:
    assert export("fancy", language) == fancy_in(language)


@pytest.mark.parametrize(
    ("language", "scheme"),
    [
        pytest.param(language, scheme, marks=[pytest.mark.slow] if (turn - number) % 24 else [])
        for turn, language in enumerate(language_names())
        for number, scheme in enumerate(CATALOGUE)
    ],
)
def test_it_is_plain_ascii_without_trailing_spaces(
    language: str, scheme: str, table_by_name: Callable[[str], Any]
) -> None:
    source = export(table_by_name(scheme), language, self_test=True)
    assert source.isascii()
    assert source.endswith("\n")
    assert not source.endswith("\n\n")
    assert [line for line in source.splitlines() if line != line.rstrip()] == []
    assert "\n\n\n\n" not in source


@EACH_LANGUAGE
def test_the_header_says_what_it_is(language: str) -> None:
    source = export("shared", language, mapping="h1=0,h2=1")
    for fact in (
        "Lasse Hansen, 2008",
        "h1=0,h2=1 (h1 = 0, h2 = 1, g1 = 8, a8 = 63)",
        f"{mb.build('shared').entries:,} entries, ",
        "0x3e98b4aae632478b",
        f"magicbb {mb.__version__}",
    ):
        assert fact in source


@pytest.mark.parametrize(
    ("language", "options"),
    [
        pytest.param(
            language,
            options,
            marks=[pytest.mark.slow] if (turn - number) % 4 else [],
            id=f"{language}-{options['scheme']}",
        )
        for turn, language in enumerate(language_names())
        for number, options in enumerate(COMMANDS)
    ]
    + [pytest.param(language, BY_FIELD) for language in ("c", "cpp", "rust")],
)
def test_the_command_in_the_header_writes_it_again(
    language: str,
    options: dict[str, Any],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    options = dict(options)
    source = export(options.pop("scheme"), language, **options)
    (line,) = (line for line in source.splitlines() if "magicbb export" in line)
    command = line[line.index("magicbb export") :]
    monkeypatch.setattr("sys.argv", shlex.split(command))
    with pytest.raises(SystemExit) as end:
        main()
    assert not end.value.code
    assert capsys.readouterr().out == source


@pytest.mark.parametrize(
    ("language", "mapping"),
    [
        pytest.param(language, name, marks=[pytest.mark.slow] if (turn - number) % 8 else [])
        for turn, language in enumerate(language_names())
        for number, name in enumerate(MAPPINGS)
    ],
)
def test_squares_have_the_names_of_the_mapping(language: str, mapping: str) -> None:
    names = " ".join(re.findall(r"\b[a-h][1-8]\b", fancy_in(language, mapping=mapping)))
    assert names.count(" ".join(MAPPINGS[mapping].square_names)) == len(SLIDERS)


@EACH_LANGUAGE
def test_mappings_change_nothing_but_names_of_squares(language: str) -> None:
    one, other = (
        re.findall(r"0x[0-9a-fA-F_]+", fancy_in(language, **options))
        for options in ({}, {"mapping": "h8=0,h7=1"})
    )
    assert len(one) >= len(mb.find_all())
    assert one == other


@EACH_LANGUAGE
def test_the_queen_can_be_left_out(language: str) -> None:
    assert "queen" in fancy_in(language).lower().split("magicbb export")[1]
    without = export("fancy", language, queen=False).lower()
    assert "queen" not in without.replace("--no-queen", "")


@EACH_LANGUAGE
def test_a_self_test_is_added(language: str) -> None:
    expected = f"{0x3E98B4AAE632478B:016x}"
    for source, is_tested in (
        (fancy_in(language), False),
        (export("fancy", language, self_test=True), True),
    ):
        body = source.lower().split("magicbb export")[1]
        assert (expected in body.replace("_", "")) == is_tested


@EACH_LANGUAGE
@pytest.mark.parametrize(
    "tables",
    [pytest.param(each, marks=[pytest.mark.slow] if each == "static" else []) for each in TABLES],
)
def test_what_a_language_cannot_is_refused_with_the_reason(language: str, tables: str) -> None:
    can = parse_language(language).settings["tables"][tables]
    if can is True:
        assert f"--tables {tables}" in export("fancy", language, tables=tables)
    else:
        assert can
        with pytest.raises(ValueError, match=f"cannot have {tables} tables: .*; choose "):
            export("fancy", language, tables=tables)


@EACH_LANGUAGE
def test_every_word_of_a_scheme_is_there(language: str) -> None:
    table = mb.build("fancy", seed=3)
    source = export(table, language).lower().replace("_", "")
    halves = parse_language(language).words == "pairs"
    for magic in table.magics:
        digits = f"{magic.magic:016x}"
        parts = [digits[:8], digits[8:]] if halves else [f"{magic.magic:x}"]
        assert [part for part in parts if part not in source] == []


def in_turn(hashes: list[str], storages: list[str]) -> list[Any]:
    """Each hash with each storage; in the quick suite each storage with one hash."""
    return [
        pytest.param(hashing, storage, marks=[pytest.mark.slow] if turn % len(hashes) else [])
        for number, storage in enumerate(storages)
        for turn, hashing in enumerate(hashes, number)
    ]


@pytest.mark.parametrize(
    ("hashing", "storage"),
    in_turn(
        ["black", "white-32", "black-shift-in-magic"],
        ["direct", "bytes", "bytes-union", "shorts", "pdep", "union"],
    ),
)
def test_schemes_of_ones_own_are_taken(
    hashing: str, storage: str, run_program: Callable[[str, str], str]
) -> None:
    source = export(f"{hashing}/concatenated/{storage}", "c", self_test=True)
    assert run_program("c", source).startswith("107648 keys")


@pytest.mark.parametrize(
    ("hashing", "storage"),
    in_turn(["pext", "white"], ["bytes", "bytes-union", "shorts", "pdep", "union"]),
)
def test_squares_may_share_slots(
    hashing: str,
    storage: str,
    run_program: Callable[[str, str], str],
    table_by_name: Callable[[str], Any],
) -> None:
    table = table_by_name(f"{hashing}/overlapped/{storage}")
    source = export(table, "c", self_test=True)
    assert run_program("c", source).startswith("107648 keys")


# ---- Where it comes from ----


def test_a_table_is_called_by_its_scheme_and_seed() -> None:
    assert export(mb.build("fancy", seed=5), "c") == export("fancy", "c", seed=5)


def test_a_rival_is_called_by_its_name() -> None:
    assert export(RivalTable(RIVALS["hyperbola"]), "c") == export("hyperbola", "c")


def test_a_table_of_other_magics_is_a_file_to_be_saved() -> None:
    table = mb.build("fancy", seed=5)
    assert "magicbb export TABLE.npz " in export(Table(table.scheme, table.magics), "c")


@pytest.mark.parametrize(
    ("file", "shown"),
    [
        ("/somewhere/else/my.npz", "my.npz"),
        ("with space.npz", "'with space.npz'"),
        ("evil *.npz", "FILE"),
        ("new\nline.npz", "FILE"),
        ("\\u000a.npz", "FILE"),
        ("tabl\u00e9.npz", "FILE"),
        ("-x.npz", "./-x.npz"),
    ],
)
def test_a_file_is_named_without_harm(file: str, shown: str) -> None:
    table = mb.build("fancy", seed=5)
    assert f"magicbb export {shown} --language c" in export(table, "c", file=file)


# ---- How it looks ----


@pytest.mark.parametrize("scheme", ["fancy", "shared", "perfect-16", "byte-lookup", "pext-16"])
def test_statements_of_c_are_indented(scheme: str) -> None:
    inside = False
    for line in export(scheme, "c", self_test=True).splitlines():
        inside = line == "{" or (inside and line != "}")
        assert not inside or line in {"", "{"} or line.startswith(("    ", "#")), line


# ---- What is refused ----


DEFAULT = "the default table"
"""Stands for a table that is not built to collect tests."""


def made(options: dict[str, Any]) -> dict[str, Any]:
    """The options with the default table where its place was kept."""
    is_default = options["table"] == DEFAULT
    return {**options, "table": mb.tables.default_table()} if is_default else options


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"language": "cobol"}, "language must be one of c, cpp, .*, got 'cobol'"),
        ({"language": "Rusty"}, r"got 'Rusty'; did you mean rust\?"),
        ({"language": "pyhton"}, r"did you mean python\?"),
        ({"language": ""}, "language must be one of"),
        ({"table": "fanzy"}, r"scheme must be one of .*; did you mean fancy\?"),
        ({"mapping": "a1"}, "mapping must be one of"),
        ({"tables": "dynamic"}, "tables must be one of init .*, got 'dynamic'"),
        ({"table": "rays", "tables": "init"}, "rays does not have an entry for every key"),
        ({"table": "pext/overlapped/bytes", "tables": "init"}, "so init tables, which renumber"),
        ({"table": "densest-bytes", "tables": "init"}, "nibbles storage does not define how"),
        ({"prefix": "while"}, "prefix cannot be 'while', a keyword of C11"),
        ({"prefix": "9"}, "prefix must be an identifier of C11"),
        ({"prefix": ""}, "prefix must be an identifier of C11"),
        ({"prefix": "a b"}, "prefix must be an identifier of C11"),
        ({"prefix": "a\n"}, "prefix must be an identifier of C11"),
        ({"prefix": "\u00e9"}, "prefix must be an identifier of C11"),
        ({"namespace": "x"}, "C11 takes no namespace; it takes prefix"),
        ({"language": "rust", "prefix": "x"}, "takes no prefix; a file is its own module"),
        ({"language": "cpp", "namespace": "a::class"}, "namespace cannot be 'class', a keyword"),
        ({"language": "cpp", "namespace": "a::"}, "namespace must be an identifier"),
        ({"language": "cpp", "namespace": "a::std"}, "cannot be 'a::std': std is reserved"),
        ({"language": "cpp", "namespace": "linux"}, "cannot be 'linux': linux is reserved"),
        ({"language": "cpp", "namespace": "sliders"}, "cannot be 'sliders': sliders is reserved"),
        ({"language": "cpp", "namespace": "is_right::a"}, "is_right is reserved"),
        ({"language": "csharp", "class_name": "required"}, "class cannot be 'required', a keyword"),
        ({"language": "java", "package": "org..x"}, "package must be an identifier"),
        ({"language": "java", "package": "java.util"}, "package cannot be 'java.util': java is"),
        ({"language": "csharp", "namespace": "My.Console"}, "cannot be 'My.Console': Console is"),
        ({"language": "go", "package": "documentation"}, "cannot be 'documentation'"),
        ({"language": "java", "class_name": "a.b"}, "class must be an identifier"),
        ({"language": "go", "package": "magics", "self_test": True}, "cannot be 'magics' with a"),
        ({"table": DEFAULT, "seed": 3}, "seed is for building a table"),
        ({"file": "x.npz"}, "file is the origin of a table that is passed in"),
        ({"table": DEFAULT, "file": ""}, "file must be the name of a file, got ''"),
        ({"seed": -1}, "seed must be"),
    ],
)
def test_bad_values_are_refused(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        export(**made({"table": "fancy", "language": "c", **wrong}))


@pytest.mark.parametrize(
    "wrong",
    [
        {"table": None},
        {"table": 5},
        {"language": None},
        {"language": 5},
        {"mapping": 0},
        {"prefix": 5},
        {"seed": "one"},
        {"tables": 5},
        {"queen": "no"},
        {"self_test": 1},
        {"file": 5, "table": DEFAULT},
    ],
    ids=str,
)
def test_bad_types_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=next(iter(wrong)).replace("table", "(scheme|table)")):
        export(**made({"table": "fancy", "language": "c", **wrong}))


def test_a_table_that_is_wrong_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    table = mb.build("fancy", seed=5)
    right = mb.tables.default_table().rook_attacks

    def lookup(_table: Table, _slider: Slider) -> Callable[..., Any]:
        return lambda square, occupied: right(square, occupied) ^ np.uint64(1)

    monkeypatch.setattr(Table, "lookup", lookup)
    with pytest.raises(mb.errors.VerificationError, match="looked up"):
        export(table, "c")


@pytest.mark.parametrize(
    "option",
    [
        {"tables": "static"},
        {"records": "aos"},
        {"prefix": "zzz_"},
        {"namespace": "zzz"},
        {"package": "zzz"},
        {"class_name": "Zzz"},
        {"queen": False},
        {"self_test": True},
        {"seed": 1},
        {"file": "x.npz"},
    ],
    ids="".join,
)
def test_magics_alone_have_no_options_of_tables(option: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"^{next(iter(option))} is for tables"):
        export(mb.find_all(), "c", **option)
