"""Finding magics: seeded, the same on any machine and with any number of threads."""

from magicbb.magics.search.finding import find, find_all
from magicbb.magics.search.outcome import MagicNotFoundError

__all__ = ["MagicNotFoundError", "find", "find_all"]
