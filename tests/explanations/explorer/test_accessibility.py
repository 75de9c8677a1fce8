"""Everybody can use the page: axe-core finds nothing wrong, and it fits on a phone."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Any

import pytest

from .conftest import DESKTOP, NARROW, PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Visit

pytestmark = pytest.mark.slow

PANELS = ("lookup", "sides", "collisions", "own", "search", "settled", "map", "source")

SHOW = """async (panel) => {
  const own = panel === "own" ? {own: "0x1234"} : {};
  await magicbb.set({panel, ...own});
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  await Promise.all(document.getAnimations().map((animation) => animation.finished));
}"""
"""Show a panel, and wait until its colours are what they become."""

AXE = """async (part) => {
  const found = await axe.run(part, {resultTypes: ["violations"], preload: false});
  return found.violations.map(({id, help, nodes}) => [id, help, ...nodes.map((node) => node.html)]);
}"""


@pytest.mark.parametrize(
    ("size", "theme"),
    [
        pytest.param(size, theme, id=f"{name}-{theme}")
        for name, size in (("desktop", DESKTOP), ("phone", PHONE))
        for theme in ("light", "dark")
    ],
)
def test_axe_finds_nothing(visits: Callable[..., Visit], size: tuple[int, int], theme: str) -> None:
    visit = visits("file", size=size, theme=theme)
    visit.page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8"))
    found: dict[str, Any] = {}
    for panel in PANELS:
        visit.page.evaluate(SHOW, panel)
        found[panel] = visit.page.evaluate(AXE, f"#panel-{panel}" if found else "html")
    assert found == {panel: [] for panel in PANELS}


@pytest.mark.parametrize(
    "size", [NARROW, PHONE, (800, 600), (1024, 768), DESKTOP], ids=lambda size: f"{size[0]} px"
)
def test_nothing_is_wider_than_the_window(
    visits: Callable[..., Visit], size: tuple[int, int]
) -> None:
    visit = visits("file", size=size)
    wider = {}
    for panel in PANELS:
        visit.page.evaluate(SHOW, panel)
        # What a scroll bar takes is no part of the window.
        wider[panel] = visit.page.evaluate(
            "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
    assert max(wider.values()) <= 0, wider
