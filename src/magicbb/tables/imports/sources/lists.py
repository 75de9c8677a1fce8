"""The contents of brackets in source code: lists of numbers, of lists, or of records."""

from __future__ import annotations

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
_OF_HALVES = {"<<", "<<|", "<<+", "<<^", "|", "+", "^"}
"""The operators, joined, of 64-bit numbers written as 0x01234567 << 32 | 0x89abcdef, or of parts of
such expressions."""


@dataclass(slots=True)
class NumberList:
    """The contents of a pair of brackets.

    Attributes:
        shape: The shape, as in NumPy; None if the items have different shapes.
        leaves: All numbers in the list, in order; None for other items.
        labels: The names of the fields of a record; some may be empty.
        has_table: Whether the arrays in the list have already been stored.
        starts: The position of each leaf in the text.
    """

    shape: tuple[int, ...] | None
    leaves: list[int | None]
    labels: list[str]
    has_table: bool
    starts: list[int] = field(default_factory=list)


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
    number: int = numbers[0]
    return {"-": -number, "~": ~number % 2**64, "!": ~number % 2**64}.get(rest[0][1], number)


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
