"""A non-magic method and its arrays, with the interface of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from magicbb.arguments import short_repr
from magicbb.lookup.table import LookupTable
from magicbb.recipes.choice import Choice

if TYPE_CHECKING:
    from magicbb.recipes.rivals import Rival


class RivalTable(LookupTable):
    """A non-magic method with the interface of a table.

    The constructor verifies all keys. The contents of `slots` depend on the method; `used` is the
    number of slots in use (0 if the method has no slots).

    Attributes:
        recipe: The method, the `scheme` of a `CatalogueEntry`.

    Tables are equal if their methods are equal.

    Raises:
        TypeError: The argument is not a non-magic method.
        VerificationError: The method computes wrong attacks for a key.

    >>> from magicbb.recipes.rivals import RIVALS
    >>> table = RivalTable(RIVALS["hyperbola"])
    >>> table
    <RivalTable hyperbola, 512 entries>
    >>> hex(table.rook_attacks("a1", 0))
    '0x1010101010101fe'
    """

    recipe: Rival

    def __init__(self, rival: Rival) -> None:
        if isinstance(rival, type) or not hasattr(rival, "arrays"):
            raise TypeError(f"rival must be a non-magic method, got {short_repr(rival)}")
        arrays = rival.arrays()
        super().__init__(rival, arrays.parameters, arrays.slots, arrays.attack_sets, arrays.used)

    @property
    def choice(self) -> Choice:
        """The argument to `build` that gives an equal table."""
        return Choice(self.recipe)

    def __repr__(self) -> str:
        """The method's name and the number of entries."""
        return f"<RivalTable {self.recipe.name}, {self.entries:,} entries>"

    def _repr_svg_(self) -> str:
        """A picture of the method's memory use, for notebooks."""
        from magicbb.pictures.memory import memory_svg

        parts = (
            ("parameters", self.parameters.nbytes, "for all rook and bishop squares"),
            ("slots", self.slots.nbytes, f"{self.used:,} of {self.entries:,} used"),
            ("attack sets", self.attack_sets.nbytes, f"{len(self.attack_sets):,} bitboards"),
        )
        return memory_svg(f"Method: {self.recipe.name}", self.recipe.description, parts)

    def __eq__(self, other: object) -> bool:
        """Compare the methods, which determine everything else."""
        return self.recipe == other.recipe if isinstance(other, RivalTable) else NotImplemented

    def __hash__(self) -> int:
        """Hash the method."""
        return hash((RivalTable, self.recipe))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the method; unpickling builds and verifies the table again."""
        return RivalTable, (self.recipe,)
