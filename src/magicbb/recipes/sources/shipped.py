"""Magics that ship with the package because they took a long time to find.

`dense` contains white magics with one index bit fewer than mask squares, for all squares known to
have one. Such a magic halves its square's slots, since it maps different blockers with equal
attacks to one index. Of the 64 + 64 squares, 39 were known to have such a magic, 71 were known to
have none, and 18 were open (Niklas Fiekas 2026). Of the 18, the rooks on b1, d1, g1, c2, d2 and e2
turned out to have one. The magics were found by many people over many years; `data/dense.csv`
names the author of each.

`densest` and its variants come with offsets: they are the densest tables known to this project.
`magicbb pack` chose their magics from many candidates for each square, with the offsets at which
the ranges interlock; see docs/records.md. Black magics are Volker Annuss's idea (2017).
Some of the magics had been published before; `data/densest/README.md` names their sources, and
gives the command and seed of each table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.lookup.keys import ROWS
from magicbb.magics.files import in_order, shipped
from magicbb.recipes.sources.searched import constructed
from magicbb.recipes.sources.source import Source

if TYPE_CHECKING:
    from magicbb.recipes.scheme import Scheme
    from magicbb.recipes.sources.source import Magics, Offsets, SearchOptions


@dataclass(frozen=True)
class Shipped(Source):
    """The magics of a shipped file, with its offsets if there are any and the scheme can use them.

    Squares missing from the file get constructed magics. If the offsets are not valid for the
    storage, or the layout does not pack, the magics come without offsets, and the layout places the
    squares.

    Attributes:
        name: The name in `SOURCES`.
        file: The name of the file in `data`.
        storages: The names of the storages for which the offsets are valid; None if they are valid
            for all, because keys share a slot only if their attacks are equal.
    """

    name: str = "dense"
    file: str = "dense"
    storages: tuple[str, ...] | None = None

    @property
    def seeded(self) -> bool:
        """Whether magics for some squares are constructed."""
        return len(shipped(self.file)) < ROWS

    def reason_against(self, scheme: Scheme) -> str | None:
        """The reason why the hash cannot use the magics; None if it can."""
        for magic in (row.magic for row in shipped(self.file)):
            if magic.kind != scheme.hash.kind:
                return f"the {self.name} magics are {magic.kind}; use a {magic.kind} hash"
            try:
                scheme.hash.record(magic.piece, magic.square, magic)
            except ValueError as error:
                return f"in the {self.name} magics, {error}"
        return None

    def magics(self, scheme: Scheme, options: SearchOptions) -> tuple[Magics, Offsets | None]:
        """Return the magics, with missing ones constructed, and the offsets if they are valid."""
        magics, offsets = in_order(shipped(self.file))
        if len(magics) < ROWS:
            known = {magic.where: magic for magic in magics}
            others = constructed(scheme.hash, options.seed)
            magics = tuple(known.get(magic.where, magic) for magic in others)
        options.report(magics)
        hold = self.storages is None or scheme.storage.name in self.storages
        return magics, offsets if hold and scheme.layout.packs else None
