"""Single machine instructions, pointers made from addresses, and what Python has for words.

Each function is the reference for the instructions that its `emit` function writes; the tests hold
the two against each other.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, cast

from magicbb.compile.kernels import alias, intrinsic, kernel
from magicbb.compile.types import Bytes, Object, Shorts, Word, Words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def _emit_popcount(builder: Any, word: Any) -> Any:
    return builder.ctpop(word)


def _emit_count_zeros(builder: Any, word: Any) -> Any:
    from llvmlite import ir

    return builder.cttz(word, ir.Constant(ir.IntType(1), 0))


def _emit_leading_zeros(builder: Any, word: Any) -> Any:
    from llvmlite import ir

    return builder.ctlz(word, ir.Constant(ir.IntType(1), 0))


def _emit_swap_bytes(builder: Any, word: Any) -> Any:
    return builder.bswap(word)


def _emit_reverse_bits(builder: Any, word: Any) -> Any:
    return builder.bitreverse(word)


def _emit_words_at(builder: Any, address: Any) -> Any:
    from llvmlite import ir

    return builder.inttoptr(address, ir.IntType(64).as_pointer())


def _emit_shorts_at(builder: Any, address: Any) -> Any:
    from llvmlite import ir

    return builder.inttoptr(address, ir.IntType(16).as_pointer())


def _emit_bytes_at(builder: Any, address: Any) -> Any:
    from llvmlite import ir

    return builder.inttoptr(address, ir.IntType(8).as_pointer())


def _emit_words_from(builder: Any, memory: Any, start: Any) -> Any:
    return builder.gep(memory, [start])


def _emit_shorts_from(builder: Any, memory: Any, start: Any) -> Any:
    from llvmlite import ir

    return builder.bitcast(builder.gep(memory, [start]), ir.IntType(16).as_pointer())


def _emit_bytes_from(builder: Any, memory: Any, start: Any) -> Any:
    from llvmlite import ir

    return builder.bitcast(builder.gep(memory, [start]), ir.IntType(8).as_pointer())


def _emit_is_null(builder: Any, reference: Any) -> Any:
    return builder.icmp_unsigned("==", reference, reference.type(None))


@intrinsic(_emit_popcount)
def popcount(word: Word) -> Word:
    """The number of set bits."""
    return Word(int(word).bit_count())


@intrinsic(_emit_count_zeros)
def count_zeros(word: Word) -> Word:
    """The number of zero bits below the lowest set bit; 64 for zero."""
    return Word(((int(word) & -int(word)).bit_length() - 1) % 65)


@intrinsic(_emit_leading_zeros)
def leading_zeros(word: Word) -> Word:
    """The number of zero bits above the highest set bit; 64 for zero."""
    return Word(64 - int(word).bit_length())


@intrinsic(_emit_swap_bytes)
def swap_bytes(word: Word) -> Word:
    """The bytes in reverse order: the board upside down."""
    return Word(int.from_bytes(int(word).to_bytes(8, "little"), "big"))


@intrinsic(_emit_reverse_bits)
def reverse_bits(word: Word) -> Word:
    """The bits in reverse order: the board turned by half."""
    return Word(int(f"{int(word):064b}"[::-1], 2))


@intrinsic(_emit_words_at)
def words_at(address: Word) -> Words:
    """The memory at an address, as 64-bit words."""
    return cast("Words", ctypes.cast(int(address), ctypes.POINTER(ctypes.c_uint64)))


@intrinsic(_emit_shorts_at)
def shorts_at(address: Word) -> Shorts:
    """The memory at an address, as 16-bit numbers."""
    return cast("Shorts", ctypes.cast(int(address), ctypes.POINTER(ctypes.c_uint16)))


@intrinsic(_emit_bytes_at)
def bytes_at(address: Word) -> Bytes:
    """The memory at an address, as 8-bit numbers."""
    return cast("Bytes", ctypes.cast(int(address), ctypes.POINTER(ctypes.c_uint8)))


@intrinsic(_emit_words_from)
def words_from(memory: Words, start: Word) -> Words:
    """The memory from a word of it on."""
    return cast("Words", _beyond(memory, start, ctypes.c_uint64))


@intrinsic(_emit_shorts_from)
def shorts_from(memory: Words, start: Word) -> Shorts:
    """The memory from a word of it on, as 16-bit numbers."""
    return cast("Shorts", _beyond(memory, start, ctypes.c_uint16))


@intrinsic(_emit_bytes_from)
def bytes_from(memory: Words, start: Word) -> Bytes:
    """The memory from a word of it on, as 8-bit numbers."""
    return cast("Bytes", _beyond(memory, start, ctypes.c_uint8))


@intrinsic(_emit_bytes_at)
def object_at(address: Word) -> Object:
    """The Python object at an address."""
    return cast("Object", ctypes.c_void_p(int(address)) if address else None)


@intrinsic(_emit_is_null)
def is_null(reference: Object) -> bool:
    """Whether a reference refers to no object."""
    return reference is None


@alias(range)
def counting(start: Word, *stop: Word) -> Iterator[Word]:
    """The words from `start` up to a second one, or from 0 up to `start`: Python's `range`.

    The two must be less than 2**63 apart, for compiled code takes their difference as signed.
    """
    return map(Word, range(int(start), *map(int, stop)))


@kernel
def lower(first: Word, second: Word) -> Word:
    """The lower of two words; Python's `min` is not for kernels."""
    return first if first < second else second  # noqa: FURB136


@kernel
def higher(first: Word, second: Word) -> Word:
    """The higher of two words."""
    return first if first > second else second  # noqa: FURB136


def _beyond(memory: Any, start: Word, element: Any) -> Any:
    """What the memory of an array or of a pointer is from a word of it on, as a pointer."""
    is_array = hasattr(memory, "ctypes")
    first = memory.ctypes.data if is_array else ctypes.cast(memory, ctypes.c_void_p).value or 0
    return ctypes.cast(first + 8 * int(start), ctypes.POINTER(element))


def memory_at(memory: str) -> Callable[[Word], Any]:
    """The intrinsic that makes a pointer of the named type from an address."""
    return {"Words": words_at, "Shorts": shorts_at, "Bytes": bytes_at}[memory]


def memory_from(memory: str) -> Callable[[Words, Word], Any]:
    """The intrinsic that makes a pointer of the named type to a part of a memory of words."""
    return {"Words": words_from, "Shorts": shorts_from, "Bytes": bytes_from}[memory]
