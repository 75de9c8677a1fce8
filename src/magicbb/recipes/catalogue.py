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
    """A published scheme, with the source of its magics.

    Attributes:
        name: Its name.
        scheme: Its hash, layout and storage; or the rival.
        magics: The name of its magics' source in `SOURCES`; None if it takes no magics.
        author: Its inventor.
        year: When it was published.
        source: Its publication.
        trade: Its trade-off, in one sentence.
        entries: The number of slots of its table, built with seed 1.
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
        """Whether it takes about half a minute to build, because its magics must be searched."""
        return self.magics is not None and SOURCES[self.magics].slow

    @property
    def words(self) -> int:
        """The number of 64-bit parameter words per square."""
        return self.parameter_nbytes // (ROWS * 8)

    @property
    def needs(self) -> str:
        """The CPU extension without which look-ups are slow: "BMI2" or ""."""
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
