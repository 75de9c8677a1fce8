"""Every language and every scheme: exported, compiled with warnings as errors, and run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from magicbb.exports.languages import language_names, parse_language
from magicbb.exports.records import has_forms
from magicbb.exports.source import export
from magicbb.geometry.mappings import MAPPINGS
from magicbb.lookup.checksum import checksum
from magicbb.lookup.keys import all_keys
from magicbb.recipes.catalogue import CATALOGUE
from magicbb.recipes.choice import parse_choice
from magicbb.recipes.scheme import Scheme

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import magicbb as mb
    from magicbb.tables.rival_table import RivalTable

Program = tuple[str, str, str, str, str]
"""Language, scheme, tables, records and mapping; records are "any" where there is no choice."""


OWN = "white/concatenated/bytes-union"
"""A scheme that nobody published, of which programs fill tables in a way of its own."""

SCHEMES = (OWN, *CATALOGUE)
COMPUTED_BY_COMPILER = ("rust", "shared")
"""Where `const` tables are always tried; other compilers take up to ten seconds for them."""

FILLED_BY_FIELD = ("c", "cpp", "rust")
"""Where `OWN` is always tried with a structure of arrays, which its fill reads in its own way."""

SLOW_COMPILERS = {"zig"}
"""Those that take ten seconds the first time, and so are left to `make test-all`."""


def ways(name: str) -> tuple[str, ...]:
    """In which ways programs can have the tables of a scheme."""
    if name == OWN:
        return ("init", "const")
    has_entries = name != "densest-bytes" and isinstance(CATALOGUE[name].scheme, Scheme)
    return ("init", "static", "const") if has_entries else ("static",)


def forms(language: str, name: str) -> tuple[str, ...]:
    """How the programs of a scheme can keep the numbers of squares."""
    some = parse_language(language).has_forms_of_records and has_forms(parse_choice(name).scheme)
    return ("aos", "soa") if some else ("any",)


def form(language: str, name: str, turn: int) -> str:
    """One of the `forms`, in turn."""
    known = forms(language, name)
    return known[turn % len(known)]


def programs() -> Iterator[tuple[Program, bool]]:
    """All languages, schemes, ways to have tables and forms of records, and whether it is quick.

    Constant tables are tried in one form for each scheme, all others in each. The mapping, which
    only the comments depend on, changes from program to program. What is quick is half of a Latin
    square: each language whose compiler is not slow with one scheme, in turn with `init` and with
    `static` tables; and in the languages that fill a table by fields, one of them more.
    """
    mappings = [*MAPPINGS]
    for turn, language in enumerate(language_names()):
        can = parse_language(language).settings["tables"]
        modes = [tables for tables, answer in can.items() if answer is True]
        for number, name in enumerate(SCHEMES):
            possible = [tables for tables in modes if tables in ways(name)]
            filled = [tables for tables in possible if tables != "const"]
            chosen = {filled[turn % len(filled)]} if number == turn + 12 * (turn % 2) else set()
            if (language, name) == COMPUTED_BY_COMPILER:
                chosen.add("const")
            kept = forms(language, name)[:: -1 if (number // 12 + turn) % 2 else 1]
            for tables in possible:
                tried = kept[:1] if tables == "const" else kept  # compilers take long for these
                for place, records in enumerate(tried):
                    mapping = mappings[(number + modes.index(tables) + 3 * place - 1) % 8]
                    is_quick = tables in chosen and place == 0 and language not in SLOW_COMPILERS
                    if name == OWN and language in FILLED_BY_FIELD and tables == "init":
                        is_quick |= records == "soa"
                    yield (language, name, tables, records, mapping), is_quick


def test_each_language_has_each_way_with_each_form() -> None:
    found = {(language, *way) for (language, _, *way, _), _ in programs()}
    for language in language_names():
        can = parse_language(language).settings["tables"]
        for tables in (each for each, answer in can.items() if answer is True):
            assert {(language, tables, each) for each in forms(language, "fancy")} <= found


def test_quick_programs_are_of_all_languages_and_forms() -> None:
    quick = [program for program, is_quick in programs() if is_quick]
    assert {language for language, *_ in quick} == {*language_names()} - SLOW_COMPILERS
    assert {tables for _, _, tables, *_ in quick} == {"init", "static", "const"}
    for language in {*language_names()} - SLOW_COMPILERS:
        own = {records for name, _, _, records, _ in quick if name == language}
        assert own >= {*forms(language, "fancy")}


@pytest.fixture
def check(
    run_program: Callable[[str, str], str],
    table_by_name: Callable[[str], mb.Table | RivalTable],
) -> Callable[[Program], None]:
    """A function that runs a program and compares what it prints."""

    def check_program(program: Program) -> None:
        language, scheme, tables, records, mapping = program
        table = table_by_name(scheme)
        source = export(
            table,
            language,
            mapping=mapping,
            tables=tables,
            records=None if records == "any" else records,
            self_test=True,
        )
        expected = checksum(all_keys().attacks)
        assert run_program(language, source) == f"107648 keys, checksum {expected:#018x}\n"

    return check_program


@pytest.mark.parametrize("program", [each for each, quick in programs() if quick], ids="-".join)
def test_a_program_finds_all_keys_right(program: Program, check: Callable[[Program], None]) -> None:
    check(program)


@pytest.mark.slow
@pytest.mark.parametrize("program", [each for each, quick in programs() if not quick], ids="-".join)
def test_so_does_every_other(program: Program, check: Callable[[Program], None]) -> None:
    check(program)
