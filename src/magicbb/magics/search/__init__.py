"""Reproducible searches for magics: results depend on the seed, not on the machine or threads."""

from magicbb.magics.search.finding import find, find_all
from magicbb.magics.search.outcome import MagicNotFoundError

__all__ = ["MagicNotFoundError", "find", "find_all"]
