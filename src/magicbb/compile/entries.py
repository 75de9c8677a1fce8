"""Entries: kernels with a C signature, linked on first use and called from Python."""

from __future__ import annotations

import ctypes
import functools
import hashlib
import itertools
import os
import sys
import threading
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from magicbb.compile import store
from magicbb.compile.interrupts import interrupts_kept
from magicbb.compile.kernels import External, Kernel, called_by
from magicbb.compile.records import record_address
from magicbb.compile.types import C_TYPES, ELEMENT_DTYPES, ENTRY_SYMBOL, Layout, signature_of

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from magicbb.compile.records import Record

_linking = threading.RLock()
"""Held while linking, which takes a millisecond, or longer if the entry must be compiled."""

watchers: list[Callable[[str], None]] = []
"""Callbacks that receive an entry's name before its compilation, which takes about 0.1 s."""

WITHOUT_INFLUENCE = {"memory.py", "threads.py"}
"""Files in this package that do not affect the object code of kernels."""

_serial_numbers = itertools.count()
"""Numbers that keep library names unique: a name stays taken even if its library is freed."""


class Entry(Kernel[..., Any]):
    """A kernel that Python calls as native code.

    Pointer arguments take a NumPy array of the right dtype, or an address; length and strides are
    passed as separate arguments. Record arguments take a record of their class. The GIL is released
    during the call.
    """

    packs: ClassVar[bool] = False
    """Whether LLVM may vectorize operations on adjacent words (SLP vectorization)."""

    def __init__(self, function: Callable[..., Any], **memory: str | type[Record]) -> None:
        super().__init__(function)
        self.signature = signature_of(function, memory)
        self._pointers = [
            kind if isinstance(kind, Layout) else ELEMENT_DTYPES.get(kind)
            for kind in self.signature[:-1]
        ]

    def __call__(self, *arguments: Any) -> Any:
        """Run the compiled function."""
        return self._call(
            *[
                argument if kind is None or type(argument) is int else _address(argument, kind)
                for argument, kind in zip(arguments, self._pointers, strict=True)
            ]
        )

    @property
    def address(self) -> int:
        """The address of the compiled C function; valid for the entry's lifetime."""
        return self._library[ENTRY_SYMBOL]

    @functools.cached_property
    def _call(self) -> Callable[..., Any]:
        *arguments, result = (
            ctypes.c_void_p if isinstance(kind, Layout) else C_TYPES[kind]
            for kind in self.signature
        )
        return ctypes.CFUNCTYPE(result, *arguments)(self.address)

    @property
    def _library(self) -> Any:
        with _linking:
            if "_linked" not in self.__dict__:
                with interrupts_kept():
                    self._linked = _link(self)
        return self._linked


class PackedEntry(Entry):
    """An entry in which LLVM may vectorize operations on adjacent words (SLP vectorization).

    This helps if adjacent words undergo the same operations, and can hurt otherwise: a rook's ray
    walk took 1.9 times as long.
    """

    packs = True


def packed_entry(function: Callable[..., Any]) -> Entry:
    """Declare a function as an entry with SLP vectorization."""
    return PackedEntry(function)


def entry(function: Callable[..., Any]) -> Entry:
    """Declare a function as an entry."""
    return Entry(function)


def entry_for(**memory: str | type[Record]) -> Callable[[Callable[..., Any]], Entry]:
    """Declare a function as an entry for given element types.

    Args:
        memory: Types by argument name that override the annotations (`slots="Bytes"`,
            `table=Table.where(slots="Bytes")`), for functions that work with several element
            types.
    """
    return lambda function: Entry(function, **memory)


def _address(argument: Any, kind: np.dtype[Any] | Layout) -> int:
    if isinstance(kind, Layout):
        return record_address(argument, kind, "the argument")
    if argument.dtype != kind:
        raise TypeError(f"expected an array of {kind}, got {argument.dtype}")
    return argument.ctypes.data


def _link(root: Entry) -> Any:
    import llvmlite.binding as llvm

    name = _digest(root.fingerprint, repr(root.signature).encode(), _toolchain()).hex()
    code = store.read(name)
    if code is None:
        from magicbb.compile.lowering import object_code

        for watcher in watchers:
            watcher(root.function.__name__)
        code = object_code(root, root.signature, packs=root.packs)
        store.write(name, code)
    builder = llvm.JITLibraryBuilder().add_object_img(code).export_symbol(ENTRY_SYMBOL)
    for function in called_by(root, External):
        builder.import_symbol(function.function.__name__, function.address)
    builder.add_current_process()  # LLVM turns some loops into calls of memset or memcpy
    return builder.link(_linker(), f"{name}-{next(_serial_numbers)}")


@functools.lru_cache(maxsize=1)
def _linker() -> Any:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.create_lljit_compiler()


@functools.lru_cache(maxsize=1)
def _toolchain() -> bytes:
    """A digest of everything that determines an entry's object code, except the entry itself."""
    import llvmlite
    import llvmlite.binding as llvm

    sources = {path.name: path for path in Path(__file__).parent.glob("*.py")}
    return _digest(
        *(sources[name].read_bytes() for name in sorted(sources.keys() - WITHOUT_INFLUENCE)),
        _numba_version(),
        repr((llvmlite.__version__, sys.version, llvm.get_default_triple())).encode(),
        repr(sorted(item for item in os.environ.items() if item[0].startswith("NUMBA_"))).encode(),
        repr((llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten())).encode(),
    )


def _numba_version() -> bytes:
    # Reading the file takes 0.1 ms, importlib.metadata 30 ms and importing Numba 180 ms.
    found = find_spec("numba")
    try:
        return Path(str(found and found.origin)).with_name("_version.py").read_bytes()
    except OSError:
        from importlib import metadata

        return metadata.version("numba").encode()


def _digest(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).digest()
