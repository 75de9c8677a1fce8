"""Search for magics reproducibly: results depend only on the seed, not on machine or threads."""

from magicbb.magics.search.finding import find, find_all
from magicbb.magics.search.outcome import MagicNotFoundError

__all__ = ["MagicNotFoundError", "find", "find_all"]
