"""The exceptions and warnings that magicbb defines.

Errors about what the caller passed are `ValueError`s. `MagicNotFoundError` is a
`LookupError`, `MissingPackageError` also a `ModuleNotFoundError`, `WrongAnswersError` an
`AssertionError`; `CampaignError` and its subclasses are plain `Exception`s, since they are about
another process or an earlier campaign.
"""

from __future__ import annotations

from magicbb.public import public_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from magicbb.arguments import MissingPackageError
    from magicbb.benchmark.turns import WrongAnswersError
    from magicbb.chess.collections.reading import PositionError
    from magicbb.chess.notation.fen import FenError
    from magicbb.lookup.verify import VerificationError
    from magicbb.magics.collisions import CollisionError
    from magicbb.magics.search import MagicNotFoundError
    from magicbb.research.campaigns import CampaignBusyError, CampaignError, UnfinishedError
    from magicbb.research.proofs import CertificateError
    from magicbb.research.records import (
        DamagedBookError,
        DamagedBookWarning,
        LeaseLostError,
        RecordError,
    )

_NAMES = {
    "arguments": ("MissingPackageError",),
    "benchmark.turns": ("WrongAnswersError",),
    "chess.collections.reading": ("PositionError",),
    "chess.notation.fen": ("FenError",),
    "lookup.verify": ("VerificationError",),
    "magics.collisions": ("CollisionError",),
    "magics.search": ("MagicNotFoundError",),
    "research.campaigns": ("CampaignBusyError", "CampaignError", "UnfinishedError"),
    "research.proofs": ("CertificateError",),
    "research.records": (
        "DamagedBookError",
        "DamagedBookWarning",
        "LeaseLostError",
        "RecordError",
    ),
}
"""The public names that come from each module."""

__all__ = [
    "CampaignBusyError",
    "CampaignError",
    "CertificateError",
    "CollisionError",
    "DamagedBookError",
    "DamagedBookWarning",
    "FenError",
    "LeaseLostError",
    "MagicNotFoundError",
    "MissingPackageError",
    "PositionError",
    "RecordError",
    "UnfinishedError",
    "VerificationError",
    "WrongAnswersError",
]

__getattr__, __dir__ = public_names(__name__, _NAMES)
