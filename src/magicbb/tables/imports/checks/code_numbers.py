"""Check the numbers on which look-ups in the code depend: shifts and table lengths.

The code is not run, so only numbers with an unmistakable meaning are checked, such as a shift by 52
for a 12-bit index, or a length equal to that of the table. If an expected number is missing, a
number close to it is an error. The rest of the code is reported as not checked.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from magicbb.geometry.sliders import SLIDERS
from magicbb.lookup.keys import WIDEST_BITS, all_keys
from magicbb.tables.imports.recognition.shifted_magics import NEAR, TO_TOP, ShiftedMagics
from magicbb.tables.imports.sources.pasted import SQUARES
from magicbb.tables.imports.sources.slider_names import slider_named

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy.typing as npt

    from magicbb.tables.imports.slider_part import SliderPart
    from magicbb.tables.imports.sources.pasted import CodeNumber, Pasted
    from magicbb.tables.table import Table

ALL_SETS = (6328, 6326)
"""The total number of attack sets over all squares, and the number of distinct ones."""

_CODE = frozenset(
    ["return", "for", "while", "fn", "func", "def", "function", "begin", "defun", "sub", "proc"]
)
"""Words that occur in the code of some language, but not in files that contain only arrays."""

_WORD_BITS = 64
_COMMON = frozenset({56, TO_TOP})
"""Shifts that programs also use to extract the top byte and for de Bruijn hashing, with numbers
that may be called magics, too."""

_TABLE = re.compile("table|tbl|attack|moves|slots|lookup|db$", re.IGNORECASE)
"""Words, other than slider names, that occur in the names of tables."""

_ALLOCATING = frozenset(
    ["new", "malloc", "calloc", "realloc", "alloc", "make", "vec", "Vec", "vector", "resize"]
)
"""Identifiers that indicate an allocation whose length cannot be determined from the source."""

_SHARING = {"rook": 2, "bishop": 4}
"""For each slider, the maximum number of squares that share the same slots."""

_FEW, _FEWER = 8, 4
"""A length is reported as too short if at most this many squares have slots beyond it: the first
limit is for a single table, the second for one of two. If there are more such squares, the number
is assumed to be the length of something else."""


def has_code(words: set[str], code: Sequence[CodeNumber]) -> bool:
    """Whether a source contains code in addition to arrays."""
    return bool(words & _CODE) or any(each.before in ("<<", ">>") for each in code)


def correct_shifts(parts: Sequence[SliderPart], pasted: Pasted) -> list[CodeNumber]:
    """Find correct shifts in the code, if they are fixed or stored in the magics."""
    if all(part.index_bits.in_magic for part in parts):
        return [each for each in pasted.code if each.before == ">>" and each.number == TO_TOP]
    sliders = [part.slider.name for part in parts]
    return [
        each
        for each, right in _shifts(parts, pasted)
        if any(each.number == right.get(slider) for slider in sliders)
    ]


def wrong_shifts(parts: Sequence[SliderPart], pasted: Pasted) -> Iterator[str]:
    """Yield an error message for each shift that is probably a typo for a correct one."""
    for each, right in _shifts(parts, pasted):
        able = {abs(each.number - number) for number in right.values()}
        if 0 < min(able) <= NEAR:
            should = " or ".join(f"{number} for the {name}" for name, number in right.items())
            yield f"{each} should be {should}"


def _shifts(
    parts: Sequence[SliderPart], pasted: Pasted
) -> Iterator[tuple[CodeNumber, dict[str, int]]]:
    """Yield the shifts of magics with fixed shifts, and those of squares in the same statements.

    Each is yielded with the correct shift for each slider whose magics may be meant.
    """
    if any(part.index_bits_array is not None for part in parts):
        return
    magics = {part.slider.name: part.trial.array for part in parts}
    shifted = ShiftedMagics(magics, pasted.arrays)
    word = _word(parts, pasted.code, shifted)
    for each in pasted.code:
        expected = _expected_shifts(parts, each.before, word)
        sliders = shifted.sliders(each.names) if expected else set()
        if each.number in _COMMON and not shifted.are_arrays(each.names):
            continue
        right = {name: number for name, number in expected.items() if name in sliders}
        if each.before == "<<" and len(right) == 1 and each.number in expected.values():
            # A bishop's rows may be as long as a rook's.
            right = {name: max(number, each.number) for name, number in right.items()}
        if right:
            yield each, right


def _word(parts: Sequence[SliderPart], code: Sequence[CodeNumber], shifted: ShiftedMagics) -> int:
    """Guess the width in bits of the words that are shifted in the code."""
    shifts = {each.number for each in code if shifted.sliders(each.names)}
    return max(
        (_WORD_BITS, 32),
        key=lambda word: len(shifts & {*_expected_shifts(parts, ">>", word).values()}),
    )


def _expected_shifts(parts: Sequence[SliderPart], sign: str, word: int) -> dict[str, int]:
    """Return the shift for each slider in code with fixed shifts; empty if shifts are not fixed.

    Args:
        parts: The source's part for each slider.
        sign: ">>" for right shifts of the product, "<<" for left shifts of the square.
        word: The word width of the code in bits: 64, or 32 if it uses halves.
    """
    bits = {part.slider.name: {*part.index_bits.by_square.tolist()} for part in parts}
    if any(own != {WIDEST_BITS[name]} for name, own in bits.items()):
        return {}
    whole = {">>": word, "<<": 0}.get(sign)
    return {} if whole is None else {name: abs(whole - own) for name, own in WIDEST_BITS.items()}


def matching_lengths(
    parts: Sequence[SliderPart], table: Table, lengths: Sequence[CodeNumber]
) -> list[CodeNumber]:
    """Find lengths that match the table, a slider's or square's part of it, or the attack sets."""
    contents = table.scheme.storage.contents(all_keys())
    sizes = {*ALL_SETS} if contents.attack_sets.size else set()
    if len(parts) == len(SLIDERS):
        sizes.add(table.entries)
    sizes |= {size for part in parts for size in _sizes(part, table)}
    return [each for each in lengths if each.number in sizes]


def _sizes(part: SliderPart, table: Table) -> set[int]:
    """Return the possible lengths of a table for one slider, or for one of its squares."""
    return {*table_sizes(part, table), 1 << WIDEST_BITS[part.slider.name]}


def table_sizes(part: SliderPart, table: Table) -> set[int]:
    """Return the possible lengths of a table for one slider."""
    own = _slots(table)[all_keys().of_slider(part.slider)]
    each_apart = int(np.sum(1 << part.index_bits.by_square.astype(np.int64)))
    return {int(np.ptp(own)) + 1, each_apart}


def too_short(
    parts: Sequence[SliderPart], table: Table, lengths: Sequence[CodeNumber]
) -> Iterator[tuple[int, int, CodeNumber]]:
    """Yield rows with slots beyond a table's end, each with its last slot and the table's length.

    If all but a few rows fit in the greatest length, it is assumed to be the table's. If one slider
    has its own table, the other is assumed to have one, too, whatever its length.
    """
    slots, keys = _slots(table), all_keys()
    right = {each.number for each in matching_lengths(parts, table, lengths)}
    own = [keys.of_slider(part.slider) for part in parts]
    exact = [int(np.ptp(slots[part])) + 1 in right for part in own]
    if len(parts) == 1 or not all(exact):  # bishops and rooks may interleave in one array
        whole = own[0] if len(parts) == 1 else slice(None)
        able = [each for each in lengths if each.number in right] if any(exact) else lengths
        longest = max(able, key=lambda each: each.number, default=None)
        yield from _beyond(slots, whole, [longest] if longest else [], _FEW)
    if len(parts) > 1 and any(exact) and table.entries not in right:
        for part, is_right in zip(own, exact, strict=True):
            declared = [each for each in lengths if each.before == "["]
            others = [each for each in declared if each.number not in right and not is_right]
            yield from _beyond(slots - slots[part].min(), part, others, _FEWER)


def far_too_short(
    parts: Sequence[SliderPart],
    table: Table,
    lengths: Sequence[CodeNumber],
    words: set[str],
    *,
    has_offsets: bool,
) -> Iterator[tuple[CodeNumber, str]]:
    """Yield the lengths of arrays named like tables, with an error for those that are too short.

    The arrays may not show which squares share slots. So a table is reported only if it is too
    short even with the maximum sharing, or if the slots of one square do not fit. An array whose
    name does not mention a slider must be the only candidate. An array of at most 64 elements per
    square may be something else if another array, or the heap, has room for the table.

    Args:
        parts: The source's part for each slider.
        table: The table.
        lengths: Numbers that may be lengths.
        words: All words of the source.
        has_offsets: Whether the source has offsets, so that squares may share rows.
    """
    slots = _slots(table)
    arrays = [each for each in lengths if each.before == "["]
    right = matching_lengths(parts, table, arrays)
    others = [each for each in arrays if each not in right]
    only = others if len(others) == 1 and not words & _ALLOCATING else []
    for part in parts:
        name, sizes = part.slider.name, {table.entries, *_sizes(part, table)}
        whole = int(np.ptp(slots[all_keys().of_slider(part.slider)])) + 1
        square = 1 << int(part.index_bits.by_square.max())
        named = [each for each in arrays if _is_table(each, name)]
        if words & _ALLOCATING or any(_has_room(each, name, whole) for each in lengths):
            named = [each for each in named if each.number > SQUARES]  # another array is the table
        if not named and all(each.number * _SHARING[name] < whole for each in lengths):
            named = [each for each in only if _is_table(each, None)]
        row = 1 << WIDEST_BITS[name]
        few = [each for each in named if row == each.number < each.total < SQUARES * row]
        if len(few) == len(named) and not (has_offsets or words & _ALLOCATING):
            yield from ((each, f"the {name} has 64 rows of {row:,} slots") for each in few)
            continue
        short = [each for each in named if 0 < each.total * _SHARING[name] < whole]
        if any(each.number in sizes for each in named if each not in short):
            continue
        for each in named:
            if each.number < square:
                yield each, f"one of the {name}'s squares has {square:,} slots"
            elif each.total and each.total * _SHARING[name] < whole:
                yield each, f"the {name} has {whole:,} slots"
            elif each.total >= whole:
                yield each, ""


def _is_table(length: CodeNumber, slider: str | None) -> bool:
    """Whether an array is named like a table of this slider.

    If `slider` is None, the array's name must not mention a slider.
    """
    return _TABLE.search(length.of) is not None and slider_named(length.of) == slider


def _has_room(length: CodeNumber, slider: str, slots: int) -> bool:
    """Whether an array of this length may hold a slider's slots, given the maximum sharing.

    An array of at most 64 elements per square may hold other data, so it does not count.
    """
    room = max(length.number, length.total) * _SHARING[slider]
    mine = slider_named(length.of) in (None, slider)
    return mine and length.number > SQUARES and room >= slots


def _beyond(
    slots: npt.NDArray[np.int64], keys: slice, lengths: Sequence[CodeNumber], most: int
) -> Iterator[tuple[int, int, CodeNumber]]:
    last = np.zeros(128, np.int64)
    np.maximum.at(last, all_keys().rows[keys], slots[keys])
    for length in lengths:
        rows = np.flatnonzero(last >= length.number).tolist()
        if len(rows) <= most:
            yield from ((row, int(last[row]), length) for row in rows)


def _slots(table: Table) -> npt.NDArray[np.int64]:
    return table.scheme.slots_of_keys(table.parameters, all_keys()).astype(np.int64)
