"""Magics from a search: constructed instantly, or annealed in half a minute on two cores.

Magics of a special form are found by their hash's own search. Annealed magics use few slots in
short ranges, for layouts that pack.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.lookup.keys import PLACES
from magicbb.magics.kinds import WHITE_AND_BLACK
from magicbb.magics.search import find_all
from magicbb.magics.search.short import ROUNDS, find_short
from magicbb.recipes.sources.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.magics.magic import Magic
    from magicbb.recipes.hashing import Hash
    from magicbb.recipes.scheme import Scheme
    from magicbb.recipes.sources.source import Magics, SearchOptions

_LONG_ROUNDS = 64
"""The number of annealing rounds if a square has more index bits than mask squares, since annealing
then starts from a longer range."""


@dataclass(frozen=True)
class Constructed(Source):
    """Constructed magics, which need no long search and work with every scheme."""

    name = "constructed"

    def magics(self, scheme: Scheme, options: SearchOptions) -> tuple[Magics, None]:
        """Construct magics for a scheme's hash."""
        return constructed(scheme.hash, options.seed, options.on_found), None


def constructed(
    hashing: Hash, seed: int = 1, on_found: Callable[[Magic], None] | None = None
) -> Magics:
    """Magics for a hash, in the form that it requires; empty if it uses none.

    >>> from magicbb.recipes.hashing import HASHES
    >>> len(constructed(HASHES["white"])), constructed(HASHES["pext"])
    (128, ())
    """
    if hashing.kind is None:
        return ()
    if hashing.search is not None:
        return tuple(hashing.search(seed, on_found))
    return find_all(hashing.kind, hashing.bits, seed=seed, on_found=on_found)


@dataclass(frozen=True)
class Annealed(Source):
    """Annealed magics, for hashes that accept any factor."""

    name = "annealed"
    slow = True

    def reason_against(self, scheme: Scheme) -> str | None:
        """The reason why a scheme's magics cannot be annealed; None if they can."""
        if scheme.hash.kind in WHITE_AND_BLACK and scheme.hash.search is None:
            return None
        return f"magics of the {scheme.hash.name} hash cannot be annealed; use constructed"

    def steps(self, scheme: Scheme) -> int:
        """The number of calls to `on_found`: one for each magic in every round."""
        return len(PLACES) * _rounds(scheme.hash)

    def magics(self, scheme: Scheme, options: SearchOptions) -> tuple[Magics, None]:
        """Anneal magics for a scheme's hash."""
        hashing = scheme.hash
        magics = find_short(
            hashing.kind or "",
            hashing.bits,
            seed=options.seed,
            threads=options.threads,
            rounds=_rounds(hashing),
            on_found=options.on_found,
        )
        return magics, None


def _rounds(hashing: Hash) -> int:
    """The number of annealing rounds for a hash."""
    bits = ((hashing.bits(*place), place) for place in PLACES)
    longer = any(count > slider.mask(square).bit_count() for count, (slider, square) in bits)
    return _LONG_ROUNDS if longer else ROUNDS
