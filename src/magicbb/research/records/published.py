"""Magics, tables and results published by others; see `data/published/README.md`."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from magicbb.files import DATA, rows_of
from magicbb.magics.files import shipped
from magicbb.research.records.magic_records import MagicRecord
from magicbb.tables.reading import read

if TYPE_CHECKING:
    from collections.abc import Mapping

    from magicbb.magics.magic import Magic
    from magicbb.tables.table import Table

DIRECTORY = DATA / "published"


@dataclass(frozen=True)
class PublishedTable:
    """The size of a published table.

    Attributes:
        name: The category in which the table competes, as in `TableRecord`.
        kind: "white" or "black".
        entries: The number of slots.
        bytes: The size of the slots and attack sets.
        author: The author of the table.
        year: The year of publication; None if unknown.
        source: The place of publication.
        file: The argument for `published_table`; None if the package does not include the magics.
        address: The URL of the source, if any.
    """

    name: str
    kind: str
    entries: int
    bytes: int
    author: str
    year: int | None
    source: str
    file: str | None
    address: str | None

    @property
    def by(self) -> str:
        """The author and the year, as in a citation."""
        return f"{self.author} {self.year}" if self.year else self.author

    @property
    def link(self) -> str:
        """The author and the year in Markdown, with a link to the source if it has a URL."""
        return f"[{self.by}]({self.address})" if self.address else self.by


@functools.cache
def published_magics() -> Mapping[MagicRecord, str]:
    """The published magics that ship with the package, with their authors; loading each takes 2 ms.

    >>> {record.kind for record in published_magics()} == {"white", "black"}
    True
    """
    authors: dict[Magic, str] = {}
    for row in (*shipped("published/magics"), *shipped("dense")):
        if row.author != "magicbb":
            authors.setdefault(row.magic, row.author)
    return {MagicRecord.of(magic): author for magic, author in authors.items()}


@functools.cache
def published_tables() -> tuple[PublishedTable, ...]:
    """The sizes of all published tables.

    >>> min(table.entries for table in published_tables() if table.name == "free")
    76411
    """

    def table(row: dict[str, str]) -> PublishedTable:
        numbers = {name: int(row[name]) for name in ("entries", "bytes", "year") if row[name]}
        texts: dict[str, Any] = {name: value or None for name, value in row.items()}
        return PublishedTable(**texts | numbers)

    return tuple(map(table, rows_of(DIRECTORY / "tables.csv")))


def published_table(file: str) -> Table:
    """A published table, filled and verified.

    Raises:
        ValueError: There is no table with this name.

    >>> published_table("annuss-2017-white-88772").entries
    88772
    """
    known = [table.file for table in published_tables() if table.file]
    if file not in known:
        raise ValueError(f"file must be one of {', '.join(known)}, got {file!r}")
    return read(DIRECTORY / "tables" / f"{file}.csv")
