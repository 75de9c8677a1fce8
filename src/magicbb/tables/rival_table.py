"""A rival and its arrays, with the interface of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from magicbb.lookup.table import LookupTable
from magicbb.recipes.choice import Choice

if TYPE_CHECKING:
    from magicbb.recipes.rivals import Rival


class RivalTable(LookupTable):
    """A rival with the interface of a table.

    The constructor verifies all keys. The contents of `slots` depend on the rival; `used` is the
    number of slots in use (0 if the rival has no slots).

    Attributes:
        rival: The rival, which is also the `recipe`.

    Tables are equal if their rivals are equal.

    Raises:
        VerificationError: The rival computes wrong attacks for a key.

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
        """The argument to `build` that gives an equal table."""
        return Choice(self.rival)

    def __repr__(self) -> str:
        """The rival's name and the number of entries."""
        return f"<RivalTable {self.rival.name}, {self.entries:,} entries>"

    def _repr_svg_(self) -> str:
        """A picture of the rival's memory use, for notebooks."""
        from magicbb.pictures.memory import memory_svg

        parts = (
            ("parameters", self.parameters.nbytes, "for all rook and bishop squares"),
            ("slots", self.slots.nbytes, f"{self.used:,} of {self.entries:,} used"),
            ("attack sets", self.attack_sets.nbytes, f"{len(self.attack_sets):,} bitboards"),
        )
        return memory_svg(f"Rival: {self.rival.name}", self.rival.description, parts)

    def __eq__(self, other: object) -> bool:
        """Compare the rivals, which determine everything else."""
        return isinstance(other, RivalTable) and self.rival == other.rival

    def __hash__(self) -> int:
        """Hash the rival."""
        return hash((RivalTable, self.rival))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the rival; unpickling builds and verifies the table again."""
        return RivalTable, (self.rival,)
