"""The certificate of a chain search: the node count of each run, and all magics of one kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from magicbb.magics.search.chain import SEARCH_VERSION
from magicbb.research.codec import ROW, SPARSE, Hex, OneOf, Range, require
from magicbb.research.proofs.chain.division import ChainDivision, JointClaim
from magicbb.research.proofs.chain.parts import FIRST_SEARCH_VERSION
from magicbb.research.proofs.claim import Claim, magics_in_words
from magicbb.research.proofs.sealing import Totals, seal

FORMAT, VERSION = "magicbb chain certificate", 1

_MOST = 2**63


@dataclass(frozen=True)
class PrefixMagic:
    """A magic, and the prefix below which it was found."""

    prefix: Annotated[int, Range(0, _MOST)]
    magic: Annotated[int, Hex()]


@dataclass(frozen=True)
class ChainCertificateFile:
    """The fields of a certificate in its file."""

    format: Annotated[str, OneOf((FORMAT,))]
    version: Annotated[int, OneOf((VERSION,))]
    claim: Claim
    division: ChainDivision
    nodes: tuple[Annotated[int, Range(0, _MOST)], ...]
    found: tuple[Annotated[PrefixMagic, ROW], ...]
    totals: Totals
    checksum: str
    search_version: Annotated[int, SPARSE, Range(1, _MOST)] = FIRST_SEARCH_VERSION


@dataclass(frozen=True)
class ChainCertificate:
    """The result of a chain search, for white or for black magics.

    Attributes:
        claim: The claim that the search settles.
        division: The division of the search.
        nodes: The number of nodes in each run; a run searches for white and black magics together.
        found: All magics, modulo 2**period.
        search_version: The version of the search; node counts of different versions cannot be
            compared.
    """

    claim: Claim
    division: ChainDivision
    nodes: tuple[int, ...]
    found: tuple[PrefixMagic, ...]
    search_version: int = SEARCH_VERSION

    WIRE: ClassVar = ChainCertificateFile

    @property
    def joint(self) -> JointClaim:
        """The claim for white and black together."""
        return JointClaim(self.claim.piece, self.claim.square, self.claim.bits)

    @property
    def total(self) -> int:
        """The total number of nodes."""
        return sum(self.nodes)

    @property
    def magics(self) -> int:
        """The number of distinct magics modulo 2**period; 0 proves that there are none."""
        return len(self.found)

    @property
    def listed(self) -> list[int]:
        """The magics found."""
        return [each.magic for each in self.found]

    def __str__(self) -> str:
        """The claim and the outcome in words.

        >>> claim, division = Claim("rook", "a1", "white", 11), ChainDivision(41, 63, 1 << 21)
        >>> ChainCertificate(claim, division, (9,), ())
        ChainCertificate(rook a1 with 11 bits, white: no magic, 9 nodes of the chain search)
        """
        nodes = f"{self.total:,} nodes of the chain search"
        return f"{self.claim}: {magics_in_words(self.magics)}, {nodes}"

    def __repr__(self) -> str:
        """The claim and the outcome, with the name of the class."""
        return f"ChainCertificate({self})"

    def to_wire(self) -> ChainCertificateFile:
        """The fields to write, with an empty checksum."""
        totals = Totals(self.total, self.magics)
        parts = (self.claim, self.division, self.nodes, self.found)
        return ChainCertificateFile(
            FORMAT, VERSION, *parts, totals, checksum="", search_version=self.search_version
        )

    @classmethod
    def from_wire(cls, sealed: ChainCertificateFile) -> ChainCertificate:
        """The certificate from parsed fields, checked as far as possible without a search."""
        parts = (sealed.claim, sealed.division, sealed.nodes, sealed.found)
        certificate = cls(*parts, sealed.search_version)
        division, high = sealed.division, certificate.joint.prefix_end
        require(division.high == high, "division.high", f"{high}", division.high)
        count = len(certificate.nodes)
        require(count == division.runs, "nodes", f"{division.runs} numbers", count)
        order = [(each.prefix, each.magic) for each in certificate.found]
        require(order == sorted({*order}), "found", "sorted, without duplicates", order[:1])
        for place, each in enumerate(certificate.found):
            division.check_magic(each.prefix, each.magic, sealed.claim.period, f"found[{place}]")
        sealed.totals.check(certificate.to_wire().totals)
        sealed.claim.check_outcome(certificate.magics)
        return certificate

    def to_text(self) -> str:
        """The certificate as JSON."""
        return seal(self)
