"""What the page looks up and shows is what Python finds, whatever the scheme."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from magicbb.explanations.explorer.scheme_modules import SCHEMES
from magicbb.geometry.bitboards import squares_of
from magicbb.geometry.sliders import SLIDERS
from magicbb.geometry.squares import SQUARE_NAMES

from .conftest import PLACES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from magicbb.geometry.sliders import Slider

    from .conftest import Visit, Visits

pytestmark = pytest.mark.slow

BOARDS = 1000
SHOWN = 8
"""Boards that are put on the page for everybody to see; each takes the time of a frame."""

LOOK_UP = """async ({scheme, queries}) => {
  const found = [];
  for (const [slider, square, occupied] of queries) {
    const attacks = await magicbb.attacks(scheme, slider, square, BigInt(occupied));
    const steps = await magicbb.steps(scheme, slider, square, BigInt(occupied));
    found.push([attacks.toString(16), Object.values(steps).at(-1).toString(16)]);
  }
  return found;
}"""

SHOW = """async ({scheme, queries}) => {
  const shown = [];
  for (const [piece, square, occupied] of queries) {
    await magicbb.set({scheme, piece, square, occupied: BigInt(occupied)});
    const cells = [...document.querySelectorAll("#board [aria-selected=true]")];
    shown.push([document.getElementById("attacks").textContent, cells.map((cell) => cell.id)]);
  }
  return shown;
}"""


@pytest.fixture(scope="module", params=PLACES)
def reader(windows: Visits, request: pytest.FixtureRequest) -> Iterator[Visit]:
    """A page on which one scheme after the other is shown."""
    with windows(request.param) as visit:
        yield visit


@pytest.fixture(scope="module")
def queries(share: int) -> list[tuple[Slider, int, int]]:
    """A rook and a bishop on random boards, from empty ones to full ones."""
    rng = np.random.default_rng(7)
    count = BOARDS // share
    densities = rng.random((count, 1))
    boards = np.packbits(rng.random((count, 64)) < densities, axis=1).view(np.uint64)[:, 0]
    squares = rng.integers(0, 64, count)
    return [
        (slider, square, occupied)
        for square, occupied in zip(squares.tolist(), boards.tolist(), strict=True)
        for slider in SLIDERS
    ]


def asked(scheme: str, queries: list[tuple[Slider, int, int]]) -> dict[str, Any]:
    written = [(slider.name, square, f"{occupied:#x}") for slider, square, occupied in queries]
    return {"scheme": scheme, "queries": written}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_look_up_and_its_last_step_give_the_attacks(
    reader: Visit, queries: list[tuple[Slider, int, int]], scheme: str
) -> None:
    found = reader.page.evaluate(LOOK_UP, asked(scheme, queries))
    attacks = [f"{slider.attacks(square, occupied):x}" for slider, square, occupied in queries]
    assert found == [[each, each] for each in attacks]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_board_shows_the_attacks(
    reader: Visit, queries: list[tuple[Slider, int, int]], scheme: str
) -> None:
    some = queries[:SHOWN]
    for query, (number, cells) in zip(
        some, reader.page.evaluate(SHOW, asked(scheme, some)), strict=True
    ):
        slider, square, occupied = query
        attacks = slider.attacks(square, occupied)
        assert int(number, 16) == attacks
        assert {*cells} == {f"square-{SQUARE_NAMES[each]}" for each in squares_of(attacks)}
