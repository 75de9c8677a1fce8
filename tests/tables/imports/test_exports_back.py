"""What `export` writes is read back as that scheme, from its arrays, and each change is seen."""

from __future__ import annotations

import pytest

import magicbb as mb
from magicbb.exports.languages import TABLES, language_names, parse_language
from magicbb.exports.options import parse_options
from magicbb.exports.records import RECORDS
from magicbb.recipes.choice import parse_choice

from .conftest import import_magics

SCHEMES = [
    *("plain", "fancy", "fancy-dense", "byte-lookup", "perfect-16", "magic-32", "shared"),
    *("shift-in-magic", "offset-in-magic", "magic-group", "densest-fixed", "densest"),
    *("densest-shared", "densest-bytes", "pext"),
]
FULL = {"densest-bytes"}
"""No program computes its table, which has entries of several squares in one byte."""

CHOSEN = {
    ("densest-shared", "c"), ("shift-in-magic", "rust"), ("offset-in-magic", "go"),
    ("byte-lookup", "zig"), ("magic-32", "javascript-pairs"), ("magic-group", "python"),
    ("perfect-16", "java"), ("pext", "c"), ("densest", "typescript-pairs"), ("shared", "csharp"),
}  # fmt: skip
"""These come with the quick tests, where the program fills the table; all others are slow."""

STRINGS = ("plain", "java", "static")
"""Java has the most strings of digits."""


def ways(scheme: str, language: str) -> list[str]:
    """Where a program in a language can have the entries of a scheme from."""
    can = parse_language(language).settings["tables"]
    return [
        form for form in TABLES if can[form] is True and (form == "static" or scheme not in FULL)
    ]


CASES = [
    pytest.param(scheme, language, form, id=f"{scheme}-{language}-{form}", marks=marks)
    for scheme in SCHEMES
    for language in language_names()
    for form in ways(scheme, language)
    for case in ((scheme, language, form),)
    for quick in ((case[:2] in CHOSEN and form == "init") or case == STRINGS,)
    for marks in ([] if quick else [pytest.mark.slow],)
]


@pytest.mark.parametrize(("scheme", "language", "form"), CASES)
def test_an_export_is_read_back_as_its_scheme(scheme: str, language: str, form: str) -> None:
    table = mb.build(scheme, 1)
    text = mb.export(table, language, tables=form)
    assert isinstance(table, mb.Table)
    imported = import_magics(text)
    assert imported.table.scheme == table.scheme
    assert imported.table.magics == table.magics
    assert (imported.table.parameters == table.parameters).all()
    assert imported.unchecked == ()
    if form == "static":
        assert {"rook slots", "bishop slots"} <= {*imported.arrays}


def records_of(scheme: str) -> list[tuple[str, str]]:
    """Return the languages that have a choice, each with the way that is not the default."""
    choice = parse_choice(scheme)
    return [
        (language, other)
        for language in language_names()
        for usual in (parse_options(language).records_for(choice),)
        if usual is not None
        for other in {*RECORDS} - {usual}
    ]


QUICK_RECORDS = {("fancy", "c"), ("shared", "rust"), ("densest-fixed", "cpp")}
OTHER_RECORDS = [
    pytest.param(
        scheme,
        *other,
        marks=[]
        if (scheme, other[0]) in {("fancy", "c"), ("shared", "rust")}
        else pytest.mark.slow,
    )
    for scheme in SCHEMES
    if scheme not in FULL
    for other in records_of(scheme)
]


def test_records_are_written_in_either_way_in_three_languages() -> None:
    ways = {case.values[1:] for case in OTHER_RECORDS}
    assert ways == {(language, way) for language in ("c", "cpp", "rust") for way in RECORDS}


@pytest.mark.parametrize(("scheme", "language", "records"), OTHER_RECORDS)
def test_an_export_with_other_records_is_read_back(
    scheme: str, language: str, records: str
) -> None:
    table = mb.build(scheme, 1)
    assert isinstance(table, mb.Table)
    imported = import_magics(mb.export(table, language, tables="init", records=records))
    assert imported.table == table
    assert imported.unchecked == ()


@pytest.mark.parametrize("records", RECORDS)
def test_a_changed_number_of_either_kind_of_records_is_named(records: str) -> None:
    table = mb.build("fancy", 1)
    assert isinstance(table, mb.Table)
    text = mb.export(table, "c", tables="init", records=records)
    for column in ("mask", "magic"):
        number = int(table.parameters[27, table.scheme.words.index(column)])
        before, after = f"{number:#018x}ULL", f"{number ^ 1 << 40:#018x}ULL"
        assert before in text
        line = text[: text.index(before)].count("\n") + 1
        with pytest.raises(ValueError, match=rf"rook d4.*line {line}\)"):
            import_magics(text.replace(before, after, 1))


@pytest.mark.parametrize("language", ["java", "javascript"])
def test_a_changed_slot_is_named(language: str) -> None:
    table = mb.build("densest-bytes", 1)
    text = mb.export(table, language, tables="static")
    slots, between = table.slots[:8].tolist(), "" if language == "java" else " "
    number = next(place for place, slot in enumerate(slots) if slot)
    wrong = slots.copy()
    wrong[number] ^= 1
    before, after = (between.join(f"{slot:02x}" for slot in each) for each in (slots, wrong))
    assert before in text
    changed = text.replace(before, after, 1)
    line = changed[: changed.index(after)].count("\n") + 1
    named = rf"number {number + 1} of table \(line {line}\) is {wrong[number]:#x}"
    with pytest.raises(ValueError, match=named):
        import_magics(changed)


def test_a_bit_beyond_the_lines_of_a_slot_is_seen() -> None:
    table = mb.build("fancy", 1)
    before = mb.export(table, "java", tables="static")
    (slot, *_) = (f"{each:016x}" for each in table.slots.tolist())
    changed = before.replace(slot, f"{int(slot, 16) | 1 << 63:016x}", 1)
    with pytest.raises(ValueError, match="which gives wrong attacks"):
        import_magics(changed)


def test_a_table_that_is_too_short_is_seen() -> None:
    text = mb.export("densest-shared", "c", tables="init")
    entries = mb.build("densest-shared").entries
    assert f"[{entries}]" in text
    words = f"reaches slot {entries - 1:,}, but the table has only {entries - 1:,} slots"
    with pytest.raises(ValueError, match=words):
        import_magics(text.replace(f"[{entries}]", f"[{entries - 1}]"))
