"""Rivals: non-magic methods for sliding attacks, behind the same interface.

Each computes attacks line by line, in its own way and with little memory or none; a magic does two
lines at once and pays with a table. They are recipes, as schemes are, so tests, benchmarks and the
move generator treat all alike; `tables.rival_table` gives one the interface of a table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from magicbb.lookup.recipe import Recipe
from magicbb.recipes.rivals.hyperbola import Hyperbola
from magicbb.recipes.rivals.kindergarten import Kindergarten
from magicbb.recipes.rivals.kogge_stone import KoggeStone
from magicbb.recipes.rivals.obstruction import Obstruction
from magicbb.recipes.rivals.rays import Rays
from magicbb.recipes.rivals.rotated import Rotated

if TYPE_CHECKING:
    from magicbb.geometry.sliders import Slider
    from magicbb.recipes.rivals.arrays import RivalArrays

__all__ = ["RIVALS", "Rival"]


class Rival(Recipe, Protocol):
    """A way from (square, occupied) to attacks that takes no magics."""

    @property
    def name(self) -> str:
        """Its name in `RIVALS`."""

    @property
    def description(self) -> str:
        """Its idea and its inventor, in one line."""

    @property
    def needs(self) -> str:
        """The CPU extension without which look-ups are slow, "" for none."""

    def fields(self, slider: Slider) -> tuple[str, ...]:
        """The names of the words in a square's record, one for each column."""

    def arrays(self) -> RivalArrays:
        """The arrays that its kernels read, newly made."""


_ALL: tuple[Rival, ...] = (
    *(Rays(), Rotated(), KoggeStone()),
    *(Kindergarten(), Hyperbola(), Obstruction()),
)

RIVALS: dict[str, Rival] = {rival.name: rival for rival in _ALL}
"""The rivals by name, oldest first.

>>> [*RIVALS]
['rays', 'rotated', 'kogge-stone', 'kindergarten', 'hyperbola', 'obstruction']
"""
