"""Magics that ship with the package, for they took long to find.

`dense` are white magics with one index bit fewer than the mask has squares, wherever one is known.
Every such magic halves its square's slots, for it maps different blockers with equal attacks to one
index. Of the 128 squares 39 are known to have one, 71 to have none, and 18 are open (Niklas Fiekas
2026). The magics are the work of many years and people; `data/dense.csv` names the author of each.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.magics.files import Placed, shipped
from magicbb.recipes.sources.constructed import constructed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from magicbb.recipes.scheme import Scheme
    from magicbb.recipes.sources.search import Magics, Search


@dataclass(frozen=True)
class Shipped:
    """The magics of `data/NAME.csv`; squares that it leaves out get constructed ones."""

    name: str = "dense"
    slow: bool = False
    repeatable: bool = True

    def reason_against(self, scheme: Scheme) -> str | None:
        """What the hash has against the magics."""
        return refusal(scheme, self.name, shipped(self.name))

    def magics(self, scheme: Scheme, search: Search) -> tuple[Magics, None]:
        """Take the shipped magics, and construct the others."""
        known = {row.magic.where: row.magic for row in shipped(self.name)}
        magics = tuple(
            known.get(magic.where, magic) for magic in constructed(scheme.hash, search.seed)
        )
        search.report(magics)
        return magics, None


def refusal(scheme: Scheme, name: str, rows: Iterable[Placed]) -> str | None:
    """Why the hash of a scheme cannot do with shipped magics; None if it can."""
    for magic in (row.magic for row in rows):
        if magic.kind != scheme.hash.kind:
            return f"the {name} magics are {magic.kind} ones; use a {magic.kind} hash"
        try:
            scheme.hash.record(magic.slider, magic.square, magic)
        except ValueError as error:
            return f"of the {name} magics, {error}"
    return None
