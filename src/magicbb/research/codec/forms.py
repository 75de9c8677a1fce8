"""The form of each type: how its values are read and written."""

from __future__ import annotations

import functools
import math
import re
from dataclasses import MISSING, dataclass, fields, is_dataclass
from types import UnionType
from typing import TYPE_CHECKING, Any, Union, get_args, get_origin, get_type_hints

from magicbb.arguments import short_repr
from magicbb.research.codec.errors import WrongError, must, wrong
from magicbb.research.codec.marks import DECIMAL, FLAT, ROW, SPARSE, Hex, Key, OneOf, Range, Said

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class Form:
    """How values of a type are read and written.

    Attributes:
        read: Makes a value of what JSON has; raises a `WrongError`.
        write: The other way round.
        object: The form of an object, if it is one, or one or None.
    """

    read: Callable[[Any], Any]
    write: Callable[[Any], Any] = lambda value: value
    object: Object | None = None


@functools.cache
def form_of(kind: Any, *, loose: bool = False, decimal: bool = False) -> Form:
    """The form of a type, with what stands beside it.

    Args:
        kind: The type.
        loose: Whether objects may have unknown fields.
        decimal: Whether what would be `Hex` are plain numbers.
    """
    marks: tuple[Any, ...] = getattr(kind, "__metadata__", ())
    plain = get_args(kind)[0] if marks else kind
    decimal = decimal or DECIMAL in marks
    of = functools.partial(form_of, loose=loose, decimal=decimal)
    mark = next((each for each in marks if type(each) in _MARKED), None)
    if get_origin(plain) in {Union, UnionType}:
        form = _either([of(each) for each in get_args(plain) if each is not type(None)])
        return _optional(form) if type(None) in get_args(plain) else form
    if get_origin(plain) is tuple:
        return _list(of(get_args(plain)[0]))
    if mark is not None:
        return _ranged(0, 1 << 64) if decimal and type(mark) is Hex else _MARKED[type(mark)](mark)
    if is_dataclass(plain):
        built = Object(plain, marks, of, loose=loose)
        return Form(built.read, built.write, built)
    return _PLAIN[plain]


def _plain(types: tuple[type, ...], rule: str, holds: Callable[[Any], bool] | None = None) -> Form:
    def read(value: Any) -> Any:
        if type(value) not in types or not (holds is None or holds(value)):
            raise must(rule, value)
        return value

    return Form(read)


_PLAIN: dict[Any, Form] = {
    bool: _plain((bool,), "true or false"),
    int: _plain((int,), "an integer"),
    float: _plain((int, float), "a number", lambda value: -math.inf < value < math.inf),
    str: _plain((str,), "a text"),
}


def _ranged(start: int, stop: int) -> Form:
    most = f"2**{stop.bit_length() - 1} - 1" if stop in {1 << 63, 1 << 64} else f"{stop - 1}"
    return _plain((int,), f"{start}..{most}", lambda value: start <= value < stop)


def _one_of(mark: OneOf) -> Form:
    rule = " or ".join(f'"{each}"' if isinstance(each, str) else f"{each}" for each in mark.values)
    return _plain((*map(type, mark.values),), rule, lambda value: value in mark.values)


def _hex(mark: Hex) -> Form:
    def write(value: int) -> str:
        return f"{value:#0{mark.digits + 2}x}"

    def right(text: str) -> bool:
        return bool(re.fullmatch("0x[0-9a-f]{1,16}", text)) and write(int(text, 16)) == text

    words = _plain((str,), f'less than 2**64, as "0x" and {mark.digits or "its"} digits', right)
    return Form(lambda value: int(words.read(value), 16), write)


def _said(mark: Said) -> Form:
    words = _plain(mark.types, "a text")
    return Form(lambda value: mark.read(words.read(value)), mark.write)


_MARKED: dict[type, Callable[[Any], Form]] = {
    Range: lambda mark: _ranged(mark.start, mark.stop),
    OneOf: _one_of,
    Hex: _hex,
    Said: _said,
}


def _optional(form: Form) -> Form:
    def read(value: Any) -> Any:
        return None if value is None else form.read(value)

    def write(value: Any) -> Any:
        return None if value is None else form.write(value)

    return Form(read, write, form.object)


def _list(form: Form) -> Form:
    def read(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise must("a list", value)
        done: list[Any] = []
        try:
            for each in value:
                done.append(form.read(each))  # noqa: PERF401 (it tells where it stopped)
        except WrongError as error:
            raise error.within(f"[{len(done)}]") from None
        return tuple(done)

    return Form(read, lambda value: [*map(form.write, value)])


def _either(forms: list[Form]) -> Form:
    """One of several dataclasses, told by the fields that are there."""
    if len(forms) == 1:
        return forms[0]
    objects = [form.object for form in forms if form.object is not None]

    def read(value: Any) -> Any:
        for each in objects:
            if isinstance(value, dict) and each.needed <= {*value} <= {*each.keys}:
                return each.read(value)
        raise must("an object of " + " or ".join(f"({each})" for each in objects), value)

    def write(value: Any) -> Any:
        return next(each for each in objects if each.kind is type(value)).write(value)

    return Form(read, write)


@dataclass(frozen=True)
class _Field:
    name: str
    key: str
    form: Form
    flat: Object | None
    sparse: bool
    default: Any


class Object:
    """A dataclass; or, in place of one that has such a class as WIRE, that one."""

    def __init__(
        self, kind: Any, marks: tuple[Any, ...], of: Callable[[Any], Form], *, loose: bool
    ) -> None:
        self.kind, self._wire = kind, getattr(kind, "WIRE", kind)
        self._row, self._loose = ROW in marks, loose
        self._fields: list[_Field] = []
        self.keys: list[str] = []
        self.needed: set[str] = set()
        hints = get_type_hints(self._wire, include_extras=True)
        for field in fields(self._wire):
            inner = getattr(hints[field.name], "__metadata__", ())
            key = next((mark.name for mark in inner if isinstance(mark, Key)), field.name)
            form, sparse = of(hints[field.name]), SPARSE in (*marks, *inner)
            flat = form.object if FLAT in inner else None
            self.keys += flat.keys if flat else [key]
            self.needed |= flat.needed if flat else {key} if field.default is MISSING else set()
            self._fields.append(_Field(field.name, key, form, flat, sparse, field.default))

    def __str__(self) -> str:
        """The fields, for errors."""
        return ", ".join(self.keys)

    def read(self, value: Any) -> Any:
        """Make the dataclass."""
        if self._row:
            if not isinstance(value, list) or len(value) != len(self.keys):
                raise must(f"a list of {self}", value)
            return self._take(dict(zip(self.keys, value, strict=True)))
        if not isinstance(value, dict):
            raise must("an object", value)
        for key in self.keys:
            if key in self.needed and key not in value:
                raise WrongError(lambda what, path: f"{what} has no {path}", key)
        for key in () if self._loose else value:
            if key not in self.keys:
                raise WrongError(
                    lambda what, path: f"{what} has an unknown field, {short_repr(path)}", key
                )
        return self._take(value)

    def _take(self, values: dict[str, Any]) -> Any:
        arguments, at = {}, ""
        try:
            for field in self._fields:
                if field.flat is not None:
                    arguments[field.name] = field.flat._take(values)  # noqa: SLF001
                elif field.key in values:
                    at = field.key
                    arguments[field.name] = field.form.read(values[at])
                    at = ""
            made = self._wire(**arguments)
            return made if self._wire is self.kind else self.kind.from_wire(made)
        except WrongError as error:
            raise (error.within(at) if at else error) from None
        except (ValueError, TypeError) as error:
            raise wrong(f": {error}") from None

    def write(self, value: Any) -> Any:
        """The other way round."""
        given = self._give(value)
        return [*given.values()] if self._row else given

    def _give(self, value: Any) -> dict[str, Any]:
        given: dict[str, Any] = {}
        value = value if self._wire is self.kind else value.to_wire()
        for field in self._fields:
            each = getattr(value, field.name)
            if field.flat is not None:
                given |= {} if each is None else field.flat._give(each)  # noqa: SLF001
            elif not field.sparse or each != field.default:
                given[field.key] = field.form.write(each)
        return given
