"""Check redundant numbers: square indices and keys, or the index bits in another form.

A record may contain both the square and its magic, or both the index bits and the shift. The
program may read either number, so both have to be correct. The keys of an array or a dictionary
that counts its squares have to be correct as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from magicbb.geometry.mappings import MAPPINGS
from magicbb.lookup.keys import row_name
from magicbb.tables.imports.recognition.index_bits import NAME
from magicbb.tables.imports.recognition.known_contents import ENOUGH_SQUARES
from magicbb.tables.imports.sources.slider_names import slider_named

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from magicbb.tables.imports.slider_part import SliderPart
    from magicbb.tables.imports.sources.pasted import PastedArray

_Said = tuple[str, "PastedArray", dict[int, str]]
"""The quantity repeated by an array, the array, and an error message for each incorrect row."""


def counts_squares(numbers: Sequence[int]) -> bool:
    """Whether the numbers are square indices, in the order of some mapping.

    >>> counts_squares([7, *range(1, 64)]), counts_squares([0] * 64)
    (True, False)
    """
    return any(agree >= ENOUGH_SQUARES for agree, _ in _as_squares(numbers))


def repeated(part: SliderPart, arrays: Sequence[PastedArray]) -> Iterator[_Said]:
    """Yield the redundant arrays of a slider.

    Args:
        part: The slider's part.
        arrays: The arrays that have no other role.
    """
    for array in arrays:
        together = array.table == part.trial.array.table
        named = slider_named(array.name)
        if named not in (None, part.slider.name) or not (
            together or (named is not None and NAME.search(array.name))
        ):
            continue
        forms = [("square numbers", *each) for each in _as_squares(array.numbers) if together]
        forms += [("repeated index bits", *each) for each in _as_bits(part, array.numbers)]
        what, agree, right = max(forms, key=lambda form: form[1])
        if agree >= ENOUGH_SQUARES:
            yield (
                what,
                array,
                {
                    row: f"{row_name(row)}: {array.number(place)} is {array.numbers[place]}, but "
                    f"should be {right[place]}"
                    for place, row in enumerate(part.rows)
                    if array.numbers[place] != right[place]
                },
            )


def wrong_keys(part: SliderPart, array: PastedArray) -> dict[int, str]:
    """Return an error message for each row whose key in an array is wrong.

    Keys that do not count the squares, from 0 or another number, are ignored.
    """
    if not array.keys:
        return {}
    shifted = [
        (mapping, int(np.median(np.array(array.keys) - mapping.squares)))
        for mapping in MAPPINGS.values()
    ]
    forms = [
        _compared(array.keys, [square + first for square in mapping.squares])
        for mapping, first in shifted
    ]
    agree, right = max(forms, key=lambda form: form[0])
    return {
        row: f"{row_name(row)}: the key of {array.number(place)} is {array.keys[place]}, but "
        f"should be {right[place]}"
        for place, row in enumerate(part.rows)
        if agree >= ENOUGH_SQUARES and array.keys[place] != right[place]
    }


_Agreeing = tuple[int, list[int]]
"""The number of correct elements, and the correct values."""


def _as_squares(numbers: Sequence[int]) -> list[_Agreeing]:
    orders = ([*mapping.squares] for mapping in MAPPINGS.values())
    return [_compared(numbers, order) for order in orders]


def _as_bits(part: SliderPart, numbers: Sequence[int]) -> list[_Agreeing]:
    """Compare numbers with index bits, 64- or 32-bit shifts, index counts and last indices."""
    order = [*part.mapping.squares]
    given = (bits.astype(np.int64)[order] for bits in (part.index_bits.by_square, part.mask_bits))
    forms = (form for own in given for form in (own, 64 - own, 32 - own, 1 << own, (1 << own) - 1))
    return [_compared(numbers, form.tolist()) for form in forms]


def _compared(numbers: Sequence[int], right: list[int]) -> _Agreeing:
    return sum(map(int.__eq__, numbers, right)), right
