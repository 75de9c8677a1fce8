"""The boards of what is settled on the page: as the map of records has it."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest

import magicbb as mb
from magicbb.explanations.explorer.building import shell
from magicbb.research.records.frontier import answers

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Visit

CELLS = """() => [...document.querySelectorAll(".answer")].map((cell) =>
    [cell.id, cell.classList[1], cell.textContent, cell.getAttribute("aria-label")])"""


def test_the_page_has_every_answer() -> None:
    found = re.search(r'id="page-data">(.*?)</script>', shell(), re.DOTALL)
    assert found
    boards = json.loads(found[1])["settled"]
    for each in answers():
        row = boards[each.kind][each.piece.name][each.square]
        assert (row["status"], row["says"], row["shows"]) == (each.status, each.sentence, each.sign)
    factor = int(boards["white"]["rook"][mb.geometry.parse_square("a8")]["magic"], 16)
    mb.Magic(mb.ROOK, mb.geometry.parse_square("a8"), "white", 11, factor).check()


@pytest.mark.slow
def test_the_boards_show_them(visits: Callable[..., Visit]) -> None:
    visit = visits("file", "#view=settled")
    cells = {cell[0]: cell[1:] for cell in visit.page.evaluate(CELLS)}
    assert cells == {
        f"settled-{each.kind}-{each.piece}-{mb.geometry.square_name(each.square)}": [
            each.status,
            each.sign,
            each.sentence,
        ]
        for each in answers()
    }
    corners = [name[-2:] for name in cells][:64:9]
    assert corners == ["a8", "b7", "c6", "d5", "e4", "f3", "g2", "h1"]
    of = Counter(
        each.status for each in answers() if each.piece == mb.ROOK and each.kind == "white"
    )
    counts = f"{of['exists']} exist, {of['disproved']} do not, {of['open']} are open"
    assert visit.page.inner_text("#panel-settled figcaption >> nth=0") == counts


@pytest.mark.slow
def test_a_square_leads_to_its_search(visits: Callable[..., Visit]) -> None:
    visit = visits("file", "#view=settled")
    visit.page.hover("#settled-black-bishop-e1")
    visit.says("settled-about", re.compile(r"^bishop e1 has no black magic with 4 bits: .*\)\.$"))
    visit.click("settled-black-bishop-e1")
    visit.says("search-known", re.compile(r".* \(magicbb check bishop-e1-black-4\)\.$"))
    visit.says("search-start", "Search anyway")
    state = visit.page.evaluate("() => [magicbb.state.piece, magicbb.state.square]")
    assert state == ["bishop", mb.geometry.parse_square("e1")]
    assert visit.page.evaluate("() => document.activeElement.id") == "tab-search"


@pytest.mark.slow
def test_arrow_keys_go_from_square_to_square(visits: Callable[..., Visit]) -> None:
    visit = visits("file", "#view=settled&square=h1")
    visit.page.focus("#settled-white-rook-h1")
    for key in ("ArrowRight", "ArrowDown", "ArrowUp", "ArrowLeft"):
        visit.page.keyboard.press(key)
    assert visit.page.evaluate("() => document.activeElement.id") == "settled-white-rook-g2"
    visit.says("settled-about", re.compile(r"^rook g2 "))
    assert visit.page.evaluate("() => document.activeElement.tabIndex") == 0
    assert visit.page.locator("#settled-white-rook-h1").get_attribute("tabindex") == "-1"
    visit.page.keyboard.press("Enter")
    visit.says("search-known", re.compile(r"^rook g2 "))


@pytest.mark.slow
def test_the_square_of_the_board_is_framed(visits: Callable[..., Visit]) -> None:
    visit = visits("file", "#view=settled&piece=bishop&square=c3")
    framed = "() => [...document.querySelectorAll('.answer.here')].map((cell) => cell.id)"
    assert visit.page.evaluate(framed) == [
        f"settled-{kind}-bishop-c3" for kind in ("white", "black")
    ]


@pytest.mark.slow
def test_ranks_and_files_are_named_at_each_board(visits: Callable[..., Visit]) -> None:
    visit = visits("file", "#view=settled")
    middles = """frame => {
      const middle = (element) => {
        const box = element.getBoundingClientRect();
        return [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
      };
      const named = (selector) => [...frame.querySelectorAll(selector)].map(
        (each) => [each.textContent, ...middle(each)]);
      const cells = [...frame.querySelectorAll(".answer")].map(
        (each) => [each.id.slice(-2), ...middle(each)]);
      return [named(".files span"), named(".ranks span"), cells];
    }"""
    frames = visit.page.locator("#panel-settled .board-frame").all()
    assert len(frames) == 4
    for frame in frames:
        files, ranks, cells = frame.evaluate(middles)
        assert ["".join(name for name, *_ in row) for row in (files, ranks)] == [
            "abcdefgh",
            "87654321",
        ]
        across, down = ({name: place for name, *place in row} for row in (files, ranks))
        for square, x, y in cells:
            assert across[square[0]][0] == pytest.approx(x, abs=1.5)
            assert down[square[1]][1] == pytest.approx(y, abs=1.5)
