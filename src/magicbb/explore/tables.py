"""The table of every scheme that the page shows; where a search takes long, a published one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.arguments import short_repr, suggestion
from magicbb.recipes.catalogue import CATALOGUE
from magicbb.research.records.published import published_table, published_tables
from magicbb.tables.build import build

if TYPE_CHECKING:
    from magicbb.recipes.catalogue import CatalogueEntry
    from magicbb.tables.rival_table import RivalTable
    from magicbb.tables.table import Table

SCHEMES = tuple(CATALOGUE)
"""The names of all schemes that the page can show, in the order of the catalogue.

>>> SCHEMES[:3], SCHEMES[-1]
(('plain', 'fancy', 'fancy-dense'), 'obstruction')
"""

_PUBLISHED = {
    "fixed-shift": "annuss-2017-white-88772",
    "black": "everling-2026-black-76411",
}
"""Published tables for the schemes whose magics take half a minute to find."""


@dataclass(frozen=True)
class Shown:
    """A scheme as the page shows it.

    Attributes:
        entry: Its row in the catalogue.
        table: Its table.
        magics: Whose magics they are, in a sentence; empty where they are found while it is built.
    """

    entry: CatalogueEntry
    table: Table | RivalTable
    magics: str


def shown(name: str) -> Shown:
    """A scheme with its table.

    Args:
        name: One of `SCHEMES`.

    Raises:
        ValueError: There is no such scheme.
        TypeError: It is not a string.

    >>> shown("rays").table
    <RivalTable rays, 3,584 entries>
    """
    check_name(name)
    if name not in _PUBLISHED:
        return Shown(CATALOGUE[name], build(name), "")
    (row,) = (each for each in published_tables() if each.file == _PUBLISHED[name])
    magics = f"Magics and offsets: {row.by}, {row.entries:,} entries ({row.source})."
    return Shown(CATALOGUE[name], published_table(_PUBLISHED[name]), magics)


def check_name(name: str) -> None:
    """Refuse what is not the name of a scheme.

    Raises:
        ValueError: There is no such scheme.
        TypeError: It is not a string.
    """
    rule = f"scheme must be one of {', '.join(SCHEMES)}, got {short_repr(name)}"
    if not isinstance(name, str):
        raise TypeError(rule)
    if name not in SCHEMES:
        raise ValueError(rule + suggestion(name, SCHEMES))
