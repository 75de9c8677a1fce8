"""Progress without a terminal: a line at the start and one at the end of what takes long."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

import pytest

from magicbb.cli import console

if TYPE_CHECKING:
    from .conftest import Call


@pytest.fixture(autouse=True)
def _shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show progress, and at once."""
    monkeypatch.setenv("MAGICBB_PROGRESS", "on")
    monkeypatch.setattr(console, "_SILENT", 0.0)


def test_it_says_when_work_begins_and_how_long_it_took(capsys: pytest.CaptureFixture[str]) -> None:
    with console.progress("packing", 1200, "rounds"):
        time.sleep(0.2)
    begin, end = capsys.readouterr().err.splitlines()
    assert begin == "packing: 1,200 rounds ..."
    assert re.fullmatch(r"packing: 1,200 rounds: \d+\.\d s", end)


def test_waiting_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    with console.waiting("comparing"):
        time.sleep(0.2)
    assert capsys.readouterr().err.startswith("comparing ...\ncomparing: 0.")


def test_what_fails_has_no_end(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="no"), console.waiting("comparing"):
        _fail()
    assert capsys.readouterr().err == "comparing ...\n"


def _fail() -> None:
    time.sleep(0.2)
    raise ValueError("no")


@pytest.mark.parametrize(("silent", "setting"), [(60.0, "on"), (0.0, "off")])
def test_otherwise_it_is_silent(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    silent: float,
    setting: str,
) -> None:
    monkeypatch.setattr(console, "_SILENT", silent)
    monkeypatch.setenv("MAGICBB_PROGRESS", setting)
    with console.progress("packing", None, "rounds") as update:
        update(3)
        time.sleep(0.1)
    assert capsys.readouterr().err == ""


def test_campaigns_say_it_too(call: Call) -> None:
    stderr = call("prove", "bishop", "e1", "--bits", "4", "--record").stderr
    assert "magicbb prove bishop e1 --bits 4 --kind white --seed 1 ...\n" in stderr
