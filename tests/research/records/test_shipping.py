"""Shipping proofs: their certificates, and the page of records."""

from __future__ import annotations

import gzip
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from magicbb.research.records.exchange import export_records

if TYPE_CHECKING:
    import pytest

ROOT = Path(__file__).parents[3]
PROOFS = ROOT / "src" / "magicbb" / "data" / "proofs"

ESTIMATES = "estimates.csv"

Load = Callable[[str], ModuleType]


def content(path: Path) -> bytes:
    """What a file holds, unzipped, as zlibs differ."""
    return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()


def test_the_page_in_the_docs_is_what_the_script_writes(load_script: Load) -> None:
    text, picture = load_script("scripts/records_page.py").page()
    for name, made in (("records.md", text), ("records.svg", picture)):
        assert (ROOT / "docs" / name).read_text("utf-8") == made, "make figures"


def test_proofs_that_ship_are_written_as_they_are(
    load_script: Load,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    ship, page = (load_script(f"scripts/{name}.py") for name in ("ship_proofs", "records_page"))
    monkeypatch.setattr(ship, "TARGET", tmp_path)
    (tmp_path / "proofs.csv").write_bytes((PROOFS / "proofs.csv").read_bytes())
    export_records(page.shown().proofs(), tmp_path / "exported")
    run: list[str] = []
    monkeypatch.setattr(subprocess, "run", lambda command, **_: run.append(Path(command[1]).name))
    ship.main([str(tmp_path / "exported")])
    written = {path.name: content(path) for path in tmp_path.glob("*.*")}
    kept = {path.name: content(path) for path in PROOFS.glob("*.*")}
    assert written == {name: kept[name] for name in kept if name != ESTIMATES}
    assert run == ["records_page.py", "guide_figures.py"]
    assert "Left to do by hand" in capsys.readouterr().out
