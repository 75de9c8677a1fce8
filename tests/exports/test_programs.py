"""Every language and every scheme: exported, compiled with warnings as errors, and run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from magicbb.exports.languages import language_names, parse_language
from magicbb.exports.source import export
from magicbb.geometry.mappings import MAPPINGS
from magicbb.lookup.checksum import checksum
from magicbb.lookup.keys import all_keys
from magicbb.recipes.catalogue import CATALOGUE
from magicbb.recipes.scheme import Scheme

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import magicbb as mb
    from magicbb.tables.rival_table import RivalTable

Program = tuple[str, str, str, str]
"""Language, scheme, tables and mapping."""


OWN = "white/concatenated/bytes-union"
"""A scheme that nobody published, of which programs fill tables in a way of its own."""

SCHEMES = (OWN, *CATALOGUE)
COMPUTED_BY_COMPILER = ("rust", "shared")
"""Where `const` tables are always tried; other compilers take up to ten seconds for them."""


def ways(name: str) -> tuple[str, ...]:
    """In which ways programs can have the tables of a scheme."""
    if name == OWN:
        return ("init", "const")
    has_entries = name != "densest-bytes" and isinstance(CATALOGUE[name].scheme, Scheme)
    return ("init", "static", "const") if has_entries else ("static",)


def programs() -> Iterator[tuple[Program, bool]]:
    """All languages, schemes and ways to have tables, in two mappings, and whether it is quick.

    What is quick is a Latin square: each scheme in one language, each language with two schemes,
    one of them with `init` tables and one with `static` ones.
    """
    mappings = [*MAPPINGS]
    for turn, language in enumerate(language_names()):
        can = parse_language(language).settings["tables"]
        modes = [tables for tables, answer in can.items() if answer is True]
        for number, name in enumerate(SCHEMES):
            possible = [tables for tables in modes if tables in ways(name)]
            filled = [tables for tables in possible if tables != "const"]
            chosen = {filled[number // 12 % len(filled)]} if number % 12 == turn else set()
            if (language, name) == COMPUTED_BY_COMPILER:
                chosen.add("const")
            for tables in possible:
                for more in (0, 3):
                    mapping = mappings[(number + modes.index(tables) + more - 1) % 8]
                    yield (language, name, tables, mapping), tables in chosen and more == 0


def test_quick_programs_are_of_all_languages_schemes_and_mappings() -> None:
    quick = [program for program, is_quick in programs() if is_quick]
    assert {scheme for _, scheme, *_ in quick} == {*SCHEMES}
    assert {mapping for *_, mapping in quick} == {*MAPPINGS}
    for language in language_names():
        own = [program for program in quick if program[0] == language]
        assert {tables for _, _, tables, _ in own} >= {"init", "static"}
        assert len({scheme for _, scheme, *_ in own}) > 1


@pytest.fixture
def check(
    run_program: Callable[[str, str], str],
    exported_table: Callable[[str], mb.Table | RivalTable],
) -> Callable[[Program], None]:
    """A function that runs a program and compares what it prints."""

    def check_program(program: Program) -> None:
        language, scheme, tables, mapping = program
        table = exported_table(scheme)
        source = export(table, language, mapping=mapping, tables=tables, self_test=True)
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
