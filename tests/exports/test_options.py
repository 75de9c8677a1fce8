"""Options: what was asked for, as a command again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from magicbb.exports.languages import language_names
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
    with pytest.raises(ValueError, match=r"rays does not have .* no const tables .*choose static"):
        parse_options("rust", tables="const").tables_for(parse_choice("rays"))


def test_a_command_says_how_records_are_kept() -> None:
    command = parse_options("c").command("fancy --seed 1", "init", "soa")
    assert command.endswith(" --tables init --records soa")


@pytest.mark.parametrize(
    ("language", "scheme", "asked", "records"),
    [
        ("c", "fancy", "aos", "aos"),
        ("cpp", "fancy", "soa", "soa"),
        ("rust", "fancy", None, "aos"),
        ("rust", "plain", None, "soa"),
        ("cpp", "white-fixed/overlapped/direct/constructed", None, "soa"),
        ("c", "densest-fixed", None, "soa"),
        ("c", "white/overlapped/union", None, "aos"),
        ("rust", "rays", None, None),
        ("go", "fancy", None, None),
    ],
)
def test_records_are_as_asked_for_or_as_is_faster(
    language: str, scheme: str, asked: str | None, records: str | None
) -> None:
    options = parse_options(language, records=asked)
    assert options.records_for(parse_choice(scheme)) == records


def test_records_of_one_number_are_refused() -> None:
    with pytest.raises(ValueError, match=r"rays stores at most one .* omit records"):
        parse_options("rust", records="aos").records_for(parse_choice("rays"))


@pytest.mark.parametrize("language", language_names())
def test_a_language_without_forms_of_records_refuses_them(language: str) -> None:
    if language in {"c", "cpp", "rust"}:
        assert parse_options(language, records="aos").records == "aos"
    else:
        with pytest.raises(ValueError, match=r"only one form of records.*has both: c, cpp, rust$"):
            parse_options(language, records="aos")


def test_records_of_an_unknown_form_are_refused() -> None:
    with pytest.raises(ValueError, match=r"one of aos \(array of .*, soa \(.*, got 'rows'"):
        parse_options("c", records="rows")
    with pytest.raises(TypeError, match="got 1"):
        parse_options("c", records=1)  # type: ignore[arg-type]


def test_a_class_is_called_as_its_file() -> None:
    assert parse_options("java", output=Path("a", "Rays.java")).names["class"] == "Rays"
    assert parse_options("csharp", output=Path("a", "Rays.cs")).given == {}


@pytest.mark.parametrize(
    ("language", "output", "sentence"),
    [
        ("java", "Rays", "Java 8 files end with .java; the suffix is missing"),
        ("java", "Rays.txt", "Java 8 files end with .java, not .txt"),
        ("java", "Rays.JAVA", "Java 8 files end with .java, not .JAVA"),
        ("java", "Rays.rs", "Java 8 files end with .java; .rs is for Rust"),
        ("js", "rays.cjs", "JavaScript with BigInt files end with .js or .mjs; .cjs is for "),
        ("c", "rays.JSON", "C11 files end with .c or .h; .JSON is for JSON"),
    ],
)
def test_a_suffix_that_cannot_be_is_refused(language: str, output: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}"):
        parse_options(language, output=output)


@pytest.mark.parametrize("output", ["rays", "rays.C", "rays.inc"])
def test_other_suffixes_are_taken(output: str) -> None:
    assert parse_options("c", output=output).names == {"prefix": "sliding_"}


def test_another_name_for_the_file_is_refused() -> None:
    with pytest.raises(ValueError, match=r"a file of the same name: Rays\.java, not x\.java"):
        parse_options("java", class_name="Rays", output="x.java")
