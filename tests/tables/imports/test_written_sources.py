"""tests/data/sources: programs in the style of others, each with a test of its own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import magicbb as mb

from .conftest import import_magics

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

SOURCES = Path(__file__).parents[2] / "data" / "sources"
NAMES = sorted(path.name for path in SOURCES.iterdir() if path.suffix != ".md")

READ = {
    "SignedDecimal.java": ("white/concatenated/direct", 107_648, 6),
    "annuss-black.c": ("black-fixed/overlapped/direct", 252_920, 6),
    "annuss-fixed.c": ("white-fixed/overlapped/direct", 87_144, 6),
    "both-in-one.cpp": ("white/concatenated/direct", 107_648, 8),
    "by_name.py": ("white/concatenated/direct", 107_648, 8),
    "capitals.cs": ("white/concatenated/direct", 107_648, 6),
    "decimal.go": ("white/concatenated/direct", 107_648, 4),
    "entries.rs": ("white/concatenated/direct", 107_648, 8),
    "everything-twice.c": ("white/concatenated/direct", 107_648, 12),
    "everling-black.c": ("black/overlapped/direct", 74_490, 8),
    "group.c": ("black-group/joint/direct", 270_336, 4),
    "grouped.zig": ("white/concatenated/direct", 107_648, 8),
    "houdart.c": ("white-fixed/strided/bytes", 294_912, 6),
    "kannan.c": ("white/concatenated/direct", 107_648, 8),
    "kotlov.c": ("white-offset-in-magic/joint/direct", 276_695, 4),
    "objects.mjs": ("white/concatenated/direct", 107_648, 8),
    "osborne-32.c": ("white-32/concatenated/direct", 107_648, 8),
    "osborne-shift.c": ("white-shift-in-magic/shared/union", 67_328, 8),
    "romstad.c": ("white/concatenated/direct", 107_648, 4),
    "shared-offsets.rs": ("white-fixed/overlapped/direct", 87_144, 6),
    "starts.go": ("white/concatenated/direct", 107_648, 4),
    "stockfish-like.cpp": ("white/concatenated/direct", 107_648, 2),
    "strings.ts": ("white/concatenated/direct", 107_648, 4),
    "tutorial.c": ("white/concatenated/direct", 107_648, 4),
    "wiki-fancy.c": ("white/concatenated/direct", 107_648, 8),
    "wiki-postmask.c": ("white/shared/union", 67_328, 10),
}
"""The scheme of each, its entries, and how many arrays play a part."""

ORDERS = {"both-in-one.cpp": "a8=0", "by_name.py": "a1=0,a2=1"}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if at % 3 else [])
        for at, name in enumerate(NAMES)
    ],
)
def test_it_is_read_as_its_scheme(name: str) -> None:
    found = import_magics(SOURCES / name)
    table = found.table
    assert ("/".join(table.scheme.names), table.entries, len(found.arrays)) == READ[name]
    assert found.unchecked == ()
    assert found.mapping.name == ORDERS.get(name, "a1=0")


@pytest.mark.slow
@pytest.mark.parametrize("piece", ["rook", "bishop"])
@pytest.mark.parametrize("name", ["houdart.c", "kannan.c", "kotlov.c", "group.c", "wiki-fancy.c"])
def test_one_slider_alone_is_read(name: str, piece: str) -> None:
    verified = mb.verify(SOURCES / name, piece=piece)
    assert verified.report.keys in (102_400, 5_248)
    assert verified.report.used <= verified.report.entries < 2**19
    found = verified.findings
    assert found is not None
    maybe = "the low 16 bits of the magics may be offsets; both sliders are needed to tell"
    assert (found.notes == (maybe,)) == (name == "kotlov.c")


@pytest.fixture
def trying(load_script: Callable[[str], ModuleType]) -> Any:
    return load_script("scripts/change_trying.py")


@pytest.fixture
def languages(load_script: Callable[[str], ModuleType]) -> dict[str, str]:
    suffixes: dict[str, str] = load_script("scripts/change_sources.py").SUFFIXES
    return suffixes


def test_the_readme_lists_them() -> None:
    rows = (SOURCES / "README.md").read_text(encoding="utf-8").splitlines()
    assert sorted(row.split("`")[1] for row in rows if row.startswith("| `")) == NAMES


def test_they_are_in_all_languages(languages: dict[str, str]) -> None:
    assert {Path(name).suffix for name in NAMES} == {*languages}


@pytest.mark.parametrize(
    "name", ["kannan.c", *(pytest.param(n, marks=pytest.mark.slow) for n in NAMES)]
)
def test_a_program_finds_all_keys_right(
    name: str, trying: Any, languages: dict[str, str], demand: Callable[[str], None]
) -> None:
    language = languages[Path(name).suffix]
    for tool in trying.missing_tools(language):
        demand(tool)
    assert trying.run_program((SOURCES / name).read_text(encoding="utf-8"), language) is None


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("kannan.c", "magicmovesrdb+4096", "magicmovesrdb+4095"),
        ("wiki-postmask.c", ", 52},", ", 53},"),
    ],
)
def test_a_program_with_a_wrong_number_does_not(
    name: str, before: str, after: str, trying: Any, demand: Callable[[str], None]
) -> None:
    demand("gcc")
    text = (SOURCES / name).read_text(encoding="utf-8")
    assert trying.run_program(text.replace(before, after, 1), "c") is not None
