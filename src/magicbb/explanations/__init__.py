"""One look-up, step by step: what is computed, what comes out, and why."""

from magicbb.explanations.explanation import Explanation

__all__ = ["Explanation"]
