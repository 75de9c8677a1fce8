"""A rival with its arrays, with the interface of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from magicbb.lookup.table import LookupTable
from magicbb.recipes.choice import Choice

if TYPE_CHECKING:
    from magicbb.recipes.rivals import Rival


class RivalTable(LookupTable):
    """A rival with the interface of a table.

    The constructor verifies every key. The contents of `slots` depend on the rival; `used` is the
    number of slots in use, 0 if there are none.

    Attributes:
        rival: The rival, which is also the `recipe`.

    Tables are equal when their rivals are.

    Raises:
        VerificationError: The rival returns wrong attacks for a key.

    >>> from magicbb.recipes.rivals import RIVALS
    >>> table = RivalTable(RIVALS["hyperbola"])
    >>> table
    <RivalTable hyperbola, 512 entries>
    >>> hex(table.rook_attacks("a1", 0))
    '0x1010101010101fe'
    """

    rival: Rival

    def __init__(self, rival: Rival) -> None:
        self._set(rival=rival)
        arrays = rival.arrays()
        super().__init__(rival, arrays.parameters, arrays.slots, arrays.attack_sets, arrays.used)

    @property
    def choice(self) -> Choice:
        """The name that `build` takes."""
        return Choice(self.rival)

    def __repr__(self) -> str:
        """Show the rival and the size."""
        return f"<RivalTable {self.rival.name}, {self.entries:,} entries>"

    def _repr_svg_(self) -> str:
        """A picture of the rival's memory, for notebooks."""
        from magicbb.pictures.memory import memory_svg

        parts = (
            ("parameters", self.parameters.nbytes, "for all squares of rook and bishop"),
            ("slots", self.slots.nbytes, f"{self.used:,} of {self.entries:,} used"),
            ("attack sets", self.attack_sets.nbytes, f"{len(self.attack_sets):,} bitboards"),
        )
        return memory_svg(f"Rival: {self.rival.name}", self.rival.description, parts)

    def __eq__(self, other: object) -> bool:
        """Compare the rivals: they decide everything else."""
        return isinstance(other, RivalTable) and self.rival == other.rival

    def __hash__(self) -> int:
        """Hash what `==` compares."""
        return hash((RivalTable, self.rival))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the rival; the table is made and verified again."""
        return RivalTable, (self.rival,)
