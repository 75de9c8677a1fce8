"""Reproducible searches for magics: results depend on the seed, not on machine or thread count.

`finding` picks a search for one square or all squares. `construct` and `halves` need no search at
all, `dense` chooses the bits of a factor depth first, and `annealing/` improves factors step by
step; `short` uses it to find magics with short index ranges for all squares. `bit_by_bit/` and
`chain/` find all magics of a square. `group` and `offset_in_magic` are for the schemes
`magic-group` and `offset-in-magic`, and use `taken` for the slots in use. `randomness` has the
streams of random words, and `errors` the exceptions that are raised if no magic is found.
"""

from magicbb.magics.search.errors import MagicNotFoundError
from magicbb.magics.search.finding import find, find_all

__all__ = ["MagicNotFoundError", "find", "find_all"]
