"""Link Numba's code libraries once, instead of once for each calling function.

Numba creates a library for each function, links in everything that the function calls, optimises
the result and loads it into the process. Kernels are inlined into each other over many levels and
never run from these libraries, but creating them took half of the compile time. With this module,
each library holds only its own function until the libraries of a kernel are linked into one module.
If Numba uses a library for another function later, the library is linked and optimised then.

If a Numba release has different internals, this is disabled and compilation takes longer.
"""

from __future__ import annotations

import contextlib
import functools
from typing import TYPE_CHECKING, Any

import llvmlite.binding as llvm
from numba.core import codegen, registry
from numba.core.compiler_lock import global_compiler_lock

if TYPE_CHECKING:
    from collections.abc import Iterator

_compiling = False
_environments: dict[str, Any] = {}
"""Numba's environments, by variable name; `finalize` sets the variables of a library."""


_JITCodeLibrary: Any = codegen.JITCodeLibrary  # has no type annotations


class _Library(_JITCodeLibrary):  # type: ignore[misc]
    """A library that is not linked while kernels are compiled."""

    def _optimize_functions(self, module: Any) -> None:
        if not _compiling:  # kernels are optimised together later
            super()._optimize_functions(module)

    def finalize(self) -> None:
        """Link, optimise and load as usual, unless kernels are being compiled."""
        if _compiling:
            return
        self._shared_module = None
        super().finalize()
        for variable in self._final_module.global_variables:
            if variable.name in _environments:
                self.codegen.set_env(variable.name, _environments[variable.name])

    def get_pointer_to_function(self, name: str) -> int:
        """The address of the function; 0 for kernels, which are not loaded."""
        return 0 if _compiling else super().get_pointer_to_function(name)


_INSIDES = ("_optimize_functions", "_get_module_for_linking", "_linking_libraries", "_final_module")
"""The private attributes of Numba's libraries that this module uses."""


@functools.cache
def has_known_insides() -> bool:
    """Whether this release of Numba has the internals that this module relies on."""
    target: Any = registry.cpu_target.target_context.codegen()
    library = target.create_library("probe")
    return isinstance(library, _JITCodeLibrary) and all(
        hasattr(owner, name)
        for owner, names in ((library, _INSIDES), (target, ("_library_class", "set_env")))
        for name in names
    )


@contextlib.contextmanager
def apart() -> Iterator[None]:
    """Leave libraries unlinked during the block, which must compile nothing but kernels."""
    global _compiling  # noqa: PLW0603 (Numba's context is global, too)
    if not has_known_insides():
        yield
        return
    with global_compiler_lock:
        target = registry.cpu_target.target_context.codegen()
        _compiling, target._library_class = True, _Library  # noqa: SLF001
        target.set_env = _environments.__setitem__
        try:
            yield
        finally:
            _compiling = False
            del target._library_class, target.set_env  # noqa: SLF001


def put_together(compiled: Any) -> str:
    """The LLVM IR of Numba's C function and everything that it calls."""
    if not has_known_insides():
        return str(compiled.inspect_llvm())
    library = compiled._library  # noqa: SLF001
    module, seen, left = llvm.parse_assembly(library.get_llvm_str()), {library}, [library]
    while left:
        for used in left.pop()._linking_libraries:  # noqa: SLF001
            if used not in seen:
                seen.add(used)
                left.append(used)
                module.link_in(used._get_module_for_linking(), preserve=True)  # noqa: SLF001
    return str(module)
