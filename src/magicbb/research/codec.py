"""Converting frozen dataclasses to JSON values and back, with all validation of input in one place.

A dataclass becomes an object with its fields in order, a tuple becomes a list, and None becomes
null. Annotations specify what types cannot express:

    piece: Annotated[Slider, Said(), Key(former="slider")]
    magics: Annotated[str, Key("kind")]
    magic: Annotated[int, Hex()]

A class whose JSON differs from its attributes names a dataclass for the JSON as `WIRE`, and
converts with `to_wire` and `from_wire`.

Reading is strict: JSON types must match exactly (true is not a number), unknown fields are errors,
and only fields with a default may be missing. Error messages name the path and the value.

Existing libraries fall short: msgspec ignores unknown fields of dataclasses, cannot write a
dataclass as a list, and does not report the invalid value; cattrs accepts "4" for 4; dacite has no
range checks, and rejects a list where a tuple is expected; Pydantic takes longer to import than
magicbb.
"""

from __future__ import annotations

import functools
import math
import re
from dataclasses import MISSING, dataclass, fields, is_dataclass
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from magicbb.arguments import short_repr

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

FLAT = "flat"
"""For a dataclass: merge its fields into the enclosing object; None omits them."""

ROW = "row"
"""For a dataclass: write it as a list of its fields."""

SPARSE = "sparse"
"""For a field, or for all fields of a dataclass: omit it if it has its default value."""

DECIMAL = "decimal"
"""For a dataclass: write `Hex` fields as plain numbers."""


@dataclass(frozen=True)
class Absent:
    """For a field: omit it if it has this value, whatever its default.

    A field that is missing, as in older files, is read as this value.
    """

    value: object


class FormatError(ValueError):
    """The value read does not have the expected form."""


def read(kind: type[T], value: object, what: str, *, loose: bool = False) -> T:
    """Read a value.

    Args:
        kind: A dataclass, or a type composed of dataclasses, with the annotations of this module.
        value: A value from `json.loads`.
        what: The name of the value in error messages, such as "the certificate".
        loose: Whether unknown fields are ignored.

    Raises:
        FormatError: The value cannot be read as a `kind`.

    >>> from typing import Annotated
    >>> rows = tuple[Annotated[int, Range(0, 128)], ...]
    >>> read(rows, [5, 128], "the file")
    Traceback (most recent call last):
    magicbb.research.codec.FormatError: the file's [1] must be 0..127, got 128
    """
    try:
        return form_of(kind, loose=loose).read(value)  # type: ignore[arg-type]
    except _WrongError as error:
        raise FormatError(error.say(what, error.path)) from None


def write(kind: Any, value: object) -> Any:
    """Convert a value to a JSON value that `read` accepts.

    >>> from typing import Annotated
    >>> write(tuple[Annotated[int, Hex()], ...], (1, 255))
    ['0x0000000000000001', '0x00000000000000ff']
    """
    return form_of(kind).write(value)


def require(right: bool, path: str, rule: str, value: object) -> None:
    """For `from_wire`: raise an error at `path` within the value unless `right` is true."""
    if not right:
        raise _must(rule, value).within(path)


class _WrongError(Exception):
    """An error at a path such as "found[3].count", which is extended at each outer level.

    Args:
        say: Builds the message from the name of the value, such as "the certificate", and the path.
    """

    def __init__(self, say: Callable[[str, str], str], path: str = "") -> None:
        super().__init__()
        self.say, self.path = say, path

    def within(self, step: str) -> _WrongError:
        """The same error, with the path extended by an outer step."""
        dot = "." if self.path and not self.path.startswith("[") else ""
        self.path = f"{step}{dot}{self.path}"
        return self


def _wrong(sentence: str) -> _WrongError:
    """An error whose message is the value's name followed by `sentence`."""
    return _WrongError(lambda what, path: (f"{what}'s {path}" if path else what) + sentence)


def _must(rule: str, value: object) -> _WrongError:
    return _wrong(f" must be {rule}, got {short_repr(value)}")


@dataclass(frozen=True)
class Form:
    """The functions that read and write values of a type.

    Attributes:
        read: Converts a JSON value to a value of the type, or raises a `_WrongError`.
        write: Converts a value of the type to a JSON value.
        object: The form of the dataclass, if the type is a dataclass or its union with None.
        decimal: For a `Hex`, the form to use instead when numbers are decimal.
    """

    read: Callable[[Any], Any]
    write: Callable[[Any], Any] = lambda value: value
    object: Any = None
    decimal: Form | None = None


def _plain(types: tuple[type, ...], rule: str, holds: Callable[[Any], bool] | None = None) -> Form:
    def read(value: Any) -> Any:
        if type(value) not in types or not (holds is None or holds(value)):
            raise _must(rule, value)
        return value

    return Form(read)


_PLAIN: dict[Any, Form] = {
    bool: _plain((bool,), "true or false"),
    int: _plain((int,), "an integer"),
    float: _plain((int, float), "a number", lambda value: -math.inf < value < math.inf),
    str: _plain((str,), "a text"),
}


@dataclass(frozen=True)
class Key:
    """For a field: its key in JSON.

    Attributes:
        name: The key (default: the field's name).
        former: The key in files of older versions, which can still be read.
    """

    name: str = ""
    former: str = ""


def Range(start: int, stop: int) -> Form:  # noqa: N802 (used like a type)
    """For an integer: it must be in ``range(start, stop)``."""
    most = f"2**{stop.bit_length() - 1} - 1" if stop in {1 << 63, 1 << 64} else f"{stop - 1}"
    return _plain((int,), f"{start}..{most}", lambda value: start <= value < stop)


def OneOf(values: tuple[object, ...]) -> Form:  # noqa: N802
    """For a plain value: it must be one of the given values."""
    rule = " or ".join(f'"{each}"' if isinstance(each, str) else f"{each}" for each in values)
    return _plain((*map(type, values),), rule, lambda value: value in values)


def Hex(digits: int = 16) -> Form:  # noqa: N802
    """For a 64-bit word: write it as "0x" and hex digits, zero-padded to `digits` digits."""

    def write(value: int) -> str:
        return f"{value:#0{digits + 2}x}"

    def right(text: str) -> bool:
        return bool(re.fullmatch("0x[0-9a-f]{1,16}", text)) and write(int(text, 16)) == text

    words = _plain((str,), f'less than 2**64, as "0x" and {digits or "unpadded"} digits', right)
    return Form(lambda value: int(words.read(value), 16), write, decimal=Range(0, 1 << 64))


def Said(  # noqa: N802
    write: Callable[[Any], Any] = str,
    read: Callable[[Any], Any] = lambda words: words,
    types: tuple[type, ...] = (str,),
) -> Form:
    """For a value with a text form: write it as text.

    Args:
        write: Converts the value to text.
        read: Converts the text to the value (default: keep the text); may raise ValueError or
            TypeError.
        types: The types of JSON values to accept.
    """
    words = _plain(types, "a text")
    return Form(lambda value: read(words.read(value)), write)


@functools.cache
def form_of(kind: Any, *, loose: bool = False, decimal: bool = False) -> Form:
    """The form of a type, taking its annotations into account.

    Args:
        kind: The type.
        loose: Whether objects may have unknown fields.
        decimal: Whether `Hex` fields are plain numbers.
    """
    marks: tuple[Any, ...] = getattr(kind, "__metadata__", ())
    plain = get_args(kind)[0] if marks else kind
    decimal = decimal or DECIMAL in marks
    of = functools.partial(form_of, loose=loose, decimal=decimal)
    for mark in marks:
        if isinstance(mark, Form):
            return (decimal and mark.decimal) or mark
    if get_origin(plain) in {Union, UnionType}:
        parts = get_args(plain)
        return _either([of(each) for each in parts if each is not NoneType], none=NoneType in parts)
    if get_origin(plain) is tuple:
        return _list(of(get_args(plain)[0]))
    if is_dataclass(plain):
        built = _Object(plain, marks, of, loose=loose)
        return Form(built.read, built.write, built)
    return _PLAIN[plain]


def _list(form: Form) -> Form:
    def read(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise _must("a list", value)
        done: list[Any] = []
        try:
            for each in value:
                done.append(form.read(each))  # noqa: PERF401 (its length locates errors)
        except _WrongError as error:
            raise error.within(f"[{len(done)}]") from None
        return tuple(done)

    return Form(read, lambda value: [*map(form.write, value)])


def _either(forms: list[Form], *, none: bool) -> Form:
    """The form of one type, or of dataclasses that differ in their fields; optionally with None."""
    objects = [form.object for form in forms]

    def read(value: Any) -> Any:
        if value is None and none:
            return None
        if len(forms) == 1:
            return forms[0].read(value)
        for each in objects:
            if isinstance(value, dict) and each.needed <= {*each.present(value)} <= {*each.keys}:
                return each.read(value)
        raise _must("an object of " + " or ".join(f"({each})" for each in objects), value)

    def write(value: Any) -> Any:
        if value is None or len(forms) == 1:
            return None if value is None else forms[0].write(value)
        return next(each for each in objects if each.kind is type(value)).write(value)

    return Form(read, write, objects[0])


class _Object:
    """The form of a dataclass, or of a class that is converted to its `WIRE` dataclass."""

    def __init__(
        self, kind: Any, marks: tuple[Any, ...], of: Callable[[Any], Form], *, loose: bool
    ) -> None:
        self.kind, self._wire = kind, getattr(kind, "WIRE", kind)
        self._row, self._loose = ROW in marks, loose
        self._fields: list[tuple[Any, str, Any, bool, Any]] = []
        self.keys: list[str] = []
        self.former: dict[str, str] = {}
        self.needed: set[str] = set()
        hints = get_type_hints(self._wire, include_extras=True)
        for field in fields(self._wire):
            inner = getattr(hints[field.name], "__metadata__", ())
            names = next((mark for mark in inner if isinstance(mark, Key)), Key())
            key = names.name or field.name
            form, flat = of(hints[field.name]), FLAT in inner
            absent = field.default if SPARSE in (*marks, *inner) else MISSING
            absent = next((mark.value for mark in inner if isinstance(mark, Absent)), absent)
            self._fields.append((field, key, form.object if flat else form, flat, absent))
            self.keys += form.object.keys if flat else [key]
            self.former |= form.object.former if flat else {}
            self.former |= {names.former: key} if names.former else {}
            needed = {key} if field.default is MISSING else set()
            self.needed |= form.object.needed if flat else needed
        omitted = [absent is not MISSING for *_, absent in self._fields]
        if self._row and any(omitted[:-1]):
            raise TypeError(f"{kind.__name__}: only the last field of a row can be omitted")
        self._shortest = len(self.keys) - sum(omitted)

    def __str__(self) -> str:
        """The fields, for error messages."""
        return ", ".join(self.keys)

    def present(self, value: dict[str, Any]) -> dict[str, Any]:
        """The value with former keys replaced by current ones."""
        if not self.former.keys() & value:
            return value
        renamed = {old: new for old, new in self.former.items() if new not in value}
        return {renamed.get(key, key): each for key, each in value.items()}

    def read(self, value: Any) -> Any:
        """Create an instance from a JSON value."""
        if self._row:
            if not isinstance(value, list) or not self._shortest <= len(value) <= len(self.keys):
                raise _must(f"a list of {self}", value)
            return self.take(dict(zip(self.keys, value, strict=False)))
        if not isinstance(value, dict):
            raise _must("an object", value)
        value = self.present(value)
        for key in self.keys:
            if key in self.needed and key not in value:
                raise _WrongError(lambda what, path: f"{what} has no {path}", key)
        for key in () if self._loose else value:
            if key not in self.keys:
                raise _WrongError(
                    lambda what, path: f"{what} has an unknown field, {short_repr(path)}", key
                )
        return self.take(value)

    def take(self, values: dict[str, Any]) -> Any:
        """Create an instance from a dict that has all required fields."""
        arguments, at = {}, ""
        try:
            for field, key, form, flat, absent in self._fields:
                if flat:
                    arguments[field.name] = form.take(values)
                elif key in values:
                    at = key
                    arguments[field.name] = form.read(values[key])
                    at = ""
                elif absent is not MISSING:
                    arguments[field.name] = absent
            made = self._wire(**arguments)
            return made if self._wire is self.kind else self.kind.from_wire(made)
        except _WrongError as error:
            raise (error.within(at) if at else error) from None
        except (ValueError, TypeError) as error:
            raise _wrong(f": {error}") from None

    def write(self, value: Any) -> Any:
        """Convert an instance to a JSON value."""
        given: dict[str, Any] = {}
        value = value if self._wire is self.kind else value.to_wire()
        for field, key, form, flat, absent in self._fields:
            each = getattr(value, field.name)
            if flat:
                given |= {} if each is None else form.write(each)
            elif absent is MISSING or each != absent:
                given[key] = form.write(each)
        return [*given.values()] if self._row else given
