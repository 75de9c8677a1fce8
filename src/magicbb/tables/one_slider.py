"""Verify magics for a single slider.

A table requires both sliders. If only one is to be verified, magics for the other are constructed
and excluded from the report.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

from magicbb.geometry.sliders import SLIDERS
from magicbb.lookup.checksum import checksum
from magicbb.lookup.keys import ROWS, WIDEST_BITS, all_keys, row_of
from magicbb.magics.files import Placed
from magicbb.magics.search import find_all

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from magicbb.geometry.sliders import Slider
    from magicbb.lookup.verify import Report
    from magicbb.tables.table import Table


def of_sliders(placed: Iterable[Placed], sliders: Sequence[Slider]) -> list[Placed]:
    """Select the magics of these sliders, and construct magics for any other slider.

    Raises:
        ValueError: The storage combines rooks and bishops, so neither can be verified alone.
    """
    kept = [each for each in placed if each.magic.piece in sliders]
    others = [slider for slider in SLIDERS if slider not in sliders]
    if not kept or not others:
        return kept
    if any(each.storage not in ("", "direct") for each in kept):
        raise ValueError(f"its {kept[0].storage} storage combines rooks and bishops")
    fixed = all(each.magic.bits == WIDEST_BITS[each.magic.piece.name] for each in kept)
    bits = (lambda slider, _square: WIDEST_BITS[slider.name]) if fixed else None
    made = [m for m in find_all(kept[0].magic.kind, bits) if m.piece in others]
    offsets: Iterable[int | None] = [None] * len(made)
    if kept[0].offset is not None:
        end = max((each.offset or 0) + (1 << each.magic.bits) for each in kept)
        offsets = accumulate((1 << magic.bits for magic in made[:-1]), initial=end)
    return kept + [Placed(*each) for each in zip(made, offsets, strict=True)]


def advice_to_verify_alone(slider: Slider) -> str:
    """Return advice on verifying one slider alone, as part of an error message."""
    return f'to verify it alone, use --piece {slider} (piece="{slider}")'


def report_of(table: Table, sliders: Sequence[Slider]) -> Report:
    """Verify a table, and return the report for one or both sliders.

    A single slider has the entries of its rows, if rows are laid out side by side, and otherwise
    those from its first used slot to its last.
    """
    whole = table.verify()
    if len(sliders) == len(SLIDERS):
        return whole
    (slider,) = sliders
    keys = all_keys()
    part, first = keys.of_slider(slider), row_of(slider, 0)
    slots = table.scheme.slots_of_keys(table.parameters, keys)[part]
    used = np.unique(slots)
    bits = table.bits[first : first + ROWS // 2]
    entries = table.scheme.layout.slots_of_slider(bits)
    if entries is None:
        entries = int(used[-1] - used[0]) + 1
    return replace(
        whole,
        keys=len(slots),
        checksum=checksum(keys.attacks[part]),
        entries=entries,
        used=len(used),
        nbytes=entries * table.slots.itemsize,
        parameter_nbytes=whole.parameter_nbytes // 2,
    )
