"""Every language and every scheme: exported, compiled with warnings as errors, and run."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import pytest

import magicbb as mb
from magicbb.axes import Scheme
from magicbb.catalogue import CATALOGUE
from magicbb.checksum import checksum
from magicbb.exports.languages import language_names, parse_language
from magicbb.exports.source import export
from magicbb.keys import all_keys
from magicbb.mappings import MAPPINGS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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


@functools.cache
def table_of(scheme: str) -> mb.Table | RivalTable:
    """A table of the catalogue; where magics would be annealed for a minute, with others."""
    recipe = CATALOGUE[scheme].scheme
    if isinstance(recipe, Scheme) and recipe.layout.packs:
        return mb.Table(recipe, recipe.hash.find(1))
    return mb.build(recipe, seed=1)


def check(program: Program, run_program: Callable[[str, str], str]) -> None:
    language, scheme, tables, mapping = program
    source = export(table_of(scheme), language, mapping=mapping, tables=tables, self_test=True)
    expected = checksum(all_keys().attacks)
    assert run_program(language, source) == f"107648 keys, checksum {expected:#018x}\n"


@pytest.mark.parametrize("program", ONE_MAPPING, ids="-".join)
def test_every_program_finds_all_keys_right(
    program: Program, run_program: Callable[[str, str], str]
) -> None:
    check(program, run_program)


@pytest.mark.slow
@pytest.mark.parametrize("program", EVERY_PROGRAM[1::2], ids="-".join)
def test_every_program_does_so_in_another_mapping(
    program: Program, run_program: Callable[[str, str], str]
) -> None:
    check(program, run_program)
