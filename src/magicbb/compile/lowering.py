"""Compile a kernel to object code with Numba.

Numba infers the kernel's types and generates LLVM IR; llvmlite optimises the IR and compiles it to
object code for this CPU. Except for three options, `libraries` and the passes that are left out,
both are used through documented interfaces.

To Numba, a record is a pointer to words, and reading a field is a single load.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import operator
import re
import types as python_types
import warnings
from typing import TYPE_CHECKING, Any

import llvmlite.binding as llvm
import numba
import numba.extending
from llvmlite import ir
from numba import types
from numba.core import compiler, compiler_machinery
from numba.core.typing import templates as numba_templates

from magicbb.compile.kernels import (
    FORWARD,
    Alias,
    External,
    Forward,
    Intrinsic,
    Kernel,
    Outlined,
    called_by,
)
from magicbb.compile.libraries import apart, put_together
from magicbb.compile.types import ENTRY_SYMBOL, Layout

if TYPE_CHECKING:
    from collections.abc import Iterator

    from magicbb.compile.types import Kind, Signature

_IDLE = {
    "AnnotateTypes",
    "DeadBranchPrune",
    "DumpParforDiagnostics",
    "FindLiterallyCalls",
    "GenericRewrites",
    "InlineClosureLikes",
    "InlineInlinables",
    "InlineOverloads",
    "LiteralPropagationSubPipelinePass",
    "LiteralUnroll",
    "MakeFunctionToJitFunction",
    "NoPythonSupportedFeatureValidation",
    "NopythonRewrites",
    "PreLowerStripPhis",
    "ReconstructSSA",
    "RewriteDynamicRaises",
    "RewriteSemanticConstants",
    "WithLifting",
}
"""The names of Numba's passes that kernels do not need.

They are for arrays, closures, exceptions and the like, or for variables that change their type.
Names unknown to a Numba release have no effect.
"""

_passes: Any = compiler.DefaultPassBuilder  # has no type annotations
_manager: Any = compiler_machinery.PassManager


class _Pipeline(compiler.CompilerBase):
    """Numba's passes without the idle ones, which took a seventh of the compile time."""

    def define_pipelines(self) -> list[Any]:
        """The passes, as a list of one pipeline."""
        pipeline = _manager("kernels")
        for each, description in _passes.define_nopython_pipeline(self.state).passes:
            if each.__name__ not in _IDLE:
                pipeline.add_pass(each, description)
        pipeline.finalize()
        return [pipeline]


_OPTIONS: dict[str, Any] = {
    "error_model": "numpy",  # no checks for division by zero: kernels raise no exceptions
    "forceinline": True,  # nothing can raise, so the wrapper's error path disappears
    "_nrt": False,  # no reference counting: kernels do not own memory
    "pipeline_class": _Pipeline,
}
_INLINED_OPTIONS: dict[str, Any] = {
    **_OPTIONS,  # wrappers for other callers would take 12 to 25% of the compile time
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}

_pointer: Any = types.CPointer
_extending: Any = numba.extending  # has no type annotations
_templates: Any = numba_templates

_NUMBA_TYPES: dict[Any, Any] = {
    "None": types.void,
    "Word": types.uint64,
    "bool": types.boolean,
    "Byte": types.uint8,
    "Words": _pointer(types.uint64),
    "Shorts": _pointer(types.uint16),
    "Bytes": _pointer(types.uint8),
    "Object": types.voidptr,
    "Objects": _pointer(types.voidptr),
}

_NOWHERE = 1
"""A placeholder address for symbols that are linked later: Numba requires an address, but never
runs the code."""

_lowered: dict[bytes, Any] = {}


def object_code(kernel: Kernel[..., Any], signature: Signature, *, packs: bool = False) -> bytes:
    """Compile a kernel to object code in which `ENTRY_SYMBOL` is its C function.

    Args:
        kernel: The kernel to compile.
        signature: The types of its arguments and result.
        packs: Whether LLVM may vectorize operations on adjacent words (SLP vectorization).
    """
    with warnings.catch_warnings(), apart(), _numba_enabled(), _no_collections():
        # Numba's performance warnings are for its users; kernels are covered by tests.
        warnings.simplefilter("ignore")
        module = _module(kernel, signature, ENTRY_SYMBOL)
        for part in called_by(kernel, Outlined):
            module.link_in(_module(part, part.signature, part.symbol))
            module.get_function(part.symbol).add_function_attribute("noinline")
    for function in module.functions:
        if function.is_declaration and function.name.startswith(FORWARD):
            name = function.name.removeprefix(FORWARD)
            raise TypeError(f"{kernel.function.__qualname__} calls {name}, which is not defined")
        if not function.is_declaration and function.name != ENTRY_SYMBOL:
            function.linkage = "internal"  # LLVM may change its calling convention or remove it
    target = llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=3,
        reloc="pic",
        codemodel="default",
    )
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.slp_vectorization = packs
    passes = llvm.create_pass_builder(target, options)
    passes.getModulePassManager().run(module, passes)
    return target.emit_object(module)


def _module(kernel: Kernel[..., Any], signature: Signature, symbol: str) -> Any:
    """A kernel with everything inlined into it, as an LLVM module with one C function."""
    compiled = numba.cfunc(_numba_signature(signature), **_OPTIONS)(_bind(kernel))
    text = put_together(compiled)
    # Numba's C function is a wrapper around the compiled function, which is marked noinline.
    text = re.sub(
        r"^(attributes #\d+ = {) noinline }$", r"\1 alwaysinline }", text, flags=re.MULTILINE
    )
    if isinstance(kernel, Outlined) and kernel.itself:
        # Make the forward declaration refer to this definition.
        name = re.escape(kernel.itself.symbol)
        text = re.sub(rf"^declare .*@{name}\(.*$", "", text, flags=re.MULTILINE)
        text = re.sub(rf"@{name}\b", f'@"{compiled.native_name}"', text)
    module = llvm.parse_assembly(text)
    module.get_function(compiled.native_name).name = symbol
    return module


@contextlib.contextmanager
def _numba_enabled() -> Iterator[None]:
    """Compile even under NUMBA_DISABLE_JIT, which users set to debug their own functions.

    Numba's optimiser is turned off during the block: it would optimise each kernel separately, and
    again within each caller. If the whole module is optimised only once, compiling takes 0.8 times
    as long and gives equally fast code.
    """
    config: Any = numba.config
    disabled, config.DISABLE_JIT = config.DISABLE_JIT, 0
    level, config.OPT = config.OPT, type(config.OPT)(0)
    try:
        yield
    finally:
        config.DISABLE_JIT, config.OPT = disabled, level


@contextlib.contextmanager
def _no_collections() -> Iterator[None]:
    """Suspend garbage collection: Numba makes millions of objects, and most of them stay."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _numba_signature(signature: Signature) -> Any:
    *arguments, result = map(_numba_type, signature)
    return result(*arguments)


def _numba_type(kind: Kind) -> Any:
    """The Numba type of an argument, a result or a field."""
    return RecordPointer(kind) if isinstance(kind, Layout) else _NUMBA_TYPES[kind]


def _bind(kernel: Kernel[..., Any]) -> python_types.FunctionType:
    """The kernel's function, with the kernels that it uses replaced by their Numba counterparts."""
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
            lowered = _lower_intrinsic(value)
        elif isinstance(value, Alias):
            lowered = value.builtin
        elif isinstance(value, External):
            lowered = _called(value.function.__name__, value.address, value.signature)
        elif isinstance(value, (Outlined, Forward)):
            lowered = _called(value.symbol, _NOWHERE, value.signature)
        else:
            lowered = numba.njit(**_INLINED_OPTIONS)(_bind(value))
        _lowered[value.fingerprint] = lowered
    return _lowered[value.fingerprint]


def _called(symbol: str, address: int, signature: Signature) -> Any:
    """A C function that Numba can call; a bool result is a byte, as in Numba's representation."""
    llvm.add_symbol(symbol, address)
    *arguments, result = signature
    result = "Byte" if result == "bool" else result
    return types.ExternalFunction(symbol, _numba_signature((*arguments, result)))


def _lower_intrinsic(value: Intrinsic[..., Any]) -> Any:
    signature = _numba_signature(value.signature)

    def generate(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return value.emit(builder, *values)

    # numba.intrinsic requires one named positional parameter for each argument.
    parameters = ", ".join(f"a{position}" for position in range(len(value.signature) - 1))
    namespace: dict[str, Any] = {"signature": signature, "generate": generate}
    exec(f"def typing(context, {parameters}): return signature, generate", namespace)  # noqa: S102
    return _extending.intrinsic(namespace["typing"])


class RecordPointer(types.Type):
    """A pointer to a record, or to consecutive records."""

    def __init__(self, layout: Layout) -> None:
        self.fields = [name for name, _ in layout.fields]
        self.kinds = dict(layout.fields)
        super().__init__(name=f"record_{hashlib.sha256(repr(layout).encode()).hexdigest()}")


@_extending.register_model(RecordPointer)
class _RecordModel(_extending.models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, record: RecordPointer) -> None:
        super().__init__(manager, record, ir.IntType(64).as_pointer())


@_extending.infer_getattr
class _Fields(_templates.AttributeTemplate):  # type: ignore[misc]
    key = RecordPointer

    def generic_resolve(self, record: RecordPointer, name: str) -> Any:
        kind = record.kinds.get(name)
        return kind and _numba_type(kind)


@_templates.infer_global(operator.getitem)
class _Row(_templates.AbstractTemplate):  # type: ignore[misc]
    def generic(self, arguments: Any, _keywords: Any) -> Any:
        record, index = arguments
        if isinstance(record, RecordPointer) and isinstance(index, types.Integer):
            return _templates.signature(record, record, types.uint64)
        return None


@_extending.lower_builtin(operator.getitem, RecordPointer, types.Integer)  # type: ignore[untyped-decorator]
def _row(_context: Any, builder: Any, typed: Any, values: Any) -> Any:
    pointer, index = values
    return builder.gep(pointer, [builder.mul(index, index.type(len(typed.args[0].fields)))])


@_extending.lower_getattr_generic(RecordPointer)  # type: ignore[untyped-decorator]
def _read(context: Any, builder: Any, record: RecordPointer, value: Any, name: str) -> Any:
    kind = record.kinds[name]
    place = _place(builder, record, value, name)
    if kind == "Word":
        return builder.load(place)
    element = context.get_value_type(_numba_type(kind))
    address = builder.load(builder.bitcast(place, element.as_pointer()))
    # Addresses never change, so one load serves a whole loop, even one that writes to memory.
    address.set_metadata("invariant.load", builder.module.add_metadata([]))
    return address


@_extending.lower_setattr_generic(RecordPointer)  # type: ignore[untyped-decorator]
def _write(_context: Any, builder: Any, typed: Any, values: Any, name: str) -> None:
    record, _ = typed.args
    if record.kinds[name] != "Word":
        raise TypeError(f"a kernel cannot assign to {name}, which is stored as an address")
    pointer, value = values
    builder.store(value, _place(builder, record, pointer, name))


def _place(builder: Any, record: RecordPointer, pointer: Any, name: str) -> Any:
    return builder.gep(pointer, [ir.Constant(ir.IntType(64), record.fields.index(name))])
