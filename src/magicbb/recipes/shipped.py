"""Magics that ship with the package, for they take long to find.

They are CSV files, with an author each, or with the offsets that they were chosen together with.
"""

from __future__ import annotations

import csv
import functools

from magicbb.files import DATA
from magicbb.geometry.sliders import parse_slider
from magicbb.geometry.squares import parse_square
from magicbb.magics.magic import Magic, parse_factor


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


@functools.cache
def shipped_offsets(name: str) -> tuple[int, ...]:
    """The offsets of `data/NAME.csv`, which its magics were chosen together with.

    >>> len(shipped_offsets("densest/free"))
    128
    """
    return tuple(int(row["offset"]) for row in _rows(name))


def _rows(name: str) -> list[dict[str, str]]:
    with (DATA / f"{name}.csv").open(newline="", encoding="utf-8") as file:
        return [*csv.DictReader(file)]
