"""The package's only interface to Numba: typed kernels, compiled once and cached as object code.

A *kernel* is a plain function over 64-bit words. An *entry* is a kernel that Python can call: it
is compiled by Numba to native code with the C calling convention, and its object code is cached on
disk under a fingerprint of everything that affects it. Later processes link that object code with
llvmlite alone, which loads in a third of the time that Numba takes to import.

The modules: `types` (the annotations of kernels), `records` (kernel state in named fields),
`kernels` (declaring and fingerprinting), `intrinsics` (single instructions, local memory),
`vectors` (SIMD operations on words), `python_api` (functions of Python's C API), `lowering`
(Numba), `libraries` (linking Numba's code once), `store` (the object code on disk), `entries`
(linking and calling), `interrupts` (deferring Ctrl-C during compilation and linking), `builtins`
(built-in functions that call entries without a Python frame). Code that calls entries also uses
`memory` (immutable arrays) and `threads` (multithreading).
"""

from magicbb.compile.builtins import builtin, context_words
from magicbb.compile.entries import Entry, entry, entry_for, packed_entry
from magicbb.compile.intrinsics import (
    count_zeros,
    counting,
    gathering,
    higher,
    is_null,
    leading_zeros,
    local_word,
    local_words,
    lower,
    memory_at,
    memory_from,
    object_at,
    popcount,
    scattering,
    swap_bytes,
    words_at,
    words_from,
)
from magicbb.compile.kernels import forward, kernel, outlined, recursive, vectorized
from magicbb.compile.records import Record
from magicbb.compile.types import Bytes, Object, Objects, Rows, Shorts, Word, Words

__all__ = [
    "Bytes",
    "Entry",
    "Object",
    "Objects",
    "Record",
    "Rows",
    "Shorts",
    "Word",
    "Words",
    "builtin",
    "context_words",
    "count_zeros",
    "counting",
    "entry",
    "entry_for",
    "forward",
    "gathering",
    "higher",
    "is_null",
    "kernel",
    "leading_zeros",
    "local_word",
    "local_words",
    "lower",
    "memory_at",
    "memory_from",
    "object_at",
    "outlined",
    "packed_entry",
    "popcount",
    "recursive",
    "scattering",
    "swap_bytes",
    "vectorized",
    "words_at",
    "words_from",
]
