"""Records of tables."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Annotated, ClassVar

from magicbb.arguments import short_repr
from magicbb.lookup.keys import PLACES, ROWS
from magicbb.magics.files import MAGIC
from magicbb.magics.magic import Magic
from magicbb.recipes.scheme import Scheme, renamed
from magicbb.research.codec import FLAT, ROW, Key, require, write
from magicbb.research.records.errors import RecordError
from magicbb.research.records.magic_records import Factor  # noqa: TC001 (the codec reads it)
from magicbb.research.records.provenance import Provenance  # noqa: TC001 (the codec reads it)
from magicbb.research.records.values import check_counts
from magicbb.tables.table import Table, in_row_order


@dataclass(frozen=True)
class Category:
    """A category in which overlapped tables compete for the smallest size.

    Attributes:
        title: A description for the records page.
        storages: The storages allowed.
        hashes: The hashes allowed; empty if any is.
    """

    title: str
    storages: tuple[str, ...] = ("direct",)
    hashes: tuple[str, ...] = ()


CATEGORIES = {
    # Tables with black magics were formerly also called `fixed`.
    "fixed": Category("fixed shift, exclusive slots", hashes=("white-fixed", "black-fixed")),
    "fixed-black": Category("fixed shift, black magics, exclusive slots", hashes=("black-fixed",)),
    "free": Category("shift per square, exclusive slots"),
    "shared": Category("shift per square, slots shared by means of post-masks", ("union",)),
    "bytes": Category(
        "shift per square, one byte per slot plus lists", ("bytes", "bytes-union", "nibbles")
    ),
}
"""The categories by name; the magics of the smallest table of each are `data/densest/NAME.csv`."""

CANDIDATES = ("own", "published")
"""The origins of a table's magics: all found by magicbb, or some previously published."""

_PARTS = 3


@dataclass(frozen=True)
class Row:
    """One of the 128 magics in a record, with its offset."""

    bits: int
    factor: Annotated[Factor, Key(MAGIC)]
    offset: int


@dataclass(frozen=True)
class Listed:
    """The fields of a record as written to a file, with one row per magic, in row order."""

    name: str
    scheme: str
    entries: int
    bytes: int
    candidates: str
    magics: tuple[Annotated[Row, ROW], ...]
    provenance: Annotated[Provenance | None, FLAT]


@dataclass(frozen=True)
class TableRecord:
    """A table, defined by its magics and offsets.

    Attributes:
        name: A key of `CATEGORIES`.
        scheme: The names of hash, layout and storage, as in "black/overlapped/direct".
        entries: The number of slots.
        bytes: The size of the slots and attack sets, excluding the squares' parameters.
        candidates: One of `CANDIDATES`.
        magics: The 128 magics: rook a1 to h8, then bishop a1 to h8.
        offsets: The slot of each magic's index 0; may be negative.
        provenance: The origin of the record; None before it is added to the book.

    Raises:
        ValueError: A value is out of range; `verify` checks whether the record is correct.
    """

    name: str
    scheme: str
    entries: int
    bytes: int
    candidates: str
    magics: tuple[Magic, ...]
    offsets: tuple[int, ...]
    provenance: Provenance | None = None

    TABLE: ClassVar[str] = "tables"

    def __post_init__(self) -> None:
        """Check that the values are valid for a table."""
        for name, value, known in (
            ("name", self.name, [*CATEGORIES]),
            ("candidates", self.candidates, CANDIDATES),
        ):
            if value not in known:
                allowed = ", ".join(known)
                raise ValueError(f"{name} must be one of {allowed}, got {short_repr(value)}")
        check_counts(self, "entries", "bytes")
        object.__setattr__(self, "magics", tuple(self.magics))
        object.__setattr__(self, "offsets", tuple(self.offsets))
        if len(self.offsets) != ROWS or not all(type(each) is int for each in self.offsets):
            raise ValueError(f"offsets must be {ROWS} integers")
        parts = _scheme(self.scheme)
        in_row_order(self.magics, parts.hash.kind)
        category = CATEGORIES[self.name]
        fits = parts.storage.name in category.storages
        fits &= parts.hash.name in (category.hashes or (parts.hash.name,))
        if parts.layout.name != "overlapped" or not fits:
            raise ValueError(f"{self.scheme} is not allowed for a table called {self.name}")

    @classmethod
    def of(
        cls, name: str, table: Table, candidates: str, provenance: Provenance | None = None
    ) -> TableRecord:
        """Make a record from a `Table`; it needs no further verification.

        Raises:
            ValueError: The table does not belong to this category.
        """
        sizes = (table.entries, table.nbytes)
        magics = (table.magics, table.offsets or ())
        return cls(name, "/".join(table.scheme.names), *sizes, candidates, *magics, provenance)

    def table(self) -> Table:
        """Fill the table and verify all keys.

        Raises:
            ValueError: The magics and offsets do not form a table.
        """
        return Table(_scheme(self.scheme), self.magics, self.offsets)

    def verify(self) -> None:
        """Fill the table, verify all keys, and compare the sizes with the record.

        Raises:
            RecordError: The record is incorrect.
        """
        try:
            table = self.table()
        except ValueError as error:
            raise RecordError(f"table {self.name}: {error}") from None
        for name, true in (("entries", table.entries), ("bytes", table.nbytes)):
            if getattr(self, name) != true:
                raise RecordError(
                    f"table {self.name}: it has {true:,} {name}, not {getattr(self, name):,}"
                )

    @property
    def digest(self) -> str:
        """The SHA-256 of the scheme, the magics and the offsets."""
        return digest_of(self.scheme, json.dumps(write(TableRecord, self)["magics"]))

    WIRE: ClassVar = Listed

    def to_wire(self) -> Listed:
        """The fields to write to a file."""
        pairs = zip(self.magics, self.offsets, strict=True)
        rows = tuple(Row(magic.bits, magic.magic, offset) for magic, offset in pairs)
        sizes = (self.entries, self.bytes, self.candidates)
        return Listed(self.name, self.scheme, *sizes, rows, self.provenance)

    @classmethod
    def from_wire(cls, listed: Listed) -> TableRecord:
        """Make a record from parsed fields."""
        scheme = "/".join(renamed(listed.scheme.split("/"))[0])
        rows, kind = listed.magics, _scheme(scheme).hash.kind or ""
        require(len(rows) == ROWS, "magics", f"{ROWS} lists", len(rows))
        pairs = zip(PLACES, rows, strict=True)
        magics = tuple(Magic(*place, kind, row.bits, row.factor) for place, row in pairs)
        offsets = tuple(row.offset for row in rows)
        sizes = (listed.entries, listed.bytes, listed.candidates)
        return cls(listed.name, scheme, *sizes, magics, offsets, listed.provenance)


def digest_of(scheme: str, magics: str) -> str:
    """Compute the digest of a table from its scheme and the text of its magics and offsets."""
    return hashlib.sha256(f"{scheme} {magics}".encode()).hexdigest()


def _scheme(names: object) -> Scheme:
    parts = names.split("/") if isinstance(names, str) else []
    if len(parts) != _PARTS:
        raise ValueError(f"scheme must be HASH/LAYOUT/STORAGE, got {short_repr(names)}")
    return Scheme(*parts)
