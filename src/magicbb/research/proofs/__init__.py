"""Proofs: exhaustive search, certificates, and the code that checks them.

`prove` settles a claim and returns a certificate, which is all that is needed to replay the search.
`check` replays it with separate code, which the prover does not use.

The parts: `claim`, `certificate` (what is asked, and the answer as JSON), `plan` (in which order
the search is shortest, how long it is, and its division), `mirror` (of black magics half is
enough), `prover` (doing it), `reading` (files, and proofs that ship with the package); and apart
from all these, `replay` and `checker`.
"""

from magicbb.research.proofs.certificate import Certificate, CertificateError, Division, Found
from magicbb.research.proofs.checker import Checked, check
from magicbb.research.proofs.claim import Claim
from magicbb.research.proofs.plan import Estimate, estimate
from magicbb.research.proofs.prover import prove

__all__ = [
    "Certificate",
    "CertificateError",
    "Checked",
    "Claim",
    "Division",
    "Estimate",
    "Found",
    "check",
    "estimate",
    "prove",
]
