"""A language-independent model of a table: its data and its computations."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from magicbb.exports.code import body_of
from magicbb.geometry.sliders import QUEEN, SLIDERS
from magicbb.lookup.keys import row_of
from magicbb.lookup.recipe import QueenRecipe
from magicbb.recipes.expressions import Expression, Trace, name, trace
from magicbb.recipes.scheme import Scheme

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from magicbb.exports.code import Body
    from magicbb.geometry.sliders import Slider
    from magicbb.recipes.storage.storage import Fill
    from magicbb.tables.rival_table import RivalTable
    from magicbb.tables.table import Table

_FILLING = (
    *("square", "mask", "blockers", "occupied", "attacks", "own", "slot", "entry", "records"),
    *("row", "place", "number", "count", "first", "ends", "hidden", "others", "filled"),
    *("directions", "table", "low", "high"),
)
"""Names used in the code that fills tables, and so not available to steps."""


@dataclass(frozen=True)
class SliderModel:
    """One slider's part of a table.

    Attributes:
        slider: The slider.
        fields: The words stored for each square.
        records: The fields' values, square by square.
        slot: The computation of a slot; None if there are no slots to fill.
        attacks: The computation of the attacks; the operation "slot" in it is a call of
            `slot`.
        stored: The computation of a slot's contents from `attacks`, if the fill is "computed".
    """

    slider: Slider
    fields: tuple[str, ...]
    records: tuple[tuple[int, ...], ...]
    slot: Body | None
    attacks: Body
    stored: Body | None = None

    @property
    def bodies(self) -> list[Body]:
        """The computations of a look-up."""
        return [self.slot, self.attacks] if self.slot else [self.attacks]

    def mapped(self, function: Callable[[Body], Body]) -> SliderModel:
        """This part, with a function applied to each computation."""
        slot, stored = (body and function(body) for body in (self.slot, self.stored))
        return dataclasses.replace(self, slot=slot, attacks=function(self.attacks), stored=stored)

    @property
    def columns(self) -> dict[str, list[int]]:
        """The values of each field, square by square."""
        return {
            field: [record[place] for record in self.records]
            for place, field in enumerate(self.fields)
        }


@dataclass(frozen=True)
class Model:
    """A table as data and computations.

    Attributes:
        table: The table.
        sliders: The part of each slider, the rook first.
        queen: The rook's part with the computation of the queen's attacks, if this does not just
            combine the look-ups of rook and bishop.
    """

    table: Table | RivalTable
    sliders: tuple[SliderModel, ...]
    queen: SliderModel | None = None

    @property
    def element_bits(self) -> int:
        """The number of bits in a slot: 64, 16 or 8."""
        return 8 * self.table.slots.itemsize

    @property
    def entries(self) -> int:
        """The number of slots; 0 if look-ups read none."""
        return self.table.entries if "table" in self.operations else 0

    @property
    def nbytes(self) -> int:
        """The size in bytes of the slots and attack sets that look-ups read."""
        return self.entries * self.table.slots.itemsize + 8 * len(self.attack_sets)

    @property
    def fill(self) -> Fill | None:
        """How slots are filled; None if a program cannot fill them."""
        recipe = self.table.recipe
        return recipe.storage.fill if isinstance(recipe, Scheme) else None

    @property
    def slots(self) -> list[int]:
        """The contents of the slots; empty if look-ups read no slots."""
        return self.table.slots.tolist() if "table" in self.operations else []

    @property
    def attack_sets(self) -> list[int]:
        """The attack sets that slots refer to; empty if look-ups read no such list."""
        return self.table.attack_sets.tolist() if "attack_set" in self.operations else []

    @property
    def most_attack_sets(self) -> int:
        """An upper bound on the number of attack sets: the sum over all rows.

        If the fill is "number_in_union", where rows share lists, it is the exact number.
        """
        if self.fill == "number_in_union":
            return len(self.attack_sets)
        return sum(slider.attack_sets(square) for slider in SLIDERS for square in range(64))

    @property
    def _bodies(self) -> list[Body]:
        return [body for part in self.sliders for body in part.bodies]

    @cached_property
    def operations(self) -> set[str]:
        """All operations used in the computations of the look-ups."""
        return set[str]().union(*(body.operations for body in self._bodies))

    @cached_property
    def field_types(self) -> dict[str, str]:
        """The types of fields used as addends or shift amounts; see `expressions.TYPES`."""
        amounts = {*self._operands({"shl", "shr"}, first=1)}
        added = {*self._operands({"add"})}
        most = {
            field: max(max(part.columns[field]) for part in self.sliders if field in part.fields)
            for field in amounts | added
        }
        kinds = {field: "offset" if value < 2**31 else "addend" for field, value in most.items()}
        return kinds | {field: "amount" for field in amounts if most[field] < 64}  # noqa: PLR2004

    def _operands(self, operations: set[str], first: int = 0) -> Iterator[str]:
        """The fields among the operands of the given operations, from operand `first` on."""
        for body in self._bodies:
            for node in body.nodes:
                for operand in node.operands[first:] if node.operation in operations else ():
                    if operand.operation == "field":
                        yield str(operand.value)


def model_of(table: Table | RivalTable, operations: Collection[str] = ()) -> Model:
    """Create the model of a table.

    Args:
        table: The table.
        operations: The operations that a language supports. Vectorized kernels among them are not
            expanded; with "bishop_field", a queen may be a single look-up.

    Raises:
        UntraceableError: The look-up cannot be written as one expression.

    >>> from magicbb.tables.build import build
    >>> model_of(build("hyperbola"), ["two_lines_attacks"]).sliders[1].attacks.result.operation
    'two_lines_attacks'
    """
    recipe, queen = table.recipe, None
    rook, bishop = (_slider_model(table, slider, operations) for slider in SLIDERS)
    if isinstance(recipe, QueenRecipe) and "bishop_field" in operations:
        traced = trace(recipe.queen_kernel(), recipe, QUEEN, kept=operations)
        queen = dataclasses.replace(rook, attacks=_attacks_body(table, traced))
    return Model(table, (rook, bishop), queen)


def _attacks_body(table: Table | RivalTable, traced: Trace) -> Body:
    return body_of(traced, narrow=table.slots.itemsize < 8)  # noqa: PLR2004


def _slider_model(
    table: Table | RivalTable, slider: Slider, operations: Collection[str]
) -> SliderModel:
    recipe = table.recipe
    traced = trace(recipe.attacks_kernel(slider), recipe, slider, kept=operations)
    slot = stored = None
    if isinstance(recipe, Scheme):
        found = trace(recipe.slot_kernel(slider), recipe, slider, memories=False)
        slot = body_of(found)
        call = Expression("slot", (name("square"), name("occupied")))
        traced = Trace(traced.result.replaced({found.result: call}))
        if value := recipe.stored_kernel(slider):
            computed = trace(value, recipe, slider, memories=False, given="attacks")
            stored = body_of(computed, taken=[*_FILLING, *(step.name for step in slot.steps)])
    first = row_of(slider, 0)
    records = [tuple(map(int, record)) for record in table.parameters[first : first + 64]]
    return SliderModel(
        slider,
        recipe.fields(slider),
        tuple(records),
        slot,
        _attacks_body(table, traced),
        stored,
    )
