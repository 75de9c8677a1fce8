"""Arrays that are filled once, and that nobody can write to afterwards."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb.memory import CACHE_LINE

if TYPE_CHECKING:
    import numpy.typing as npt

    AnyArray = npt.NDArray[Any]


def reserved(dtype: npt.DTypeLike, *shape: int) -> tuple[AnyArray, AnyArray]:
    """A read-only array of zeros, and the same memory for its maker to fill.

    The second must be forgotten before anybody else sees the first. (`magicbb.memory.frozen` spares
    its callers that care, and makes a copy.) The system gives memory page by page as it is filled:
    what is never filled costs nothing.

    >>> array, filling = reserved(np.uint16, 2, 3)
    >>> filling[1, 2] = 7
    >>> array
    array([[0, 0, 0],
           [0, 0, 7]], dtype=uint16)
    >>> array.flags.writeable
    False
    """
    kind = np.dtype(dtype)
    size = kind.itemsize * int(np.prod(shape, dtype=np.int64))
    memory = bytes(size + CACHE_LINE)
    start = -np.frombuffer(memory, np.uint8).ctypes.data % CACHE_LINE
    array = np.frombuffer(memoryview(memory)[start : start + size], kind).reshape(shape)
    open_memory: Any = (ctypes.c_uint8 * size).from_address(array.ctypes.data)
    open_memory.owner = memory
    return array, np.frombuffer(open_memory, kind).reshape(shape)


def copied(array: AnyArray) -> AnyArray:
    """A read-only copy of an array, or of a part of one that does not stand in one piece.

    >>> copied(np.arange(6).reshape(2, 3)[:, ::2])
    array([[0, 2],
           [3, 5]])
    """
    copy, filling = reserved(array.dtype, *array.shape)
    filling[...] = array
    return copy
