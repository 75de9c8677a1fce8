"""What was made of pasted arrays, in plain lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from magicbb.geometry.mappings import MAPPINGS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.geometry.mappings import Mapping
    from magicbb.tables.table import Table

MOST_NAMED = 4
"""How many arrays, or what is wrong with so many, a sentence lists."""


def listed(names: Sequence[str]) -> str:
    """The first of some names, and how many more there are.

    >>> listed(["a", "b", "c", "d", "e", "f"])
    'a, b, c, d, 2 more'
    """
    more = len(names) - MOST_NAMED
    return ", ".join([*names[:MOST_NAMED], *([f"{more} more"] if more > 0 else [])])


@dataclass(frozen=True)
class Findings:
    """How the arrays of a text were understood.

    Attributes:
        kind: "white" or "black".
        mapping: The order of the arrays: their first number belongs to the square that this mapping
            numbers 0, where bit 0 is a1. "a1=0" is the order of the bits themselves, which is right
            for every engine whose squares are numbered as its bits are, in whatever mapping.
        shifts: What gives the index bits, for rook and bishop.
        arrays: The arrays that were used, each with name and line, by what they are.
        ignored: The other arrays of 64 numbers.
        notes: What else is to be said, a sentence each.
    """

    kind: str
    mapping: Mapping
    shifts: tuple[str, str]
    arrays: dict[str, str]
    ignored: tuple[str, ...]
    notes: tuple[str, ...]

    def lines(self) -> list[str]:
        """What was found: the arrays, what they are, the notes, and what was not used."""
        used = ", ".join(f"{role} from {array}" for role, array in self.arrays.items())
        rook, bishop = self.shifts
        shifts = rook if rook == bishop else f"{rook} (rook), {bishop} (bishop)"
        lines = [used, f"{self.kind} magics {self.order}; {shifts}", *self.notes]
        if self.ignored:
            lines.append(f"not used: {listed(self.ignored)}")
        return lines

    def as_dict(self) -> dict[str, Any]:
        """The same by name, for JSON."""
        return {
            "kind": self.kind,
            "mapping": self.mapping.name,
            "shifts": dict(zip(("rook", "bishop"), self.shifts, strict=True)),
            "arrays": self.arrays,
            "ignored": [*self.ignored],
            "notes": [*self.notes],
        }

    @property
    def order(self) -> str:
        """The order of the arrays in words."""
        if self.mapping == MAPPINGS["a1=0"]:
            return "in the order of their bits"
        return f"in the order {self.mapping.name}, where bit 0 is a1"

    def __str__(self) -> str:
        """The lines."""
        return "\n".join(self.lines())


@dataclass(frozen=True)
class Imported(Findings):
    """Magics from source code, built into a table that is verified.

    Attributes:
        table: The table.
    """

    table: Table
