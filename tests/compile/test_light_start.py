"""What needs no compiled code loads no compiler; what is kept on disk needs no Numba."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from magicbb.compile.store import ENVIRONMENT_VARIABLE

if TYPE_CHECKING:
    from pathlib import Path

REPORT = """
import sys
print(*sorted({"numba", "llvmlite", "numpy"} & set(sys.modules)), file=sys.stderr)
"""

MAIN = """
import runpy
import sys
sys.argv = ["magicbb", *{arguments!r}]
try:
    runpy.run_module("magicbb", run_name="__main__", alter_sys=True)
except SystemExit as end:
    assert not end.code
"""


def loaded(source: str) -> set[str]:
    """Which of the heavy packages a process has loaded after it ran a source."""
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", source + REPORT], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return set(done.stderr.split())


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ENVIRONMENT_VARIABLE, str(tmp_path / "cache"))


@pytest.mark.parametrize(
    "source",
    [
        "import magicbb",
        "import magicbb; dir(magicbb)",
        "import magicbb; magicbb.ROOK.attacks(0, 0)",
        "import magicbb; magicbb.geometry.parse_square('e4')",
        "import magicbb.cli",
        MAIN.format(arguments=["--help"]),
        MAIN.format(arguments=["build", "--help"]),
    ],
    ids=["import", "dir", "oracle", "squares", "cli", "--help", "build --help"],
)
def test_loads_nothing_heavy(source: str) -> None:
    assert loaded(source) == set()


@pytest.mark.slow
@pytest.mark.parametrize(
    "source",
    [
        "import magicbb; magicbb.rook_attacks('d4', 0)",
        "import magicbb; magicbb.queen_attacks([0, 1, 2], 0)",
        "import magicbb; magicbb.find('rook', 'a1')",
    ],
    ids=["one", "many", "find"],
)
def test_a_second_process_needs_no_numba(source: str) -> None:
    assert "numba" in loaded(source)
    assert loaded(source) == {"llvmlite", "numpy"}
