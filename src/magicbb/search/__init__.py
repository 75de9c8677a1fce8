"""Finding magics: seeded, the same on any machine and with any number of threads."""

from magicbb.search.finding import MagicNotFoundError, find, find_all

__all__ = ["MagicNotFoundError", "find", "find_all"]
