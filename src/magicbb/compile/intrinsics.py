"""Kernels for single instructions, pointers, local memory, and Python builtins on words.

The Python code of an intrinsic is the reference implementation of the instructions that its `emit`
function generates; the tests compare the two.

Bits under a mask are gathered and scattered with BMI2's PEXT and PDEP, or in software. On some CPUs
these instructions are slow: AMD CPUs before Zen 3 take dozens of cycles for each instruction.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, cast

from magicbb.compile.kernels import alias, intrinsic, kernel
from magicbb.compile.types import Bytes, Object, Shorts, Word, Words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_ZERO, _ONE = Word(0), Word(1)


def _integer(bits: int) -> Any:
    """The LLVM integer type of a given width."""
    from llvmlite import ir

    return ir.IntType(bits)


def _part(builder: Any, memory: Any, start: Any, bits: int) -> Any:
    """A pointer to elements of a given width, starting at the word with index `start`."""
    return builder.bitcast(builder.gep(memory, [start]), _integer(bits).as_pointer())


@intrinsic(lambda builder, word: builder.ctpop(word))
def popcount(word: Word) -> Word:
    """The number of set bits."""
    return Word(int(word).bit_count())


@intrinsic(lambda builder, word: builder.cttz(word, _integer(1)(0)))
def count_zeros(word: Word) -> Word:
    """The number of zero bits below the lowest set bit; 64 for zero."""
    return Word(((int(word) & -int(word)).bit_length() - 1) % 65)


@intrinsic(lambda builder, word: builder.ctlz(word, _integer(1)(0)))
def leading_zeros(word: Word) -> Word:
    """The number of zero bits above the highest set bit; 64 for zero."""
    return Word(64 - int(word).bit_length())


@intrinsic(lambda builder, word: builder.bswap(word))
def swap_bytes(word: Word) -> Word:
    """The word with its bytes reversed: the board flipped vertically."""
    return Word(int.from_bytes(int(word).to_bytes(8, "little"), "big"))


@intrinsic(lambda builder, address: builder.inttoptr(address, _integer(64).as_pointer()))
def words_at(address: Word) -> Words:
    """The memory at an address, as 64-bit words."""
    return cast("Words", ctypes.cast(int(address), ctypes.POINTER(ctypes.c_uint64)))


@intrinsic(lambda builder, address: builder.inttoptr(address, _integer(16).as_pointer()))
def shorts_at(address: Word) -> Shorts:
    """The memory at an address, as 16-bit numbers."""
    return cast("Shorts", ctypes.cast(int(address), ctypes.POINTER(ctypes.c_uint16)))


@intrinsic(lambda builder, address: builder.inttoptr(address, _integer(8).as_pointer()))
def bytes_at(address: Word) -> Bytes:
    """The memory at an address, as 8-bit numbers."""
    return cast("Bytes", ctypes.cast(int(address), ctypes.POINTER(ctypes.c_uint8)))


@intrinsic(lambda builder, memory, start: builder.gep(memory, [start]))
def words_from(memory: Words, start: Word) -> Words:
    """The memory that starts at a given word."""
    return cast("Words", _beyond(memory, start, ctypes.c_uint64))


@intrinsic(lambda builder, memory, start: _part(builder, memory, start, 16))
def shorts_from(memory: Words, start: Word) -> Shorts:
    """The memory that starts at a given word, as 16-bit numbers."""
    return cast("Shorts", _beyond(memory, start, ctypes.c_uint16))


@intrinsic(lambda builder, memory, start: _part(builder, memory, start, 8))
def bytes_from(memory: Words, start: Word) -> Bytes:
    """The memory that starts at a given word, as 8-bit numbers."""
    return cast("Bytes", _beyond(memory, start, ctypes.c_uint8))


@intrinsic(lambda builder: _local(builder, 1))
def local_word() -> Words:
    """Uninitialized memory for one word; see `local_words`."""
    return cast("Words", (ctypes.c_uint64 * 1)())


@intrinsic(lambda builder: _local(builder, 440))
def local_words() -> Words:
    """Uninitialized memory for 440 words, which exists while the kernel that calls this runs.

    The kernel must not return it: if it is inlined, the memory ends with it, too.
    """
    return cast("Words", (ctypes.c_uint64 * 440)())


def _local(builder: Any, number: int) -> Any:
    """A pointer to words on the stack."""
    with builder.goto_entry_block():
        return builder.alloca(_integer(64), size=number)


@intrinsic(lambda builder, address: builder.inttoptr(address, _integer(8).as_pointer()))
def object_at(address: Word) -> Object:
    """The Python object at an address."""
    return cast("Object", ctypes.c_void_p(int(address)) if address else None)


@intrinsic(lambda builder, reference: builder.icmp_unsigned("==", reference, reference.type(None)))
def is_null(reference: Object) -> bool:
    """Whether a reference is null."""
    return reference is None


@alias(range)
def counting(start: Word, *stop: Word) -> Iterator[Word]:
    """The words that Python's `range` would give for the same arguments.

    The bounds must be less than 2**63 apart: compiled code treats their difference as signed.
    """
    return map(Word, range(int(start), *map(int, stop)))


@kernel
def lower(first: Word, second: Word) -> Word:
    """The smaller of two words; kernels cannot use Python's `min`."""
    return first if first < second else second  # noqa: FURB136


@kernel
def higher(first: Word, second: Word) -> Word:
    """The larger of two words."""
    return first if first > second else second  # noqa: FURB136


def _beyond(memory: Any, start: Word, element: Any) -> Any:
    """A pointer to the word with index `start` in an array, or relative to a pointer."""
    is_array = hasattr(memory, "ctypes")
    first = memory.ctypes.data if is_array else ctypes.cast(memory, ctypes.c_void_p).value or 0
    return ctypes.cast(first + 8 * int(start), ctypes.POINTER(element))


def memory_at(memory: str) -> Callable[[Word], Any]:
    """The intrinsic that turns an address into a pointer of the named type."""
    return {"Words": words_at, "Shorts": shorts_at, "Bytes": bytes_at}[memory]


def memory_from(memory: str) -> Callable[[Words, Word], Any]:
    """The intrinsic that returns a pointer of the named type to a word in memory."""
    return {"Words": words_from, "Shorts": shorts_from, "Bytes": bytes_from}[memory]


def has_bmi2() -> bool:
    """Whether this CPU has PEXT and PDEP."""
    import llvmlite.binding as llvm

    return bool(llvm.get_host_cpu_features().get("bmi2", False))


def gathering(*, software: bool = False) -> Callable[[Word, Word], Word]:
    """The kernel (word, mask) that packs the bits under the mask at the low end, like PEXT."""
    return gather if software or not has_bmi2() else pext


def scattering(*, software: bool = False) -> Callable[[Word, Word], Word]:
    """The kernel (word, mask) that moves a word's low bits to the mask's bits, like PDEP."""
    return scatter if software or not has_bmi2() else pdep


@kernel
def gather(word: Word, mask: Word) -> Word:
    """PEXT in software, with one iteration per bit of the mask."""
    gathered, bit = _ZERO, _ONE
    while mask != _ZERO:
        lowest = mask & ~(mask - _ONE)
        if word & lowest:
            gathered |= bit
        bit += bit
        mask ^= lowest
    return gathered


@kernel
def scatter(word: Word, mask: Word) -> Word:
    """PDEP in software, with one iteration per bit of the mask."""
    scattered = _ZERO
    while mask != _ZERO:
        lowest = mask & ~(mask - _ONE)
        if word & _ONE:
            scattered |= lowest
        word >>= _ONE
        mask ^= lowest
    return scattered


def _call(builder: Any, name: str, word: Any, mask: Any) -> Any:
    from llvmlite import ir

    signature = ir.FunctionType(word.type, (word.type, mask.type))
    return builder.call(builder.module.declare_intrinsic(name, (), signature), (word, mask))


@intrinsic(lambda builder, *values: _call(builder, "llvm.x86.bmi.pext.64", *values))
def pext(word: Word, mask: Word) -> Word:
    """The PEXT instruction, which the CPU must support."""
    return gather(word, mask)


@intrinsic(lambda builder, *values: _call(builder, "llvm.x86.bmi.pdep.64", *values))
def pdep(word: Word, mask: Word) -> Word:
    """The PDEP instruction, which the CPU must support."""
    return scatter(word, mask)
