"""Magics that take no time: constructed, or found in the one way that suits a special hash."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.magics.search import find_all
from magicbb.recipes.sources.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.magics.magic import Magic
    from magicbb.recipes.hashing import Hash
    from magicbb.recipes.scheme import Scheme
    from magicbb.recipes.sources.source import Magics, Search


@dataclass(frozen=True)
class Constructed(Source):
    """Magics without a long search; they go with every scheme."""

    name = "constructed"

    def magics(self, scheme: Scheme, search: Search) -> tuple[Magics, None]:
        """Construct the magics of a scheme's hash."""
        return constructed(scheme.hash, search.seed, search.on_found), None


def constructed(
    hashing: Hash, seed: int = 1, on_found: Callable[[Magic], None] | None = None
) -> Magics:
    """The magics of a hash, of whatever form they have to be; none if it takes none.

    >>> from magicbb.recipes.hashing import HASHES
    >>> len(constructed(HASHES["white"])), constructed(HASHES["pext"])
    (128, ())
    """
    if hashing.kind is None:
        return ()
    if hashing.search is not None:
        return tuple(hashing.search(seed, on_found))
    return find_all(hashing.kind, hashing.bits, seed=seed, on_found=on_found)
