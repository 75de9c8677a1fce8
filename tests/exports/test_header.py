"""The comment on top: whose idea, how large, and the command that writes the same again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import magicbb as mb
from magicbb.exports.header import built_as, header_of, origin_of
from magicbb.exports.model import model_of
from magicbb.exports.options import parse_options
from magicbb.recipes.catalogue import CATALOGUE
from magicbb.recipes.choice import parse_choice
from magicbb.recipes.rivals import RIVALS
from magicbb.tables.rival_table import RivalTable


def header(scheme: str, **options: Any) -> list[str]:
    table = mb.build(scheme)
    asked = parse_options("c", **options)
    return [*header_of(model_of(table), table.verify(), asked, "the command")]


def test_the_command_comes_last() -> None:
    assert header("fancy")[-1] == "the command"


def test_a_published_scheme_has_an_author() -> None:
    author = f"{CATALOGUE['fancy'].author}, {CATALOGUE['fancy'].year} "
    assert any(line.startswith(f"Idea:     {author}") for line in header("fancy"))


def test_another_has_none() -> None:
    assert not any(line.startswith("Idea:") for line in header("white/concatenated/union"))


def test_sizes_are_those_of_the_report() -> None:
    size = "Size:     107,648 entries, 861,184 bytes, plus 4,096 bytes of parameters"
    assert size in header("fancy")


def test_what_has_no_entries_says_nothing_of_them() -> None:
    assert not any("entries" in line for line in header("obstruction"))


def test_what_a_program_does_not_read_has_no_size() -> None:
    assert mb.build("rays").nbytes
    assert "Size:     0 bytes, plus 0 bytes of parameters" in header("rays")


def test_the_first_line_names_the_pieces() -> None:
    assert header("fancy")[0] == "Attack look-ups for rooks, bishops and queens."
    assert header("fancy", queen=False)[0] == "Attack look-ups for rooks and bishops."


@pytest.mark.parametrize("scheme", ["fancy", "shared", "kindergarten"])
def test_lines_are_plain_and_short(scheme: str) -> None:
    assert all(line.isascii() and len(line) <= 88 for line in header(scheme))


def test_names_with_hyphens_stay_whole() -> None:
    lines = header("densest-bytes")
    assert not any(line.endswith("-") for line in lines)
    assert "densest-bytes magics" in " ".join(" ".join(lines).split())


def test_the_seed_is_named_if_the_table_depends_on_it() -> None:
    assert built_as(parse_choice("fancy"), 7) == "fancy --seed 7"
    named = "white/concatenated/union"
    assert built_as(parse_choice(named), 7) == f"{named} --seed 7"
    assert built_as(parse_choice("fancy-dense"), 7) == "fancy-dense --seed 7"
    for name in ("rays", "pext", "densest"):
        assert built_as(parse_choice(name), 7) == name


def test_a_scheme_is_built_with_its_magics() -> None:
    assert built_as(parse_choice("black/overlapped/direct/densest"), 7) == "densest"
    named = "black/overlapped/union/densest"
    assert built_as(parse_choice(named), 7) == named


def test_a_table_is_from_its_file_whatever_its_seed() -> None:
    assert origin_of(mb.build("fancy", seed=5), Path("some", "where.npz")) == "where.npz"
    assert origin_of(mb.build("fancy", seed=5), Path("some", "densest")) == "./densest"


def test_a_file_named_like_a_source_remains_a_file() -> None:
    choice = parse_choice("white/concatenated/direct/./dense")
    assert choice.name != "fancy-dense"
    assert built_as(choice, 7) == "white/concatenated/direct/./dense"


def test_a_rival_is_from_its_name() -> None:
    assert origin_of(RivalTable(RIVALS["rays"]), None) == "rays"


def test_a_seed_is_believed_only_if_the_table_is_rebuilt_from_it() -> None:
    packed = mb.build("white/overlapped/union", seed=2)
    assert origin_of(packed, None) == "white/overlapped/union --seed 2"
    other = mb.Table(packed.scheme, packed.magics, packed.offsets, seed=3)
    assert origin_of(other, None) == "TABLE.npz"
