"""The kernels of the storages, uncompiled: what they read, wherever their words stand."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from magicbb.compile import Word
from magicbb.compile.kernels import Kernel
from magicbb.geometry.bitboards import pdep, pext
from magicbb.geometry.sliders import ROOK
from magicbb.recipes.storage import STORAGES

START, SLOT, ENTRY, FIRST = 7, 5, 0x6B, 11
LINES = ROOK.attacks("d4", 0)
RANK, FILE, SECOND = 0xF7 << 24, LINES & ~(0xFF << 24), 42
WORDS = {
    "lines": LINES,
    "list": FIRST,
    "intervals": FIRST,
    "line": RANK,
    "other_intervals": SECOND,
    "other_line": FILE,
}
UNITED = 0x5A3C_96F0_A5E1_7B2D
LISTED = np.arange(200, dtype=np.uint64) * np.uint64(0x0101_0101_0101_0101)

WANTED = {
    "direct": UNITED,
    "union": UNITED & LINES,
    "pdep": pdep(ENTRY, LINES),
    "bytes": int(LISTED[FIRST + ENTRY]),
    "bytes-union": int(LISTED[FIRST + ENTRY]) & LINES,
    "shorts": int(LISTED[ENTRY]),
    "nibbles": int(LISTED[FIRST + 0xB]) & RANK | int(LISTED[SECOND + 0x6]) & FILE,
}


def with_words(name: str) -> tuple[dict[str, Word], npt.NDArray[np.uint64]]:
    """Return columns, not in the order of the words and not from 0, and parameters."""
    columns = {word: Word(place) for place, word in enumerate(reversed(STORAGES[name].words), 1)}
    parameters = np.full(2 * START, 0xDEAD_BEEF, np.uint64)
    for word, column in columns.items():
        parameters[START + int(column)] = WORDS[word]
    return columns, parameters


@pytest.mark.parametrize("name", STORAGES)
def test_what_is_read_from_a_slot(name: str) -> None:
    columns, parameters = with_words(name)
    slots = np.full(8, 3, np.uint64)
    slots[SLOT] = UNITED if STORAGES[name].memory == "Words" else ENTRY
    read = STORAGES[name].attacks(columns)
    attacks = read(slots, LISTED, parameters, Word(START), Word(SLOT))
    assert int(attacks) == WANTED[name]


def test_what_is_stored_of_attacks_are_their_bits_on_the_lines() -> None:
    columns, parameters = with_words("pdep")
    stored = STORAGES["pdep"].stored(columns)
    assert isinstance(stored, Kernel)  # look-ups call it
    kept = stored(parameters, Word(START), Word(UNITED))
    assert int(kept) == pext(UNITED & LINES, LINES)
