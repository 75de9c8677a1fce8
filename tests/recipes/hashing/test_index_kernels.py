"""The kernels of the hashes, uncompiled: what they make of any words, wherever these stand."""

from __future__ import annotations

import numpy as np
import pytest

import magicbb as mb
from magicbb.compile import Word
from magicbb.geometry.bitboards import pext
from magicbb.geometry.sliders import BISHOP, ROOK, SLIDERS, Slider
from magicbb.recipes.hashing import HASHES

FACTOR = 0x5D59_9E37_79B9_7C15
OCCUPIED = 0x5A3C_96F0_A5E1_7B2D
START = 7


def factor_for(hashing: str, slider: Slider, square: int) -> int:
    """Return a factor that the hash takes; it need be no magic."""
    if hashing.endswith("shift-in-magic"):
        shift = 64 - HASHES[hashing].bits(slider, square)
        return shift << 58 | FACTOR % 2**58
    return FACTOR % 2**32 if hashing == "white-32" and slider == BISHOP else FACTOR


def index_of(hashing: str, magic: mb.Magic | None, slider: Slider, square: int) -> int:
    """Return the index of `OCCUPIED`, from what the hash is said to do."""
    if magic is None:
        return pext(slider.mask(square) & OCCUPIED, slider.mask(square))
    own = magic.index(OCCUPIED)
    if hashing == "white-offset-in-magic":
        return 8 * (magic.magic % 2**16) + own
    if hashing == "black-group" and slider == BISHOP:
        return (1 << HASHES[hashing].bits(ROOK, 0)) + own
    return own


@pytest.mark.parametrize("hashing", HASHES)
@pytest.mark.parametrize("slider", SLIDERS, ids=str)
@pytest.mark.parametrize("square", [0, 27, 63], ids=mb.geometry.square_name)
def test_the_index_comes_from_the_words_in_their_columns(
    hashing: str, slider: Slider, square: int
) -> None:
    part, magic = HASHES[hashing], None
    if part.kind:
        bits, factor = part.bits(slider, square), factor_for(hashing, slider, square)
        magic = mb.Magic(slider, square, part.kind, bits, factor)
    columns = {word: Word(place) for place, word in enumerate(reversed(part.words), 1)}
    parameters = np.full(2 * START, 0xDEAD_BEEF, np.uint64)
    for word, value in zip(part.words, part.record(slider, square, magic), strict=True):
        parameters[START + int(columns[word])] = value
    kernel = part.index(slider, columns)
    with np.errstate(over="ignore"):
        index = kernel(parameters, Word(START), Word(square), Word(OCCUPIED))
    assert int(index) == index_of(hashing, magic, slider, square)
