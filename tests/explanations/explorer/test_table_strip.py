"""The table that a look-up reads is drawn, and what is said of it is so."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING

import pytest

import magicbb as mb
from magicbb.explanations.explorer.scheme_modules import shown
from magicbb.geometry.bitboards import subsets
from magicbb.geometry.sliders import ROOK

from .conftest import PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Visit

pytestmark = pytest.mark.slow  # a browser

PLACE = "file"


def is_drawn(visit: Visit) -> bool:
    """Whether the table is seen."""
    return visit.page.is_visible("#table-strip")


def read_slot(visit: Visit) -> str:
    """The number of the slot that is marked."""
    return visit.page.locator(".strip-slot.read").inner_text()


def test_it_comes_with_the_offset_and_its_slots_with_the_slot(
    visits: Callable[..., Visit],
) -> None:
    visit = visits(PLACE, "#step=5")
    visit.says("step-number", "Step 6 of 9: Index")
    assert not is_drawn(visit)
    visit.click("step-next")
    visit.says(
        "table-says", re.compile(r"^Of the table’s 107,648 slots, rook d4 uses 1,024, from ")
    )
    assert not visit.page.is_visible(".near-row")
    visit.click("step-next")
    visit.says("table-says", "The neighbouring slots, with their attack sets.")
    assert visit.page.locator(".strip-slot.alike").count() == 0
    values = visit.page.evaluate("() => magicbb.steps('fancy', 'rook', 27, magicbb.state.occupied)")
    assert read_slot(visit) == f"{int(values['slot']):,}"
    assert visit.page.locator(".strip-slot:visible").count() == 15


@pytest.mark.parametrize("scheme", ["fancy", "black"])
def test_keys_and_slots_are_counted(visits: Callable[..., Visit], scheme: str) -> None:
    visit = visits(PLACE, f"#scheme={scheme}&square=a1&occupied=0x0101000000000100&step=-1")
    table, _ = shown(scheme)
    assert isinstance(table, mb.Table)
    magic = next(magic for magic in table.magics if magic.where == "rook a1")
    attacks = ROOK.attacks("a1", visit.occupied())
    keys = [*subsets(ROOK.mask("a1"))]
    own = magic.index(visit.occupied())
    readers = sum(magic.index(key) == own for key in keys)
    holders = len({magic.index(key) for key in keys if ROOK.attacks("a1", key) == attacks})
    assert holders > 1
    said = "one key" if readers == 1 else f"{readers:,} keys"
    visit.says(
        "table-says",
        re.compile(rf"is read for {said} of rook a1; {holders:,} slots hold its attack set\.$"),
    )


def test_equal_neighbours_are_marked(visits: Callable[..., Visit]) -> None:
    visit = visits(PLACE, "#scheme=pext&step=3")
    table, _ = shown("pext")
    keys = [*subsets(ROOK.mask("d4"))]
    own = keys.index(visit.occupied() & ROOK.mask("d4"))
    near = [table.rook_attacks("d4", key) for key in keys[own - 7 : own + 8]]
    alike = [one == other for one, other in itertools.pairwise(near)]
    assert 0 < sum(alike) < len(alike)
    marks = visit.page.locator(".strip-slot").evaluate_all(
        "all => all.map(each => each.matches('.alike'))"
    )
    assert marks == [False, *alike]
    visit.says("table-says", re.compile("“=” marks equal neighbours"))


@pytest.mark.parametrize(
    "view", ["scheme=pext", "scheme=shared", "scheme=densest-bytes", "scheme=magic-group"]
)
def test_other_schemes_have_one_too(visits: Callable[..., Visit], view: str) -> None:
    visit = visits(PLACE, f"#{view}&step=-1")
    name = view.partition("=")[2]
    slot = visit.page.evaluate(
        "async (name) => (await magicbb.steps(name, 'rook', 27, magicbb.state.occupied)).slot", name
    )
    visit.says("table-says", re.compile(rf"^Slot {int(slot):,} is read for "))


def test_a_number_of_ones_own_has_its_table(visits: Callable[..., Visit]) -> None:
    visit = visits(PLACE, "#scheme=own&magic=0x1&bits=10&step=-1")
    visit.says("table-says", "Slot 0 is read for 1,024 keys of rook d4.")


def test_without_slots_there_is_none(visits: Callable[..., Visit]) -> None:
    visit = visits(PLACE, "#scheme=hyperbola&step=-1")
    visit.says("step-number", re.compile(r"Step (\d+) of \1"))
    assert not is_drawn(visit)


def test_a_phone_shows_the_board_and_the_slot_that_is_read(visits: Callable[..., Visit]) -> None:
    visit = visits(PLACE, "#step=-1", size=PHONE)
    boxes = [visit.page.locator(each).bounding_box() for each in ("#board", ".strip-slot.read")]
    assert all(box and box["y"] >= 0 and box["y"] + box["height"] <= PHONE[1] for box in boxes)
