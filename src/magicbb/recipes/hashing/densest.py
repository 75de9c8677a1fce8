"""The magics of the densest tables that this project knows: white with a fixed shift, else black.

They were chosen by `magicbb pack` from many for each square, with the offsets at which their ranges
interlock; docs/records.md tells the story. Black magics are Volker Annuss's (2017). Some of these
were published before, as `data/densest/README.md` says, with the command and seed of each table.

Magics and offsets ship together in `data/densest`. The magics are this hash's; the offsets are left
to the overlapped layout, which takes those that ship with the magics that it is given. So the other
layouts can have these magics, too, and the hash other magics.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.lookup.keys import row_of
from magicbb.recipes.hashing.multiply import Multiply
from magicbb.recipes.shipped import shipped

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.geometry.sliders import Slider
    from magicbb.magics.magic import Magic


@dataclass(frozen=True)
class Densest(Multiply):
    """The hash of the magics of one of these tables.

    Attributes:
        kind: What its magics are.
        table: Which one: the name of its file in `data/densest`.
    """

    kind: str = "black"
    table: str = "free"

    @property
    def name(self) -> str:
        """The name of what it is, and which of the tables."""
        name = f"{self.kind}-densest"
        return name if self.table == "free" else f"{name}-{self.table}"

    @property
    def _magics(self) -> tuple[Magic, ...]:
        return shipped(f"densest/{self.table}")

    def bits(self, slider: Slider, square: int) -> int:
        """What the chosen magic has, which may be another number than the mask has squares."""
        return self._magics[row_of(slider, square)].bits

    def find(
        self,
        seed: int,  # noqa: ARG002 (the magics are what they are)
        *,
        short: bool = False,  # noqa: ARG002 (they are as short as they get)
        threads: int | None = None,  # noqa: ARG002 (there is nothing to do)
        on_found: Callable[[Magic], None] | None = None,
    ) -> tuple[Magic, ...]:
        """Take the magics of the table."""
        if on_found is not None:
            for magic in self._magics:
                on_found(magic)
        return self._magics
