"""What is listed for `make mutants`: modules, tests and lines that are there, and reasons."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PACKAGE = ROOT / "src" / "magicbb"


def read(name: str) -> dict[str, Any]:
    tomllib = pytest.importorskip("tomllib")  # from Python 3.11 on
    content: dict[str, Any] = tomllib.loads((HERE / name).read_text(encoding="utf-8"))
    return content


def test_modules_and_tests_are_there() -> None:
    for row in read("modules.toml")["modules"]:
        for pattern in row["paths"]:
            assert [*PACKAGE.glob(pattern)], pattern
        for test in row["tests"]:
            if test.startswith("tests/"):
                assert (ROOT / test.partition("::")[0]).exists(), test


def test_equivalent_mutants_are_of_lines_that_are_there_and_have_reasons() -> None:
    for row in read("equivalent.toml")["equivalent"]:
        lines = (PACKAGE / row["module"]).read_text(encoding="utf-8").splitlines()
        assert row["before"] in " ".join(line.strip() for line in lines), row["before"]
        assert row["reason"].endswith("."), row["after"]
        assert row["before"] not in row["after"]
