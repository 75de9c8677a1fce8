"""Find a source's offsets, the intended layout, and errors in the offsets.

If most squares are concatenated in the order of the source, singly or in groups that share slots,
an offset that deviates from this layout is an error. In other layouts, offsets only have to avoid
collisions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from magicbb.lookup.keys import ROWS, WIDEST_BITS, all_keys, row_name
from magicbb.magics.magic import MOST_ENTRIES
from magicbb.recipes.layout import LAYOUTS
from magicbb.recipes.layout.layout import Rows
from magicbb.tables.imports.checks.repeated import counts_squares
from magicbb.tables.imports.clashes import alone, to_blame
from magicbb.tables.imports.findings import listed
from magicbb.tables.imports.recognition.known_contents import ENOUGH_SQUARES
from magicbb.tables.imports.sources.slider_names import slider_named

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy.typing as npt

    from magicbb.geometry.sliders import Slider
    from magicbb.recipes.storage.storage import Contents
    from magicbb.tables.imports.slider_part import SliderPart
    from magicbb.tables.imports.sources.pasted import PastedArray

_NAME = re.compile("offset|start|base|index|idx|pos|ptr", re.IGNORECASE)
_MANY = 16
"""The minimum number of distinct values in an array of offsets: most squares' offsets differ."""

_MOST_WRONG = 64 - ENOUGH_SQUARES
_NEAR_ZERO = 64
"""An upper bound for the first slot used in a separate array."""

NO_STRIDE = re.compile("offset|start|base|ptr", re.IGNORECASE)
"""Words in the names of arrays that contain slots or bytes, and not numbers of tables."""

_STRIDES = (1, 512, 4096)
"""Possible factors that convert the source's numbers to slots."""

SLOT_BYTES = 8


@dataclass
class Offsets:
    """The offsets of all sliders, or of one if the source lists none for the other.

    Attributes:
        arrays: For each part with offsets, the array that contains them.
        by_row: int64[128], the offset of each row.
        wrong: An error message for each wrong row.
        apart: Whether each slider's offsets are relative to the start of its own array.
        in_bytes: Whether the source's offsets are in bytes instead of slots.
    """

    arrays: dict[Slider, PastedArray]
    by_row: npt.NDArray[np.int64]
    wrong: dict[int, str]
    apart: bool = False
    in_bytes: bool = False


def find_offsets(
    parts: Sequence[SliderPart], arrays: Sequence[PastedArray], contents: Contents
) -> Offsets | None:
    """Find the offsets of the parts; None if no part has any.

    Raises:
        ValueError: An array is named like offsets, but its values are wrong for most squares.
    """
    found = Offsets({}, np.zeros(ROWS, np.int64), {})
    indices = np.zeros(len(all_keys().rows), np.uint64)
    for part in parts:
        indices[all_keys().of_slider(part.slider)] = part.indices()
    for part in parts:
        _of_part(part, arrays, contents, indices, found)
    if len(found.arrays) == len(parts):
        _check_together(parts, contents, indices, found)
    return found if found.arrays else None


def _of_part(
    part: SliderPart,
    arrays: Sequence[PastedArray],
    contents: Contents,
    indices: npt.NDArray[np.uint64],
    found: Offsets,
) -> None:
    """Add the offsets of a part, if there are any, to `found`."""
    rows = part.rows
    able = alone(rows, indices, contents)
    named = []
    for array in _candidates(part, arrays):
        numbers = _signed(array)
        for stride in _STRIDES[:1] if NO_STRIDE.search(array.name) else _STRIDES:
            right, unit, places = _by_layout(part, numbers, stride, found)
            wrong: dict[int, str]
            if right is not None:
                wrong = _wrong_numbers(rows, array, numbers, right)
                if stride == 1:
                    wrong |= _wrong_end(part, array, int(right[-1]), unit)
            else:
                slots = _slots(indices, rows, places)
                blamed = to_blame(able, slots, contents, _MOST_WRONG)
                if blamed is None or len(able) < ENOUGH_SQUARES:
                    continue
                wrong = {row: _in_the_way(part, array, row, blamed[row]) for row in blamed}
            found.arrays[part.slider] = array
            found.by_row[rows] = places
            found.wrong |= wrong
            return
        if array.table == part.trial.array.table and _NAME.search(array.name):
            named.append(array)
    if named and len(able) >= ENOUGH_SQUARES:
        raise ValueError(
            f"the offsets of {listed([*map(str, named)])} do not work: most squares would collide "
            "with others"
        )


def _by_layout(
    part: SliderPart, numbers: npt.NDArray[np.int64], stride: int, found: Offsets
) -> tuple[npt.NDArray[np.int64] | None, int, npt.NDArray[np.int64]]:
    """Compare offsets with usual layouts.

    Returns:
        The correct numbers, None if most squares follow no layout; the source's units per slot; and
        the first slots of the squares.
    """
    places = numbers * stride
    meant = _expected_starts(part, places)
    if meant is not None:
        return meant // stride, 1, places
    right = _expected_in_bytes(part, numbers)
    if right is not None:
        if not found.arrays:  # the first slider decides for both
            found.in_bytes = _are_bytes(right)
        if found.in_bytes:
            places = right // SLOT_BYTES
    return right, SLOT_BYTES, places


def _wrong_numbers(
    rows: Sequence[int],
    array: PastedArray,
    numbers: npt.NDArray[np.int64],
    right: npt.NDArray[np.int64],
) -> dict[int, str]:
    return {
        row: f"{row_name(row)}: {array.number(place)} is {numbers[place]}, but should be "
        f"{right[place]}"
        for place, row in enumerate(rows)
        if numbers[place] != right[place]
    }


def _wrong_end(part: SliderPart, array: PastedArray, last: int, slot: int) -> dict[int, str]:
    """Check the end position that may follow the last offset.

    Args:
        part: The slider's part.
        array: The part's offsets.
        last: The correct value of the last offset.
        slot: The number of the source's units per slot.
    """
    row = part.rows[-1]
    end = last + slot * (1 << int(part.index_bits.by_square[row % 64]))
    if array.end in (None, end):
        return {}
    where = array.number(len(array.numbers))
    return {row: f"{row_name(row)}: {where} is {array.end}, but should be {end}"}


def _candidates(part: SliderPart, arrays: Sequence[PastedArray]) -> list[PastedArray]:
    """Find the candidate arrays for offsets, most likely first."""
    found: list[tuple[bool, bool, int, PastedArray]] = []
    for array in arrays:
        together = array.table == part.trial.array.table
        named = slider_named(array.name)
        numbers = _signed(array)
        if not (together or (_NAME.search(array.name) and named == part.slider.name)) and (
            named not in (None, part.slider.name) or _expected_starts(part, numbers) is None
        ):
            continue
        if counts_squares(array.numbers) and not NO_STRIDE.search(array.name):
            continue
        small = np.count_nonzero(np.abs(numbers) <= MOST_ENTRIES) >= ENOUGH_SQUARES
        if small and len({*array.numbers}) >= _MANY:
            found.append((not together, not _NAME.search(array.name), len(found), array))
    return [array for *_, array in sorted(found, key=lambda each: each[:3])]


def _signed(array: PastedArray) -> npt.NDArray[np.int64]:
    """Convert numbers to signed integers, as 64-bit or 32-bit words."""
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


def _expected_starts(
    part: SliderPart, places: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64] | None:
    """Return the intended offsets if most squares follow one layout, else None."""
    plans = (plan + int(np.median(places - plan)) for plan in _plans(part))
    best = max(plans, key=lambda plan: np.count_nonzero(places == plan))
    return best if np.count_nonzero(places == best) >= ENOUGH_SQUARES else None


def _expected_in_bytes(
    part: SliderPart, numbers: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64] | None:
    """Return the intended numbers if they are byte offsets from the first slot, else None."""
    meant = _expected_starts(part, numbers // SLOT_BYTES)
    right = None if meant is None else meant * SLOT_BYTES
    enough = right is not None and np.count_nonzero(numbers == right) >= ENOUGH_SQUARES
    return right if enough else None


def _are_bytes(starts: npt.NDArray[np.int64]) -> bool:
    """Whether offsets are in bytes; a bishop's steps of 4,096 may be bytes or a rook's slots."""
    return bool(np.any(np.diff(starts) != 1 << WIDEST_BITS["rook"]))


def _plans(part: SliderPart) -> Iterator[npt.NDArray[np.int64]]:
    """Yield the possible offsets of squares concatenated in array order, singly or in groups."""
    order = list(part.mapping.squares)
    fixed = np.full(64, WIDEST_BITS[part.slider.name])
    for bits in (part.index_bits.by_square.astype(np.int64), part.mask_bits, fixed):
        sizes = 1 << bits[order]
        yield np.cumsum(sizes) - sizes
        all_bits = [*map(int, np.tile(bits, 2))]
        nothing = Rows(all_bits, None, list, None)  # type: ignore[arg-type]
        words = LAYOUTS["shared"].place(nothing).words
        yield np.array([words[row][0] for row in part.rows], np.int64)


def _in_the_way(part: SliderPart, array: PastedArray, row: int, others: Sequence[int]) -> str:
    """Describe a collision, including the other row's number if that may be the wrong one."""
    place = part.index_of(row % 64)
    names = listed([*map(row_name, others)])
    if len(others) == 1 and others[0] in part.rows:
        other = part.index_of(others[0] % 64)
        names += f", {array.number(other)}, {array.numbers[other]}"
    return (
        f"{row_name(row)}: {array.number(place)} is {array.numbers[place]}, so its slots "
        f"collide with those of {names}"
    )


def _check_together(
    parts: Sequence[SliderPart], contents: Contents, indices: npt.NDArray[np.uint64], found: Offsets
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
    if blamed is None or (from_zero and (len(blamed) > 1 or len(hit) >= ENOUGH_SQUARES)):
        found.by_row[parts[1].rows] += ends[0] - min(starts[1], 0)
        found.apart = True
        return
    for part in parts:
        for row in blamed:
            if row in part.rows:
                array = found.arrays[part.slider]
                found.wrong[row] = _in_the_way(part, array, row, blamed[row])
