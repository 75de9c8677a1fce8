"""What was made of pasted arrays, in plain lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from magicbb.mappings import MAPPINGS

if TYPE_CHECKING:
    from magicbb.mappings import Mapping
    from magicbb.tables import Table

_MOST_NAMED = 4


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
        """What was found, in two to four lines."""
        used = ", ".join(f"{role} from {array}" for role, array in self.arrays.items())
        rook, bishop = self.shifts
        shifts = rook if rook == bishop else f"{rook} (rook), {bishop} (bishop)"
        lines = [used, f"{self.kind} magics {self.order}; {shifts}", *self.notes]
        if self.ignored:
            more = len(self.ignored) - _MOST_NAMED
            rest = [f"{more} more"] if more > 0 else []
            lines.append(f"not used: {', '.join([*self.ignored[:_MOST_NAMED], *rest])}")
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
