"""The contents of brackets in source code: lists of numbers, of lists, or of records."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.tables.imports.sources.names import Part

MOST_FIELDS = 16
"""The maximum number of fields in a per-square record."""

MOST_NUMBERS = 1 << 20
"""The maximum length of a list, greater than the largest table; longer lists are ignored."""

_ASSIGNED = ("=", ":", ":=", "=>")
_HALF = 32
_LARGEST_OFFSET = 1 << 48  # no address is larger
_OPERATORS = ("+", "-", "*", "/", "%", "^", "&", "|", "<", ">")
_CHANGES = re.compile("swap|flip|mirror|revers|rot[alr_]|invert|negat|xor", re.IGNORECASE)
"""Matches names of functions that return another number than they are given."""

_CONVERSIONS = ("into", "try_into", "unwrap", "toInt", "toUInt", "toLong", "toULong", "longValue")
_OF_HALVES = {"<<", "<<|", "<<+", "<<^", "|", "+", "^"}
"""The operators, joined, of 64-bit numbers written as 0x01234567 << 32 | 0x89abcdef, or of parts of
such expressions."""


class Pointer(int):
    """The number in a pointer such as `table + 4096`.

    Attributes:
        base: The name of the table.
    """

    base: str

    @classmethod
    def into(cls, base: str, number: int) -> Pointer:
        """Make a pointer into a table."""
        pointer = cls(number)
        pointer.base = base
        return pointer


@dataclass(slots=True)
class NumberList:
    """The contents of a pair of brackets.

    Attributes:
        shape: The shape, as in NumPy; None if the items have different shapes.
        leaves: All numbers in the list, in order; None for other items.
        labels: The names of the fields of a record; some may be empty.
        has_table: Whether the arrays in the list have already been stored.
        starts: The position of each leaf in the text.
        keys: The numbers before the items, as in `{0: 0x…, 1: 0x…}` or `[0] = 0x…`; None for items
            without one.
    """

    shape: tuple[int, ...] | None
    leaves: list[int | None]
    labels: list[str]
    has_table: bool
    starts: list[int] = field(default_factory=list)
    keys: list[int | None] = field(default_factory=list)


Value = int | NumberList | None
"""The value of an item: a number, a list, or neither."""


def joined(items: Sequence[Value], labels: list[str], starts: Sequence[int] = ()) -> NumberList:
    """Join items into a list, or into a record if their shapes differ.

    Args:
        items: The items.
        labels: The names of the items.
        starts: The positions of the items in the text.
    """
    starts = starts or [0] * len(items)
    lists = [item for item in items if isinstance(item, NumberList)]
    has_table = any(item.has_table for item in lists)
    if not lists:
        leaves = [item for item in items if not isinstance(item, NumberList)]
        return NumberList((len(items),), leaves, labels, has_table=False, starts=[*starts])
    first = lists[0]
    same = len(lists) == len(items) and all(item.shape == first.shape for item in lists)
    if same and first.shape is not None:
        shape = (len(items), *first.shape)
        if prod(shape) <= MOST_NUMBERS:
            leaves = [leaf for item in lists for leaf in item.leaves]
            places = [start for item in lists for start in item.starts]
            return NumberList(shape, leaves, first.labels, has_table, places)
        return NumberList(None, [], [], has_table)
    return _record(items, labels, starts, has_table=has_table)


def _record(
    items: Sequence[Value], labels: Sequence[str], starts: Sequence[int], *, has_table: bool
) -> NumberList:
    """Concatenate the leaves of items with different shapes."""
    leaves: list[int | None] = []
    places: list[int] = []
    names: list[str] = []
    for item, label, start in zip(items, labels, starts, strict=True):
        if isinstance(item, NumberList):
            if item.shape is None or len(item.leaves) > MOST_FIELDS:
                return NumberList(None, [], [], has_table)
            leaves += item.leaves
            places += item.starts
            names += [
                ".".join(filter(None, (label, inner)))
                for inner in item.labels or [""] * len(item.leaves)
            ]
        else:
            leaves.append(item)
            places.append(start)
            names.append(label)
    return NumberList((len(leaves),), leaves, names, has_table, places)


def key_of(parts: Sequence[Part]) -> int | None:
    """Return the number before the sign at the start of an item, as in `5: 0x…` or `[5] = 0x…`."""
    has_key = len(parts) > 1 and parts[1][0] == "sign" and parts[1][1] in _ASSIGNED
    key = parts[0][1] if has_key else None
    return key if isinstance(key, int) else None


def value_of(parts: Sequence[Part]) -> Value:
    """Return the value of an item with several parts: a list, a number or None."""
    signs = [
        place for place, part in enumerate(parts) if part[0] == "sign" and part[1] in _ASSIGNED
    ]
    rest = parts[signs[-1] + 1 :] if signs else parts
    lists = [part[1] for part in rest if isinstance(part[1], NumberList)]
    if lists:
        return lists[-1]
    numbers = [part[1] for part in rest if part[0] == "number" or isinstance(part[1], int)]
    if any(number is None for number in numbers):
        return None
    if len(rest) == 3 and len(numbers) == 2 and rest[1][1] in {"-", "*"}:  # noqa: PLR2004
        one, other = map(int, numbers)
        return one - other if rest[1][1] == "-" else one * other  # 64 - 12, 2 * 6328
    signs_between = "".join(part[1] for part in rest if part[0] == "sign")
    if len(numbers) > 1 and signs_between in _OF_HALVES:
        return _of_halves(signs_between, [*map(int, numbers)])
    if len(numbers) != 1:
        return None
    place = next(place for place, part in enumerate(rest) if isinstance(part[1], int))
    return None if _is_changed_after(rest[place + 1 :]) else _with_sign(rest[:place], rest[place])


def _with_sign(before: Sequence[Part], part: Part) -> int | None:
    """The value of a number with the signs, casts and calls before it; None if it is unknown.

    A name plus or minus a small number is a pointer into a table, and so has the number's value.
    """
    number, names = part[1], part[0] == "list"
    number = number if isinstance(number, Pointer) else int(number)
    rest = _without_types([*before]) if names else [*before]
    while rest and (rest[-1][1] is None or (names and _is_name(rest[-1]))):
        if _CHANGES.search(str(rest.pop()[1])):
            return None  # a call, such as bswap64(...)
    sign = rest.pop()[1] if rest and rest[-1][0] == "sign" else ""
    if sign in ("~", "!"):
        return ~number % 2**64
    if sign in ("<", ">") and rest and rest[-1][1] == sign:
        return None  # the number of places in a shift
    is_cast = bool(rest) and rest[-1][1] is None and not (len(rest) > 1 and _is_name(rest[-2]))
    if sign in _OPERATORS and rest and rest[-1][0] != "sign" and not is_cast:
        if sign not in ("+", "-") or number >= _LARGEST_OFFSET:
            return None
        base = ".".join(token for kind, token, _ in rest if kind == "word")
        is_named = rest[-1][0] == "word"  # a call may return any table
        return Pointer.into(base if is_named else "", -number if sign == "-" else number)
    return -number if sign == "-" else number


def _without_types(parts: list[Part]) -> list[Part]:
    """Remove the types in angle brackets from the end of parts, as in static_cast<uint64_t>."""
    if parts and parts[-1][1] == ">":
        start = next((place for place in range(len(parts))[::-1] if parts[place][1] == "<"), None)
        if start is not None and all(map(_is_name, parts[start + 1 : -1])):
            del parts[start:]
    return parts


def _is_name(part: Part) -> bool:
    """Whether a part belongs to a name, perhaps of a module's function or a class' method."""
    return part[0] == "word" or part[1] in ("::", ".")


def _is_changed_after(after: Sequence[Part]) -> bool:
    """Whether the parts after a number change it: operators, and methods but conversions."""
    signs = [part[1] for part in after[:2]]
    if not signs or signs == ["-", "-"]:  # a comment in Lua, Haskell or Ada
        return False
    if signs[0] == ".":
        return len(signs) > 1 and signs[1] not in _CONVERSIONS
    return signs[0] in _OPERATORS


def _of_halves(signs: str, numbers: list[int]) -> int | None:
    """Return the value of a 64-bit number written as two halves, or of its upper half."""
    if signs.startswith("<<"):
        if numbers[1] != _HALF:
            return None
        numbers = [numbers[0] << _HALF, *numbers[2:]]
    if len(numbers) == 1:
        return numbers[0]
    high, low = numbers[:2]
    return high | low if high % (1 << _HALF) == 0 and 0 <= low < 1 << _HALF else None
