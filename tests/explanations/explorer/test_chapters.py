"""The guide and the page: each chapter has its view, each view its chapter."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from magicbb.explanations.explorer.chapters import (
    CHAPTER_OF_PANEL,
    CHAPTER_OF_SCHEME,
    CHAPTER_OF_STEP,
    CHAPTERS,
)
from magicbb.explanations.steps import steps_of
from magicbb.geometry.sliders import SLIDERS
from magicbb.recipes.catalogue import CATALOGUE

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Visit

GUIDE = Path(__file__).parents[3] / "docs" / "guide"


class TestNames:
    def test_the_chapters_are_those_of_the_guide(self) -> None:
        headings = {
            path.stem: path.read_text("utf-8").partition("\n")[0].removeprefix("# ")
            for path in GUIDE.glob("*.md")
        }
        assert {name: chapter.title for name, chapter in CHAPTERS.items()} == headings

    def test_every_view_and_step_has_a_chapter(self) -> None:
        for homes in (CHAPTER_OF_PANEL, CHAPTER_OF_SCHEME, CHAPTER_OF_STEP):
            assert {*homes.values()} <= {*CHAPTERS}
        steps = {
            re.sub(r"_\d+$", "", step.key)
            for name, entry in CATALOGUE.items()
            if name not in CHAPTER_OF_SCHEME
            for slider in SLIDERS
            for step in steps_of(entry.scheme, slider)
        }
        # "filled" is a step of one's own magic.
        assert steps | {"filled"} == {*CHAPTER_OF_STEP}

    def test_no_two_chapters_have_one_view(self) -> None:
        assert len({chapter.view for chapter in CHAPTERS.values()}) == len(CHAPTERS)


@pytest.mark.slow
class TestViews:
    @pytest.mark.parametrize("name", CHAPTERS)
    def test_a_chapter_opens_what_it_promises(
        self, visits: Callable[..., Visit], name: str
    ) -> None:
        chapter = CHAPTERS[name]
        visit = visits("file", chapter.view)
        shown = dict(part.split("=", 1) for part in visit.hash()[1:].split("&") if part)
        wanted = dict(part.split("=", 1) for part in chapter.view[1:].split("&") if part)
        assert shown == wanted
        visit.page.wait_for_function(
            "(text) => document.querySelector('main').innerText.includes(text)", arg=chapter.shows
        )

    def test_a_page_without_the_guide_names_its_chapters(
        self, visits: Callable[..., Visit]
    ) -> None:
        visit = visits("file", "#step=3")
        visit.says("chapter", f"Guide: {CHAPTERS['multiplication'].title}")
        assert visit.page.locator("#chapter a").count() == 0
        visit.click("tab-sides")
        visit.says("chapter", f"Guide: {CHAPTERS['black'].title}")
