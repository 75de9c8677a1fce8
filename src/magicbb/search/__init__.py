"""Finding magics: seeded, the same on any machine and with any number of threads."""

from magicbb.search.anneal import find_short
from magicbb.search.finding import find, find_all
from magicbb.search.outcome import MagicNotFoundError

__all__ = ["MagicNotFoundError", "find", "find_all", "find_short"]
