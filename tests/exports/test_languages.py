"""Languages: what their templates say of them, and which names they allow."""

from __future__ import annotations

import re

import pytest

import magicbb as mb
from magicbb.exports.languages import (
    CASES,
    TABLES,
    WORDS,
    hexadecimal,
    language_names,
    parse_language,
)
from magicbb.exports.source import export
from magicbb.recipes.expressions import TYPES

EACH_LANGUAGE = pytest.mark.parametrize("language", language_names())
OPERATIONS = {"field", "table", "attack_set", "and", "or", "xor", "not", "add", "sub", "shl", "shr"}


@EACH_LANGUAGE
def test_a_template_says_everything(language: str) -> None:
    settings = parse_language(language).settings
    assert settings["title"]
    assert [*settings["tables"]] == [*TABLES]
    assert {*settings["names"]} <= {"prefix", "namespace", "package", "class"}
    assert {settings["case"], settings.get("field_case", "snake")} <= {*CASES}
    assert settings["keywords"].split()
    assert parse_language(language).words in WORDS
    types = settings.get("types", {})
    assert {*types} <= {*TYPES}
    for cast in settings.get("casts", {}):
        assert {*cast.split()} <= {*types.values()}


@EACH_LANGUAGE
def test_a_template_says_how_operations_are_written(language: str) -> None:
    pairs = {f"{memory}_{lane}" for memory in ("table", "attack_set") for lane in ("low", "high")}
    parsed = parse_language(language)
    needed = OPERATIONS - {"attack_set"} | pairs if parsed.words == "pairs" else OPERATIONS
    assert needed - {*parsed.settings["operations"]} == set()


@EACH_LANGUAGE
@pytest.mark.parametrize("tables", ["init", "static"])
def test_a_look_up_is_called_as_the_source_defines_it(language: str, tables: str) -> None:
    scheme = {"init": "fancy", "static": "hyperbola"}[tables]
    source = export(scheme, language)
    assert f"--tables {tables}" in source
    for slider in ("rook", "bishop"):
        call = parse_language(language).call(slider, tables)
        assert not {*"{}\n"} & {*call}
        found = re.search(r"([\w.:]*?)(\w+)\(([\w, ]*)\);?(?: // sliders = init\(\))?$", call)
        assert found
        home, function, given = found.groups()
        defined = re.search(rf"(?<!\w){function}\(([^()]*)\)(?! *[;|])", source)
        assert defined
        taken = [each for each in defined[1].split(",") if "self" not in each and "_:" not in each]
        assert len(taken) == len(given.split(","))
        is_method = any(word in defined[1] for word in ("self", "_: Sliders"))
        assert is_method == home.startswith("sliders")
        if home and not is_method:
            assert re.search(rf"(?:namespace|package|class) {home.strip('.:')}\b", source)


def test_a_look_up_that_is_called_so_has_the_attacks() -> None:
    for scheme, tables in [("fancy", "init"), ("hyperbola", "static")]:
        names = {"square": 27, "occupied": 0x004008124A042810}
        exec(export(scheme, "python"), names)  # noqa: S102 (what is exported)
        exec(parse_language("python").call("rook", tables), names)  # noqa: S102
        assert names["targets"] == mb.rook_attacks("d4", 0x004008124A042810)


@EACH_LANGUAGE
def test_the_names_by_default_are_allowed(language: str) -> None:
    parsed = parse_language(language)
    given = {kind: name for kind, name in parsed.names({}, program=False).items() if name}
    assert parsed.names(given, program=False) == parsed.names({}, program=False)


@EACH_LANGUAGE
def test_other_names_are_one_languages_only(language: str) -> None:
    for alias in parse_language(language).settings.get("aliases", "").split():
        assert alias not in language_names()
        assert parse_language(alias.upper()).name == language


def test_names_of_a_program_are_fixed() -> None:
    assert parse_language("go").names({}, program=True)["package"] == "main"
    assert parse_language("go").names({"package": "x"}, program=False)["package"] == "x"


def test_names_are_put_into_operations() -> None:
    writer = parse_language("c").writer({"prefix": "my_"}, "rook")
    assert writer.operations["table"] == "my_table[{0}]"


@pytest.mark.parametrize(
    ("value", "digits", "text"), [(255, 4, "0x00ff"), (0, 2, "0x00"), (2**63, 16, f"0x8{15 * '0'}")]
)
def test_hexadecimal_numbers_have_all_digits(value: int, digits: int, text: str) -> None:
    assert hexadecimal(value, digits) == text


@pytest.mark.parametrize(
    ("language", "kind", "value", "text"),
    [
        ("rust", "amount", 52, "52"),
        ("rust", "word", 52, "0x0000000000000034"),
        ("rust", "addend", 2**40, "0x0000010000000000"),
        ("rust", "addend", 2**31, "2147483648"),
        ("java", "word", 52, "0x0000000000000034L"),
        ("java", "offset", 52, "52"),
        ("javascript", "offset", 52, "52n"),
        ("javascript-pairs", "word", 52, "0x00000034"),
        ("python", "word", 0xABC, "0x0000000000000ABC"),
    ],
)
def test_amounts_are_decimal_unless_they_are_long(
    language: str, kind: str, value: int, text: str
) -> None:
    assert parse_language(language).kept(value, kind) == text


def test_what_stands_for_a_word_depends_on_facts() -> None:
    language = parse_language("cpp")
    for facts, text in [
        ({"init", "attacks"}, "detail::table.slots[{0}]"),
        ({"static", "attacks"}, "detail::slots[{0}]"),
        ({"static", "slot"}, "slots[{0}]"),
    ]:
        assert language.writer({}, facts=facts).operations["table"] == text
    assert language.writer({}, "rook", {"slot"}).operations["slot"] == "rook_slot({0}, {1})"


def test_names_have_parts() -> None:
    parts = parse_language("cpp").parts({"namespace": "chess::magics"})
    assert parts == {"namespace": ["chess", "magics"]}
    assert parse_language("c").parts({"prefix": "sliding_"}) == {"prefix": ["sliding_"]}
