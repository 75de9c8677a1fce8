"""Comparing the book with published results."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from magicbb.geometry.squares import square_name
from magicbb.lookup.keys import PLACES, row_of
from magicbb.magics.files import KIND, PIECE, SQUARE
from magicbb.magics.kinds import WHITE_AND_BLACK
from magicbb.magics.magic import KINDS
from magicbb.magics.settled import EXISTS, OPEN, fiekas_results
from magicbb.research.records.magic_records import MagicRecord
from magicbb.research.records.proof_records import ProofRecord, settles
from magicbb.research.records.published import published_magics, published_tables
from magicbb.research.records.record import checked_records
from magicbb.research.records.table_records import CATEGORIES, TableRecord

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from magicbb.geometry.sliders import Slider
    from magicbb.research.records.published import PublishedTable

BETTER, EQUAL, WORSE = "better", "equal", "worse"
UNCOMPARED = "uncompared"
"""The verdict if the package has no comparable published result."""
NEW = "new"
"""The verdict if the question was open."""
MISSING = "missing"
"""The verdict if the book has no result."""
CONFIRMED, CONTRADICTED = "confirmed", "contradicted"

MEASURES = {"bits": "bits", "used": "used", "range": "extent"}
"""For each measure of a magic, the record attribute that holds it; lower is always better."""


@dataclass(frozen=True)
class Measured:
    """The best value of a measure in the book and the best published one; None if missing."""

    ours: int | None
    published: int | None
    by: str | None

    @property
    def verdict(self) -> str:
        """The book's result compared with the published one.

        >>> Measured(9, 10, "Ada").verdict, Measured(9, None, None).verdict
        ('better', 'uncompared')
        """
        if self.ours is None:
            return MISSING
        if self.published is None:
            return UNCOMPARED
        if self.ours == self.published:
            return EQUAL
        return BETTER if self.ours < self.published else WORSE

    def to_dict(self) -> dict[str, Any]:
        """The fields as a dict, with the verdict."""
        return {**asdict(self), "verdict": self.verdict}


@dataclass(frozen=True)
class _Compared:
    """A comparison for one square and kind."""

    piece: Slider
    square: int
    kind: str

    def to_dict(self) -> dict[str, Any]:
        """The piece, the square and the kind as a dict."""
        place = {PIECE: self.piece.name, SQUARE: square_name(self.square)}
        return {**place, KIND: self.kind}


@dataclass(frozen=True)
class MagicComparison(_Compared):
    """The best value of each measure for one square and kind, possibly from different magics.

    Attributes:
        piece: Rook or bishop.
        square: 0..63.
        kind: "white", "black" or "white-32".
        measures: The comparisons of "bits", "used" (slots in use) and "range" (from the lowest to
            the highest of these).
    """

    measures: dict[str, Measured]

    def to_dict(self) -> dict[str, Any]:
        """The fields as a dict."""
        measures = {name: measured.to_dict() for name, measured in self.measures.items()}
        return super().to_dict() | measures


@dataclass(frozen=True)
class TableComparison:
    """The book's smallest table with a given name, compared with the smallest published one.

    Attributes:
        name: The name of the table, as in `TableRecord`.
        candidates: The origin of the magics in the book's table; None if the book has no
            table with this name.
        entries: The number of slots.
        bytes: The size of the slots and attack sets in bytes.
    """

    name: str
    candidates: str | None
    entries: Measured
    bytes: Measured

    def to_dict(self) -> dict[str, Any]:
        """The fields as a dict."""
        sizes = {"entries": self.entries.to_dict(), "bytes": self.bytes.to_dict()}
        return {"name": self.name, "candidates": self.candidates, **sizes}


@dataclass(frozen=True)
class ProofComparison(_Compared):
    """Results on whether a square has a magic with one index bit fewer than mask squares.

    Attributes:
        piece: Rook or bishop.
        square: 0..63.
        kind: "white" or "black".
        ours: The book's result, from a proof or a magic: "exists", "disproved", or None.
        published: The published result: "exists", "disproved" or "open".
        verdict: "new" if the question was open, "confirmed", "contradicted" or "missing".
    """

    ours: str | None
    published: str

    @property
    def verdict(self) -> str:
        """The book's result compared with the published one."""
        if self.ours is None:
            return MISSING
        if self.published == OPEN:
            return NEW
        return CONFIRMED if self.ours == self.published else CONTRADICTED

    def to_dict(self) -> dict[str, Any]:
        """The fields as a dict, with the verdict."""
        known = {"ours": self.ours, "published": self.published, "verdict": self.verdict}
        return super().to_dict() | known


def compare_magics(records: Iterable[MagicRecord]) -> list[MagicComparison]:
    """Compare the book's best magics with the published ones, for every square and kind.

    A pair of square and kind is included if the book has a magic for it or one has been published.
    For bits, no published magic is needed: the number of mask squares counts as published, since
    magics with that many bits are easy to find, and so does one bit fewer if Niklas Fiekas states
    that such a white magic exists.

    >>> from magicbb import find
    >>> from magicbb.research.records import MagicRecord
    >>> compared = compare_magics([MagicRecord.of(find("rook", "a1"))])[0]
    >>> compared.measures["bits"]
    Measured(ours=12, published=12, by=None)
    """
    ours, theirs = checked_records(records, MagicRecord), published_magics()
    compared = []
    for place in sorted({_place(record) for record in (*ours, *theirs)}, key=_order):
        own = [record for record in ours if _place(record) == place]
        known = [(record, by) for record, by in theirs.items() if _place(record) == place]
        measures = {}
        for name, field in MEASURES.items():
            values = [_bits_known(*place)] if name == "bits" else []
            values = [(getattr(record, field), by) for record, by in known] + values
            published, by = min(values, key=lambda value: value[0], default=(None, None))
            best = min((getattr(record, field) for record in own), default=None)
            measures[name] = Measured(best, published, by)
        compared.append(MagicComparison(*place, measures))
    return compared


def _bits_known(slider: Slider, square: int, kind: str) -> tuple[int, str | None]:
    bits = slider.mask(square).bit_count()
    if kind == "white" and fiekas_results()[slider, square] == EXISTS:
        return (bits - 1, "Niklas Fiekas")
    return (bits, None)


def compare_tables(records: Iterable[TableRecord]) -> list[TableComparison]:
    """Compare the book's smallest tables, by name and origin of candidates, with published ones.

    The verdicts for a name are "missing" if the book has no table with that name.

    >>> [each.name for each in compare_tables([])][:2]
    ['fixed', 'fixed-black']
    """
    records = checked_records(records, TableRecord)
    compared = []
    for name in CATEGORIES:
        known = [table for table in published_tables() if table.name == name]
        found = [record for record in records if record.name == name]
        names: list[str | None] = [*sorted({record.candidates for record in found})]
        for candidates in names or [None]:
            own = [record for record in found if record.candidates == candidates]
            sizes = [_measured(own, known, size) for size in ("entries", "bytes")]
            compared.append(TableComparison(name, candidates, *sizes))
    return compared


def _measured(own: Sequence[TableRecord], known: Sequence[PublishedTable], size: str) -> Measured:
    best = min(known, key=lambda table: getattr(table, size), default=None)
    return Measured(
        min((getattr(record, size) for record in own), default=None),
        getattr(best, size) if best else None,
        best.by if best else None,
    )


def compare_proofs(
    proofs: Iterable[ProofRecord], magics: Iterable[MagicRecord] = ()
) -> list[ProofComparison]:
    """Compare, for every square and kind, results on magics with one bit fewer than mask squares.

    A magic in the book proves existence. For white, the published source is the list of Niklas
    Fiekas (May 2026); for black, some magics were published, but no disproofs.

    >>> len(compare_proofs([]))
    256
    """
    known = [*checked_records(magics, MagicRecord), *checked_records(proofs, ProofRecord)]
    outcomes = ((_place(each), settles(each, _fewer(each))) for each in known)
    settled = {place: outcome for place, outcome in outcomes if outcome}
    published = {_place(each): EXISTS for each in published_magics() if each.bits <= _fewer(each)}
    published |= {(*place, "white"): status for place, status in fiekas_results().items()}
    return [
        ProofComparison(*place, settled.get(place), published.get(place, OPEN))
        for place in ((*place, kind) for place in PLACES for kind in WHITE_AND_BLACK)
    ]


def _fewer(record: MagicRecord | ProofRecord) -> int:
    return record.piece.mask(record.square).bit_count() - 1


def _place(record: MagicRecord | ProofRecord) -> tuple[Slider, int, str]:
    return (record.piece, record.square, record.kind)


def _order(place: tuple[Slider, int, str]) -> tuple[int, int]:
    slider, square, kind = place
    return (row_of(slider, square), [*KINDS].index(kind))
