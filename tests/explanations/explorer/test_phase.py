"""The dial of the phase: what it says of each phase is so, and everybody can turn it."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

import pytest

import magicbb as mb
from magicbb.geometry.bitboards import subsets
from magicbb.geometry.sliders import ROOK
from magicbb.research.records.published import published_table

from .conftest import PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Visit

pytestmark = pytest.mark.slow  # a browser

SQUARE = mb.geometry.parse_square("d4")
SIDES = "#view=sides"


@pytest.fixture(scope="module")
def magic() -> mb.Magic:
    """The black magic that the view shows at first."""
    table = published_table("everling-2026-black-76411")
    return next(each for each in table.magics if each.where == "rook d4")


def slots_at(magic: mb.Magic, phase: int) -> tuple[dict[int, set[int]], int]:
    """The attack sets in each slot with a phase, and how many collisions are harmful."""
    held: dict[int, list[int]] = {}
    for key in subsets(magic.mask):
        slot = (key * magic.magic + phase) % 2**64 >> magic.shift
        held.setdefault(slot, []).append(ROOK.attacks(SQUARE, key))
    harmful = sum(each != found[0] for found in held.values() for each in found)
    return {slot: {*found} for slot, found in held.items()}, harmful


def says(name: str, slots: int, harmful: int) -> str:
    """What the view says of a phase."""
    clash = f"{harmful} harmful collisions" if harmful else "no harmful collision"
    return f"Phase {name}: 1,024 keys take {slots} slots, {clash}."


def point(visit: Visit, turn: float) -> tuple[float, float]:
    """Where on the dial a phase is, in slots."""
    visit.page.locator("#phase").scroll_into_view_if_needed()
    box = visit.page.locator("#phase").bounding_box()
    assert box
    radius = 0.32 * box["width"]
    across, down = math.sin(2 * math.pi * turn), -math.cos(2 * math.pi * turn)
    return (
        box["x"] + box["width"] / 2 + radius * across,
        box["y"] + box["height"] / 2 + radius * down,
    )


def test_keys_turn_it_and_each_phase_is_counted_right(
    visits: Callable[..., Visit], place: str, magic: mb.Magic
) -> None:
    visit = visits(place, SIDES)
    arc = 2**magic.shift
    own = ~magic.mask * magic.magic % 2**64
    black, white = slots_at(magic, own), slots_at(magic, 0)
    assert (black[1], white[1]) == (0, 256)  # what there is to see
    visit.page.focus("#phase")
    visit.says("sides-phase-says", says("0, white", len(white[0]), white[1]))
    phase = 0
    ways = {"ArrowRight": 16, "PageUp": 128, "ArrowUp": 16, "PageDown": -128}
    # The last two come without a frame between them.
    for keys in (["ArrowRight"], ["PageUp"], ["ArrowUp"], ["PageDown", "PageDown"]):
        for key in keys:
            visit.page.keyboard.press(key)
            phase = (phase + ways[key]) % 1024
        found, harmful = slots_at(magic, phase * arc // 1024)
        expected = says(f"{phase / 1024:.2f} slots", len(found), harmful)
        visit.says("sides-phase-says", expected)
        assert visit.page.get_attribute("#phase", "aria-valuetext") == expected
    visit.page.keyboard.press("End")
    visit.says(
        "sides-phase-says", says(f"{own % arc / arc:.2f} slots, black", len(black[0]), black[1])
    )
    visit.page.keyboard.press("Home")
    visit.says("sides-phase-says", says("0, white", len(white[0]), white[1]))


@pytest.mark.parametrize("phase", [0, 100, 700, -1])
@pytest.mark.parametrize("place", ["file"])
def test_the_slots_beside_the_one_read_hold_these_products(
    visits: Callable[..., Visit], place: str, magic: mb.Magic, phase: int
) -> None:
    visit = visits(place, f"{SIDES}&phase={phase}")
    own = ~magic.mask * magic.magic % 2**64
    added = own if phase < 0 else phase * 2**magic.shift // 1024
    held, _ = slots_at(magic, added)
    slots = visit.page.locator(".border-slot").evaluate_all(
        "all => all.map(each => [Number(each.textContent.replace(',', '')), each.className])"
    )
    assert len({number for number, _ in slots}) == 7
    for number, kinds in slots:
        assert ("bad" in kinds.split()) == (len(held.get(number, ())) > 1), number
    blockers = visit.occupied() & magic.mask
    read = (blockers * magic.magic + added) % 2**64 >> magic.shift
    assert [number for number, kinds in slots if "read" in kinds.split()] == [read]


def test_a_mouse_turns_it(visits: Callable[..., Visit], place: str) -> None:
    visit = visits(place, SIDES)
    visit.page.mouse.move(*point(visit, 0))
    visit.page.mouse.down()
    visit.page.mouse.move(*point(visit, 0.1))
    visit.page.mouse.move(*point(visit, 0.25))
    visit.says("sides-phase-says", re.compile("^Phase 0.25 slots: "))
    visit.page.mouse.move(*point(visit, 0.326))  # nearly black
    visit.page.mouse.up()
    visit.says("sides-phase-says", re.compile(r"^Phase 0.32 slots, black: .*no harmful"))
    visit.page.mouse.move(*point(visit, 0.6))
    assert visit.page.evaluate("() => magicbb.state.phase") == -1
    assert "phase=-1" in visit.hash()
    again = visits(place, visit.hash())
    again.says("sides-phase-says", re.compile(r"^Phase 0.32 slots, black: "))


@pytest.mark.parametrize("place", ["file"])
def test_a_finger_turns_it(visits: Callable[..., Visit], place: str) -> None:
    visit = visits(place, SIDES, size=PHONE, touch=True)
    session = visit.page.context.new_cdp_session(visit.page)
    start = point(visit, 0)
    for kind, turn in [("Start", 0.0), ("Move", 0.2), ("Move", 0.5), ("End", None)]:
        x, y = start if turn is None else point(visit, turn)
        points = [] if turn is None else [{"x": x, "y": y}]
        session.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})
    visit.says("sides-phase-says", re.compile("^Phase 0.50 slots: "))
