"""With how few bits a number is a magic."""

from __future__ import annotations

import numpy as np
import pytest

import magicbb as mb
from magicbb.lookup.keys import row_of
from magicbb.magics.least_bits import MOST_TRIED, least_bits


@pytest.mark.parametrize("kind", ["white", "black"])
@pytest.mark.parametrize("row", [0, 27, 64, 100, 127])
def test_it_is_what_checking_each_number_of_bits_finds(kind: str, row: int) -> None:
    magic = mb.find_all(kind, seed=5)[row]
    (least,) = least_bits(np.array([magic.magic], np.uint64), np.array([row], np.uint8), kind)
    mb.Magic(magic.piece, magic.square, kind, int(least), magic.magic).check()
    if least > 1:
        with pytest.raises(mb.errors.CollisionError):
            mb.Magic(magic.piece, magic.square, kind, int(least) - 1, magic.magic).check()


def test_what_is_no_magic_has_none() -> None:
    assert least_bits(np.zeros(2, np.uint64), np.array([0, 64], np.uint8), "white").tolist() == [
        0,
        0,
    ]


def test_two_bits_more_than_a_fixed_shift_are_tried() -> None:
    row = row_of(mb.ROOK, 0)
    factor = mb.find("rook", 0, bits=14, seed=1).magic
    (least,) = least_bits(np.array([factor], np.uint64), np.array([row], np.uint8), "white")
    assert 0 < least <= MOST_TRIED["rook"] == 14
