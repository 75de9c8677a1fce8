"""The kinds of work that a campaign can perform and a record book can store.

They are `find`, `pack` with `pack_start` and `pack_jobs`, `bit_by_bit_proof`, and `chain_proof`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from magicbb.arguments import short_repr
from magicbb.research.campaigns.work import class_at, work_from

if TYPE_CHECKING:
    from magicbb.research.campaigns.work import AnyWork
    from magicbb.research.records import Campaign

WORKS = {
    "find": "magicbb.research.campaigns.works.find:Find",
    "pack": "magicbb.research.campaigns.works.pack:Pack",
    "prove": "magicbb.research.campaigns.works.bit_by_bit_proof:BitByBitProof",
    "chain": "magicbb.research.campaigns.works.chain_proof:ChainProof",
}
"""The class of each kind, as "module:Class"; imported when needed."""


def work_of(campaign: Campaign) -> AnyWork:
    """Recreate the work of a campaign from its entry in the book.

    Raises:
        LookupError: This version does not know the campaign's kind.
        FormatError: The campaign's parameters do not fit this kind of work.
    """
    path = WORKS.get(campaign.kind)
    if path is None:
        raise LookupError(
            f"the kind of campaign {campaign.number} must be one of {', '.join(WORKS)}, "
            f"got {short_repr(campaign.kind)}; it was started with magicbb {campaign.version}"
        )
    return work_from(class_at(path), campaign.params, campaign.seed)
