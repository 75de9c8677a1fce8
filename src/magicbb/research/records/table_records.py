"""A table in the book."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from magicbb.arguments import short_repr
from magicbb.lookup.keys import PLACES, ROWS
from magicbb.magics.magic import Magic, parse_factor
from magicbb.recipes.scheme import Scheme
from magicbb.research.records.errors import RecordError
from magicbb.tables.table import Table, in_row_order

if TYPE_CHECKING:
    from collections.abc import Mapping

    from magicbb.research.records.provenance import Provenance

STORAGES = {
    "fixed": ("direct",),
    "free": ("direct",),
    "shared": ("union",),
    "bytes": ("bytes", "bytes-union"),
}
"""What tables are compared with each other, and the storages that each may have: overlapping tables
with a fixed shift, with a shift per square, with union tables that squares share, with a byte per
slot."""

CANDIDATES = ("own", "published")
"""Whether all magics are magicbb's own, or some were published before."""

_PARTS = 3


@dataclass(frozen=True)
class TableRecord:
    """A table, given by its magics and offsets.

    Attributes:
        name: One of `STORAGES`.
        scheme: The names of hash, layout and storage, as in "black/overlapped/direct".
        entries: How many slots it has.
        bytes: Of the slots and attack sets; the words per square come on top.
        candidates: One of `CANDIDATES`.
        magics: All 128, rook a1 to h8 and then bishop.
        offsets: Where the indices of each start; may be negative.
        provenance: Where it comes from; None until it is in the book.

    Raises:
        ValueError: A value can be none; whether the record is true is for `verify` to say.
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
        """Check that the values can be those of a table."""
        for name, value, known in (
            ("name", self.name, [*STORAGES]),
            ("candidates", self.candidates, CANDIDATES),
        ):
            if value not in known:
                allowed = ", ".join(known)
                raise ValueError(f"{name} must be one of {allowed}, got {short_repr(value)}")
        for name in ("entries", "bytes"):
            value = getattr(self, name)
            if type(value) is not int or not 0 <= value < 2**63:
                raise ValueError(f"{name} must be an integer from 0 on, got {short_repr(value)}")
        object.__setattr__(self, "magics", tuple(self.magics))
        object.__setattr__(self, "offsets", tuple(self.offsets))
        if len(self.offsets) != ROWS or not all(type(each) is int for each in self.offsets):
            raise ValueError(f"offsets must be {ROWS} integers")
        parts = self._parts()
        in_row_order(self.magics, parts.hash.kind)
        fixed = getattr(parts.hash, "fixed", False)
        fits = parts.storage.name in STORAGES[self.name] and (self.name != "fixed" or fixed)
        if parts.layout.name != "overlapped" or not fits:
            raise ValueError(f"{self.scheme} is no scheme of a table that is called {self.name}")

    def _parts(self) -> Scheme:
        names = self.scheme.split("/") if isinstance(self.scheme, str) else []
        if len(names) != _PARTS:
            raise ValueError(f"scheme must be HASH/LAYOUT/STORAGE, got {short_repr(self.scheme)}")
        return Scheme(*names)

    @classmethod
    def of(
        cls, name: str, table: Table, candidates: str, provenance: Provenance | None = None
    ) -> TableRecord:
        """The record of a table that exists, and so is verified already.

        Raises:
            ValueError: It is none that such a name is for.
        """
        return cls(
            name,
            "/".join(table.scheme.names),
            table.entries,
            table.nbytes,
            candidates,
            table.magics,
            table.offsets or (),
            provenance,
        )

    def table(self) -> Table:
        """Fill the table; all its keys are verified.

        Raises:
            ValueError: It is none.
        """
        return Table(self._parts(), self.magics, self.offsets)

    def verify(self) -> None:
        """Fill the table, look up all keys, and compare the sizes.

        Raises:
            RecordError: The record is not true.
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

    def columns(self) -> dict[str, Any]:
        """What is kept in the book, without the provenance."""
        magics = json.dumps(self._magics())
        return {
            "name": self.name,
            "scheme": self.scheme,
            "entries": self.entries,
            "bytes": self.bytes,
            "candidates": self.candidates,
            "magics": magics,
            "digest": hashlib.sha256(f"{self.scheme} {magics}".encode()).hexdigest(),
        }

    @classmethod
    def from_columns(cls, columns: Mapping[str, Any], provenance: Provenance) -> TableRecord:
        """The other way round."""
        return cls.from_json({**columns, "magics": json.loads(columns["magics"])}, provenance)

    def as_json(self) -> dict[str, Any]:
        """The record with its magics as [bits, factor, offset], in the order of the rows."""
        names = ("name", "scheme", "entries", "bytes", "candidates")
        return {name: getattr(self, name) for name in names} | {"magics": self._magics()}

    @classmethod
    def from_json(cls, fields: Mapping[str, Any], provenance: Provenance) -> TableRecord:
        """The other way round.

        Raises:
            ValueError: A field can be none.
            TypeError: Likewise.
            KeyError: One is missing.
        """
        names = ("name", "scheme", "entries", "bytes", "candidates")
        values = {name: fields[name] for name in names}
        rows = fields["magics"]
        if not isinstance(rows, list) or len(rows) != ROWS:
            raise ValueError(f"magics must be {ROWS} lists of bits, factor and offset")
        kind = Scheme(*str(fields["scheme"]).split("/")).hash.kind or ""
        magics, offsets = [], []
        for place, row in zip(PLACES, rows, strict=True):
            if not isinstance(row, list) or len(row) != _PARTS:
                raise ValueError(f"a magic must be bits, factor and offset, got {short_repr(row)}")
            bits, factor, offset = row
            magics.append(Magic(*place, kind, bits, parse_factor(factor)))
            offsets.append(offset)
        return cls(**values, magics=tuple(magics), offsets=tuple(offsets), provenance=provenance)

    def _magics(self) -> list[list[Any]]:
        return [
            [magic.bits, f"{magic.factor:#018x}", offset]
            for magic, offset in zip(self.magics, self.offsets, strict=True)
        ]
