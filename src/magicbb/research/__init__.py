"""Packing, proving, and keeping the results."""

from __future__ import annotations

from magicbb.public import public_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from magicbb.research.proofs import Certificate, Checked, Claim, Estimate, estimate
    from magicbb.research.records import Book

_NAMES = {
    "research.proofs": ("Certificate", "Checked", "Claim", "Estimate", "estimate"),
    "research.records": ("Book",),
}
"""The public names that come from each module."""

__all__ = [
    "Book",
    "Certificate",
    "Checked",
    "Claim",
    "Estimate",
    "estimate",
]

__getattr__, __dir__ = public_names(__name__, _NAMES)
