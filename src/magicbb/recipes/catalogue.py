"""The catalogue of published schemes: `data/catalogue.csv`, with the sizes of `data/sizes.csv`."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from typing import Any

from magicbb.files import DATA
from magicbb.lookup.keys import ROWS
from magicbb.recipes.rivals import RIVALS, Rival
from magicbb.recipes.scheme import Scheme
from magicbb.recipes.sources import SOURCES


@dataclass(frozen=True)
class CatalogueEntry:
    """A scheme that somebody published, with the magics for it.

    Attributes:
        name: What it is called.
        scheme: Its hash, layout and storage; or the rival that it is.
        magics: Where its magics come from, by its name in `SOURCES`; None if it takes none.
        author: Whose idea it is.
        year: When it was published.
        source: Where.
        trade: What it gives and what it takes, in a sentence.
        entries: How many slots its table has, built with seed 1.
        nbytes: The bytes of that table's slots and attack sets.
        parameter_nbytes: The bytes of its parameters.
    """

    name: str
    scheme: Scheme | Rival
    author: str
    year: int
    source: str
    trade: str
    entries: int
    nbytes: int
    parameter_nbytes: int
    magics: str | None = None

    @property
    def slow(self) -> bool:
        """Whether it takes half a minute to build, for its magics have to be searched for."""
        return self.magics is not None and SOURCES[self.magics].slow

    @property
    def words(self) -> int:
        """How many 64-bit words of parameters a square has."""
        return self.parameter_nbytes // (ROWS * 8)

    @property
    def needs(self) -> str:
        """The instructions without which look-ups are slow: "BMI2" or ""."""
        return self.scheme.needs


def _rows(name: str) -> dict[str, dict[str, str]]:
    with (DATA / name).open(newline="", encoding="utf-8") as file:
        return {row["name"]: row for row in csv.DictReader(file)}


def _entry(row: dict[str, str], size: dict[str, str]) -> CatalogueEntry:
    rival = RIVALS.get(row["scheme"])
    read: dict[str, Any] = {
        "scheme": Scheme(*row["scheme"].split("/")) if rival is None else rival,
        "magics": row["magics"] or None,
        "year": int(row["year"]),
        "entries": int(size["entries"]),
        "nbytes": int(size["bytes"]),
        "parameter_nbytes": int(size["parameter_bytes"]),
    }
    return CatalogueEntry(**(row | read))


_SIZES = _rows("sizes.csv")

CATALOGUE = {name: _entry(row, _SIZES[name]) for name, row in _rows("catalogue.csv").items()}
"""The published schemes by name."""


def schemes() -> tuple[CatalogueEntry, ...]:
    """The catalogue: the schemes of magics, and then their rivals.

    >>> [entry.name for entry in schemes() if entry.author == "Lasse Hansen"]
    ['plain', 'shared']
    """
    return tuple(CATALOGUE.values())
