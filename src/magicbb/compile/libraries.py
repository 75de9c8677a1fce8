"""Numba's libraries of code, put together once instead of at every call from one to another.

Numba makes a library of each function: it links in all that the function calls, optimises that and
loads it into the process. For kernels, which are inlined into each other over many levels and never
run there, that took half of all the time to compile. Here a library keeps its own function alone
until one module is wanted of all; or, after that, until someone else's function uses it.

If Numba's internals differ in some release, this is disabled, and compiling takes longer.
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
"""The variables that Numba sets in each function when it is loaded, by name."""


_JITCodeLibrary: Any = codegen.JITCodeLibrary  # without types of its own


class _Library(_JITCodeLibrary):  # type: ignore[misc]
    """A library that is not linked while kernels are compiled."""

    def _optimize_functions(self, module: Any) -> None:
        if not _compiling:  # kernels are optimised together
            super()._optimize_functions(module)

    def finalize(self) -> None:
        """Link, optimise and load, as Numba does, for functions other than kernels."""
        if _compiling:
            return
        self._shared_module = None
        super().finalize()
        for variable in self._final_module.global_variables:
            if variable.name in _environments:
                self.codegen.set_env(variable.name, _environments[variable.name])

    def get_pointer_to_function(self, name: str) -> int:
        """Where the function is; kernels are nowhere."""
        return 0 if _compiling else super().get_pointer_to_function(name)


_INSIDES = ("_optimize_functions", "_get_module_for_linking", "_linking_libraries", "_final_module")
"""The private attributes of libraries that this module needs."""


@functools.cache
def has_known_insides() -> bool:
    """Whether this release of Numba has what this module relies on."""
    target: Any = registry.cpu_target.target_context.codegen()
    library = target.create_library("probe")
    return isinstance(library, _JITCodeLibrary) and all(
        hasattr(owner, name)
        for owner, names in ((library, _INSIDES), (target, ("_library_class", "set_env")))
        for name in names
    )


@contextlib.contextmanager
def apart() -> Iterator[None]:
    """Do not link libraries while kernels are compiled; nothing else is compiled then."""
    global _compiling  # noqa: PLW0603 (Numba's context is one for the process, too)
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
    """The text of a C function of Numba's and of all that it calls."""
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
