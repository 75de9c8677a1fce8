"""Rivals: non-magic methods for sliding attacks, behind the same interface as magics.

Each method computes attacks line by line, with little memory or none; a magic handles two lines at
once at the cost of a table. Like schemes, rivals are recipes, so tests, benchmarks and the move
generator treat both the same way; `tables.rival_table` gives a rival the interface of a table.
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
    """A method that computes attacks from (square, occupied) without magics."""

    @property
    def name(self) -> str:
        """The name in `RIVALS`."""

    @property
    def description(self) -> str:
        """A one-line description of the idea, with its inventor."""

    @property
    def needs(self) -> str:
        """The CPU extension that fast look-ups require; "" for none."""

    def fields(self, slider: Slider) -> tuple[str, ...]:
        """The names of the words in a square's record, one for each column."""

    def arrays(self) -> RivalArrays:
        """Create the arrays that the kernels read."""


_ALL: tuple[Rival, ...] = (
    *(Rays(), Rotated(), KoggeStone()),
    *(Kindergarten(), Hyperbola(), Obstruction()),
)

RIVALS: dict[str, Rival] = {rival.name: rival for rival in _ALL}
"""The non-magic methods by name, from the oldest to the newest.

>>> [*RIVALS]
['rays', 'rotated', 'kogge-stone', 'kindergarten', 'hyperbola', 'obstruction']
"""
