"""Records of proofs in the book: the results of exhaustive searches."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

from magicbb.arguments import parse_integer, short_repr
from magicbb.geometry.sliders import Slider, parse_rook_or_bishop
from magicbb.geometry.squares import parse_square, square_name
from magicbb.magics.files import FORMER_BITS
from magicbb.magics.magic import MOST_BITS, parse_kind
from magicbb.magics.settled import DISPROVED, EXISTS
from magicbb.research.codec import FLAT, Key, Said
from magicbb.research.proofs import Certificate, CertificateError, check
from magicbb.research.proofs.chain.certificate import ChainCertificate
from magicbb.research.proofs.chain.checker import check_some
from magicbb.research.proofs.reading import certificate_of
from magicbb.research.records.errors import RecordError
from magicbb.research.records.provenance import Provenance  # noqa: TC001 (the codec reads it)
from magicbb.research.records.values import check_counts, check_text

if TYPE_CHECKING:
    from magicbb.research.records.magic_records import MagicRecord

OUTCOMES = (EXISTS, DISPROVED)

REPLAYED_KEYS = 3_200_000_000
"""The approximate amount of work to replay before a certificate is accepted: the number of nodes
times the number of the square's keys. This takes a few seconds on one core."""


@dataclass(frozen=True)
class ProofRecord:
    """The result of an exhaustive search on one square, for one kind and number of index bits.

    Attributes:
        piece: `ROOK` or `BISHOP`, or its name.
        square: 0..63, or a name.
        kind: "white" or "black".
        bits: The number of index bits.
        outcome: One of `OUTCOMES`.
        nodes: The number of nodes that the search visited.
        magics: The number of magics found; those congruent modulo 2**`Claim.period` count as one.
        certificate: The certificate, as JSON text.
        provenance: The origin of the record; None until it is in the book.

    Raises:
        ValueError: A value is out of range; `verify` checks whether the record is correct.

    >>> import magicbb as mb
    >>> record = ProofRecord.of(mb.prove("bishop", "e1", 4))
    >>> record.outcome, record.magics
    ('disproved', 0)
    """

    piece: Annotated[Slider, Said()]
    square: Annotated[int, Said(square_name, types=(int, str))]
    kind: str
    bits: Annotated[int, Key(former=FORMER_BITS)]
    outcome: str
    nodes: int
    magics: int
    certificate: str
    provenance: Annotated[Provenance | None, FLAT] = None

    TABLE: ClassVar[str] = "proofs"

    def __post_init__(self) -> None:
        """Check that the values are possible for a proof."""
        object.__setattr__(self, "piece", parse_rook_or_bishop(self.piece))
        object.__setattr__(self, "square", parse_square(self.square))
        parse_kind(self.kind)
        parse_integer(self.bits, MOST_BITS + 1, f"bits must be 1..{MOST_BITS}", start=1)
        if self.outcome not in OUTCOMES:
            raise ValueError(
                f"outcome must be one of {', '.join(OUTCOMES)}, got {short_repr(self.outcome)}"
            )
        check_counts(self, "nodes", "magics")
        if (self.magics > 0) != (self.outcome == EXISTS):
            raise ValueError(
                f"{self.where}: {self.magics} magics contradict outcome {self.outcome}"
            )
        if not isinstance(self.certificate, str):
            raise ValueError(f"certificate must be JSON text, got {short_repr(self.certificate)}")
        check_text(self.certificate, "certificate")

    @classmethod
    def of(
        cls, certificate: Certificate | ChainCertificate, provenance: Provenance | None = None
    ) -> ProofRecord:
        """Create a record from the certificate of a search."""
        claim, outcome = certificate.claim, EXISTS if certificate.magics else DISPROVED
        place = (claim.piece, claim.square, claim.kind, claim.bits)
        found = (outcome, certificate.total, certificate.magics, certificate.to_text())
        return cls(*place, *found, provenance)

    @property
    def where(self) -> str:
        """The claim in words."""
        place = f"{self.piece} {square_name(self.square)}"
        return f"{place} with {self.bits} bits, {self.kind}"

    def verify(self) -> None:
        """Verify the certificate, compare it with the record, and replay a random part of it.

        Short searches are replayed completely. For longer ones, a part that takes a few seconds is
        drawn at random each time, so a forger cannot know which part will be checked.

        Raises:
            RecordError: The record is incorrect.
        """
        try:
            certificate = certificate_of(self.certificate)
            said = ProofRecord.of(certificate)
            for name in ("piece", "square", "kind", "bits", "nodes", "magics"):
                if getattr(said, name) != getattr(self, name):
                    raise RecordError(
                        f"{self.where}: {name} is {getattr(self, name)}, but the certificate "
                        f"says {getattr(said, name)}"
                    )
            seed = secrets.randbits(64)
            if isinstance(certificate, ChainCertificate):
                check_some(certificate, seed)
                return
            most = REPLAYED_KEYS >> certificate.claim.mask.bit_count()
            check(certificate, seed=seed, most_nodes=most)
        except CertificateError as error:
            raise RecordError(f"{self.where}: {error}") from None

    @property
    def digest(self) -> str:
        """The certificate's checksum, which does not depend on the formatting of its text."""
        checksum: str = json.loads(self.certificate)["checksum"]
        return checksum


def settles(record: ProofRecord | MagicRecord, bits: int) -> str | None:
    """One of `OUTCOMES` if a record settles whether a magic with so many index bits exists.

    If a magic exists, so does one with more bits; if none exists, none with fewer bits does.
    """
    outcome = record.outcome if isinstance(record, ProofRecord) else EXISTS
    return outcome if (record.bits <= bits if outcome == EXISTS else record.bits >= bits) else None
