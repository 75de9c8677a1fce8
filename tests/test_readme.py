"""The README's figures are those of the benchmark; its blocks are run as all documents' are."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


class TestFigures:
    """The table that `make bench` writes."""

    @pytest.fixture
    def figures(self, load_script: Callable[[str], ModuleType]) -> Any:
        """The module of the benchmark, which is a script of the project and not of the package."""
        return load_script("benchmarks/figures.py")

    @pytest.fixture
    def lines(self, figures: Any) -> list[str]:
        """The lines between the two marks."""
        inside = README.split(figures.START)[1].split(figures.END)[0]
        return str(inside).strip().splitlines()

    def test_the_columns_are_those_of_the_benchmark(self, figures: Any, lines: list[str]) -> None:
        assert lines[:2] == figures.as_table([]).splitlines()

    def test_every_row_is_a_time_and_a_ratio(self, lines: list[str]) -> None:
        row = re.compile(r"\| [^|]+ \| [\d.]+ (s|ms|µs|ns) \| [^|]+ \| [\d.]+ × \|")
        table = lines[2 : lines.index("")]
        assert table
        assert [line for line in table if not row.fullmatch(line)] == []

    def test_the_machine_is_named(self, lines: list[str]) -> None:
        assert lines[-1].startswith("Measured by `make bench`: CPython ")
