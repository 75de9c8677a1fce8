"""Chain-search proofs as campaigns: each job is one part, and parts can also be imported."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from magicbb.geometry.squares import square_name
from magicbb.magics.search.chain import SEARCH_VERSION
from magicbb.research.campaigns.work import Work
from magicbb.research.codec import FLAT, Absent
from magicbb.research.proofs.chain.division import PARTS, JointClaim
from magicbb.research.proofs.chain.parts import FIRST_SEARCH_VERSION, Part
from magicbb.research.proofs.claim import magics_in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.research.proofs.chain.certificate import ChainCertificate
    from magicbb.research.records import Record


@dataclass(frozen=True)
class ChainProof(Work[int, Part]):
    """Work that settles whether a square has a white or a black magic.

    Attributes:
        claim: The claim to settle.
        parts: The number of parts into which the search is divided.
        seed: Unused.
        search_version: The version of the search; releases with another version cannot resume the
            campaign.

    >>> from magicbb.research.campaigns.work import params_of
    >>> params_of(ChainProof(JointClaim("rook", "a1", 11)))
    {'piece': 'rook', 'square': 'a1', 'bits': 11, 'parts': 4096}
    """

    claim: Annotated[JointClaim, FLAT]
    parts: int = PARTS
    seed: int = 1
    search_version: Annotated[int, Absent(FIRST_SEARCH_VERSION)] = SEARCH_VERSION

    kind: ClassVar[str] = "chain"
    unit: ClassVar[str] = "nodes"

    def __post_init__(self) -> None:
        """Check the number of parts.

        Raises:
            ValueError: The number is out of range, or the chain search does not support the claim.
        """
        from magicbb.research.proofs.chain.searching import division_of

        division_of(self.claim).part(1, self.parts)

    @property
    def command(self) -> str:
        """The command that starts the same campaign."""
        slider, square = self.claim.piece, square_name(self.claim.square)
        return f"magicbb prove {slider} {square} --bits {self.claim.bits} --parts {self.parts}"

    def jobs(self, number: int, _earlier: Sequence[Part]) -> list[int]:
        """The numbers of all parts.

        Raises:
            ValueError: This magicbb uses another version of the search.
        """
        self._check_search_version()
        return [] if number else [*range(1, self.parts + 1)]

    def run(self, job: int) -> Part:
        """Search a part.

        Raises:
            ValueError: This worker uses another version of the search.
        """
        self._check_search_version()
        from magicbb.research.proofs.chain.searching import search_part
        from magicbb.research.records.provenance import who

        return search_part(self.claim, job, self.parts, who=who())

    def best(self, results: Sequence[Part]) -> str:
        """The number of magics found in the parts searched so far, as text."""
        magics = sum(len(part.found) for part in results)
        return f"{magics_in_words(magics)} in {len(results):,} of {self.parts:,} parts"

    def amount(self, result: Part) -> float:
        """The number of nodes of a part."""
        return float(sum(result.nodes))

    def records(self, rounds: Sequence[Sequence[Part]]) -> list[Record]:
        """The white and the black proof, with their certificates."""
        from magicbb.research.records.proof_records import ProofRecord

        return [ProofRecord.of(certificate) for certificate in self.certificates(rounds)]

    def certificates(self, rounds: Sequence[Sequence[Part]]) -> list[ChainCertificate]:
        """The white and the black certificate, from all parts."""
        from magicbb.research.proofs.chain.searching import certificates

        return certificates(self.claim, self.parts, [part for parts in rounds for part in parts])

    def _check_search_version(self) -> None:
        if self.search_version != SEARCH_VERSION:
            raise ValueError(
                f"this magicbb uses version {SEARCH_VERSION} of the chain search and cannot "
                f"continue parts of version {self.search_version}; start the proof of "
                f"{self.claim} again"
            )
