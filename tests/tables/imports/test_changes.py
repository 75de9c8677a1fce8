"""scripts/changes.py: numbers of a source, changed one at a time."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import magicbb as mb

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType


@pytest.fixture
def lists(load_script: Callable[[str], ModuleType]) -> Any:
    return load_script("scripts/number_lists.py")


@pytest.fixture
def making(load_script: Callable[[str], ModuleType]) -> Any:
    return load_script("scripts/change_making.py")


def places(lists: Any, text: str, language: str) -> dict[tuple[str, str], int]:
    fields = lists.numbers_of(text, language)
    return {place: sum(each.amount for each in numbers) for place, numbers in fields.items()}


RECORDS = ",\n".join(f"    {{0x{n:016x}ULL, {n}, table + {n * 64}}} /* {n} */" for n in range(64))
ROW = ", ".join(map(str, range(64)))


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("c", f"int bits[64] = {{{ROW}}};", {("bits", ""): 64}),
        ("c", f"int a[2][64] = {{ {{{ROW}}}, {{{ROW}}} }};", {("a", ""): 128}),
        (
            "c",
            f"const SMagic rooks[64] = {{\n{RECORDS}\n}};",
            {("rooks", "1"): 64, ("rooks", "2"): 64, ("rooks", "3"): 64},
        ),
        (
            "rust",
            f"static ROOKS: [M; 64] = [{', '.join(['M { mask: 1, magic: 0x2 }'] * 64)}];",
            {("ROOKS", "mask"): 64, ("ROOKS", "magic"): 64},
        ),
        ("rust", f"fn f() -> [u8; 64] {{ let a = [{ROW}]; a }}", {("a", ""): 64}),
        ("python", f"bits = [{ROW}]  # [1]", {("bits", ""): 64}),
        ("python", f"half = (1 // 2)\nbits = {{'a': {ROW.split(',')}}}", {("bits", ""): 64}),
        ("java", f'class X {{ long[] a = longs("{"0" * 512}"); int b; }}', {("a", "table"): 64}),
        ("c", "void f(void) { g(" + ROW + "); }", {("g", ""): 64}),
        ("c", "int few[8] = {1, 2, 3, 4, 5, 6, 7, 8};", {}),
    ],
)
def test_numbers_are_found_by_list_and_field(
    lists: Any, language: str, text: str, expected: dict[tuple[str, str], int]
) -> None:
    found = places(lists, text, language)
    assert found == expected


@pytest.mark.parametrize(
    ("language", "tables"), [("zig", "init"), ("javascript-pairs", "init"), ("java", "static")]
)
def test_all_records_of_an_export_are_found(lists: Any, language: str, tables: str) -> None:
    source = mb.export("byte-lookup", language, tables=tables, self_test=True)
    found = places(lists, source, language)
    lanes = 2 if "pairs" in language else 1
    table_fields = sum(field == "table" for _, field in found)
    assert len(found) - table_fields == 2 * (2 * lanes + 1)  # mask, magic and list
    assert (table_fields > 0) == (tables == "static")


def test_one_number_is_another_one(making: Any) -> None:
    text = f"const SMagic rooks[64] = {{\n{RECORDS}\n}};"
    lines = text.splitlines()
    columns = set()
    for key in range(200):
        change = making.make_change(text, "c", str(key))
        changed = change.source.splitlines()
        different = [at for at, line in enumerate(lines) if line != changed[at]]
        assert different == [change.line - 1]
        assert change.after in changed[change.line - 1]
        assert int(change.before, 0) != int(change.after, 0)
        columns.add(change.column)
    assert columns == {"1", "2", "3"}


def test_equal_keys_draw_equal_changes(making: Any) -> None:
    text = f"int bits[64] = {{{ROW}}};"
    assert making.make_change(text, "c", "1 a") == making.make_change(text, "c", "1 a")
    assert making.make_change(text, "c", "1 a") != making.make_change(text, "c", "2 a")


def test_numbers_keep_their_style_and_range(making: Any) -> None:
    styles = {
        "0x{:016X}": r"0x[0-9A-F]{16}",
        "0x{:016x}": r"0x[0-9a-f]{16}",
        "{:d}": r"[0-9]+",
    }
    for style, expected in styles.items():
        numbers = [(1 << 56) + n * 0xABCDEF01234567 for n in range(64)]
        text = f"a = {{{', '.join(map(style.format, numbers))}}}"
        for key in range(60):
            after = making.make_change(text, "c", str(key)).after
            assert re.fullmatch(expected, after)
            assert int(after, 0) < 2**64


def test_a_source_without_lists_is_refused(making: Any) -> None:
    with pytest.raises(ValueError, match="no list of numbers"):
        making.make_change("int x = 1;", "c", "1")


def test_sources_are_all_schemes_languages_and_forms(
    load_script: Callable[[str], ModuleType],
) -> None:
    from magicbb.exports.languages import language_names
    from magicbb.recipes.catalogue import CATALOGUE

    sources = load_script("scripts/change_sources.py").sources_of(1)
    exported = [source for source in sources if source.tables != "written"]
    assert {source.scheme for source in exported} == {*CATALOGUE}
    assert {source.language for source in exported} == {*language_names()}
    assert {source.tables for source in exported} == {"init", "static", "const"}
    assert {source.records for source in exported} == {"", "aos", "soa"}
    assert len({*map(str, sources)}) == len(sources)


SOME = [
    ("kannan.c", "c", "written"),
    ("wiki-postmask.c", "c", "written"),
    ("shared-offsets.rs", "rust", "written"),
    ("decimal.go", "go", "written"),
    ("densest-shared", "c", "init"),
    ("fancy", "java", "init"),
]


@pytest.mark.parametrize("named", SOME, ids="/".join)
def test_no_change_is_missed(
    named: tuple[str, str, str], load_script: Callable[[str], ModuleType], tmp_path: Path
) -> None:
    sources = load_script("scripts/change_sources.py")
    trying: Any = load_script("scripts/changes.py")
    mapping = "" if named[2] == "written" else "a8=0"
    source = sources.Source(*named, mapping)
    rows = trying.try_source((source, [1, 2, 3], 3, tmp_path))
    assert len(rows) == 3, rows  # not refused as it is
    assert "missed" not in {row["outcome"] for row in rows}, rows


@pytest.mark.slow
def test_no_change_of_many_is_missed(tmp_path: Path) -> None:
    script = Path(__file__).parents[3] / "scripts" / "changes.py"
    command = [sys.executable, str(script), "--count", "60", "--seed", "2", "--work", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    assert re.search(r"\n6\d changes in .* 0 missed", done.stdout)


def test_a_missed_change_is_told_and_kept(
    load_script: Callable[[str], ModuleType],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    changes: Any = load_script("scripts/changes.py")
    changing: Any = load_script("scripts/change_sources.py")
    tried = sys.modules[changes.try_change.__module__]
    said = sys.modules[changes.verify.__module__].Said(0, "all right")
    monkeypatch.setattr(tried, "verify", lambda *_: said)
    monkeypatch.setattr(changes, "verify", lambda *_: said)
    monkeypatch.setattr(tried, "run_program", lambda *_: "wrong: rook on 1")
    monkeypatch.setattr(tried, "missing_tools", lambda _: [])
    rows = changes.try_source((changing.Source("kannan.c", "c", "written"), [1], 3, tmp_path))
    assert [row["outcome"] for row in rows] == ["missed"]
    assert Path(rows[0]["kept"]).read_text(encoding="utf-8") != changing.WRITTEN.joinpath(
        "kannan.c"
    ).read_text(encoding="utf-8")
    assert not changes.report(rows)
    assert "wrong: rook on 1" in capsys.readouterr().out
