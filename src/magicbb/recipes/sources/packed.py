"""Magics that ship together with offsets: the densest tables that this project knows.

They were chosen by `magicbb pack` from many for each square, with the offsets at which their ranges
interlock; docs/records.md tells the story. Black magics are Volker Annuss's (2017). Some of these
were published before, as `data/densest/README.md` says, with the command and seed of each table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.magics.files import in_order, shipped
from magicbb.recipes.sources.shipped import refusal

if TYPE_CHECKING:
    from magicbb.recipes.scheme import Scheme
    from magicbb.recipes.sources.search import Magics, Offsets, Search


@dataclass(frozen=True)
class Packed:
    """The magics of one of these tables, and its offsets where they hold.

    With a storage for which they do not hold, or a layout that does not pack, the magics come
    alone, and the layout finds places for them.

    Attributes:
        name: Its name in `SOURCES`.
        file: The name of its file in `data/densest`.
        storages: The storages for which the offsets hold, by name; None for all, where no two
            squares have a slot in common that they read differently.
    """

    name: str
    file: str
    storages: tuple[str, ...] | None = None
    slow: bool = False
    repeatable: bool = True

    def reason_against(self, scheme: Scheme) -> str | None:
        """What the hash has against the magics."""
        return refusal(scheme, self.name, shipped(self._data))

    def magics(self, scheme: Scheme, search: Search) -> tuple[Magics, Offsets | None]:
        """Take the magics, and the offsets if they hold."""
        magics, offsets = in_order(shipped(self._data))
        search.report(magics)
        hold = self.storages is None or scheme.storage.name in self.storages
        return magics, offsets if hold and scheme.layout.packs else None

    @property
    def _data(self) -> str:
        return f"densest/{self.file}"
