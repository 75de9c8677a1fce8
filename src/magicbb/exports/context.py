"""The context of a template: the model, with expressions already written in the target language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.exports.writer import BodyText
    from magicbb.recipes.storage.storage import Fill


@dataclass(frozen=True)
class FieldText:
    """A per-square parameter as source code.

    Attributes:
        name: Its name, in the language's case.
        member: Its name in a record.
        type: Its type in the language.
        text: The expression that reads it.
        is_read: Whether look-ups read the parameter.
        is_filled_with: Whether the code that fills the table reads the parameter.
        values: Its values, square by square, as source code.
    """

    name: str
    member: str
    type: str
    text: str
    is_read: bool
    is_filled_with: bool
    values: Sequence[str]


@dataclass(frozen=True)
class SliderText:
    """One slider's part of the context.

    Attributes:
        name: "rook" or "bishop".
        fields: The parameters of each square.
        records: The name of each square, in the order of the mapping, and its field values as
            source code.
        slot: The function from (square, occupied) to a slot; None if there are no slots to fill.
        attacks: The function from (square, occupied) to the attacks.
        stored: The contents of a slot, from `square` and `attacks`, if the fill is "computed".
    """

    name: str
    fields: Sequence[FieldText]
    records: Sequence[tuple[str, Sequence[str]]]
    slot: BodyText | None
    attacks: BodyText
    stored: BodyText | None


@dataclass(frozen=True)
class Context:
    """The object that templates see as `x`.

    Attributes:
        header: The lines of the comment at the top, without comment markers; lines may be empty.
        names: The prefix, namespace, package and class, if the language has them.
        parts: The components of each name in `names`.
        tables: "init", "static" or "const".
        by_field: Whether to write one array per field rather than one record per square.
        queen: Whether to write a function for the queen.
        queen_attacks: The queen's computation, if it does not just combine the rook's and the
            bishop's look-ups; its "field" operations read the fields of the rook.
        self_test: Whether to include a program that tests all keys.
        sliders: The rook's part and the bishop's.
        alike: Whether both sliders compute their slots in the same way.
        element_bits: The number of bits in a slot: 64, 16 or 8.
        slots: The values of the slots; empty if a non-magic method has no table.
        attack_sets: The attack sets that slots refer to; empty if slots hold the attacks
            themselves.
        attack_set_count: The number of attack sets, or an upper bound if the exported program fills
            the table.
        fill: How slots are filled, as in `Storage.fill`.
        uses: All operations, including those for filling the table.
        fills_with: The operations used to compute the contents of slots.
        checksum: The checksum that the self-test expects.
        square_names: The names of the squares in the order of their numbers.
    """

    header: Sequence[str]
    names: dict[str, str]
    parts: dict[str, list[str]]
    tables: str
    by_field: bool
    queen: bool
    queen_attacks: BodyText | None
    self_test: bool
    sliders: Sequence[SliderText]
    alike: bool
    element_bits: int
    slots: Sequence[int]
    attack_sets: Sequence[int]
    attack_set_count: int
    fill: Fill | None
    uses: set[str]
    fills_with: set[str]
    checksum: int
    square_names: Sequence[str]

    @property
    def summary(self) -> str:
        """The first line of the header."""
        return self.header[0]

    @property
    def details(self) -> Sequence[str]:
        """The lines of the header after the first line and the empty line."""
        return self.header[2:]

    @property
    def same_fields(self) -> bool:
        """Whether rook and bishop have the same fields."""
        rook, bishop = self.sliders
        return [each.name for each in rook.fields] == [each.name for each in bishop.fields]

    @property
    def kinds_of_records(self) -> Sequence[SliderText]:
        """One slider for each distinct set of fields."""
        sliders = self.sliders[:1] if self.same_fields else self.sliders
        return [slider for slider in sliders if slider.fields]

    @property
    def kinds_of_slots(self) -> Sequence[SliderText]:
        """One slider for each distinct computation of a slot."""
        return self.sliders[:1] if self.alike else self.sliders

    @property
    def fills(self) -> bool:
        """Whether the exported program, or its compiler, computes the contents of the slots."""
        return self.tables != "static"

    @property
    def numbers(self) -> bool:
        """Whether slots hold attack-set numbers."""
        return self.fill in {"number", "number_in_list", "number_in_union"}

    @property
    def walks(self) -> bool:
        """Whether the program walks along rays."""
        return self.fills or self.self_test or "walk" in self.uses
