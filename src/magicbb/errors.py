"""The exceptions and warnings that magicbb defines.

Errors about what the caller passed are `ValueError`s with more details; `MagicNotFoundError` and
`MissingMatplotlibError` are `LookupError`s, and `WrongAnswersError` is an `AssertionError`.
"""

from __future__ import annotations

from magicbb.public import public_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from magicbb.benchmark.plot import MissingMatplotlibError
    from magicbb.benchmark.turns import WrongAnswersError
    from magicbb.chess.collections.reading import PositionError
    from magicbb.chess.notation.fen import FenError
    from magicbb.lookup.verify import VerificationError
    from magicbb.magics.collisions import CollisionError
    from magicbb.magics.search import MagicNotFoundError
    from magicbb.research.campaigns import CampaignBusyError, CampaignError, UnfinishedError
    from magicbb.research.proofs import CertificateError
    from magicbb.research.records import DamagedBookError, DamagedBookWarning, RecordError

_NAMES = {
    "benchmark.plot": ("MissingMatplotlibError",),
    "benchmark.turns": ("WrongAnswersError",),
    "chess.collections.reading": ("PositionError",),
    "chess.notation.fen": ("FenError",),
    "lookup.verify": ("VerificationError",),
    "magics.collisions": ("CollisionError",),
    "magics.search": ("MagicNotFoundError",),
    "research.campaigns": ("CampaignBusyError", "CampaignError", "UnfinishedError"),
    "research.proofs": ("CertificateError",),
    "research.records": ("DamagedBookError", "DamagedBookWarning", "RecordError"),
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
    "MagicNotFoundError",
    "MissingMatplotlibError",
    "PositionError",
    "RecordError",
    "UnfinishedError",
    "VerificationError",
    "WrongAnswersError",
]

__getattr__, __dir__ = public_names(__name__, _NAMES)
