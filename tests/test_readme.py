"""The README's figures are those of the benchmark; its blocks are run as all documents' are."""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


class TestFigures:
    """The table that `make bench` writes."""

    @pytest.fixture
    def lines(self) -> list[str]:
        """The lines between the two marks."""
        figures = benchmark()
        inside = README.split(figures.START)[1].split(figures.END)[0]
        return str(inside).strip().splitlines()

    def test_the_columns_are_those_of_the_benchmark(self, lines: list[str]) -> None:
        assert lines[:2] == benchmark().as_table([]).splitlines()

    def test_every_row_is_a_time_and_a_ratio(self, lines: list[str]) -> None:
        row = re.compile(r"\| [^|]+ \| [\d.]+ (s|ms|µs|ns) \| [^|]+ \| [\d.]+ × \|")
        table = lines[2 : lines.index("")]
        assert table
        assert [line for line in table if not row.fullmatch(line)] == []

    def test_the_machine_is_named(self, lines: list[str]) -> None:
        assert lines[-1].startswith("Measured by `make bench`: CPython ")


def benchmark() -> Any:
    """The module of the benchmark, which is a script of the project and not of the package."""
    sys.path.insert(0, str(ROOT / "benchmarks"))
    try:
        return importlib.import_module("figures")
    finally:
        del sys.path[0]
