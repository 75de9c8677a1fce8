"""Find a source's offsets, the intended layout, and errors in the offsets.

If squares are concatenated in the order of the source, or in groups that share slots, a square at
any other offset is an error. In other layouts, squares only have to avoid collisions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from magicbb.lookup.keys import ROWS, WIDEST_BITS, all_keys, row_name
from magicbb.magics.magic import MOST_ENTRIES
from magicbb.recipes.layout import LAYOUTS
from magicbb.recipes.layout.placement import Rows
from magicbb.tables.imports.findings import listed
from magicbb.tables.imports.fixed import MOST_SQUARES
from magicbb.tables.imports.placing import alone, to_blame
from magicbb.tables.imports.repeated import counts_squares
from magicbb.tables.imports.slider_names import slider_named

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy.typing as npt

    from magicbb.recipes.storage.contents import Contents
    from magicbb.tables.imports.parts import Part
    from magicbb.tables.imports.sources.pasted import PastedArray

_NAME = re.compile("offset|start|base|index|idx|pos|ptr", re.IGNORECASE)
_MANY = 16
"""An array with fewer distinct numbers holds no offsets: these mostly differ between squares."""

_MOST_WRONG = 64 - MOST_SQUARES
_NEAR_ZERO = 64
"""The first slot used in a separate array is below this."""

_NO_STRIDE = re.compile("offset|start|base|ptr", re.IGNORECASE)
_STRIDES = (1, 512, 4096)
"""Factors by which the index of a square's table may have to be multiplied."""

SLOT_BYTES = 8


@dataclass
class Offsets:
    """The offsets of all sliders.

    Attributes:
        arrays: The array of each part.
        by_row: int64[128], the offset of each row.
        wrong: The errors, by row.
        apart: Whether each slider's offsets count from the start of its own array.
        in_bytes: Whether the source counts bytes, not slots.
    """

    arrays: list[PastedArray]
    by_row: npt.NDArray[np.int64]
    wrong: dict[int, str]
    apart: bool = False
    in_bytes: bool = False


def find_offsets(
    parts: Sequence[Part], arrays: Sequence[PastedArray], contents: Contents
) -> Offsets | None:
    """The offsets of all parts; None unless every part has offsets.

    Raises:
        ValueError: An array is named as offsets, but does not work on most squares.
    """
    found = Offsets([], np.zeros(ROWS, np.int64), {})
    indices = np.zeros(len(all_keys().rows), np.uint64)
    for part in parts:
        indices[all_keys().of_slider(part.slider)] = part.indices()
    for part in parts:
        if not _of_part(part, arrays, contents, indices, found):
            return None
    _check_together(parts, contents, indices, found)
    return found


def _of_part(
    part: Part,
    arrays: Sequence[PastedArray],
    contents: Contents,
    indices: npt.NDArray[np.uint64],
    found: Offsets,
) -> bool:
    """Add the offsets of a part to `found`; return whether there are any."""
    rows = part.rows
    able = alone(rows, indices, contents)
    named = []
    for array in _candidates(part, arrays):
        numbers = _signed(array)
        for stride in _STRIDES[:1] if _NO_STRIDE.search(array.name) else _STRIDES:
            places = numbers * stride
            meant, unit = _meant(part, places), 1
            right = None if meant is None else meant // stride
            if right is None:
                right, unit = _meant_in_bytes(part, numbers), SLOT_BYTES
                if right is not None and _counts_bytes(found, right):
                    places = right // SLOT_BYTES
            wrong: dict[int, str]
            if right is not None:
                wrong = {
                    row: f"{row_name(row)}: {array.number(place)} is {numbers[place]}, but "
                    f"should be {right[place]}"
                    for place, row in enumerate(rows)
                    if numbers[place] != right[place]
                }
                if stride == 1:
                    wrong |= _wrong_end(part, array, int(right[-1]), unit)
            else:
                slots = _slots(indices, rows, places)
                blamed = to_blame(able, slots, contents, _MOST_WRONG)
                if blamed is None or len(able) < MOST_SQUARES:
                    continue
                wrong = {row: _in_the_way(part, array, row, blamed[row]) for row in blamed}
            found.arrays.append(array)
            found.by_row[rows] = places
            found.wrong |= wrong
            return True
        if array.table == part.trial.array.table and _NAME.search(array.name):
            named.append(array)
    if named and len(able) >= MOST_SQUARES:
        raise ValueError(
            f"the offsets of {listed([*map(str, named)])} do not work: on most squares they lead "
            "to slots of other squares"
        )
    return False


def _wrong_end(part: Part, array: PastedArray, last: int, slot: int) -> dict[int, str]:
    """The error in the end that follows the last offset, if any.

    Args:
        part: The slider's part.
        array: The part's offsets.
        last: The correct value of the last offset.
        slot: The source's units per slot.
    """
    row = part.rows[-1]
    end = last + slot * (1 << int(part.width.bits[row % 64]))
    if array.end in (None, end):
        return {}
    where = array.number(len(array.numbers))
    return {row: f"{row_name(row)}: {where} is {array.end}, but should be {end}"}


def _candidates(part: Part, arrays: Sequence[PastedArray]) -> list[PastedArray]:
    """The arrays that may be offsets, most likely first."""
    found: list[tuple[bool, bool, int, PastedArray]] = []
    for array in arrays:
        together = array.table == part.trial.array.table
        named = slider_named(array.name)
        numbers = _signed(array)
        if not (together or (_NAME.search(array.name) and named == part.slider.name)) and (
            named not in (None, part.slider.name) or _meant(part, numbers) is None
        ):
            continue
        if counts_squares(array.numbers) and not _NO_STRIDE.search(array.name):
            continue
        small = np.count_nonzero(np.abs(numbers) <= MOST_ENTRIES) >= MOST_SQUARES
        if small and len({*array.numbers}) >= _MANY:
            found.append((not together, not _NAME.search(array.name), len(found), array))
    return [array for *_, array in sorted(found, key=lambda each: each[:3])]


def _signed(array: PastedArray) -> npt.NDArray[np.int64]:
    """The numbers, read as signed 64-bit or 32-bit words."""
    signed = [
        number - size if size - MOST_ENTRIES <= number < size else number
        for number in array.numbers
        for size in (2**32 if number < 2**32 else 2**64,)
    ]
    return np.clip(np.array(signed, object), -(2**63), 2**63 - 1).astype(np.int64)


def _slots(
    indices: npt.NDArray[np.uint64], rows: Sequence[int], places: npt.NDArray[np.int64]
) -> npt.NDArray[np.uint64]:
    starts = np.zeros(ROWS, np.int64)
    starts[[*rows]] = places
    return indices + starts.astype(np.uint64)[all_keys().rows]


def _meant(part: Part, places: npt.NDArray[np.int64]) -> npt.NDArray[np.int64] | None:
    """The intended offsets of a source, if most squares follow one layout."""
    plans = (plan + int(np.median(places - plan)) for plan in _plans(part))
    best = max(plans, key=lambda plan: np.count_nonzero(places == plan))
    return best if np.count_nonzero(places == best) >= MOST_SQUARES else None


def _meant_in_bytes(part: Part, numbers: npt.NDArray[np.int64]) -> npt.NDArray[np.int64] | None:
    """The intended numbers if they count bytes from the first slot."""
    meant = _meant(part, numbers // SLOT_BYTES)
    right = None if meant is None else meant * SLOT_BYTES
    enough = right is not None and np.count_nonzero(numbers == right) >= MOST_SQUARES
    return right if enough else None


def _counts_bytes(found: Offsets, starts: npt.NDArray[np.int64]) -> bool:
    """Whether the source counts bytes, as shown by the first slider's offsets."""
    if not found.arrays:  # a bishop's steps of 4,096 may be slots
        found.in_bytes = bool(np.any(np.diff(starts) != 1 << WIDEST_BITS["rook"]))
    return found.in_bytes


def _plans(part: Part) -> Iterator[npt.NDArray[np.int64]]:
    """The offsets if squares are concatenated, singly or in groups, in the order of the arrays."""
    order = list(part.mapping.squares)
    fixed = np.full(64, WIDEST_BITS[part.slider.name])
    for bits in (part.width.bits.astype(np.int64), part.mask_bits, fixed):
        sizes = 1 << bits[order]
        yield np.cumsum(sizes) - sizes
        all_bits = [*map(int, np.tile(bits, 2))]
        nothing = Rows(all_bits, None, list, None)  # type: ignore[arg-type]
        words = LAYOUTS["shared"].place(nothing).words
        yield np.array([words[row][0] for row in part.rows], np.int64)


def _in_the_way(part: Part, array: PastedArray, row: int, others: Sequence[int]) -> str:
    """The error in a row, and the other number if that may be the wrong one instead."""
    place = part.place(row % 64)
    names = listed([*map(row_name, others)])
    if len(others) == 1 and others[0] in part.rows:
        other = part.place(others[0] % 64)
        names += f", {array.number(other)}, {array.numbers[other]}"
    return (
        f"{row_name(row)}: {array.number(place)} is {array.numbers[place]}, where its slots "
        f"collide with those of {names}"
    )


def _check_together(
    parts: Sequence[Part], contents: Contents, indices: npt.NDArray[np.uint64], found: Offsets
) -> None:
    """Determine whether the sliders share one array, and if so, check for collisions."""
    if len(parts) == 1:
        return
    good = [row for part in parts for row in part.rows if row not in found.wrong]
    good = alone(good, indices, contents)
    slots = indices + found.by_row.astype(np.uint64)[all_keys().rows]
    blamed = to_blame(good, slots, contents, _MOST_WRONG)
    starts, ends = [], []
    for part in parts:
        own = slots[np.isin(all_keys().rows, [*{*part.rows} & {*good}])].astype(np.int64)
        starts.append(int(own.min()))
        ends.append(int(own.max()) + 1)
    from_zero = max(starts) < _NEAR_ZERO
    hit = {row for others in (blamed or {}).values() for row in others}
    if blamed is None or (from_zero and (len(blamed) > 1 or len(hit) >= MOST_SQUARES)):
        found.by_row[parts[1].rows] += ends[0] - min(starts[1], 0)
        found.apart = True
        return
    for part, array in zip(parts, found.arrays, strict=True):
        for row in blamed:
            if row in part.rows:
                found.wrong[row] = _in_the_way(part, array, row, blamed[row])
