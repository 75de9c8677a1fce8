"""Packing as a campaign: in each round candidates are annealed, and packed in two ways.

Ruin and recreate chooses among the candidates; separation goes on from the best packing so far, and
finds its own magics on the way.

Both go on side by side. The jobs of a round that anneal learn from the candidates of the round
before, square from square; those that pack choose among them, and start from the best packing so
far. So a packing never gets larger, and what comes out depends on the seed and the rounds alone.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from magicbb.arguments import parse_integer, short_repr
from magicbb.geometry.bitboards import FULL
from magicbb.lookup.keys import ROWS, WIDEST_BITS, all_keys, row_of
from magicbb.magics.search.annealed import shifted
from magicbb.research.campaigns.works.pack_jobs import (
    STORAGES,
    Annealed,
    AnnealJob,
    Job,
    Laid,
    Packed,
    PackJob,
    Result,
    anneal_rows,
    ruin_and_recreate,
    separate,
)
from magicbb.research.codec import SPARSE, Key
from magicbb.research.packing.candidates import Candidate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.research.records import Record
    from magicbb.tables.table import Table

_PARTS = 16
"""How many jobs of a round anneal: each 4 squares of the rook and 4 of the bishop."""

_SEPARATE = (600, 601, 602, 603)
"""The jobs of a round that separate, where slots belong to one square. The numbers name their
streams of random words."""


@dataclass(frozen=True)
class Pack:
    """The work of packing a table.

    Attributes:
        magics: The kind of the magics, "white" or "black".
        shift: "fixed" or "free".
        sharing: Names of `STORAGES`; a table is packed for each, from the same candidates.
        published: Whether published magics may be chosen, and learnt from.
        last: How many rounds there are.
        seed: Where the random numbers begin.
        draft: Whether all is done in a hundredth of the time, and a larger table comes of it.
    """

    magics: Annotated[str, Key("kind")] = "black"
    shift: str = "free"
    sharing: tuple[str, ...] = ("none",)
    published: bool = False
    last: Annotated[int, Key("rounds")] = 12
    seed: int = 1
    draft: Annotated[bool, SPARSE] = False

    kind: ClassVar[str] = "pack"

    def __post_init__(self) -> None:
        """Check the parameters."""
        object.__setattr__(self, "sharing", tuple(dict.fromkeys(self.sharing)))
        for name, values, known in (
            ("kind", (self.magics,), ("white", "black")),
            ("shift", (self.shift,), ("fixed", "free")),
            ("sharing", self.sharing, tuple(STORAGES)),
        ):
            for value in values:
                if value not in known:
                    allowed = " or ".join(known)
                    raise ValueError(f"{name} must be {allowed}, got {short_repr(value)}")
        if not self.sharing:
            raise ValueError("sharing must name at least one way, got none")
        parse_integer(self.last, 2**20, "rounds must be 1..1048575", start=1)

    def name(self, sharing: str) -> str:
        """What records call such a table."""
        return {"none": self.shift, "postmask": "shared", "bytes": "bytes"}[sharing]

    def jobs(self, number: int, earlier: Sequence[Result]) -> list[Job]:
        """Jobs that anneal, until the last round; and from the second one on, jobs that pack."""
        if number > self.last:
            return []
        known: list[Candidate] = []
        if number:
            annealed = (each for each in earlier if isinstance(each, Annealed))
            known = [candidate for each in annealed for candidate in each.candidates]
        elif self.published:
            known = published_candidates(self.magics, self.shift)
        packed = {
            each: best_packing(earlier, each) or self._published_packing(each)
            for each in self.sharing
        }
        unshared, numbered = packed.get("none"), packed.get("bytes")
        if unshared and numbered:
            # What nobody shares can be read as bytes too.
            packed["bytes"] = min(numbered, unshared, key=lambda one: one.entries)
        jobs: list[Job] = []
        if number < self.last:
            # What the packings chose stays, however it compares.
            chosen = [candidate for each in packed.values() if each for candidate in each.chosen]
            candidates = (*known, *chosen)
            parts = (tuple(range(part, ROWS, _PARTS)) for part in range(_PARTS))
            jobs += [AnnealJob(number, rows, candidates) for rows in parts]
        if number:
            ways = [(sharing, "ruin", 0) for sharing in self.sharing]
            if unshared:
                ways += [("none", "separate", stream) for stream in _SEPARATE]
            jobs += [PackJob(number, *way, tuple(known), packed[way[0]]) for way in ways]
        return jobs

    def _published_packing(self, sharing: str) -> Packed | None:
        """The smallest published packing of this form, to start from; None if there is none.

        What was packed without sharing is no good start where squares share slots: from scratch it
        was 48,744 entries instead of 50,755 after one round.
        """
        if not self.published or sharing == "postmask":
            return None
        from magicbb.research.records.published import published_table, published_tables

        tables = [
            published_table(each.file)
            for each in published_tables()
            if each.file and each.name == self.shift and each.kind == self.magics
        ]
        if not tables:
            return None
        table = min(tables, key=lambda each: each.entries)
        rows = tuple(
            Laid(Candidate(row, magic.bits, magic.factor), offset)
            for row, (magic, offset) in enumerate(
                zip(table.magics, table.offsets or (), strict=True)
            )
        )
        return Packed(sharing, table.entries, rows)

    def run(self, job: Job) -> Result:
        """Anneal candidates of some rows, or pack."""
        if isinstance(job, AnnealJob):
            return anneal_rows(job, self.magics, self.shift, self.seed, draft=self.draft)
        do = separate if job.way == "separate" else ruin_and_recreate
        return do(job, self.magics, self.seed, draft=self.draft)

    def best(self, results: Sequence[Result]) -> str:
        """The sizes of the best packings."""
        packed = {each: best_packing(results, each) for each in self.sharing}
        sizes = [f"{self.name(name)} {each.entries:,}" for name, each in packed.items() if each]
        return f"{', '.join(sizes)} entries" if sizes else "no packing yet"

    def weight(self, job: Job) -> float:
        """Packing takes about twice as long."""
        return 1.0 if isinstance(job, AnnealJob) else 2.0

    def records(self, rounds: Sequence[Sequence[Result]]) -> list[Record]:
        """The tables of the best packings."""
        from magicbb.research.records import TableRecord

        candidates = "published" if self.published else "own"
        return [
            TableRecord.of(self.name(sharing), table, candidates)
            for sharing, table in self.tables(rounds).items()
        ]

    def tables(self, rounds: Sequence[Sequence[Result]]) -> dict[str, Table]:
        """The best packings as tables, verified, by what squares share."""
        from magicbb.recipes.scheme import Scheme
        from magicbb.tables.table import Table

        hashing = f"{self.magics}-fixed" if self.shift == "fixed" else self.magics
        tables = {}
        for sharing in self.sharing:
            packed = best_packing([result for results in rounds for result in results], sharing)
            if packed is not None:
                scheme = Scheme(hashing, "overlapped", STORAGES[sharing])
                magics = [candidate.magic(self.magics) for candidate in packed.chosen]
                tables[sharing] = Table(scheme, magics, [laid.offset for laid in packed.rows])
        return tables


def best_packing(results: Sequence[Result], sharing: str) -> Packed | None:
    """The smallest packing of all results, the first one of that size; None if there is none."""
    packed = [each for each in results if isinstance(each, Packed) and each.sharing == sharing]
    return min(packed, key=lambda each: each.entries, default=None)


def published_candidates(kind: str, shift: str) -> list[Candidate]:
    """The published magics of a kind; with a fixed shift, those that can do with it."""
    from magicbb.research.records.published import (
        published_magics,
        published_table,
        published_tables,
    )

    magics = [record.magic for record in published_magics()]
    for table in published_tables():
        if table.file is not None:
            magics += published_table(table.file).magics
    keys, found = all_keys(), []
    for magic in magics:
        if magic.kind != kind:
            continue
        factor, bits = magic.factor, magic.bits
        if shift == "fixed":
            bits = WIDEST_BITS[magic.slider.name]
            factor = shifted(factor, bits - magic.bits, black=kind == "black")
        candidate = Candidate(row_of(magic.slider, magic.square), bits, factor)
        with contextlib.suppress(ValueError):  # with more bits it may not be a magic
            if bits != magic.bits:
                candidate.claim(kind, keys.attacks[keys.of_row(candidate.row)], FULL)
            found.append(candidate)
    return list(dict.fromkeys(found))
