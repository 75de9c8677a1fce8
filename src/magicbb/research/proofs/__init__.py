"""Proofs: exhaustive search, certificates, and the code that checks them.

`prove` settles a claim and returns a certificate, which is all that is needed to replay the search.
`check` replays it with separate code, which the prover does not use.

The modules: `claim` (the question), `certificate` (the answer, as JSON), `plan` (the order, the
estimated length and the division of the search), `mirror` (searching only half of the black
magics), `prover` (the search), `reading` (files, and proofs that ship with the package),
and `replay` and `checker`, both independent of `plan`, `mirror` and `prover`.
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
