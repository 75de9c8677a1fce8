"""Memory that compiled code may trust: filled once, and then out of everybody's reach."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

Scalar = TypeVar("Scalar", bound=np.generic)

CACHE_LINE = 64


def frozen(array: npt.NDArray[Scalar]) -> npt.NDArray[Scalar]:
    """A copy that nobody can make writeable, starting at a cache line.

    A `bytes` object is the one memory that Python gives no way to write to. It is filled before
    anyone else sees it, as C extensions do.

    >>> frozen(np.zeros(3)).flags.writeable
    False
    """
    memory = bytes(array.nbytes + CACHE_LINE)
    address = np.frombuffer(memory, np.uint8).ctypes.data
    start = -address % CACHE_LINE
    whole = np.ascontiguousarray(array)  # by name: it must outlive the copying
    ctypes.memmove(address + start, whole.ctypes.data, array.nbytes)
    view: npt.NDArray[Any] = np.frombuffer(
        memoryview(memory)[start : start + array.nbytes], array.dtype
    )
    return view.reshape(array.shape)
