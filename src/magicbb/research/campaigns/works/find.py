"""Finding magics as a campaign: in each round every square has one job, and squares learn.

For bishops with one bit less, random choices find a magic within seconds. For rooks, each job first
anneals, from what was found on squares nearby or from nothing, and then searches a random sample of
the subtrees of the exhaustive search, whose magics are as rare as they are on the whole. With as
many bits as the mask has squares any magic is constructed; few slots in use or a short range are
annealed in every round from the best so far.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from magicbb.arguments import parse_integer, short_repr
from magicbb.lookup.keys import PLACES, row_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from magicbb.magics.magic import Magic
    from magicbb.research.records import Record

ROUNDS = 16
"""Rounds of a search for few slots or a short range, if the caller does not say."""

_CHOICES = 1 << 21
"""Random choices of a job: about a second."""

_RUNS = 32
"""Annealing runs of a job: some seconds."""

_NODES = 1 << 25
"""Prefixes that a job tests of the exhaustive search: some seconds."""

_SAMPLE, _SLICE = 32, 1 << 20
"""How many subtrees are drawn at once, and the prefixes between two looks for Ctrl-C."""

_LEAST_NEWS = 1e-3
_PROBES = 0x70726F62


@dataclass(frozen=True)
class Find:
    """The work of finding magics.

    Attributes:
        magics: The kind of the magics, "white" or "black".
        targets: What is searched for, as (row, index bits); rows as in `all_keys()`.
        objective: "bits", "used" or "range"; see `search.annealed`.
        tries: How many rounds there are at most; no limit if None, but for objectives other than
            "bits", which have `ROUNDS`.
        seed: Where the random numbers begin.
    """

    magics: str
    targets: tuple[tuple[int, int], ...]
    objective: str = "bits"
    tries: int | None = None
    seed: int = 1

    kind: ClassVar[str] = "find"

    def __post_init__(self) -> None:
        """Check the parameters."""
        from magicbb.magics.search.annealed import KINDS_ANNEALED, parse_objective

        if self.magics not in KINDS_ANNEALED:
            allowed = " or ".join(KINDS_ANNEALED)
            raise ValueError(f"kind must be {allowed}, got {short_repr(self.magics)}")
        parse_objective(self.objective)
        if self.tries is not None:
            parse_integer(self.tries, 2**63, "tries must be an integer from 0 to 2**63 - 1")
        targets = tuple((int(row), int(bits)) for row, bits in self.targets)
        for row, bits in targets:
            slider, square = PLACES[row]
            least = (slider.attack_sets(square) - 1).bit_length()
            parse_integer(bits, 21, f"bits must be {least}..20 for {row_name(row)}", start=least)
        object.__setattr__(self, "targets", targets)

    @classmethod
    def from_params(cls, params: dict[str, Any], seed: int) -> Find:
        """Make it again from what `params` gave."""
        targets = tuple((row, bits) for row, bits in params["targets"])
        return cls(params["kind"], targets, params["objective"], params["tries"], seed)

    def params(self) -> dict[str, Any]:
        """All but the seed."""
        return {
            "kind": self.magics,
            "targets": [[row, bits] for row, bits in self.targets],
            "objective": self.objective,
            "tries": self.tries,
        }

    def jobs(self, number: int, earlier: Sequence[Any]) -> list[Any]:
        """One for each square, as long as there is one to be found or improved."""
        rounds = self.tries
        if rounds is None and self.objective != "bits":
            rounds = ROUNDS
        if rounds is not None and number >= rounds:
            return []
        before = earlier or [{"row": row, "bits": bits} for row, bits in self.targets]
        found = {each["row"]: each for each in before if each.get("factor")}
        if self.objective == "bits" and len(found) == len(before):
            return []
        return [self._job(number, each, found) for each in before]

    def _job(self, number: int, before: Any, found: dict[int, Any]) -> Any:
        from magicbb.research.packing.candidates import near

        job = {**before, "turn": number}
        if self.objective == "bits" and before.get("factor"):
            return {**job, "done": True}
        others = [
            found[row] for row in near(before["row"]) if row in found and row != before["row"]
        ]
        return {**job, "near": [[each["row"], each["bits"], each["factor"]] for each in others]}

    @staticmethod
    def run(params: dict[str, Any], seed: int, job: Any) -> Any:
        """Search on one square."""
        result = {name: job.get(name) for name in ("row", "bits", "factor", "plan")}
        if not job.get("done"):
            result.update(_search(params["kind"], params["objective"], seed, job))
        return result

    def best(self, results: Sequence[Any]) -> str:
        """How many are found."""
        return f"{len(self._found(results))} of {len(self.targets)} magics"

    def weight(self, job: Any) -> float:
        """What is found takes no time."""
        return _LEAST_NEWS if job.get("done") else 1.0

    def records(self, rounds: Sequence[Sequence[Any]]) -> list[Record]:
        """The magics."""
        from magicbb.research.records import MagicRecord

        return [MagicRecord.of(magic) for magic in self.found(rounds)]

    def found(self, rounds: Sequence[Sequence[Any]]) -> list[Magic]:
        """The magics, in the order of the squares that were asked for."""
        latest = self._found([result for results in rounds for result in results])
        return [latest[row] for row, _ in self.targets if row in latest]

    def _found(self, results: Iterable[Any]) -> dict[int, Magic]:
        """The latest magic of each row; it is the best."""
        return {
            each["row"]: _magic(self.magics, each["row"], each["bits"], each["factor"])
            for each in results
            if each["factor"]
        }


def _magic(kind: str, row: int, bits: int, factor: str) -> Magic:
    from magicbb.magics.magic import Magic

    slider, square = PLACES[row]
    return Magic(slider, square, kind, bits, int(factor, 16))


def _search(kind: str, objective: str, seed: int, job: Any) -> dict[str, Any]:
    """Do the part of a search that is this round's: the factor if there is one, and the plan."""
    from magicbb.magics.search.annealed import anneal_runs
    from magicbb.magics.search.finding import find

    row, bits, turn = job["row"], job["bits"], job["turn"]
    (slider, square), own = PLACES[row], job.get("factor")
    teachers = [_magic(kind, *other) for other in job["near"]]
    known = None if own is None else int(own, 16)
    dense = bits < slider.mask(square).bit_count()
    plan = job.get("plan")
    if objective != "bits":
        runs, place = range(turn, turn + 1), (slider, square)
        factor = anneal_runs(
            place, bits, kind, objective, runs, seed=seed, own=known, teachers=teachers
        )
    elif not dense:
        factor = find(slider, square, bits, kind, seed=seed).factor
    elif slider.name == "bishop":
        factor = _choose(row, bits, kind, seed, turn)
    else:
        runs, place = range(turn * _RUNS, (turn + 1) * _RUNS), (slider, square)
        factor = anneal_runs(place, bits, kind, objective, runs, seed=seed, teachers=teachers)
        if factor is None:
            factor, plan = _probe(row, bits, kind, seed, turn, plan)
    return {"factor": None if factor is None else f"{factor:#018x}", "plan": plan}


def _choose(row: int, bits: int, kind: str, seed: int, turn: int) -> int | None:
    """Search by random choices; in the first turn the same ones as `find`."""
    from magicbb.magics.search.finding import find
    from magicbb.magics.search.outcome import MagicNotFoundError
    from magicbb.magics.search.randomness import streams

    begin = int(streams(seed, turn)[0]) if turn else seed
    try:
        return find(*PLACES[row], bits, kind, seed=begin, tries=_CHOICES).factor
    except MagicNotFoundError:
        return None


def _probe(
    row: int, bits: int, kind: str, seed: int, turn: int, plan: Any
) -> tuple[int | None, Any]:
    """Search random subtrees to their ends; the plan is start, direction and depth."""
    from magicbb.magics.search.exhaustive_samples import depth_for, random_prefixes
    from magicbb.research.proofs.claim import Claim
    from magicbb.research.proofs.estimate import estimate
    from magicbb.research.proofs.plan import search_for

    slider, square = PLACES[row]
    claim = Claim(slider, square, kind, bits)
    if plan is None:
        expected = estimate(claim)
        search = search_for(claim, expected.start, expected.direction)
        plan = [expected.start, expected.direction, depth_for(search, 1)]
    start, direction, depth = plan
    search, nodes, again = search_for(claim, start, direction), 0, 0
    while nodes < _NODES:
        names = (seed, _PROBES, row, bits, turn, again)
        again += 1
        prefixes = random_prefixes(search, depth, _SAMPLE, *names).tolist()
        if not prefixes:
            # Where even samples die out, there is next to nothing to be found.
            break
        for prefix in prefixes:
            search.enter(depth, prefix)
            while not search.advance(_SLICE) and not search.count:
                pass
            if search.count:
                return search.magics[0], plan
            nodes += search.nodes
            if nodes >= _NODES:
                break
    return None, plan


def worth_searching(kind: str, more: int) -> tuple[list[tuple[int, int]], dict[str, list[int]]]:
    """Which squares to search for magics with so many bits more than the mask has squares.

    Args:
        kind: "white" or "black".
        more: 1, 0, -1 or -2.

    Returns:
        What to search for, as (row, index bits), and why other rows are left out.
    """
    from magicbb.research.records.published import minimality

    known = minimality() if kind == "white" and more < 0 else {}
    targets: list[tuple[int, int]] = []
    left_out: dict[str, list[int]] = {}
    for row, (slider, square) in enumerate(PLACES):
        bits = slider.mask(square).bit_count() + more
        status = known.get((slider, square), "exists")
        if slider.attack_sets(square) > 1 << bits:
            left_out.setdefault("more attack sets than indices", []).append(row)
        elif status != "exists":
            left_out.setdefault(status, []).append(row)
        else:
            targets.append((row, bits))
    return targets, left_out
