"""Reproducible searches for magics: results depend on the seed, not on machine or thread count."""

from magicbb.magics.search.finding import find, find_all
from magicbb.magics.search.outcome import MagicNotFoundError

__all__ = ["MagicNotFoundError", "find", "find_all"]
