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


COMPUTED_BY_COMPILERS = {"fancy", "shared", "perfect-16"}
"""The schemes whose `const` tables are always tried: compilers take up to ten seconds for one."""


DENSEST = ("densest-fixed", "densest", "densest-shared", "densest-bytes")
"""Schemes whose programs are like those of others but for the numbers: each language tries one."""


OWN = ("white/concatenated/bytes-union",)
"""Schemes that nobody published, of which programs fill tables in a way of its own."""


def programs_of_ones_own() -> Iterator[tuple[Program, bool]]:
    """All languages and ways to fill a table but in the source, and whether it is quick."""
    for turn, language in enumerate(language_names()):
        for tables, answer in parse_language(language).settings["tables"].items():
            for number, name in enumerate(OWN):
                if answer is True and tables != "static":
                    mapping = [*MAPPINGS][(turn + number) % 8]
                    yield (language, name, tables, mapping), tables != "const"


def programs() -> Iterator[tuple[Program, bool]]:
    """All languages, schemes and ways to have tables, in two mappings, and whether it is quick.

    Among what is quick each language sees each scheme, but for the densest: all with `init` tables,
    every second one with `static` tables too, in another mapping; and each rival. All eight
    mappings are among the quick ones of each language.
    """
    mappings = [*MAPPINGS]
    for turn, language in enumerate(language_names()):
        can = parse_language(language).settings["tables"]
        modes = [tables for tables, answer in can.items() if answer is True]
        for number, (name, entry) in enumerate(CATALOGUE.items()):
            has_table = isinstance(entry.scheme, Scheme)
            for place, tables in enumerate(modes):
                if tables != "static" and not (has_table and name != "densest-bytes"):
                    continue  # it is refused
                for more in (0, 3):
                    quick = tables != "const" or name in COMPUTED_BY_COMPILERS
                    turned = tables == "static" and has_table and (turn + number) % 2
                    quick = quick and more == 0 and not turned
                    if name in DENSEST:
                        quick = quick and tables == "static" and DENSEST[turn % 4] == name
                    yield (language, name, tables, mappings[(number + place + more) % 8]), quick
    yield from programs_of_ones_own()


def test_quick_programs_are_of_all_languages_schemes_and_mappings() -> None:
    quick = [program for program, is_quick in programs() if is_quick]
    for language in language_names():
        own = [program for program in quick if program[0] == language]
        assert {mapping for *_, mapping in own} == {*MAPPINGS}
        assert {scheme for _, scheme, *_ in own} >= {*CATALOGUE} - {*DENSEST}


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
