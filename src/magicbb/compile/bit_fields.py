"""Gathering and scattering the bits under a mask: BMI2's PEXT and PDEP, or the same in software.

Some CPUs have the instructions only in name: AMD's before Zen 3 take dozens of cycles for one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from magicbb.compile.kernels import intrinsic, kernel
from magicbb.compile.types import Word

if TYPE_CHECKING:
    from collections.abc import Callable

_ZERO, _ONE = Word(0), Word(1)


def has_instructions() -> bool:
    """Whether this CPU has PEXT and PDEP."""
    import llvmlite.binding as llvm

    return bool(llvm.get_host_cpu_features().get("bmi2", False))


def gathering(*, software: bool = False) -> Callable[[Word, Word], Word]:
    """The kernel (word, mask) -> the bits under the mask, moved together at the lower end."""
    return gather if software or not has_instructions() else pext


def scattering(*, software: bool = False) -> Callable[[Word, Word], Word]:
    """The kernel (word, mask) -> the lowest bits of the word, moved under the mask."""
    return scatter if software or not has_instructions() else pdep


@kernel
def gather(word: Word, mask: Word) -> Word:
    """PEXT in software, one turn for each bit of the mask."""
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
    """PDEP in software, one turn for each bit of the mask."""
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
    """PEXT, where the CPU has it."""
    return gather(word, mask)


@intrinsic(lambda builder, *values: _call(builder, "llvm.x86.bmi.pdep.64", *values))
def pdep(word: Word, mask: Word) -> Word:
    """PDEP, where the CPU has it."""
    return scatter(word, mask)
