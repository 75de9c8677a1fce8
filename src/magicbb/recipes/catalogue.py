"""The catalogue of published schemes, from `data/catalogue.csv` and `data/sizes.csv`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from magicbb.files import DATA, rows_of
from magicbb.lookup.keys import ROWS
from magicbb.recipes.rivals import RIVALS, Rival
from magicbb.recipes.scheme import Scheme
from magicbb.recipes.sources import SOURCES


@dataclass(frozen=True)
class CatalogueEntry:
    """A published scheme with the source of its magics, or a non-magic method.

    Attributes:
        name: The name in the catalogue.
        scheme: The hash, layout and storage; or the non-magic method.
        author: The inventor.
        year: The year of publication.
        published: The place of publication.
        trade: The trade-off, in one sentence.
        entries: The number of slots in the table when built with seed 1.
        nbytes: The size of the table's slots and attack sets in bytes.
        parameter_nbytes: The size of the table's parameters in bytes.
        source: The name of the magics' source, as in `SOURCES`; None if no magics are used.
    """

    name: str
    scheme: Scheme | Rival
    author: str
    year: int
    published: str
    trade: str
    entries: int
    nbytes: int
    parameter_nbytes: int
    source: str | None = None

    @property
    def slow(self) -> bool:
        """Whether building takes about half a minute, because magics must be searched for."""
        return self.source is not None and SOURCES[self.source].slow

    @property
    def parameter_words(self) -> int:
        """The number of 64-bit parameter words per square."""
        return self.parameter_nbytes // (ROWS * 8)

    @property
    def needs(self) -> str:
        """The CPU extension that fast look-ups require: "BMI2", or "" for none."""
        return self.scheme.needs


def _entry(row: dict[str, str], size: dict[str, str]) -> CatalogueEntry:
    rival = RIVALS.get(row["scheme"])
    read: dict[str, Any] = {
        "scheme": Scheme(*row["scheme"].split("/")) if rival is None else rival,
        "source": row["source"] or None,
        "year": int(row["year"]),
        "entries": int(size["entries"]),
        "nbytes": int(size["bytes"]),
        "parameter_nbytes": int(size["parameter_bytes"]),
    }
    return CatalogueEntry(**(row | read))


_SIZES = {row["name"]: row for row in rows_of(DATA / "sizes.csv")}

_UNMEASURED = {"entries": "0", "bytes": "0", "parameter_bytes": "0"}
"""The size of a new scheme, until `scripts/sizes.py` has measured it."""

CATALOGUE = {
    row["name"]: _entry(row, _SIZES.get(row["name"], _UNMEASURED))
    for row in rows_of(DATA / "catalogue.csv")
}
"""The published schemes by name."""


def schemes() -> tuple[CatalogueEntry, ...]:
    """All entries of the catalogue: the magic schemes, then the non-magic methods.

    >>> [entry.name for entry in schemes() if entry.author == "Lasse Hansen"]
    ['plain', 'shared']
    """
    return tuple(CATALOGUE.values())
