"""Proofs: exhaustive search, certificates, and the code that checks them.

The search for a claim results in a certificate, which is all that is needed to replay it. `check`
replays it with separate code, which the prover does not use.

`bit_by_bit/` has the proofs by the bit-by-bit search, `chain/` those by the chain search. Both use
`claim` (the question), `sealing` (proofs as text) and `reading` (files, and proofs that ship with
the package).
"""

from magicbb.research.proofs.bit_by_bit.certificate import (
    Certificate,
    Division,
    Order,
    SubtreeMagics,
)
from magicbb.research.proofs.bit_by_bit.checker import Checked, check
from magicbb.research.proofs.bit_by_bit.plan import Estimate, estimate
from magicbb.research.proofs.claim import Claim
from magicbb.research.proofs.sealing import CertificateError

__all__ = [
    "Certificate",
    "CertificateError",
    "Checked",
    "Claim",
    "Division",
    "Estimate",
    "Order",
    "SubtreeMagics",
    "check",
    "estimate",
]
