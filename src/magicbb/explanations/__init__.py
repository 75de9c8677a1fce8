"""One look-up, step by step: what is computed, what comes out, and why."""

from magicbb.explanations.explanation import Explanation
from magicbb.explanations.explorer.exploring import Explorer

__all__ = ["Explanation", "Explorer"]
