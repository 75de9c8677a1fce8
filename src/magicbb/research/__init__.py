"""Packing, proofs, long searches, and the record book that stores their results.

The modules: `tasks/` (what users call), `campaigns/` (running long computations), `packing/` and
`proofs/` (two kinds of them), `records/` (the record book), and `codec` (dataclasses as JSON).
"""

from __future__ import annotations

from magicbb.public import public_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from magicbb.research.campaigns import JobDone, Outcome, RoundBegan, WorkerDied
    from magicbb.research.campaigns.proof_parts import (
        PartsHeld,
        import_parts,
        parts_held,
        parts_in,
    )
    from magicbb.research.proofs import Certificate, Checked, Claim
    from magicbb.research.proofs.chain.certificate import ChainCertificate
    from magicbb.research.proofs.chain.checker import ChainChecked
    from magicbb.research.proofs.chain.division import JointClaim
    from magicbb.research.proofs.chain.parts import Parts
    from magicbb.research.proofs.reading import (
        read_proof,
        shipped_names,
        shipped_proof,
        write_proof,
    )
    from magicbb.research.records import Campaign, MagicRecord, ProofRecord, Provenance, TableRecord
    from magicbb.research.records.comparing import (
        MagicComparison,
        ProofComparison,
        TableComparison,
        compare_magics,
        compare_proofs,
        compare_tables,
    )
    from magicbb.research.records.exchange import export_records, import_records
    from magicbb.research.records.slots import FewestSlots, fewest_slots
    from magicbb.research.records.survey import Survey, survey
    from magicbb.research.tasks.proving import ProofEstimate, expect
    from magicbb.research.tasks.reporting import write_report
    from magicbb.research.tasks.resuming import resume, unfinished_campaigns
    from magicbb.research.tasks.searching import Found, search

_NAMES = {
    "research.campaigns": ("JobDone", "Outcome", "RoundBegan", "WorkerDied"),
    "research.campaigns.proof_parts": ("PartsHeld", "import_parts", "parts_held", "parts_in"),
    "research.proofs": ("Certificate", "Checked", "Claim"),
    "research.proofs.chain.certificate": ("ChainCertificate",),
    "research.proofs.chain.checker": ("ChainChecked",),
    "research.proofs.chain.division": ("JointClaim",),
    "research.proofs.chain.parts": ("Parts",),
    "research.proofs.reading": ("read_proof", "shipped_names", "shipped_proof", "write_proof"),
    "research.records": ("Campaign", "MagicRecord", "ProofRecord", "Provenance", "TableRecord"),
    "research.records.comparing": (
        "MagicComparison",
        "ProofComparison",
        "TableComparison",
        "compare_magics",
        "compare_proofs",
        "compare_tables",
    ),
    "research.records.exchange": ("export_records", "import_records"),
    "research.records.slots": ("FewestSlots", "fewest_slots"),
    "research.records.survey": ("Survey", "survey"),
    "research.tasks.proving": ("ProofEstimate", "expect"),
    "research.tasks.reporting": ("write_report",),
    "research.tasks.resuming": ("resume", "unfinished_campaigns"),
    "research.tasks.searching": ("Found", "search"),
}
"""The public names that each module provides."""

__all__ = [
    "Campaign",
    "Certificate",
    "ChainCertificate",
    "ChainChecked",
    "Checked",
    "Claim",
    "FewestSlots",
    "Found",
    "JobDone",
    "JointClaim",
    "MagicComparison",
    "MagicRecord",
    "Outcome",
    "Parts",
    "PartsHeld",
    "ProofComparison",
    "ProofEstimate",
    "ProofRecord",
    "Provenance",
    "RoundBegan",
    "Survey",
    "TableComparison",
    "TableRecord",
    "WorkerDied",
    "compare_magics",
    "compare_proofs",
    "compare_tables",
    "expect",
    "export_records",
    "fewest_slots",
    "import_parts",
    "import_records",
    "parts_held",
    "parts_in",
    "read_proof",
    "resume",
    "search",
    "shipped_names",
    "shipped_proof",
    "survey",
    "unfinished_campaigns",
    "write_proof",
    "write_report",
]

__getattr__, __dir__ = public_names(__name__, _NAMES)
