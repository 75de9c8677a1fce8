"""The types of kernels as Numba knows them; what it has to be told of records.

A record is a pointer to words, and reading a field is one load.
"""

from __future__ import annotations

import hashlib
import operator
from typing import TYPE_CHECKING, Any

import numba.extending
from llvmlite import ir
from numba import types
from numba.core.typing import templates as numba_templates

from magicbb.compile.types import Layout

if TYPE_CHECKING:
    from magicbb.compile.types import Kind

_pointer: Any = types.CPointer
extending: Any = numba.extending  # without types of its own
templates: Any = numba_templates

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


def numba_type(kind: Kind) -> Any:
    """The Numba type of an argument, a result or a field."""
    return RecordPointer(kind) if isinstance(kind, Layout) else _NUMBA_TYPES[kind]


class RecordPointer(types.Type):
    """A pointer to a record, or to several in a row."""

    def __init__(self, layout: Layout) -> None:
        self.fields = [name for name, _ in layout.fields]
        self.kinds = dict(layout.fields)
        super().__init__(name=f"record_{hashlib.sha256(repr(layout).encode()).hexdigest()}")


@extending.register_model(RecordPointer)
class _RecordModel(extending.models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, record: RecordPointer) -> None:
        super().__init__(manager, record, ir.IntType(64).as_pointer())


@extending.infer_getattr
class _Fields(templates.AttributeTemplate):  # type: ignore[misc]
    key = RecordPointer

    def generic_resolve(self, record: RecordPointer, name: str) -> Any:
        kind = record.kinds.get(name)
        return kind and numba_type(kind)


@templates.infer_global(operator.getitem)
class _Row(templates.AbstractTemplate):  # type: ignore[misc]
    def generic(self, arguments: Any, _keywords: Any) -> Any:
        record, index = arguments
        if isinstance(record, RecordPointer) and isinstance(index, types.Integer):
            return templates.signature(record, record, types.uint64)
        return None


@extending.lower_builtin(operator.getitem, RecordPointer, types.Integer)  # type: ignore[untyped-decorator]
def _row(_context: Any, builder: Any, typed: Any, values: Any) -> Any:
    pointer, index = values
    return builder.gep(pointer, [builder.mul(index, index.type(len(typed.args[0].fields)))])


@extending.lower_getattr_generic(RecordPointer)  # type: ignore[untyped-decorator]
def _read(context: Any, builder: Any, record: RecordPointer, value: Any, name: str) -> Any:
    kind = record.kinds[name]
    place = _place(builder, record, value, name)
    if kind == "Word":
        return builder.load(place)
    element = context.get_value_type(numba_type(kind))
    address = builder.load(builder.bitcast(place, element.as_pointer()))
    # Addresses never change: one load serves a loop, whatever the loop writes to memory.
    address.set_metadata("invariant.load", builder.module.add_metadata([]))
    return address


@extending.lower_setattr_generic(RecordPointer)  # type: ignore[untyped-decorator]
def _write(_context: Any, builder: Any, typed: Any, values: Any, name: str) -> None:
    record, _ = typed.args
    if record.kinds[name] != "Word":
        raise TypeError(f"a kernel assigns to {name}, which is an address and cannot change")
    pointer, value = values
    builder.store(value, _place(builder, record, pointer, name))


def _place(builder: Any, record: RecordPointer, pointer: Any, name: str) -> Any:
    return builder.gep(pointer, [ir.Constant(ir.IntType(64), record.fields.index(name))])
