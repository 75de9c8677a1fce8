"""Finding magics as a campaign: each round has one job per square, and reuses magics found nearby.

For bishops with one index bit fewer than mask squares, random choices find a magic within seconds.
For rooks with fewer index bits than mask squares, each job first anneals, from scratch or from a
magic for the same square or a nearby one: those found so far, and the known ones of both kinds,
since a magic of one kind is almost a magic of the other. If that fails, it searches a random sample
of the subtrees of the bit-by-bit search, in which magics are as rare as in the whole search. With
as many bits as mask squares, a magic can be constructed directly. To minimise the slots used or
their range, each round anneals again from the best magic so far.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, ClassVar

from magicbb.arguments import parse_integer, parse_one_of
from magicbb.lookup.keys import PLACES, ROWS, rows_near
from magicbb.magics.kinds import WHITE_AND_BLACK
from magicbb.research.campaigns.work import Work
from magicbb.research.codec import ROW, SPARSE, Hex, Key, OneOf, Range

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.magics.magic import Magic
    from magicbb.research.records import Record

ROUNDS = 16
"""The default number of rounds when minimising the slots used or their range."""

_CHOICES = 1 << 21
"""The number of random candidates per job; trying them takes about a second."""

_RUNS = 32
"""The number of annealing runs per job, which take a few seconds."""

_NODES = 1 << 25
"""The number of prefixes that a job tests in the bit-by-bit search, which takes a few seconds."""

_SAMPLE, _SLICE = 32, 1 << 20
"""The numbers of subtrees drawn at once and of prefixes per slice; both are small to keep Ctrl-C
responsive."""

_DONE_WEIGHT = 1e-3
"""The duration of a job for a finished square, relative to that of another job."""

_PROBES = 0x70726F62


@dataclass(frozen=True)
class Target:
    """A square to find a magic for.

    Attributes:
        row: 0..127, as in `all_keys()`.
        bits: The index bits.
    """

    row: Annotated[int, Range(0, ROWS)]
    bits: int


@dataclass(frozen=True)
class Subtrees:
    """How a square's bit-by-bit search is divided into subtrees, of which random ones are searched.

    Attributes:
        start: The bit at which the interval of known bits starts.
        direction: The direction in which the interval grows first, "up" or "down".
        depth: The depth of the search at which the subtrees begin.
        ahead: The number of rotating bits that become known before the interval starts.
    """

    start: int
    direction: Annotated[str, OneOf(("up", "down"))]
    depth: int
    ahead: Annotated[int, SPARSE] = 0


@dataclass(frozen=True)
class Sought:
    """The current result for a square.

    Attributes:
        row: 0..127, as in `all_keys()`.
        bits: The index bits.
        factor: The best magic so far; None if none was found.
        plan: The plan for random subtrees; None until they are searched.
    """

    row: Annotated[int, Range(0, ROWS)]
    bits: int
    factor: Annotated[Annotated[int, Hex()] | None, Key("magic", former="factor")] = None
    plan: Annotated[Subtrees, ROW] | None = None

    def magic(self, kind: str) -> Magic:
        """The best magic so far, which must exist."""
        from magicbb.magics.magic import Magic

        assert self.factor is not None  # noqa: S101
        return Magic(*PLACES[self.row], kind, self.bits, self.factor)


@dataclass(frozen=True)
class Job:
    """The search for one square's magic in one round.

    Attributes:
        before: The square's result so far.
        round: The number of the round.
        done: Whether the square's search is complete.
        near: The magics found on nearby squares, used as starting points.
    """

    before: Sought
    round: int
    done: bool = False
    near: tuple[Sought, ...] = ()


@dataclass(frozen=True)
class Find(Work[Job, Sought]):
    """Work that finds magics.

    Attributes:
        magic_kind: The kind of the magics, "white" or "black".
        targets: The magics to search for.
        objective: "bits", "used", "range" or "packed"; see `search.annealing.runs`.
        tries: The maximum number of rounds; None means no limit for the objective "bits", and
            `ROUNDS` for others.
        seed: The random seed.
    """

    magic_kind: Annotated[str, Key("kind")]
    targets: tuple[Annotated[Target, ROW], ...]
    objective: str = "bits"
    tries: int | None = None
    seed: int = 1

    kind: ClassVar[str] = "find"
    records_partial: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Check the parameters."""
        from magicbb.magics.search.annealing.runs import OBJECTIVES
        from magicbb.magics.search.finding import parse_bits

        parse_one_of("kind", self.magic_kind, WHITE_AND_BLACK)
        parse_one_of("objective", self.objective, OBJECTIVES)
        if self.tries is not None:
            rule = "tries must be an integer from 1 to 2**63 - 1"
            object.__setattr__(self, "tries", parse_integer(self.tries, 2**63, rule, start=1))
        for target in self.targets:
            parse_bits(PLACES[target.row], target.bits)

    def command_of(self, command: str, rounds: int) -> str | None:
        """The command that reproduces the results after the given number of rounds.

        None for the objective "bits": a magic that is found is not changed by later rounds.
        """
        if self.objective == "bits":
            return None
        return f"{re.sub(r' --tries [0-9]+', '', command)} --tries {rounds}"

    def jobs(self, number: int, earlier: Sequence[Sought]) -> list[Job]:
        """One job per square; no jobs once all magics are found or the round limit is reached."""
        rounds = self.tries
        if rounds is None and self.objective != "bits":
            rounds = ROUNDS
        if rounds is not None and number >= rounds:
            return []
        before = earlier or [Sought(target.row, target.bits) for target in self.targets]
        found = {each.row: each for each in before if each.factor is not None}
        if self.objective == "bits" and len(found) == len(before):
            return []
        jobs = []
        for each in before:
            done = self.objective == "bits" and each.factor is not None
            rows = [row for row in rows_near(each.row) if row in found and row != each.row]
            teachers = () if done else tuple(found[row] for row in rows)
            jobs.append(Job(each, number, done, teachers))
        return jobs

    def run(self, job: Job) -> Sought:
        """Run one round of a square's search."""
        return job.before if job.done else _search(self.magic_kind, self.objective, self.seed, job)

    def best(self, results: Sequence[Sought]) -> str:
        """The number of magics found, as text."""
        found = {each.row for each in results if each.factor is not None}
        return f"{len(found)} of {len(self.targets)} magics"

    def weight(self, job: Job) -> float:
        """The relative duration of a job: almost zero for a finished square."""
        return _DONE_WEIGHT if job.done else 1.0

    def records(self, rounds: Sequence[Sequence[Sought]]) -> list[Record]:
        """The records of the magics found."""
        from magicbb.research.records import MagicRecord

        return [MagicRecord.of(magic) for magic in self.found(rounds)]

    def found(self, rounds: Sequence[Sequence[Sought]]) -> list[Magic]:
        """The latest and thus best magic of each square, in the order of the targets."""
        results = (each for results in rounds for each in results if each.factor is not None)
        latest = {each.row: each.magic(self.magic_kind) for each in results}
        return [latest[each.row] for each in self.targets if each.row in latest]


def _search(kind: str, objective: str, seed: int, job: Job) -> Sought:
    """Run one round of a square's search, and return the updated result."""
    from magicbb.magics.search.annealing.runs import anneal_runs
    from magicbb.magics.search.finding import find

    before = job.before
    place, bits = PLACES[before.row], before.bits
    slider, square = place
    teachers = [other.magic(kind) for other in job.near]
    dense = bits < slider.mask(square).bit_count()
    plan = before.plan
    if objective != "bits":
        runs = range(job.round, job.round + 1)
        own = before.factor
        factor = anneal_runs(
            place, bits, kind, objective, runs, seed=seed, own=own, teachers=teachers
        )
    elif not dense:
        factor = find(slider, square, bits, kind, seed=seed).magic
    elif slider.name == "bishop":
        factor = _choose(before.row, bits, kind, seed, job.round)
    else:
        runs = range(job.round * _RUNS, (job.round + 1) * _RUNS)
        teachers += known_nearby(before.row, kind)
        factor = anneal_runs(place, bits, kind, objective, runs, seed=seed, teachers=teachers)
        if factor is None:
            factor, plan = _probe(before, kind, seed, job.round)
    return replace(before, factor=factor, plan=plan)


def known_nearby(row: int, kind: str) -> list[Magic]:
    """The known magics with fewer bits than mask squares for nearby squares, of both kinds.

    Those for the square itself are of the other kind.
    """
    from magicbb.magics.settled import settled

    cases = [(other, each) for other in rows_near(row) for each in WHITE_AND_BLACK]
    cases.remove((row, kind))
    known = []
    for other, each in cases:
        slider, square = PLACES[other]
        case = settled(slider, square, each, slider.mask(square).bit_count() - 1)
        if case is not None and case.magic is not None:
            known.append(case.magic)
    return known


def _choose(row: int, bits: int, kind: str, seed: int, round: int) -> int | None:
    """Try random candidates; in the first round, the same ones as `find`."""
    from magicbb.magics.search.errors import MagicNotFoundError
    from magicbb.magics.search.finding import find
    from magicbb.magics.search.randomness import streams

    begin = int(streams(seed, round)[0]) if round else seed
    try:
        return find(*PLACES[row], bits, kind, seed=begin, tries=_CHOICES, anyway=True).magic
    except MagicNotFoundError:
        return None


def _probe(before: Sought, kind: str, seed: int, round: int) -> tuple[int | None, Subtrees]:
    """Search random subtrees for a magic; return its factor, or None, and the plan."""
    from magicbb.magics.search.bit_by_bit.sampling import depth_for, random_prefixes
    from magicbb.research.proofs.bit_by_bit.certificate import Order
    from magicbb.research.proofs.bit_by_bit.plan import estimate, search_for
    from magicbb.research.proofs.claim import Claim

    row, bits, plan = before.row, before.bits, before.plan
    claim = Claim(*PLACES[row], kind, bits)
    if plan is None:
        expected = estimate(claim)
        order, depth = expected.order, depth_for(search_for(claim, expected.order), 1)
        plan = Subtrees(order.start, order.direction, depth, order.ahead)
    search = search_for(claim, Order(plan.start, plan.direction, plan.ahead))
    nodes, again = 0, 0
    while nodes < _NODES:
        names = (seed, _PROBES, row, bits, round, again)
        again += 1
        prefixes = random_prefixes(search, plan.depth, _SAMPLE, *names).tolist()
        if not prefixes:
            # All sampled branches end above the subtrees, so there is very likely no magic.
            break
        for prefix in prefixes:
            search.enter(plan.depth, prefix)
            while not search.advance(_SLICE) and not search.count:
                pass
            if search.count:
                return search.magics[0], plan
            nodes += search.nodes
            if nodes >= _NODES:
                break
    return None, plan


def worth_searching(
    kind: str, more: int, *, anyway: bool = False
) -> tuple[list[Target], dict[str, list[int]]]:
    """Choose the squares to search, given the index bits relative to the number of mask squares.

    Args:
        kind: "white" or "black".
        more: The number of index bits minus the number of mask squares.
        anyway: Whether to include squares that have no such magic and, for white magics, squares
            for which this is an open question.

    Returns:
        The targets, and the skipped rows, by reason.
    """
    from magicbb.magics.settled import DISPROVED, OPEN, settled

    targets: list[Target] = []
    not_searched: dict[str, list[int]] = {}
    for row, (slider, square) in enumerate(PLACES):
        bits = slider.mask(square).bit_count() + more
        known = settled(slider, square, kind, bits) if more < 0 and not anyway else None
        is_open = known is None and kind == "white" and more < 0 and not anyway
        if slider.attack_sets(square) > 1 << bits:
            not_searched.setdefault("more attack sets than indices", []).append(row)
        elif is_open or (known is not None and known.status == DISPROVED):
            not_searched.setdefault(OPEN if is_open else DISPROVED, []).append(row)
        else:
            targets.append(Target(row, bits))
    return targets, not_searched
