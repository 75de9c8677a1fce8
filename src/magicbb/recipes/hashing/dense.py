"""White magics with one index bit fewer than the mask has squares, wherever one is known.

Every such magic halves its square's slots, for it maps different blockers with equal attacks to one
index. Of the 128 squares 39 are known to have one, 71 to have none, and 18 are open (Niklas Fiekas
2026). The magics are the work of many years and people; `data/dense.csv` names the author of each.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.lookup.keys import PLACES
from magicbb.magics.search import find_all
from magicbb.recipes.hashing.multiply import Multiply
from magicbb.recipes.shipped import shipped

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from magicbb.geometry.sliders import Slider
    from magicbb.magics.magic import Magic


@dataclass(frozen=True)
class Dense(Multiply):
    """The hash of white magics, with the known dense ones among them."""

    kind: str = "white"

    @property
    def name(self) -> str:
        """The name of what it is."""
        return "white-dense"

    def bits(self, slider: Slider, square: int) -> int:
        """One bit less than the mask has squares where a dense magic is known."""
        known = known_magics().get((slider, square))
        return super().bits(slider, square) if known is None else known.bits

    def find(
        self,
        seed: int,
        *,
        short: bool = False,  # noqa: ARG002 (the known magics are what they are)
        threads: int | None = None,
        on_found: Callable[[Magic], None] | None = None,
    ) -> tuple[Magic, ...]:
        """Take the known dense magics, and find the others."""
        others = find_all(self.kind, seed=seed, threads=threads, on_found=on_found)
        known = known_magics()
        return tuple(known.get(place, other) for place, other in zip(PLACES, others, strict=True))


@functools.cache
def known_magics() -> Mapping[tuple[Slider, int], Magic]:
    """The known magics with one bit less than the mask has squares, by slider and square."""
    return {(magic.slider, magic.square): magic for magic in shipped("dense")}
