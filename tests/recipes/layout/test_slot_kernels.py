"""The kernels of the layouts, uncompiled: the slot of an index, wherever the offset stands."""

from __future__ import annotations

import numpy as np
import pytest

import magicbb as mb
from magicbb.compile import Word
from magicbb.geometry.sliders import BISHOP, SLIDERS, Slider
from magicbb.recipes.layout import LAYOUTS

START, COLUMN, OFFSET, INDEX = 7, 3, 70_000, 300


def slot_of(layout: str, slider: Slider, square: int) -> int:
    """Return the slot of `INDEX`, from what the layout is said to do."""
    if layout == "joint":
        return INDEX
    if layout == "strided":
        return (64 * 4096 + 512 * square if slider == BISHOP else 4096 * square) + INDEX
    return OFFSET + INDEX


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("slider", SLIDERS, ids=str)
@pytest.mark.parametrize("square", [0, 27, 63], ids=mb.geometry.square_name)
def test_the_slot_is_the_index_from_where_the_square_starts(
    layout: str, slider: Slider, square: int
) -> None:
    parameters = np.full(2 * START, 0xDEAD_BEEF, np.uint64)
    parameters[START + COLUMN] = OFFSET
    kernel = LAYOUTS[layout].slot(slider, {"offset": Word(COLUMN)})
    slot = kernel(parameters, Word(START), Word(square), Word(INDEX))
    assert int(slot) == slot_of(layout, slider, square)
