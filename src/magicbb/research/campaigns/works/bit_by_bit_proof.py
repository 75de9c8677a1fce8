"""Proofs as campaigns: the first round divides the search, and the second performs it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar, TypeAlias, Union

from magicbb.geometry.squares import square_name
from magicbb.research.campaigns.work import Work
from magicbb.research.codec import FLAT
from magicbb.research.proofs.bit_by_bit.certificate import Division  # noqa: TC001 (the codec reads it)
from magicbb.research.proofs.bit_by_bit.plan import Plan, plan, runs
from magicbb.research.proofs.bit_by_bit.prover import Searched, put_together, search_subtrees
from magicbb.research.proofs.claim import Claim, magics_in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.research.proofs.bit_by_bit.certificate import Certificate
    from magicbb.research.records import Record

_PLAN, _SEARCH = 0, 1
"""The numbers of the two rounds, for planning and for searching."""


@dataclass(frozen=True)
class Planning:
    """A job that chooses the search order, and divides the search into subtrees."""


@dataclass(frozen=True)
class Searching:
    """A job that searches a run of subtrees.

    Attributes:
        division: The division of the search.
        first: The number of the first subtree.
        end: One more than the number of the last subtree.
    """

    division: Division
    first: int
    end: int


Job: TypeAlias = Union[Planning, Searching]  # noqa: UP007 (evaluated at run time)
Result: TypeAlias = Union[Plan, Searched]  # noqa: UP007


@dataclass(frozen=True)
class BitByBitProof(Work[Job, Result]):
    """Work that settles a claim.

    Attributes:
        claim: The claim to settle.
        seed: The seed of the random samples used to choose the search order; it does not affect the
            outcome.

    >>> from magicbb.research.campaigns.work import params_of
    >>> params_of(BitByBitProof(Claim("rook", "d4", "white", 9)))
    {'piece': 'rook', 'square': 'd4', 'kind': 'white', 'bits': 9}
    """

    claim: Annotated[Claim, FLAT]
    seed: int = 1

    kind: ClassVar[str] = "prove"
    unit: ClassVar[str] = "nodes"

    @property
    def command(self) -> str:
        """The command that starts the same campaign."""
        claim = self.claim
        return (
            f"magicbb prove {claim.piece} {square_name(claim.square)} --bits {claim.bits} "
            f"--kind {claim.kind} --seed {self.seed}"
        )

    def jobs(self, number: int, earlier: Sequence[Result]) -> list[Job]:
        """A planning job in the first round, and a job for each run of subtrees in the second."""
        if number == _PLAN:
            return [Planning()]
        if number != _SEARCH:
            return []
        (planned,) = (each for each in earlier if isinstance(each, Plan))
        division = planned.division
        return [Searching(division, *run) for run in runs(division.subtrees, planned.nodes)]

    def run(self, job: Job) -> Result:
        """Plan the search, or search a run of subtrees."""
        if isinstance(job, Planning):
            return plan(self.claim, self.seed)
        return search_subtrees(self.claim, job.division, job.first, job.end)

    def best(self, results: Sequence[Result]) -> str:
        """The number of magics found in the nodes searched so far, as text."""
        planned = next((each for each in results if isinstance(each, Plan)), None)
        searched = [each for each in results if isinstance(each, Searched)]
        nodes, expected = sum(map(self.amount, searched)), planned.nodes if planned else 0
        found = [each for result in searched for each in result.found]
        magics = sum(
            each.count * (planned.division.weight(each.subtree) if planned else 1) for each in found
        )
        return f"{magics_in_words(magics)} in {nodes:.3g} of about {expected:.3g} nodes"

    def amount(self, result: Result) -> float:
        """The number of nodes of a result."""
        return float(sum(result.nodes)) if isinstance(result, Searched) else 0.0

    def weight(self, job: Job) -> float:
        """The relative duration of a job: the number of its subtrees."""
        return float(job.end - job.first) if isinstance(job, Searching) else 1.0

    def records(self, rounds: Sequence[Sequence[Result]]) -> list[Record]:
        """The proof, with its certificate."""
        from magicbb.research.records.proof_records import ProofRecord

        return [ProofRecord.of(self.certificate(rounds))]

    def certificate(self, rounds: Sequence[Sequence[Result]]) -> Certificate:
        """The certificate, from the results of both rounds."""
        results = [result for results in rounds for result in results]
        (planned,) = (each for each in results if isinstance(each, Plan))
        parts = (each for each in results if isinstance(each, Searched))
        return put_together(self.claim, planned.division, parts)
