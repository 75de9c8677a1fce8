"""Magics that ship with the package, for they take long to find: CSV files with an author each."""

from __future__ import annotations

import csv
import functools
from pathlib import Path

from magicbb.magics import Magic, parse_factor
from magicbb.sliders import parse_slider
from magicbb.squares import parse_square

DATA = Path(__file__).parents[1] / "data"


@functools.cache
def shipped(name: str) -> tuple[Magic, ...]:
    """The magics of `data/NAME.csv`.

    >>> len(shipped("group"))
    64
    """
    with (DATA / f"{name}.csv").open(newline="", encoding="utf-8") as file:
        return tuple(
            Magic(
                parse_slider(row["piece"]),
                parse_square(row["square"]),
                row["kind"],
                int(row["index_bits"]),
                parse_factor(row["magic"]),
            )
            for row in csv.DictReader(file)
        )
