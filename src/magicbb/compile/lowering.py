"""From a kernel to object code, by Numba.

Numba types and optimises the kernel and hands over LLVM's text; llvmlite turns that into object
code for this CPU. Both through documented interfaces, but for the flag `_nrt`, so that what is kept
on disk does not depend on the insides of a Numba release.
"""

from __future__ import annotations

import contextlib
import re
import types as python_types
import warnings
from typing import TYPE_CHECKING, Any

import llvmlite.binding as llvm
import numba
from numba import types
from numba.extending import intrinsic

from magicbb.compile.kernels import (
    FORWARD,
    Alias,
    External,
    Forward,
    Intrinsic,
    Kernel,
    Outlined,
    outlined_in,
)
from magicbb.compile.lowering_records import numba_type
from magicbb.compile.types import ENTRY_SYMBOL, Signature

if TYPE_CHECKING:
    from collections.abc import Iterator

_OPTIONS: dict[str, Any] = {
    "error_model": "numpy",  # no check for division by zero: kernels raise nothing
    "forceinline": True,  # with nothing left to raise, the wrapper's error path disappears
    "_nrt": False,  # no reference counting; nothing here owns memory
}

_NOWHERE = 1
"""The address of what is linked later: Numba wants one, although it never runs what it compiles."""

_lowered: dict[bytes, Any] = {}


def object_code(kernel: Kernel[..., Any], signature: Signature) -> bytes:
    """Compile a kernel to object code in which `ENTRY_SYMBOL` is its C function."""
    with warnings.catch_warnings(), _numba_enabled():
        # Numba warns about what its users could do better; a kernel's author sees the tests.
        warnings.simplefilter("ignore")
        module = _module(kernel, signature, ENTRY_SYMBOL)
        for part in outlined_in(kernel):
            module.link_in(_module(part, part.signature, part.symbol))
            module.get_function(part.symbol).add_function_attribute("noinline")
    for function in module.functions:
        if function.is_declaration and function.name.startswith(FORWARD):
            name = function.name.removeprefix(FORWARD)
            raise TypeError(f"{kernel.function.__qualname__} calls {name}, which nothing defines")
        if not function.is_declaration and function.name != ENTRY_SYMBOL:
            function.linkage = "internal"  # then it may get another calling convention, or go
    target = llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=3,
        reloc="pic",
        codemodel="default",
    )
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    passes = llvm.create_pass_builder(target, options)
    passes.getModulePassManager().run(module, passes)
    code: bytes = target.emit_object(module)
    return code


def _module(kernel: Kernel[..., Any], signature: Signature, symbol: str) -> Any:
    """A kernel with all that is inlined into it, as a module of LLVM's with one C function."""
    compiled = numba.cfunc(_numba_signature(signature), **_OPTIONS)(_bind(kernel))
    text = compiled.inspect_llvm()
    # Numba has its C function call the one that does the work, and forbids inlining there.
    text = re.sub(
        r"^(attributes #\d+ = {) noinline }$", r"\1 alwaysinline }", text, flags=re.MULTILINE
    )
    if isinstance(kernel, Outlined) and kernel.itself:
        # What was declared under the name of the forward declaration is what is defined here.
        name = re.escape(kernel.itself.symbol)
        text = re.sub(rf"^declare .*@{name}\(.*$", "", text, flags=re.MULTILINE)
        text = re.sub(rf"@{name}\b", f'@"{compiled.native_name}"', text)
    module = llvm.parse_assembly(text)
    module.get_function(compiled.native_name).name = symbol
    return module


@contextlib.contextmanager
def _numba_enabled() -> Iterator[None]:
    """Compile even under NUMBA_DISABLE_JIT, by which users debug functions of their own."""
    config: Any = numba.config
    disabled, config.DISABLE_JIT = config.DISABLE_JIT, 0
    try:
        yield
    finally:
        config.DISABLE_JIT = disabled


def _numba_signature(signature: Signature) -> Any:
    return numba_type(signature.result)(*map(numba_type, signature.arguments))


def _bind(kernel: Kernel[..., Any]) -> python_types.FunctionType:
    """The kernel's function with every kernel that it names replaced by Numba's counterpart."""
    function = kernel.function
    names = {name: _lower(value) for name, value in kernel.names().items()}
    cells = tuple(python_types.CellType(_lower(value)) for value in kernel.cells())
    return python_types.FunctionType(
        function.__code__,
        {"__builtins__": __builtins__, "__name__": function.__module__, **names},
        function.__name__,
        function.__defaults__,
        cells,
    )


def _lower(value: Any) -> Any:
    if not isinstance(value, Kernel):
        return value
    if value.fingerprint not in _lowered:
        if isinstance(value, Intrinsic):
            _lowered[value.fingerprint] = _lower_intrinsic(value)
        elif isinstance(value, Alias):
            _lowered[value.fingerprint] = value.builtin
        elif isinstance(value, External):
            name = value.function.__name__
            llvm.add_symbol(name, value.address)
            _lowered[value.fingerprint] = _called(name, value.signature)
        elif isinstance(value, (Outlined, Forward)):
            llvm.add_symbol(value.symbol, _NOWHERE)
            _lowered[value.fingerprint] = _called(value.symbol, value.signature)
        else:
            _lowered[value.fingerprint] = numba.njit(**_OPTIONS)(_bind(value))
    return _lowered[value.fingerprint]


def _called(symbol: str, signature: Signature) -> Any:
    """A C function, as Numba knows it: it takes their bools for bytes, and then must be told so."""
    result = "Byte" if signature.result == "bool" else signature.result
    return types.ExternalFunction(
        symbol, _numba_signature(Signature((*signature.arguments, result)))
    )


def _lower_intrinsic(value: Intrinsic[..., Any]) -> Any:
    signature = _numba_signature(value.signature)

    def generate(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return value.emit(builder, *values)

    # numba.intrinsic wants one positional parameter for each argument, by name.
    parameters = ", ".join(f"a{position}" for position in range(len(value.signature.arguments)))
    namespace: dict[str, Any] = {"signature": signature, "generate": generate}
    exec(f"def typing(context, {parameters}): return signature, generate", namespace)  # noqa: S102
    return intrinsic(namespace["typing"])
