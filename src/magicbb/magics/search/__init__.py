"""Finding magics, reproducibly: a seed gives the same magics on any machine, with any threads."""

from magicbb.magics.search.finding import find, find_all
from magicbb.magics.search.outcome import MagicNotFoundError

__all__ = ["MagicNotFoundError", "find", "find_all"]
