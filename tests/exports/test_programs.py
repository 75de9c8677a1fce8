"""Every language and every scheme: exported, compiled with warnings as errors, and run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from magicbb.axes import Scheme
from magicbb.catalogue import CATALOGUE
from magicbb.checksum import checksum
from magicbb.exports.languages import language_names, parse_language
from magicbb.exports.source import export
from magicbb.keys import all_keys
from magicbb.mappings import MAPPINGS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import magicbb as mb
    from magicbb.rivals.table import RivalTable

Program = tuple[str, str, str, str]
"""Language, scheme, tables and mapping."""


def programs() -> Iterator[Program]:
    """All languages, schemes and ways to have tables, each with two of the mappings."""
    mappings = [*MAPPINGS]
    for language in language_names():
        can = parse_language(language).settings["tables"]
        for number, (name, entry) in enumerate(CATALOGUE.items()):
            modes = [tables for tables, answer in can.items() if answer is True]
            for place, tables in enumerate(modes):
                if tables == "static" or isinstance(entry.scheme, Scheme):
                    for more in (0, 3):
                        yield language, name, tables, mappings[(number + place + more) % 8]


EVERY_PROGRAM = [*programs()]

ONE_MAPPING = EVERY_PROGRAM[::2]
"""Each language, scheme and way to have tables once, with one mapping or another."""


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


@pytest.mark.parametrize("program", ONE_MAPPING, ids="-".join)
def test_every_program_finds_all_keys_right(
    program: Program, check: Callable[[Program], None]
) -> None:
    check(program)


@pytest.mark.slow
@pytest.mark.parametrize("program", EVERY_PROGRAM[1::2], ids="-".join)
def test_every_program_does_so_in_another_mapping(
    program: Program, check: Callable[[Program], None]
) -> None:
    check(program)
