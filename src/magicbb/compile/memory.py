"""Memory that compiled code can trust: filled once, then read-only."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

    AnyArray = npt.NDArray[Any]

Scalar = TypeVar("Scalar", bound=np.generic)
T = TypeVar("T")

CACHE_LINE = 64


def frozen(array: npt.NDArray[Scalar]) -> npt.NDArray[Scalar]:
    """An immutable copy of an array, aligned to a cache line.

    The memory is a `bytes` object, the only kind of memory that Python code cannot write to. As in
    C extensions, it is filled before any other code sees it.

    >>> frozen(np.zeros(3)).flags.writeable
    False
    >>> frozen(np.arange(6).reshape(2, 3)[:, ::2])
    array([[0, 2],
           [3, 5]])
    """
    copy, filling = reserved(array.dtype, *array.shape)
    filling[...] = array
    return copy


def restored(kind: Callable[..., T], *arrays: AnyArray) -> T:
    """Unpickle an object made of read-only arrays: its copies are read-only as well."""
    return kind(*map(frozen, arrays))


def reserved(dtype: npt.DTypeLike, *shape: int) -> tuple[AnyArray, AnyArray]:
    """A read-only array of zeros, and a writeable array on the same memory to fill it.

    Drop the writeable array before passing the read-only one to any other code. (`frozen` is safer,
    but copies.) The system allocates pages when they are first written to, so unused memory costs
    nothing.

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
