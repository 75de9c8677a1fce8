"""Memory that is filled once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from magicbb.compile.memory import frozen, reserved

KINDS = [np.uint8, np.uint64, np.int64, np.bool_]
SHAPES = [(), (0,), (1,), (8, 0), (8, 3), (2, 3, 4)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shape", SHAPES)
def test_it_is_zeros_that_only_its_maker_can_fill(kind: Any, shape: tuple[int, ...]) -> None:
    array, filling = reserved(kind, *shape)
    assert (array.shape, array.dtype) == (shape, np.dtype(kind))
    assert not array.any()
    assert array.flags.c_contiguous
    assert array.ctypes.data % 64 == 0
    filling[...] = 1
    assert array.all()
    with pytest.raises(ValueError, match="WRITEABLE"):
        array.flags.writeable = True


def test_either_keeps_the_memory() -> None:
    array, filling = reserved(np.uint64, 1000)
    filling[...] = 7
    del filling
    others = [reserved(np.uint64, 1000) for _ in range(100)]
    assert (array == 7).all()
    array, filling = reserved(np.uint64, 1000)
    del array, others
    others = [reserved(np.uint64, 1000) for _ in range(100)]
    filling[...] = 7
    assert not any(other.any() for other, _ in others)


def test_a_copy_of_a_part_is_in_one_piece() -> None:
    whole = np.arange(80, dtype=np.uint64).reshape(8, 10)
    for part in (whole[:, 2:5], whole[::-1, ::3], whole.T, whole[:, :0]):
        copy = frozen(part)
        assert np.array_equal(copy, part)
        assert copy.flags.c_contiguous
        assert not copy.flags.writeable
