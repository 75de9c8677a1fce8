"""The catalogue of published schemes, which `data/catalogue.csv` holds."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from typing import Any

from magicbb.files import DATA
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
    """

    name: str
    scheme: Scheme | Rival
    author: str
    year: int
    source: str
    trade: str
    magics: str | None = None

    @property
    def slow(self) -> bool:
        """Whether it takes half a minute to build, for its magics have to be searched for."""
        return self.magics is not None and SOURCES[self.magics].slow


def _entry(row: dict[str, str]) -> CatalogueEntry:
    rival = RIVALS.get(row["scheme"])
    read: dict[str, Any] = {
        "scheme": Scheme(*row["scheme"].split("/")) if rival is None else rival,
        "magics": row["magics"] or None,
        "year": int(row["year"]),
    }
    return CatalogueEntry(**(row | read))


with (DATA / "catalogue.csv").open(newline="", encoding="utf-8") as _file:
    CATALOGUE = {row["name"]: _entry(row) for row in csv.DictReader(_file)}
"""The published schemes by name."""


def schemes() -> tuple[CatalogueEntry, ...]:
    """The catalogue: the schemes of magics, and then their rivals.

    >>> [entry.name for entry in schemes() if entry.author == "Lasse Hansen"]
    ['plain', 'shared']
    """
    return tuple(CATALOGUE.values())
