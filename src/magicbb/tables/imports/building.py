"""Build a source's table from its magics, index bits and offsets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from magicbb.geometry.sliders import SLIDERS
from magicbb.lookup.keys import ROWS, WIDEST_BITS, all_keys, row_name, row_of
from magicbb.magics.magic import KINDS, Magic
from magicbb.magics.search.offset_in_magic import OFFSET_BITS, UNIT_BITS
from magicbb.recipes.hashing import HASHES
from magicbb.recipes.scheme import Scheme
from magicbb.recipes.sources.searched import constructed
from magicbb.recipes.storage import STORAGES
from magicbb.tables.imports.clashes import to_blame
from magicbb.tables.imports.findings import listed
from magicbb.tables.table import Table, hash_and_layout

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.tables.imports.checks.offsets import Offsets
    from magicbb.tables.imports.slider_part import SliderPart

OFFSET_IN_MAGIC = "white-offset-in-magic"
"""The hash whose magics contain their offsets."""

_EMBEDDED, _UNIT = np.uint64((1 << OFFSET_BITS) - 1), np.uint64(UNIT_BITS)


def table_of(parts: Sequence[SliderPart], storage: str, offsets: Offsets | None) -> Table:
    """Build the table of a source.

    Args:
        parts: The source's part for each slider; magics for a missing slider are constructed.
        storage: The name of the storage.
        offsets: The offsets of the squares, if the source has them.

    Raises:
        ValueError: The magics contain offsets, one of which is wrong.
    """
    hashing, layout = _hash_and_layout(parts)
    magics = [magic for part in parts for magic in _magics(part)]
    both = len(parts) == len(SLIDERS)  # a single slider may be free of collisions by chance
    if offsets is None and hashing == "white-fixed" and both and _embedded(parts, storage):
        hashing, layout = OFFSET_IN_MAGIC, "concatenated"
    if len(parts) == 1:
        magics += _others(parts[0], hashing)
    if HASHES[hashing].joint:
        return Table(Scheme(hashing, "joint", storage), magics)
    if offsets is None:
        return Table(Scheme(hashing, layout, storage), magics)
    places = offsets.by_row.tolist()
    if len(parts) == 1:
        _place_others(parts[0], places, magics)
    for layout in ("concatenated", "shared"):
        table = _made((hashing, layout, storage), magics)
        if table is not None and _starts(table) == places:
            return table
    return Table(Scheme(hashing, "overlapped", storage), magics, places)


def _magics(part: SliderPart) -> list[Magic]:
    if part.kind not in KINDS:
        return []
    numbers = zip(part.index_bits.by_square.tolist(), part.trial.factors.tolist(), strict=True)
    return [
        Magic(part.slider, square, part.kind, bits, factor)
        for square, (bits, factor) in enumerate(numbers)
    ]


def _others(part: SliderPart, hashing: str) -> list[Magic]:
    """Construct magics for the slider missing from the source."""
    return [magic for magic in constructed(HASHES[hashing]) if magic.piece != part.slider]


def _place_others(part: SliderPart, places: list[int], magics: Sequence[Magic]) -> None:
    """Place the rows of the slider missing from the source after those of the other slider."""
    bits = {row_of(magic.piece, magic.square): magic.bits for magic in magics}
    count = [bits.get(row, int(all_keys().masks[row]).bit_count()) for row in range(ROWS)]
    end = max(places[row] + (1 << count[row]) for row in part.rows)
    for row in {*range(ROWS)} - {*part.rows}:
        places[row] = end
        end += 1 << count[row]


def _hash_and_layout(parts: Sequence[SliderPart]) -> tuple[str, str]:
    """Return the names of the hash and of the layout that it has without offsets."""
    kind = parts[0].trial.kind
    if all(part.index_bits.in_magic for part in parts):
        return f"{kind}-shift-in-magic", "concatenated"
    fixed = all(
        {*part.index_bits.by_square.tolist()} == {WIDEST_BITS[part.slider.name]} for part in parts
    )
    return hash_and_layout(kind, fixed=fixed)


def _embedded(parts: Sequence[SliderPart], storage: str) -> bool:
    """Whether the magics contain offsets."""
    blamed = blamed_embedded(parts, storage)
    where = {
        row: part.trial.array.number(part.index_of(row % 64)) for part in parts for row in part.rows
    }
    for row, others in (blamed or {}).items():
        names = listed([*map(row_name, others)])
        if len(others) == 1:  # the other row's magic may be the wrong one
            names += f", {where[others[0]]}"
        raise ValueError(
            f"{row_name(row)}: {where[row]} has an offset in its low 16 bits that makes its slots "
            f"collide with those of {names}"
        )
    return blamed is not None


def blamed_embedded(parts: Sequence[SliderPart], storage: str) -> dict[int, tuple[int, ...]] | None:
    """Find rows that would collide if the magics contained offsets; None if there are many."""
    slots = np.zeros(len(all_keys().rows), np.uint64)
    rows = []
    for part in parts:
        own = all_keys().of_slider(part.slider)
        starts = (part.trial.factors & _EMBEDDED) << _UNIT
        slots[own] = part.indices() + starts[all_keys().rows[own] & 63]
        rows += part.rows
    return to_blame(rows, slots, STORAGES[storage].contents(all_keys()), len(rows) // 4)


def _made(names: tuple[str, str, str], magics: Sequence[Magic]) -> Table | None:
    try:
        return Table(Scheme(*names), magics)
    except ValueError:
        return None


def _starts(table: Table) -> list[int]:
    column = table.scheme.words.index("offset")
    starts: list[int] = table.parameters[:, column].astype(np.int64).tolist()
    return starts
