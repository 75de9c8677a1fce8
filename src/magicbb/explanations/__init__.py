"""One look-up, step by step: each computation, its result, and the reason for it."""

from magicbb.explanations.explanation import Explanation
from magicbb.explanations.explorer.exploring import Explorer

__all__ = ["Explanation", "Explorer"]
