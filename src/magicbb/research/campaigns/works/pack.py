"""Packing as a campaign: in each round candidates are annealed, and packed in two ways.

Ruin and recreate chooses among the candidates; separation goes on from the best packing so far, and
finds its own magics on the way.

Both go on side by side. The jobs of a round that anneal learn from the candidates of the round
before, square from square; those that pack choose among them, and start from the best packing so
far. So a packing never gets larger, and what comes out depends on the seed and the rounds alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from magicbb.arguments import parse_integer, short_repr

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from magicbb.research.packing.candidates import Candidate
    from magicbb.research.records import Record
    from magicbb.tables.table import Table

STORAGES = {"none": "direct", "postmask": "union", "bytes": "bytes-union"}
"""What squares may share, and the storage that a table then has: nothing; slots in which they agree
on the bits that both read; slots with the same number of an attack set."""

_PARTS = 16
"""How many jobs of a round anneal: each 4 squares of the rook and 4 of the bishop."""

_SEPARATE = (600, 601, 602, 603)
"""The jobs of a round that separate, where slots belong to one square. The numbers name their
streams of random words."""

_DRAFT_COOLING, _DRAFT_PART = 6, 60
"""In a draft, annealing runs have 192 steps, and packing has a sixtieth of its steps."""

_MOVES, _MOVES_SLICE = 100_000, 200
"""How often separation moves a row, and how often between two looks for Ctrl-C."""

_STEPS = {"none": 12_000, "postmask": 1_500, "bytes": 1_500}
_SLICE = {"none": 200, "postmask": 25, "bytes": 25}

_MOST = 16
"""How many candidates of a row are kept."""


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

    magics: str = "black"
    shift: str = "free"
    sharing: tuple[str, ...] = ("none",)
    published: bool = False
    last: int = 12
    seed: int = 1
    draft: bool = False

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

    @classmethod
    def from_params(cls, params: dict[str, Any], seed: int) -> Pack:
        """Make it again from what `params` gave."""
        return cls(
            params["kind"],
            params["shift"],
            tuple(params["sharing"]),
            params["published"],
            params["rounds"],
            seed,
            params.get("draft", False),
        )

    def params(self) -> dict[str, Any]:
        """All but the seed."""
        return {
            "kind": self.magics,
            "shift": self.shift,
            "sharing": [*self.sharing],
            "published": self.published,
            "rounds": self.last,
            **({"draft": True} if self.draft else {}),
        }

    def name(self, sharing: str) -> str:
        """What records call such a table."""
        return {"none": self.shift, "postmask": "shared", "bytes": "bytes"}[sharing]

    def jobs(self, number: int, earlier: Sequence[Any]) -> list[Any]:
        """Jobs that anneal, until the last round; and from the second one on, jobs that pack."""
        if number > self.last:
            return []
        from magicbb.research.packing.candidates import as_json

        known: list[Any] = []
        if number:
            known = [each for result in earlier for each in result.get("candidates", ())]
        elif self.published:
            known = as_json(published_candidates(self.magics, self.shift))
        packed = {
            each: best_packing(earlier, each) or self._published_packing(each)
            for each in self.sharing
        }
        if packed.get("bytes") and packed.get("none"):
            # What nobody shares can be read as bytes too.
            packed["bytes"] = min(packed["bytes"], packed["none"], key=lambda one: one["entries"])
        jobs: list[Any] = []
        if number < self.last:
            # What the packings chose stays, however it compares.
            chosen = [row[:3] for each in packed.values() if each for row in each["rows"]]
            jobs += [
                {"turn": number, "rows": [*range(part, 128, _PARTS)], "candidates": known + chosen}
                for part in range(_PARTS)
            ]
        if number:
            ways = [(sharing, "ruin", 0) for sharing in self.sharing]
            if packed.get("none"):
                ways += [("none", "separate", stream) for stream in _SEPARATE]
            jobs += [
                {
                    "turn": number,
                    "sharing": sharing,
                    "way": way,
                    "stream": stream,
                    "candidates": known,
                    "packed": packed[sharing],
                }
                for sharing, way, stream in ways
            ]
        return jobs

    def _published_packing(self, sharing: str) -> Any:
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
        rows = [
            [row, magic.bits, f"{magic.factor:#x}", offset]
            for row, (magic, offset) in enumerate(
                zip(table.magics, table.offsets or (), strict=True)
            )
        ]
        return {"entries": table.entries, "rows": rows}

    @staticmethod
    def run(params: dict[str, Any], seed: int, job: Any) -> Any:
        """Anneal candidates of some rows, or pack."""
        ways = {None: _anneal, "ruin": _pack, "separate": _separate}
        return ways[job.get("way")](params, seed, job)

    def best(self, results: Sequence[Any]) -> str:
        """The sizes of the best packings."""
        packed = {each: best_packing(results, each) for each in self.sharing}
        sizes = [f"{self.name(name)} {each['entries']:,}" for name, each in packed.items() if each]
        return f"{', '.join(sizes)} entries" if sizes else "no packing yet"

    def weight(self, job: Any) -> float:
        """Packing takes about twice as long."""
        return 1.0 if "rows" in job else 2.0

    def records(self, rounds: Sequence[Sequence[Any]]) -> list[Record]:
        """The tables of the best packings."""
        from magicbb.research.records import TableRecord

        candidates = "published" if self.published else "own"
        return [
            TableRecord.of(self.name(sharing), table, candidates)
            for sharing, table in self.tables(rounds).items()
        ]

    def tables(self, rounds: Sequence[Sequence[Any]]) -> dict[str, Table]:
        """The best packings as tables, verified, by what squares share."""
        from magicbb.recipes.scheme import Scheme
        from magicbb.research.packing.candidates import from_json
        from magicbb.tables.table import Table

        hashing = f"{self.magics}-fixed" if self.shift == "fixed" else self.magics
        tables = {}
        for sharing in self.sharing:
            packed = best_packing([result for results in rounds for result in results], sharing)
            if packed is not None:
                scheme = Scheme(hashing, "overlapped", STORAGES[sharing])
                candidates = from_json(row[:3] for row in packed["rows"])
                magics = [candidate.magic(self.magics) for candidate in candidates]
                tables[sharing] = Table(scheme, magics, [row[3] for row in packed["rows"]])
        return tables


def best_packing(results: Sequence[Any], sharing: str) -> Any:
    """The smallest packing of all results, the first one of that size; None if there is none."""
    packed = [result for result in results if result.get("sharing") == sharing]
    return min(packed, key=lambda result: result["entries"], default=None)


def published_candidates(kind: str, shift: str) -> list[Candidate]:
    """The published magics of a kind; with a fixed shift, those that can do with it."""
    from magicbb.lookup.keys import WIDEST_BITS, row_of
    from magicbb.magics.search.starts import shifted
    from magicbb.research.packing.candidates import Candidate
    from magicbb.research.records.published import (
        published_magics,
        published_table,
        published_tables,
    )

    magics = [each.record.magic for each in published_magics()]
    for table in published_tables():
        if table.file is not None:
            magics += published_table(table.file).magics
    found = []
    for magic in magics:
        if magic.kind != kind:
            continue
        factor, bits = magic.factor, magic.bits
        if shift == "fixed":
            bits = WIDEST_BITS[magic.slider.name]
            factor = shifted(factor, bits - magic.bits, black=kind == "black")
        candidate = Candidate(row_of(magic.slider, magic.square), bits, factor)
        if bits == magic.bits or _is_magic(candidate, kind):
            found.append(candidate)
    return list(dict.fromkeys(found))


def _is_magic(candidate: Candidate, kind: str) -> bool:
    from magicbb.geometry.bitboards import FULL
    from magicbb.lookup.keys import all_keys

    keys = all_keys()
    try:
        candidate.claim(kind, keys.attacks[keys.of_row(candidate.row)], FULL)
    except ValueError:
        return False
    return True


def _anneal(params: Mapping[str, Any], seed: int, job: Any) -> Any:
    from magicbb.lookup.keys import all_keys
    from magicbb.research.packing.candidates import anneal, as_json, best_of, from_json

    keys, kind = all_keys(), params["kind"]
    cooling = _DRAFT_COOLING if params.get("draft") else None
    known = _by_row(from_json(job["candidates"]))
    found: list[Candidate] = []
    for row in job["rows"]:
        more = anneal(row, kind, params["shift"], known, seed, job["turn"], cooling=cooling)
        found += best_of([*known.get(row, ()), *more], kind, _MOST, keys.attacks[keys.of_row(row)])
    return {"candidates": as_json(found)}


def _pack(params: Mapping[str, Any], seed: int, job: Any) -> Any:
    import numpy as np

    from magicbb.lookup.keys import ROWS, all_keys
    from magicbb.magics.search.randomness import streams
    from magicbb.recipes.storage import STORAGES as CONTENTS
    from magicbb.research.packing.candidates import from_json
    from magicbb.research.packing.ruin import Packing

    keys, kind, sharing = all_keys(), params["kind"], job["sharing"]
    contents = CONTENTS[STORAGES[sharing]].contents(keys)
    packed = job["packed"]
    before = from_json(row[:3] for row in packed["rows"]) if packed else []
    pool = _by_row([*before, *from_json(job["candidates"])])
    choices = [[*dict.fromkeys(pool[row])] for row in range(ROWS)]
    claims = [
        [
            each.claim(kind, contents.values[keys.of_row(row)], int(contents.care[row]))
            for each in choices[row]
        ]
        for row in range(ROWS)
    ]
    always = [
        int(np.bitwise_and.reduce(contents.values[keys.of_row(row)]) & contents.care[row])
        for row in range(ROWS)
    ]
    (random,) = streams(seed, job["turn"], ROWS, job["stream"])
    packing = Packing(claims, random, shared=sharing != "none", always=always)
    if packed:
        lowest = [row[0].lowest for row in claims]
        packing.begin(
            [0] * ROWS,
            [int(row[3]) + low for row, low in zip(packed["rows"], lowest, strict=True)],
        )
    steps = _SLICE[sharing]
    for _ in range(0, _STEPS[sharing] // (_DRAFT_PART if params.get("draft") else 1), steps):
        packing.advance(steps)
    rows = []
    for row, (claim, place) in enumerate(
        zip(packing.chosen.tolist(), packing.places.tolist(), strict=True)
    ):
        chosen = choices[row][claim]
        offset = place - claims[row][claim].lowest
        rows.append([row, chosen.bits, f"{chosen.factor:#x}", offset])
    return {"sharing": sharing, "entries": packing.entries, "rows": rows}


def _separate(params: Mapping[str, Any], seed: int, job: Any) -> Any:
    from magicbb.geometry.bitboards import FULL
    from magicbb.lookup.keys import ROWS, all_keys
    from magicbb.magics.search.randomness import streams
    from magicbb.research.packing.candidates import from_json, hashing_of
    from magicbb.research.packing.separation import Separation

    keys, kind, before = all_keys(), params["kind"], job["packed"]["rows"]
    pool = _by_row([*from_json(row[:3] for row in before), *from_json(job["candidates"])])
    choices = [[*dict.fromkeys(pool[row])] for row in range(ROWS)]
    claims = [
        [each.claim(kind, keys.attacks[keys.of_row(row)], FULL) for each in choices[row]]
        for row in range(ROWS)
    ]
    (random,) = streams(seed, job["turn"], ROWS, job["stream"])
    separation = Separation(
        claims,
        [0] * ROWS,
        [int(row[3]) + claims[row[0]][0].lowest for row in before],
        random,
        hashing=[hashing_of(row, kind, choices[row], seed) for row in range(ROWS)],
    )
    moves = _MOVES // (_DRAFT_PART if params.get("draft") else 1)
    for _ in range(0, moves, _MOVES_SLICE):
        separation.advance(_MOVES_SLICE)
    found = zip(separation.bits, separation.factors, separation.offsets, strict=True)
    rows = [
        [row, int(bits), f"{int(factor):#x}", int(offset)]
        for row, (bits, factor, offset) in enumerate(found)
    ]
    return {"sharing": job["sharing"], "entries": separation.entries, "rows": rows}


def _by_row(candidates: Iterable[Candidate]) -> dict[int, list[Candidate]]:
    by_row: dict[int, list[Candidate]] = {}
    for candidate in candidates:
        by_row.setdefault(candidate.row, []).append(candidate)
    return by_row
