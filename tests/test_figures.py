"""The guide's figures are what `scripts/guide_figures.py` draws."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
NAMES = sorted(path.stem for path in (DOCS / "img" / "guide").glob("*.svg"))


@pytest.fixture(scope="module")
def figures(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("scripts/guide_figures.py")


@pytest.mark.parametrize("name", NAMES)
def test_a_figure_is_what_the_script_draws(figures: ModuleType, name: str) -> None:
    drawn = (figures.DIRECTORY / f"{name}.svg").read_text("utf-8")
    assert figures.FIGURES[name]() == drawn, "make figures"


def test_every_figure_is_there(figures: ModuleType) -> None:
    assert sorted(figures.FIGURES) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_figure_is_on_a_page(name: str) -> None:
    text = "".join(path.read_text("utf-8") for path in DOCS.rglob("*.md"))
    assert f"img/guide/{name}.svg)" in text


@pytest.mark.parametrize("page", sorted((DOCS / "guide").glob("*.md")), ids=lambda page: page.stem)
def test_every_chapter_has_a_figure(page: Path) -> None:
    assert re.search(r"!\[[^\]]+\]\(\.\./img/guide/", page.read_text("utf-8"))
