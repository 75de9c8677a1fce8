"""What stands in brackets in source code: lists of numbers, of lists, or of records."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.tables.imports.sources.names import Part

MOST_FIELDS = 16
"""Records of more fields are none of a square's."""

_MOST_LEAVES = 128 * MOST_FIELDS
_ASSIGNED = ("=", ":", ":=", "=>")


@dataclass(slots=True)
class NumberList:
    """What stands in a pair of brackets, once it is closed.

    Attributes:
        shape: As NumPy has it; None if the items are of different shapes.
        leaves: All numbers in it, in order; None for what is no number.
        labels: What the fields are called where it is a record; some are empty.
        has_table: Whether the arrays in it have been kept already.
    """

    shape: tuple[int, ...] | None
    leaves: list[int | None]
    labels: list[str]
    has_table: bool


Value = int | NumberList | None
"""What an item is: a number, a list, or neither."""


def joined(items: Sequence[Value], labels: list[str]) -> NumberList:
    """A list of items; a record where they are of different shapes."""
    lists = [item for item in items if isinstance(item, NumberList)]
    has_table = any(item.has_table for item in lists)
    if not lists:
        leaves = [item for item in items if not isinstance(item, NumberList)]
        return NumberList((len(items),), leaves, labels, has_table=False)
    first = lists[0]
    same = len(lists) == len(items) and all(item.shape == first.shape for item in lists)
    if same and first.shape is not None:
        shape = (len(items), *first.shape)
        if prod(shape) <= _MOST_LEAVES:
            leaves = [leaf for item in lists for leaf in item.leaves]
            return NumberList(shape, leaves, first.labels, has_table)
        return NumberList(None, [], [], has_table)
    return _record(items, labels, has_table=has_table)


def _record(items: Sequence[Value], labels: Sequence[str], *, has_table: bool) -> NumberList:
    """The leaves of items of different shapes, one after the other."""
    leaves: list[int | None] = []
    names: list[str] = []
    for item, label in zip(items, labels, strict=True):
        if isinstance(item, NumberList):
            if item.shape is None or len(item.leaves) > MOST_FIELDS:
                return NumberList(None, [], [], has_table)
            leaves += item.leaves
            names += [
                ".".join(filter(None, (label, inner)))
                for inner in item.labels or [""] * len(item.leaves)
            ]
        else:
            leaves.append(item)
            names.append(label)
    return NumberList((len(leaves),), leaves, names, has_table)


def value_of(parts: Sequence[Part]) -> Value:
    """What an item of several parts stands for: after the name, a list, a number or neither."""
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
    if [part[1] for part in rest[1:-1]] == ["-"] and len(numbers) + 1 == len(rest):
        return int(numbers[0] - numbers[1])  # 64 - 12
    if len(numbers) != 1:
        return None
    number = int(numbers[0])
    return {"-": -number, "~": ~number % 2**64}.get(rest[0][1], number)
