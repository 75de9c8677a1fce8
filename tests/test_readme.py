"""The figures that `make bench` writes, of which the README has a few, and how long that is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

ROOT = Path(__file__).parents[1]
README, PAGE = (ROOT / name for name in ("README.md", "docs/speed.md"))

each_document = pytest.mark.parametrize("document", [README, PAGE], ids=["README", "page"])


@pytest.fixture
def figures(load_script: Callable[[str], ModuleType]) -> Any:
    """The module of the benchmark, which is a script of the project and not of the package."""
    return load_script("benchmarks/figures.py")


@pytest.fixture
def lines(figures: Any) -> Callable[[Path], list[str]]:
    """A function document -> the lines between its two marks."""

    def lines_of(document: Path) -> list[str]:
        inside = document.read_text("utf-8").split(figures.START)[1].split(figures.END)[0]
        return str(inside).strip().splitlines()

    return lines_of


@each_document
def test_the_columns_are_those_of_the_benchmark(document: Path, figures: Any, lines: Any) -> None:
    assert lines(document)[:2] == figures.as_table([]).splitlines()


@each_document
def test_every_row_is_a_time_and_a_ratio(document: Path, lines: Any) -> None:
    row = re.compile(r"\| [^|]+ \| [\d.]+ (s|ms|µs|ns) \| [^|]+ \| [\d.]+ × \| [\d.]+ to [\d.]+ \|")
    table = lines(document)[2 : lines(document).index("")]
    assert table
    assert [line for line in table if not row.fullmatch(line)] == []


@each_document
def test_the_machine_is_named(document: Path, lines: Any) -> None:
    assert lines(document)[-2].startswith("Measured by `make bench`: CPython ")


def test_the_readme_has_the_chosen_rows_of_the_page(figures: Any, lines: Any) -> None:
    rows = {tuple(line.split(" | ")[:3:2]): line for line in lines(PAGE)[2:-3]}
    chosen = [rows[f"| {what}", against] for what, against in figures.CHOSEN]
    assert lines(README)[2:-3] == chosen


def test_what_is_written_is_what_was_measured(figures: Any, tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text(f"before {figures.START} old {figures.END} after")
    figure = figures.Figure("a search", 0.002, "another", 0.5, (0.4, 0.6))
    figures.write(path, [figure])
    text = path.read_text("utf-8")
    assert figures.as_table([figure]) in text
    assert text.startswith("before ")
    assert text.endswith(" after")
    assert "old" not in text


def test_the_readme_is_short() -> None:
    assert len(README.read_text("utf-8").splitlines()) <= 150
