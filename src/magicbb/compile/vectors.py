"""SIMD operations on several words, for the `emit` functions of vectorized kernels.

LLVM generates AVX2 or NEON instructions for vectors of 64-bit words if the CPU has them, otherwise
scalar ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable


def lanes(builder: Any, *words: Any) -> Any:
    """A vector of the given words; three are padded to four, as registers have 2 or 4 lanes."""
    from llvmlite import ir

    count = 2 if len(words) == 2 else 4  # noqa: PLR2004
    vector = ir.VectorType(ir.IntType(64), count)([0] * count)
    for lane, word in enumerate(words):
        vector = builder.insert_element(vector, word, ir.IntType(32)(lane))
    return vector


def constant_lanes(numbers: Iterable[int]) -> Any:
    """A vector of constants."""
    from llvmlite import ir

    known = [*numbers]
    return ir.VectorType(ir.IntType(64), len(known))(known)


def in_all_lanes(builder: Any, word: Any, like: Any) -> Any:
    """A vector with the same word in every lane, as wide as the vector `like`."""
    from llvmlite import ir

    first = builder.insert_element(like.type(ir.Undefined), word, ir.IntType(32)(0))
    places = ir.VectorType(ir.IntType(32), like.type.count)
    return builder.shuffle_vector(first, like.type(ir.Undefined), places([0] * like.type.count))


def swap_bytes_in_lanes(builder: Any, vector: Any) -> Any:
    """The vector with the bytes of each lane reversed."""
    from llvmlite import ir

    signature = ir.FunctionType(vector.type, (vector.type,))
    name = f"llvm.bswap.v{vector.type.count}i64"  # llvmlite cannot name vector intrinsics
    return builder.call(builder.module.declare_intrinsic(name, (), signature), (vector,))


def union_of_lanes(builder: Any, vector: Any, first: int = 0, last: int | None = None) -> Any:
    """The bits that are set in any lane, or in any from `first` to before `last`."""
    from llvmlite import ir

    union = builder.extract_element(vector, ir.IntType(32)(first))
    for lane in range(first + 1, last or vector.type.count):
        word = builder.extract_element(vector, ir.IntType(32)(lane))
        union = builder.or_(union, word)
    return union
