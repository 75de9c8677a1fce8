"""Records: kernel state in named fields, passed as a single pointer.

A record has a 64-bit field for each annotation of its class, in order:

>>> class Walk(Record):
...     random: Word
...     steps: Word = Word(0)
...     seen: Bytes
>>> walk = Walk(random=1, seen=np.zeros(64, np.uint8))
>>> int(walk.steps)
0

A `Word` is stored in the record itself; kernels and Python read and write it. `Words`, `Shorts`,
`Bytes`, other records and `Rows` of records are stored as addresses: they are checked when the
record is created and never change, and the record keeps their targets alive. Since no kernel can
change an address, compiled code need not reload it after writing to memory, unlike a `Word`.

Records work the same way in plain Python, so kernels can be run uncompiled.
"""

from __future__ import annotations

import ctypes
import functools
import sys
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from magicbb.arguments import parse_integer, short_repr
from magicbb.compile.types import ELEMENT_DTYPES, Layout, Word, kind_of

if TYPE_CHECKING:
    from magicbb.compile.types import Kind


class Record:
    """Kernel state in named fields: the annotations of a subclass are its fields.

    Fields are inherited. A `Word` may have a default value in the class.

    Args:
        values: The value of each field, by name: an integer, a contiguous array of the field's
            dtype, a record, or an array made by `array`.

    Raises:
        ValueError: An integer is not in 0..2**64 - 1.
        TypeError: A field is missing or unknown, or a value does not fit its field.
    """

    layout: ClassVar[Layout] = Layout(())
    """The fields, as seen by compiled code."""

    address: int = 0
    """The address of the record; valid for its lifetime."""

    _defaults: ClassVar[dict[str, Any]] = {}

    def __init_subclass__(cls) -> None:
        """Derive the fields from the annotations.

        Raises:
            TypeError: An annotation is not a field type, or a name is reserved.
        """
        fields: dict[str, Kind] = {}
        for base in reversed(cls.__mro__[:-2]):  # without Record and object
            names = vars(sys.modules[base.__module__])
            for name, annotation in base.__annotations__.items():
                fields[name] = _field_kind(annotation, names)
                if hasattr(Record, name) or name.startswith("_"):
                    raise TypeError(f"{cls.__name__}: a record field cannot be named {name}")
        cls.layout = Layout(tuple(fields.items()))
        own = {name: value for name, value in vars(cls).items() if name in fields}
        cls._defaults = {**cls._defaults, **own}
        for place, (name, kind) in enumerate(fields.items()):
            setattr(cls, name, _word(name, place) if kind == "Word" else _address(name))

    def __init__(self, **values: Any) -> None:
        values = {**self._defaults, **values}
        names = dict(self.layout.fields)
        if values.keys() != names.keys():
            missing = [name for name in names if name not in values]
            unknown = [name for name in values if name not in names]
            what = f"needs {', '.join(missing)}" if missing else f"has no {', '.join(unknown)}"
            raise TypeError(f"{type(self).__name__} {what}")
        owner = type(self).__name__
        words = [_content(values[name], kind, owner, name) for name, kind in names.items()]
        self._memory = (ctypes.c_uint64 * len(words))(*words)
        self._held = values
        self.address = ctypes.addressof(self._memory)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle by value, as addresses are valid in one process only."""
        values = {name: getattr(self, name) for name, _ in self.layout.fields}
        return functools.partial(type(self), **values), ()

    @classmethod
    def array(cls, count: int) -> Any:
        """A zeroed array of records of this class, whose fields must all be `Word`s.

        A kernel that takes `Rows` accesses a record by its index; Python can also access one field
        of all records by its name.

        >>> class Step(Record):
        ...     bit: Word
        >>> steps = Step.array(3)
        >>> steps.bit[:] = [5, 6, 7]
        >>> int(steps[1].bit)
        6
        """
        if cls.layout.dtype is None:
            raise TypeError(f"{cls.__name__} cannot be in rows, as not all of its fields are Words")
        return np.zeros(count, cls.layout.dtype).view(np.recarray)

    @classmethod
    @functools.cache
    def where(cls, **kinds: str) -> Any:
        """A version of this class with types for the fields annotated `Any`.

        It is meant for memory whose element type varies. Equal types give the same class.

        >>> class Table(Record):
        ...     slots: Any
        >>> table = Table.where(slots="Shorts")(slots=np.zeros(64, np.uint16))
        """
        return type(cls.__name__, (cls,), {"__module__": cls.__module__, "__annotations__": kinds})


def _field_kind(annotation: Any, names: dict[str, Any]) -> Kind:
    """The type of a field.

    Raises:
        TypeError: The annotation is not a field type.
    """
    kind = kind_of(annotation, names)
    if isinstance(kind, Layout) or kind in {"Word", *ELEMENT_DTYPES}:
        return kind
    if annotation == "Any":
        return "Any"  # until `where` gives a type
    known = ["Word", *ELEMENT_DTYPES, "a record", "Rows of one"]
    raise TypeError(f"a record field must be one of {', '.join(known)}, not {annotation}")


def _word(name: str, place: int) -> property:
    """A field that is stored in the record."""

    def read(record: Record) -> Word:
        return Word(record._memory[place])  # noqa: SLF001

    def write(record: Record, value: Any) -> None:
        record._memory[place] = _content(value, "Word", type(record).__name__, name)  # noqa: SLF001

    return property(read, write)


def _address(name: str) -> property:
    """A field that is stored as an address; it cannot be changed."""
    return property(lambda record: record._held[name])  # noqa: SLF001


def _content(value: Any, kind: Kind, owner: str, name: str) -> int:
    """Check a field's value; return the number, or the address of the array or record.

    Raises:
        ValueError: The number is not in 0..2**64 - 1.
        TypeError: The value does not fit the field.
    """
    if kind == "Word":
        return parse_integer(value, 2**64, f"{owner}.{name} must be 0..2**64 - 1")
    if isinstance(kind, Layout):
        return record_address(value, kind, f"{owner}.{name}")
    dtype = ELEMENT_DTYPES.get(kind)
    if dtype is None:
        raise TypeError(f"{owner}.{name} has no type; choose one with `where`")
    if not _is_array(value, dtype):
        what = f"{owner}.{name} must be a contiguous array of {dtype}"
        raise TypeError(f"{what}, got {_described(value)}")
    return _start(value)


def record_address(value: Any, layout: Layout, what: str) -> int:
    """The address of a record, or of an array of records, with the given layout.

    Raises:
        TypeError: The value is not such a record or array.
    """
    if isinstance(value, Record) and value.layout == layout:
        return value.address
    if layout.dtype and _is_array(value, layout.dtype):
        return _start(value)
    names = ", ".join(name for name, _ in layout.fields)
    raise TypeError(f"{what} must be a record or rows with {names}; got {_described(value)}")


def _start(array: Any) -> int:
    """The address of a contiguous array."""
    if array.flags.writeable and array.size:
        # three times as fast as `array.ctypes.data`
        return ctypes.addressof(ctypes.c_char.from_buffer(array))
    return array.ctypes.data


def _is_array(value: object, dtype: np.dtype[Any]) -> bool:
    return isinstance(value, np.ndarray) and value.dtype == dtype and value.flags.c_contiguous


def _described(value: object) -> str:
    if not isinstance(value, np.ndarray):
        return short_repr(value)
    return f"an array of {value.dtype}{'' if value.flags.c_contiguous else ' with gaps'}"
