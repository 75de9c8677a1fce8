"""Check the names of the tables that pointers such as `table + 4096` refer to."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from magicbb.lookup.keys import row_name
from magicbb.tables.imports.recognition.known_contents import ENOUGH_SQUARES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.tables.imports.slider_part import SliderPart
    from magicbb.tables.imports.sources.pasted import CodeNumber, PastedArray


def wrong_bases(part: SliderPart, array: PastedArray) -> dict[int, str]:
    """Return an error message for each row whose pointer refers to another table than most."""
    base = _base(array)
    return {
        row: f"{row_name(row)}: {array.number(place)} refers to {array.bases[place] or 'no table'},"
        f" but most others to {base}"
        for place, row in enumerate(part.rows)
        if base and array.bases[place] != base
    }


def shared_base(arrays: Sequence[PastedArray], code: Sequence[CodeNumber]) -> str:
    """Return the name of the table to which the pointers of both sliders refer; empty if unknown.

    Equal names may belong to two tables if they are declared twice, or in two files.
    """
    bases = {(_base(array), array.file) for array in arrays}
    base, _ = bases.pop()
    declared = sum(each.before == "[" and each.of == base for each in code)
    return "" if bases or declared > 1 else base


def _base(array: PastedArray) -> str:
    """Return the name of the table to which most pointers refer; empty if there is none."""
    (base, count), *_ = Counter(array.bases or ("",)).most_common()
    return base if count >= ENOUGH_SQUARES else ""
