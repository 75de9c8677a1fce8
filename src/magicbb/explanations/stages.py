"""A look-up with the result of each step, and the other keys that lead to its slot."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb.geometry.squares import square_name
from magicbb.lookup.keys import PLACES, all_keys, row_name, row_of
from magicbb.recipes.scheme import Scheme

if TYPE_CHECKING:
    from collections.abc import Mapping

    from magicbb.explanations.steps import Step
    from magicbb.geometry.sliders import Slider
    from magicbb.tables.rival_table import RivalTable
    from magicbb.tables.table import Table

_SIGN = 1 << 63


@dataclass(frozen=True)
class Stage:
    """A step with its result.

    Attributes:
        step: The step.
        value: The value of the step, from 0 to 2**64 - 1.
        taken: For a magic or a product, the bits that later steps use; 0 if it is only used as a
            factor, and 0 for all other steps.
    """

    step: Step
    value: int
    taken: int

    @property
    def number(self) -> int:
        """The value as a signed number; negative offsets are stored modulo 2**64."""
        return self.value - 2 * (self.value & _SIGN)

    def to_dict(self) -> dict[str, Any]:
        """The step and its value for JSON; sets of squares and of bits are hexadecimal."""
        value = self.number if self.step.kind == "number" else f"{self.value:#018x}"
        taken = {"taken": f"{self.taken:#018x}"} if self.taken else {}
        return {**self.step.to_dict(), "value": value, **taken}


@dataclass(frozen=True, repr=False)
class LookUp:
    """A look-up with the values of its steps.

    Attributes:
        table: The table.
        piece: Rook or bishop.
        square: The square of the piece.
        occupied: The occupied squares.
        pieces: The letter of the piece on each occupied square; x if unknown.
        stages: The steps with their values, in order.
    """

    table: Table | RivalTable
    piece: Slider
    square: int
    occupied: int
    pieces: Mapping[int, str] = field(hash=False)
    stages: tuple[Stage, ...]

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps without their values."""
        return tuple(stage.step for stage in self.stages)

    @property
    def attacks(self) -> int:
        """The attacks that the table looks up."""
        return self.stages[-1].value

    @property
    def letters(self) -> dict[int, str]:
        """The letters of the pieces by square, including the slider."""
        initial = self.piece.name[0]
        own = self.pieces.get(self.square, initial.upper())
        return {**self.pieces, self.square: own if own == initial else initial.upper()}

    @property
    def own(self) -> dict[int, str]:
        """The letter of the slider by square."""
        return {self.square: self.letters[self.square]}

    def __getitem__(self, key: str) -> int:
        """The value of a step.

        Raises:
            KeyError: No step has that key.
        """
        return {stage.step.key: stage.value for stage in self.stages}[key]

    @cached_property
    def sharing(self) -> Sharing | None:
        """The keys that lead to the same slot; None for a non-magic method."""
        return sharing_of(self.table, self.piece, self.square, self.occupied)

    @property
    def title(self) -> str:
        """A title that names the piece, the square and the table."""
        choice = self.table.choice
        return f"{self.piece} on {square_name(self.square)} by {choice.name}: {choice.description}"


@dataclass(frozen=True)
class Sharing:
    """The keys that lead to one slot.

    Attributes:
        slot: The slot.
        keys: The number of keys of the square.
        equal: The number of keys of the square with the same attacks as the key looked up,
            including that key.
        here: The number of keys of the square that lead to the slot: the key looked up and its
            constructive collisions.
        example: The constructive collision that differs most from the key looked up, as a set of
            blockers; None if there is none.
        others: The number of keys of other rows that lead to the slot, by row: 0 to 63 for the
            rook's squares, 64 to 127 for the bishop's.
    """

    slot: int
    keys: int
    equal: int
    here: int
    example: int | None
    others: dict[int, int]

    def to_dict(self) -> dict[str, Any]:
        """The fields as a dictionary, for JSON."""
        others = [
            {"piece": PLACES[row][0].name, "square": square_name(PLACES[row][1]), "keys": count}
            for row, count in self.others.items()
        ]
        example = None if self.example is None else f"{self.example:#018x}"
        return {**vars(self), "example": example, "others": others}

    @property
    def names(self) -> list[str]:
        """The other rows in words, such as "bishop a1"."""
        return [row_name(row) for row in self.others]


def sharing_of(
    table: Table | RivalTable, slider: Slider, square: int, occupied: int
) -> Sharing | None:
    """Find the keys that lead to the same slot as a given key; return None for a non-magic method.

    >>> import magicbb as mb
    >>> sharing = sharing_of(mb.build("pext"), mb.ROOK, 0, 0x10100)
    >>> sharing.keys, sharing.equal, sharing.here, sharing.others
    (4096, 32, 1, {})
    """
    recipe = table.recipe
    if not isinstance(recipe, Scheme):
        return None
    keys = all_keys()
    row = row_of(slider, square)
    own, first = keys.of_row(row), int(keys.starts[row])
    blockers = np.uint64(occupied & int(keys.masks[row]))
    key = first + int(np.flatnonzero(keys.blockers[own] == blockers)[0])
    slots = recipe.slots_of_keys(table.parameters, keys)
    here = np.flatnonzero(slots == slots[key])
    rows, counts = np.unique(keys.rows[here], return_counts=True)
    others = dict(zip(rows.tolist(), counts.tolist(), strict=True))
    del others[row]
    same = keys.blockers[here[keys.rows[here] == row]]
    differing = [int(other ^ blockers).bit_count() for other in same]
    most = int(np.argmax(differing))
    return Sharing(
        slot=int(slots[key]),
        keys=own.stop - own.start,
        equal=int(np.count_nonzero(keys.attacks[own] == keys.attacks[key])),
        here=len(same),
        example=int(same[most]) if differing[most] else None,
        others=others,
    )
