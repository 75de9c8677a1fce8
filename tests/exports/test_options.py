"""Options: what was asked for, as a command again."""

from __future__ import annotations

from pathlib import Path

import pytest

from magicbb.exports.options import parse_options
from magicbb.recipes.choice import parse_choice


def test_the_shortest_command_says_where_entries_come_from() -> None:
    command = parse_options("c").command("fancy --seed 1", "init")
    assert command == "magicbb export fancy --seed 1 --language c --tables init"


def test_a_command_says_all_that_was_asked_for() -> None:
    options = parse_options(
        "java", mapping="h8=0", package="org.x", class_name="Rays", queen=False, self_test=True
    )
    assert options.command("x.npz", "static") == (
        "magicbb export x.npz --language java --mapping h8=0 --tables static --package org.x "
        "--class Rays --no-queen --self-test"
    )


def test_a_language_by_another_name_is_called_by_its_own() -> None:
    assert "--language rust " in parse_options("rs").command("fancy", "init")


@pytest.mark.parametrize(
    ("scheme", "asked", "tables"),
    [
        ("fancy", None, "init"),
        ("fancy", "const", "const"),
        ("rays", None, "static"),
        ("rays", "static", "static"),
    ],
)
def test_tables_suit_the_scheme(scheme: str, asked: str | None, tables: str) -> None:
    options = parse_options("rust", tables=asked)
    assert options.tables_for(parse_choice(scheme)) == tables


def test_tables_that_do_not_suit_are_refused() -> None:
    with pytest.raises(ValueError, match=r"rays has no entry .* no const tables .*choose static"):
        parse_options("rust", tables="const").tables_for(parse_choice("rays"))


def test_a_class_is_called_as_its_file() -> None:
    assert parse_options("java", output=Path("a", "Rays.java")).names["class"] == "Rays"
    assert parse_options("csharp", output=Path("a", "Rays.cs")).given == {}


def test_another_name_for_the_file_is_refused() -> None:
    with pytest.raises(ValueError, match=r"the file of its name: Rays\.java, not x\.java"):
        parse_options("java", class_name="Rays", output="x.java")
