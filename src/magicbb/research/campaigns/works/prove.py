"""Proofs as campaigns: a search is divided in the first round, and searched in the second."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from magicbb.geometry.squares import square_name
from magicbb.research.proofs.certificate import Division, Found
from magicbb.research.proofs.claim import Claim

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.research.proofs.certificate import Certificate
    from magicbb.research.records import Record

_PLAN, _SEARCH = 0, 1
"""The rounds."""


@dataclass(frozen=True)
class Prove:
    """The work of settling a claim.

    Attributes:
        claim: The claim.
        seed: It chooses the order of the search, by samples; the outcome does not depend on it.

    >>> Prove(Claim("rook", "d4", "white", 9)).params()
    {'slider': 'rook', 'square': 'd4', 'kind': 'white', 'bits': 9}
    """

    claim: Claim
    seed: int = 1

    kind: ClassVar[str] = "prove"
    unit: ClassVar[str] = "nodes"

    @classmethod
    def from_params(cls, params: dict[str, Any], seed: int) -> Prove:
        """Make it again from what `params` gave."""
        return cls(Claim(**params), seed)

    def params(self) -> dict[str, Any]:
        """The claim."""
        claim = self.claim
        return {
            "slider": claim.slider.name,
            "square": square_name(claim.square),
            "kind": claim.kind,
            "bits": claim.bits,
        }

    def jobs(self, number: int, earlier: Sequence[Any]) -> list[Any]:
        """One job that plans, and then runs of subtrees."""
        if number == _PLAN:
            return [{}]
        if number != _SEARCH:
            return []
        (plan,) = earlier
        from magicbb.research.proofs.plan import runs

        division = plan["division"]
        return [
            {"division": division, "first": first, "end": end}
            for first, end in runs(division["subtrees"], plan["nodes"])
        ]

    @staticmethod
    def run(params: dict[str, Any], seed: int, job: Any) -> Any:
        """Plan, or search a run of subtrees."""
        claim = Claim(**params)
        if not job:
            return plan(claim, seed)
        from magicbb.research.proofs.subtrees import search_subtrees

        done = search_subtrees(claim, Division(**job["division"]), job["first"], job["end"])
        return {
            "first": done.first,
            "nodes": [*done.nodes],
            "found": [{**asdict(each), "magics": [*each.magics]} for each in done.found],
        }

    def best(self, results: Sequence[Any]) -> str:
        """How many magics there are in what was searched."""
        searched = [result for result in results if "division" not in result]
        nodes = sum(sum(result["nodes"]) for result in searched)
        planned = next((result for result in results if "division" in result), None)
        expected = planned["nodes"] if planned else 0
        weight = Division(**planned["division"]).weight if planned else lambda _subtree: 1
        found = [each for result in searched for each in result["found"]]
        magics = max(0, sum(weight(each["subtree"]) * each["count"] for each in found))
        number = f"{magics:,}" if magics else "no"
        return f"{number} magic{'s' * (magics > 1)} in {nodes:.3g} of about {expected:.3g} nodes"

    def amount(self, result: Any) -> float:
        """The nodes of a job."""
        return 0.0 if "division" in result else float(sum(result["nodes"]))

    def weight(self, job: Any) -> float:
        """The subtrees of a job."""
        return float(job["end"] - job["first"]) if job else 1.0

    def records(self, rounds: Sequence[Sequence[Any]]) -> list[Record]:
        """The proof, with its certificate."""
        from magicbb.research.records.proof_records import DISPROVED, EXISTS, ProofRecord

        certificate = self.certificate(rounds)
        return [
            ProofRecord(
                slider=self.claim.slider,
                square=self.claim.square,
                kind=self.claim.kind,
                bits=self.claim.bits,
                outcome=EXISTS if certificate.magics else DISPROVED,
                nodes=certificate.total,
                magics=certificate.magics,
                certificate=certificate.to_text(),
            )
        ]

    def certificate(self, rounds: Sequence[Sequence[Any]]) -> Certificate:
        """The certificate, from the results of both rounds."""
        from magicbb.research.proofs.subtrees import Searched, put_together

        (planned,), searched = rounds[_PLAN], rounds[_SEARCH] if len(rounds) > _SEARCH else []
        parts = (
            Searched(
                first=part["first"],
                nodes=tuple(part["nodes"]),
                found=tuple(
                    Found(**{**found, "magics": tuple(found["magics"])}) for found in part["found"]
                ),
            )
            for part in searched
        )
        return put_together(self.claim, Division(**planned["division"]), parts)


def plan(claim: Claim, seed: int) -> dict[str, Any]:
    """How the search is divided, and how many nodes it has, about.

    >>> plan(Claim("bishop", "e1", "white", 4), 1)["division"]["subtrees"]
    120
    """
    from magicbb.research.proofs.estimate import estimate
    from magicbb.research.proofs.plan import divide

    expected = estimate(claim, seed)
    division = divide(
        claim, expected.start, expected.direction, expected.nodes, mirror=expected.mirror
    )
    return {"nodes": expected.nodes, "division": asdict(division)}
