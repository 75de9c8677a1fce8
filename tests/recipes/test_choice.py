"""What there is to build, from its names: of the catalogue, of the parts, and of earlier days."""

from __future__ import annotations

from typing import Any

import pytest

import magicbb as mb
from magicbb.recipes.catalogue import CATALOGUE
from magicbb.recipes.choice import Choice, parse_choice
from magicbb.recipes.rivals import RIVALS
from magicbb.recipes.rivals.rays import Rays
from magicbb.recipes.scheme import FORMER_HASHES, Scheme
from magicbb.recipes.sources import SOURCES

every_row = pytest.mark.parametrize("name", CATALOGUE)


# ---- Names ----


@every_row
def test_a_row_of_the_catalogue_is_known_by_its_name(name: str) -> None:
    choice, entry = parse_choice(name), CATALOGUE[name]
    assert (choice.scheme, choice.entry, choice.name) == (entry.scheme, entry, name)
    assert (choice.source and choice.source.name) == entry.source


@every_row
def test_a_row_is_known_by_its_parts_too(name: str) -> None:
    choice = parse_choice(name)
    if isinstance(choice.scheme, Scheme) and choice.source is not None:
        assert parse_choice("/".join((*choice.scheme.names, choice.source.name))) == choice


def test_a_scheme_of_ones_own_is_taken_as_it_is() -> None:
    scheme = Scheme("black", "strided")
    choice = parse_choice(scheme)
    assert choice.scheme is scheme
    assert choice == Choice(scheme) == parse_choice(choice)


@pytest.mark.parametrize("name", RIVALS)
def test_a_rival_is_taken_as_it_is(name: str) -> None:
    assert parse_choice(RIVALS[name]).scheme is RIVALS[name]
    assert parse_choice(RIVALS[name]).name == name


@pytest.mark.parametrize(
    "name",
    ["black/overlapped/direct", "white/strided/bytes", "black/overlapped/union/densest-shared"],
)
def test_parts_of_ones_own_are_named_as_they_are_asked_for(name: str) -> None:
    choice = parse_choice(name)
    assert parse_choice(choice.name) == choice
    assert choice.name == ("densest-shared" if name.endswith("densest-shared") else name)


def test_the_usual_source_is_not_named() -> None:
    assert parse_choice("black/overlapped/direct/annealed").name == "black/overlapped/direct"
    assert parse_choice("white/concatenated/direct/constructed").name == "fancy"
    assert parse_choice("black/overlapped/direct/constructed").name.endswith("/constructed")


def test_the_source_is_told_where_it_does_not_go_without_saying() -> None:
    description = "white hash, concatenated layout, direct storage"
    assert parse_choice("fancy").description == description
    assert parse_choice("fancy-dense").description == f"{description}, dense magics"
    assert parse_choice("rays").description == RIVALS["rays"].description


@pytest.mark.parametrize("name", ["fancy", "densest", "white/concatenated/direct"])
def test_a_source_may_be_named_beside_the_scheme(name: str) -> None:
    choice = parse_choice(name, "constructed")
    assert choice.source is SOURCES["constructed"]
    assert choice.scheme == parse_choice(name).scheme


# ---- Names of earlier days ----


@pytest.mark.parametrize("former", FORMER_HASHES)
def test_a_hash_that_was_data_is_a_hash_with_a_source(former: str) -> None:
    hashing, source = FORMER_HASHES[former]
    choice = parse_choice(f"{former}/concatenated/direct")
    assert choice == parse_choice(f"{hashing}/concatenated/direct/{source}")


@pytest.mark.parametrize(
    ("former", "name"),
    [
        ("white-dense/concatenated/direct", "fancy-dense"),
        ("white-densest-fixed/overlapped/direct", "densest-fixed"),
        ("black-densest/overlapped/direct", "densest"),
        ("black-densest-shared/overlapped/union", "densest-shared"),
        (
            "black-densest-bytes/overlapped/bytes-union",
            "black/overlapped/bytes-union/densest-bytes",
        ),
    ],
)
def test_what_the_catalogue_had_then_has_its_name_of_today(former: str, name: str) -> None:
    assert parse_choice(former).name == name


# ---- What is refused ----


@pytest.mark.parametrize(
    "name", ["fanciest", "", "Fancy", "white/concatenated", "/", "fancy ", "x" * 999]
)
def test_an_unknown_name_is_refused(name: str) -> None:
    known = ", ".join(CATALOGUE)
    form = r"HASH/LAYOUT/STORAGE\[/SOURCE\]"
    sentence = rf"^scheme must be one of {known}, or {form}, got '.{{,60}}$"
    with pytest.raises(ValueError, match=sentence):
        mb.build(name)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("grey/strided/direct", "hash must be one of white, .*, got 'grey'"),
        ("white//direct", "layout must be one of concatenated, .*, got ''"),
        ("white/strided/tape", "storage must be one of direct, .*, got 'tape'"),
        ("white/strided/direct/", "source must be one of constructed, .*, got ''"),
        ("white/strided/direct/sky", "source must be one of constructed, .*, got 'sky'"),
        ("white/strided/direct/denser", "source must be one .*; did you mean dense?"),
        ("white/joint/direct", "white/joint/direct cannot work: "),
        ("pext/strided/direct/dense", "pext/strided/direct/dense cannot work: the pext hash takes"),
        (
            "white-32/overlapped/direct/annealed",
            ".* cannot work: magics of the white-32 hash cannot be annealed; use constructed$",
        ),
    ],
)
def test_wrong_parts_are_named(name: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}"):
        mb.build(name)


def test_a_rival_takes_no_magics() -> None:
    with pytest.raises(ValueError, match=r"^rays/dense cannot work: rays takes no magics$"):
        mb.build("rays", source="dense")


def test_a_source_is_named() -> None:
    with pytest.raises(TypeError, match=r"^source must be one of constructed, .*, got 1$"):
        mb.build("fancy", source=1)  # type: ignore[call-overload]


@pytest.mark.parametrize("scheme", [None, 1, "fancy", mb.ROOK, Rays])
def test_a_choice_is_made_of_a_scheme(scheme: Any) -> None:
    with pytest.raises(TypeError, match=r"^scheme must be one of plain, fancy.*, got "):
        Choice(scheme)


@pytest.mark.parametrize("scheme", [None, 1, ["fancy"], mb.ROOK, Rays])
def test_what_is_no_scheme_is_refused(scheme: Any) -> None:
    with pytest.raises(TypeError, match=r"^scheme must be one of plain, fancy.*, got "):
        mb.build(scheme)
