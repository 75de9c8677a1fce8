"""The jobs of a packing campaign: annealing candidates for some rows, and packing in some way."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, TypeAlias, Union

import numpy as np

from magicbb.geometry.sliders import ROOK
from magicbb.lookup.keys import PLACES, ROWS, all_keys
from magicbb.magics.search.randomness import streams
from magicbb.recipes.square_groups import group_of
from magicbb.recipes.storage import STORAGES
from magicbb.research.codec import FLAT, ROW, OneOf
from magicbb.research.packing.candidates import Candidate, anneal, best_of, hashing_of
from magicbb.research.packing.ruin.ruin import RuinAndRecreate
from magicbb.research.packing.separation.separation import Separation
from magicbb.research.packing.sequence.sequence import sequence
from magicbb.research.packing.sequence.walking import LOOKS, walked

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy.typing as npt

    from magicbb.recipes.layout.first_fit import Pattern

STORAGE_OF_SHARING = {"none": "direct", "postmask": "union", "bytes": "nibbles"}
"""The storage for each kind of sharing. With "postmask", squares that share a slot agree on the
bits that both read; with "bytes", they agree on the byte in the slot."""

_DRAFT_COOLING, _DRAFT_DIVISOR, _DRAFT_BITS = 6, 60, 10
"""In a draft, an annealing run takes 192 steps, packing a sixtieth of its usual steps, and a walk
1/1024 of them."""

_BURSTS, _MOVES, _MOVES_SLICE = 10, 20_000, 200
"""The number of separations in a job, the number of moves in each, and the number per slice, which
is small to keep Ctrl-C responsive. Each separation begins with fresh variants of the magics, which
gains more than further moves."""

_SLIM_BURSTS, _EXTRA_SHIFT = 4, 6
"""The number of bursts in which rows are slimmed before the array is shortened again; meanwhile, it
is longer by 2**-6 of its length."""

_SLIM_NAME = 1000
"""Separates the random words of bursts that slim rows from those of other bursts."""

_STEPS = {"none": 240_000, "postmask": 48_000, "bytes": 48_000}
_SLICE = {"none": 200, "postmask": 25, "bytes": 25}

_STARTS = 4
"""The number of times that ruin and recreate starts from scratch, and the number of turns in which
the best of these packings is improved; each has a quarter of the usual steps."""

_ROUNDS = 128
"""The number of times that a sequence is improved with new variants; a round takes a third of a
second."""

_MOST = 24
"""The maximum number of candidates kept for a row, besides those of the round itself. Each of those
is offered at least once, or else nothing would change once the best ones are known."""


@dataclass(frozen=True)
class Settings:
    """What all jobs of a campaign have in common.

    Attributes:
        kind: The kind of the magics, "white" or "black".
        shift: "fixed" or "free".
        seed: The random seed.
        draft: Whether to spend only a hundredth of the time.
    """

    kind: str
    shift: str
    seed: int
    draft: bool


@dataclass(frozen=True)
class Laid:
    """A row's magic in a packing.

    Attributes:
        candidate: The magic.
        offset: The slot of index 0; may be negative.
    """

    candidate: Annotated[Candidate, FLAT]
    offset: int


@dataclass(frozen=True)
class Annealed:
    """Candidates for some rows, sorted from best to worst within each row."""

    candidates: tuple[Annotated[Candidate, ROW], ...]


@dataclass(frozen=True)
class Packed:
    """A packing.

    Attributes:
        sharing: The kind of sharing, a key of `STORAGE_OF_SHARING`.
        entries: The number of slots.
        rows: The magics and offsets of all 128 rows.
    """

    sharing: str
    entries: int
    rows: tuple[Annotated[Laid, ROW], ...]

    @property
    def chosen(self) -> list[Candidate]:
        """The magic of each row."""
        return [laid.candidate for laid in self.rows]

    def used(self, kind: str) -> int:
        """The number of slots that all rows use, if none are shared."""
        values, cares = _contents("none")
        patterns = (each.pattern(kind, values[each.row], cares[each.row]) for each in self.chosen)
        return sum(len(pattern.slots) for pattern in patterns)


@dataclass(frozen=True)
class AnnealJob:
    """A job that anneals candidates for some rows.

    Attributes:
        round: The number of the round.
        rows: The rows to find candidates for.
        candidates: The known candidates for all rows, used as starting points.
    """

    round: int
    rows: tuple[int, ...]
    candidates: tuple[Annotated[Candidate, ROW], ...]


@dataclass(frozen=True)
class PackJob:
    """A job that packs a table.

    Attributes:
        round: The number of the round.
        sharing: The kind of sharing, a key of `STORAGE_OF_SHARING`.
        method: "ruin", "anew", "separate", "slim" or "sequence".
        stream: The number of the random stream.
        candidates: The candidates to choose from, besides those in the packing.
        packed: The packing to start from; None starts from scratch.
    """

    round: int
    sharing: str
    method: Annotated[str, OneOf(("ruin", "anew", "separate", "slim", "sequence"))]
    stream: int
    candidates: tuple[Annotated[Candidate, ROW], ...]
    packed: Packed | None

    @property
    def choices(self) -> list[list[Candidate]]:
        """The candidates of each row, beginning with the one in the packing."""
        chosen = self.packed.chosen if self.packed else []
        pool = _by_row([*chosen, *self.candidates])
        return [[*dict.fromkeys(pool[row])] for row in range(ROWS)]


Job: TypeAlias = Union[AnnealJob, PackJob]  # noqa: UP007 (evaluated at run time)
Result: TypeAlias = Union[Annealed, Packed]  # noqa: UP007


def anneal_rows(job: AnnealJob, settings: Settings) -> Annealed:
    """Run an annealing job."""
    kind, known, keys = settings.kind, _by_row(job.candidates), all_keys()
    cooling = _DRAFT_COOLING if settings.draft else None
    found: list[Candidate] = []
    for row in job.rows:
        more = anneal(row, kind, settings.shift, known, settings.seed, job.round, cooling=cooling)
        pool = [*known.get(row, ()), *more]
        best = best_of(pool, kind, _MOST, keys.attacks[keys.of_row(row)])
        found += dict.fromkeys([*best, *more])
    return Annealed(tuple(found))


def ruin_and_recreate(job: PackJob, settings: Settings) -> Packed:
    """Choose and place candidates by ruin and recreate, starting from the packing of the job."""
    return _recreated(job, settings, (), _STEPS[job.sharing])


def pack_anew(job: PackJob, settings: Settings) -> Packed:
    """Choose and place candidates from scratch: an escape from the best packing so far.

    Ruin and recreate soon comes to a halt, at 89,400 to 95,000 slots from the same candidates. So
    it starts several times; the best packing is then improved by separation, and by ruin and
    recreate from there, in turn.
    """
    job = replace(job, packed=None)
    steps = _STEPS[job.sharing] // _STARTS
    starts = [_recreated(job, settings, (start,), steps) for start in range(_STARTS)]
    packed = min(starts, key=lambda each: each.entries)
    for turn in range(_STARTS, 2 * _STARTS):
        packed = _separated(replace(job, packed=packed), settings, turn)
        again = _recreated(replace(job, packed=packed), settings, (turn,), steps)
        packed = min(packed, again, key=lambda each: each.entries)
    return packed


def _recreated(job: PackJob, settings: Settings, names: Sequence[int], steps: int) -> Packed:
    """Ruin and recreate for a number of steps; `names` tell the runs of a job apart."""
    sharing, choices = job.sharing, job.choices
    patterns, always, begin = _patterns(job, choices, settings.kind)
    (random,) = streams(settings.seed, job.round, ROWS, job.stream, *names)
    packing = RuinAndRecreate(patterns, random, shared=sharing != "none", always=always)
    if begin:
        packing.begin([0] * ROWS, begin)
    for _ in range(0, steps // (_DRAFT_DIVISOR if settings.draft else 1), _SLICE[sharing]):
        packing.advance(_SLICE[sharing])
    places = zip(packing.chosen.tolist(), packing.places.tolist(), strict=True)
    rows = tuple(
        Laid(choices[row][pattern], place - patterns[row][pattern].lowest)
        for row, (pattern, place) in enumerate(places)
    )
    return Packed(sharing, packing.entries, rows)


def separate(job: PackJob, settings: Settings) -> Packed:
    """Compact the packing of a job by guided local search.

    Where slots are shared by means of post-masks, the job has no candidates besides the magics of
    the packing, since they only distract: from one sequence of 44,209 slots, the same number of
    moves led to 43,599 slots without them, and to 43,726 with them. Other packings need them: from
    89,021 slots, 40,000 moves led to 88,095 with candidates, and to nothing without.
    """
    packed = _separated(job, settings, 0)
    for burst in range(1, 1 if settings.draft else _BURSTS):
        packed = _separated(replace(job, packed=packed), settings, burst)
    return packed


def slim_and_separate(job: PackJob, settings: Settings) -> Packed:
    """Slim the rows of a packing in an array that is a little longer, and then compact it.

    The result may be longer than the packing of the job, and has fewer slots in use: one of 71,490
    slots, with 64,819 in use, came to 72,087 with 64,057.
    """
    if job.packed is None:
        raise ValueError("slim_and_separate needs a packing to start from")
    packed, limit = job.packed, job.packed.entries + (job.packed.entries >> _EXTRA_SHIFT)
    for burst in range(1 if settings.draft else _SLIM_BURSTS):
        extra = max(1, limit - packed.entries)
        slimmed = replace(job, packed=packed)
        packed = _separated(slimmed, settings, _SLIM_NAME + burst, extra_slots=extra)
    return separate(replace(job, packed=packed), settings)


def _separated(job: PackJob, settings: Settings, burst: int, *, extra_slots: int = 0) -> Packed:
    kind, seed, choices = settings.kind, settings.seed, job.choices
    patterns, _, begin = _patterns(job, choices, kind)
    (random,) = streams(seed, job.round, ROWS, job.stream, burst)
    shared, (values, _) = job.sharing != "none", _contents(job.sharing)
    hashing = [hashing_of(row, kind, choices[row], seed, values[row]) for row in range(ROWS)]
    separation = Separation(
        patterns,
        [0] * ROWS,
        begin,
        random,
        shared=shared,
        hashing=hashing,
        extra_slots=extra_slots,
    )
    moves = _MOVES // (_DRAFT_DIVISOR if settings.draft else 1)
    for _ in range(0, moves, _MOVES_SLICE):
        separation.advance(_MOVES_SLICE)
    found = zip(separation.bits, separation.factors, separation.offsets, strict=True)
    rows = tuple(
        Laid(Candidate(row, int(bits), int(factor)), int(offset))
        for row, (bits, factor, offset) in enumerate(found)
    )
    return Packed(job.sharing, separation.entries, rows)


def put_in_sequence(job: PackJob, settings: Settings) -> Packed:
    """Choose and place candidates as a sequence of overlapping groups, and compact the result."""
    sharing, choices, groups = job.sharing, job.choices, _groups()
    values, cares = _contents(sharing)
    kind, seed = settings.kind, settings.seed
    random, *words = streams(seed, job.round, ROWS, job.stream, range(1 + ROWS)).tolist()
    looks = LOOKS >> _DRAFT_BITS if settings.draft else LOOKS
    for row in (row for group in groups for row in group):
        known, word = choices[row], words[row]
        choices[row] = walked(known, kind, values[row], cares[row], word, looks=looks)
    patterns, _, _ = _patterns(job, choices, kind)
    rounds = 1 if settings.draft else _ROUNDS
    chosen, places = sequence(patterns, groups, random, rounds=rounds)
    laid, end = [], 0
    for row, (number, place) in enumerate(zip(chosen, places, strict=True)):
        pattern = patterns[row][number]
        laid.append(Laid(choices[row][number], place - pattern.lowest))
        end = max(end, place + pattern.extent)
    packed = Packed(sharing, end, tuple(laid))
    return separate(replace(job, candidates=(), packed=packed), settings)


def _groups() -> list[list[int]]:
    """The rows of rooks that are put in sequence, in groups that may share any slots.

    Rooks next to the border are left out. Each can share the slots of several rooks on the border,
    whose rows are longer; which of them has room for it depends on the sequence.
    """
    groups: dict[tuple[int, int, int], list[int]] = {}
    for row, (slider, square) in enumerate(PLACES):
        to_border = min(square % 8, square // 8, 7 - square % 8, 7 - square // 8)
        if slider == ROOK and to_border != 1:
            groups.setdefault(group_of(row), []).append(row)
    return [*groups.values()]


def _patterns(
    job: PackJob, choices: Sequence[Sequence[Candidate]], kind: str
) -> tuple[list[list[Pattern]], list[int], list[int]]:
    """Each row's patterns, the bits that are 1 in all values it reads, and any initial place."""
    values, cares = _contents(job.sharing)
    patterns = [
        [each.pattern(kind, values[row], cares[row]) for each in choices[row]]
        for row in range(ROWS)
    ]
    always = [int(np.bitwise_and.reduce(values[row])) & cares[row] for row in range(ROWS)]
    laid = zip(job.packed.rows, patterns, strict=True) if job.packed else ()
    return patterns, always, [each.offset + row[0].lowest for each, row in laid]


def _contents(sharing: str) -> tuple[list[npt.NDArray[np.uint64]], list[int]]:
    """For each row, the values that its keys must read from their slots, and the bits it reads."""
    keys = all_keys()
    contents = STORAGES[STORAGE_OF_SHARING[sharing]].contents(keys)
    values = [contents.values[keys.of_row(row)] for row in range(ROWS)]
    return values, contents.care.tolist()


def _by_row(candidates: Iterable[Candidate]) -> dict[int, list[Candidate]]:
    by_row: dict[int, list[Candidate]] = {}
    for candidate in candidates:
        by_row.setdefault(candidate.row, []).append(candidate)
    return by_row
