"""Join 64-bit numbers written as two 32-bit halves.

The halves may be fields of the same records, alternate in an array of 128 numbers, or form two
arrays whose names differ only in a word such as `high` or `low`.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from magicbb.tables.imports.sources.pasted import PastedArray

_HALF = 1 << 32
_LARGE = 1 << 20
_SIDE = re.compile("high|low|upper|lower|hi|lo|msb|lsb", re.IGNORECASE)
"""Words that occur in the names of arrays of halves."""

_UPPER = re.compile("high|upper|hi|msb", re.IGNORECASE)
_LOWER = re.compile("low|lower|lo|lsb", re.IGNORECASE)
_SLIDER = re.compile("rook|bishop", re.IGNORECASE)


def joined_halves(
    arrays: Sequence[PastedArray],
) -> dict[PastedArray, tuple[PastedArray, PastedArray]]:
    """Join pairs of 32-bit arrays; return each possible 64-bit array with its halves, (low, high).

    Either half may come first.

    >>> from magicbb.tables.imports.sources.pasted import PastedArray
    >>> low = PastedArray("low", 1, (0x89ABCDEF,) * 64, 2)
    >>> high = PastedArray("high", 1, (0x01234567,) * 64, 2)
    >>> [hex(array.numbers[0]) for array in joined_halves([low, high])]
    ['0x123456789abcdef', '0x89abcdef01234567']
    """
    found: dict[PastedArray, tuple[PastedArray, PastedArray]] = {}
    for first, second in _pairs(arrays):
        numbers = [*first.numbers, *second.numbers]
        fit = all(-_HALF // 2 <= number < _HALF for number in numbers)
        if not fit or max(map(abs, numbers)) < _LARGE:
            continue
        name, lines = f"{first.name} and {second.name}", first.lines
        sides = (first.numbers, second.numbers)
        if first.table ^ second.table == 1:  # the two parts of one array
            name, lines = first.name.partition("[")[0], (first.lines + second.lines)[::2]
            sides = (tuple(numbers[::2]), tuple(numbers[1::2]))
        for halves in ((first, second), (second, first)):
            low, high = sides if halves[0] is first else sides[::-1]
            whole = tuple(
                lower % _HALF | upper % _HALF << 32 for lower, upper in zip(low, high, strict=True)
            )
            found[replace(first, name=name, numbers=whole, lines=lines)] = halves
    return found


def order_of_halves(low: PastedArray, high: PastedArray) -> tuple[str, str]:
    """The names of both halves without the slider's, to compare the halves of both sliders."""
    return _SLIDER.sub("", low.name), _SLIDER.sub("", high.name)


def are_named_otherwise(low: PastedArray, high: PastedArray) -> bool:
    """Whether the names of two halves say that the upper one is the lower one, and vice versa."""
    return bool(_UPPER.search(low.name) and _LOWER.search(high.name))


def _pairs(arrays: Sequence[PastedArray]) -> Iterator[tuple[PastedArray, PastedArray]]:
    """Yield the pairs of arrays that may be halves of the same numbers."""
    for first, second in itertools.pairwise(arrays):
        if first.table == second.table or _is_one_array(first, second):
            yield first, second
    by_name: dict[str, list[PastedArray]] = {}
    for array in arrays:
        by_name.setdefault(_SIDE.sub("", array.name), []).append(array)
    for name, both in by_name.items():
        if len(both) == 2 and all(array.name != name for array in both):  # noqa: PLR2004
            first, second = both
            if first.table // 2 != second.table // 2:
                yield first, second


def _is_one_array(first: PastedArray, second: PastedArray) -> bool:
    """Whether two arrays are the first and second parts of one array of 128 numbers."""
    return first.table % 2 == 0 and second.table == first.table + 1
