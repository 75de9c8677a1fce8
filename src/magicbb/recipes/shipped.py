"""Magics that ship with the package, for they take long to find.

They are CSV files, with an author each, or with the offsets that they were chosen together with.
"""

from __future__ import annotations

import csv
import functools
from typing import TYPE_CHECKING

from magicbb.files import DATA
from magicbb.geometry.sliders import parse_slider
from magicbb.geometry.squares import parse_square
from magicbb.magics.magic import Magic, parse_factor

if TYPE_CHECKING:
    from collections.abc import Sequence

PACKED = "densest"
"""The directory of magics with offsets, one file for each table."""


@functools.cache
def shipped(name: str) -> tuple[Magic, ...]:
    """The magics of `data/NAME.csv`.

    >>> len(shipped("group"))
    64
    """
    return tuple(
        Magic(
            parse_slider(row["piece"]),
            parse_square(row["square"]),
            row["kind"],
            int(row["index_bits"]),
            parse_factor(row["magic"]),
        )
        for row in _rows(name)
    )


def offsets_shipped_with(magics: Sequence[Magic]) -> list[tuple[int, ...]]:
    """The offsets that just these magics ship with; none for most, more where tables differ.

    Args:
        magics: In the order of the rows.

    >>> [len(offsets) for offsets in offsets_shipped_with(shipped("densest/free"))][0]
    128
    >>> offsets_shipped_with(shipped("group"))
    []
    """
    known = tuple(magics)
    return [offsets for packed, offsets in _packings() if packed == known]


@functools.cache
def _packings() -> tuple[tuple[tuple[Magic, ...], tuple[int, ...]], ...]:
    names = sorted(f"{PACKED}/{path.stem}" for path in (DATA / PACKED).glob("*.csv"))
    return tuple(
        (shipped(name), tuple(int(row["offset"]) for row in _rows(name))) for name in names
    )


def _rows(name: str) -> list[dict[str, str]]:
    with (DATA / f"{name}.csv").open(newline="", encoding="utf-8") as file:
        return [*csv.DictReader(file)]
