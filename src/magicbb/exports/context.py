"""The context of a template: the model, with its expressions already in the target language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.exports.writer import BodyText


@dataclass(frozen=True)
class FieldText:
    """The parameters of a square.

    Attributes:
        name: Its name, in the language's case.
        member: Its name in a record.
        type: Its type in the language.
        text: How look-ups read it.
        is_read: Whether look-ups do.
        is_filled_with: Whether the code that fills the table does.
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
    """One slider's part, for a template.

    Attributes:
        name: "rook" or "bishop".
        fields: The parameters of each square.
        records: For each square its name in the mapping and the fields' values, as source code.
        slot: The function from (square, occupied) to a slot; None where there are none to fill.
        attacks: The function from (square, occupied) to the attacks.
        stored: The contents of a slot, from `square` and `attacks`, where the fill is "computed".
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
        header: The lines of the comment at the top, without comment markers; some are empty.
        names: The prefix, namespace, package and class, if the language has them.
        parts: The parts of those names.
        tables: "init", "static" or "const".
        by_field: Whether there is an array for each field, and no record for each square.
        queen: Whether there is a function for the queen.
        queen_attacks: Its computation, where that is more than the rook's and the bishop's; what
            is kept for the rook's squares is its own there.
        self_test: Whether to include a program that tests all keys.
        sliders: The rook's part and the bishop's.
        alike: Whether both find their slots by the same computation.
        element_bits: The bits of a slot, 64, 16 or 8.
        slots: The values of the slots; none where a rival has no table.
        attack_sets: The attack sets that slots refer to; none where slots hold them.
        attack_set_count: Their number, or how many there may be when they are found at start-up.
        fill: How a slot is written, one of `storage.FILLS`.
        uses: All operations, including those for filling the table.
        fills_with: The operations for filling, besides those that find slots.
        checksum: The checksum that the self-test must find.
        square_names: The names of the squares by their numbers.
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
    fill: str | None
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
        """The lines of the header after the first one and the empty line."""
        return self.header[2:]

    @property
    def same_fields(self) -> bool:
        """Whether the squares of both have the same fields."""
        rook, bishop = self.sliders
        return [each.name for each in rook.fields] == [each.name for each in bishop.fields]

    @property
    def kinds_of_records(self) -> Sequence[SliderText]:
        """One slider for each set of fields that is kept for squares."""
        sliders = self.sliders[:1] if self.same_fields else self.sliders
        return [slider for slider in sliders if slider.fields]

    @property
    def kinds_of_slots(self) -> Sequence[SliderText]:
        """One slider for each way to find a slot."""
        return self.sliders[:1] if self.alike else self.sliders

    @property
    def fills(self) -> bool:
        """Whether the slots are computed by the program."""
        return self.tables != "static"

    @property
    def numbers(self) -> bool:
        """Whether the slots hold numbers of attack sets."""
        return self.fill in {"number", "number_in_list", "number_in_union"}

    @property
    def walks(self) -> bool:
        """Whether the program walks along rays."""
        return self.fills or self.self_test or "walk" in self.uses
