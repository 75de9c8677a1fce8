"""Describe the interpretation of pasted arrays."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from magicbb.geometry.mappings import MAPPINGS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.geometry.mappings import Mapping
    from magicbb.tables.table import Table

NAMES = {
    "white": "white magics",
    "black": "black magics",
    "white-32": "white magics with 32-bit products",
    "black-group": "a black magic group",
    "pext": "masks for PEXT",
}
"""Names for the kinds of magics."""

MOST_NAMED = 4
"""The maximum number of items listed in a sentence."""


def listed(names: Sequence[str]) -> str:
    """List the first few names, and count the rest.

    >>> listed(["a", "b", "c", "d", "e", "f"])
    'a, b, c, d, 2 more'
    """
    more = len(names) - MOST_NAMED
    return ", ".join([*names[:MOST_NAMED], *([f"{more} more"] if more > 0 else [])])


@dataclass(frozen=True)
class Findings:
    """The interpretation of the arrays in source code.

    Attributes:
        kind: One of `NAMES`.
        mapping: The order of the arrays, assuming that bit 0 is a1: the first number belongs to
            square 0 of this mapping. "a1=0" means bit order, which suits all engines that number
            squares and bits in the same way.
        shifts: The origin of the index bits for each slider.
        arrays: The arrays that were used, as name and line, by role.
        unchecked: Unchecked items: other per-square arrays, long lists and array lengths.
        notes: Additional remarks, each a sentence.
        code: The numbers in the code that were checked.
        has_code: Whether there is code; apart from the numbers in `code`, it was not checked.
    """

    kind: str
    mapping: Mapping
    shifts: dict[str, str]
    arrays: dict[str, str]
    unchecked: tuple[str, ...]
    notes: tuple[str, ...]
    code: tuple[str, ...] = ()
    has_code: bool = False

    def lines(self) -> list[str]:
        """Format the findings as lines: arrays, their interpretation, notes and unchecked items."""
        used = ", ".join(f"{role} from {array}" for role, array in self.arrays.items())
        shifts = ", ".join(f"{words} ({slider})" for slider, words in self.shifts.items())
        if len({*self.shifts.values()}) == 1:
            shifts = next(iter(self.shifts.values()))
        lines = [used, f"{NAMES.get(self.kind, self.kind)} {self.order}; {shifts}", *self.notes]
        if self.code:
            lines.append(f"checked in the code: {listed(self.code)}")
        if self.not_checked:
            lines.append(f"not checked: {'; '.join(self.not_checked)}")
        return lines

    @property
    def not_checked(self) -> list[str]:
        """Descriptions of unchecked items, to be joined in a sentence."""
        rest = "the rest of the code" if self.code else "the code"
        named = [listed(self.unchecked)] if self.unchecked else []
        return [*named, rest] if self.has_code else named

    def to_dict(self) -> dict[str, Any]:
        """The findings as a dictionary, for JSON."""
        return {
            "kind": self.kind,
            "mapping": self.mapping.name,
            "shifts": self.shifts,
            "arrays": self.arrays,
            "checked_in_code": [*self.code],
            "not_checked": [*self.unchecked, *self.not_checked[-1:] * self.has_code],
            "notes": [*self.notes],
        }

    @property
    def order(self) -> str:
        """A description of the order of the arrays."""
        if self.mapping == MAPPINGS["a1=0"]:
            return "in bit order"
        return f"in the order {self.mapping.name}, where bit 0 is a1"

    def __str__(self) -> str:
        """The findings, one per line."""
        return "\n".join(self.lines())


@dataclass(frozen=True)
class Imported(Findings):
    """A verified table built from magics in source code.

    Attributes:
        table: The table. If the source has magics for only one slider, the other's are constructed.
    """

    table: Table = field(kw_only=True)
