"""The fewest slots used by known magics on each square, and the proved lower bound."""

from __future__ import annotations

import functools
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from magicbb.geometry.squares import square_name
from magicbb.lookup.keys import PLACES
from magicbb.magics.files import PIECE, SQUARE, shipped
from magicbb.magics.kinds import WHITE_AND_BLACK
from magicbb.magics.least_slots import fibonacci_slots, least_slots
from magicbb.research.records.magic_records import MagicRecord, room_of
from magicbb.research.records.published import published_magics, published_table, published_tables
from magicbb.research.records.record import checked_records
from magicbb.research.records.table_records import CATEGORIES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from magicbb.geometry.sliders import Slider
    from magicbb.magics.magic import Magic

_OWN = (
    "few_slots",
    "dense",
    "dense-black",
    "group",
    *(f"densest/{name}" for name in CATEGORIES),
)


@dataclass(frozen=True)
class FewestSlots:
    """The fewest slots used by known magics on one square.

    Attributes:
        piece: Rook or bishop.
        square: 0..63.
        used: The fewest slots used by a magic in the book; None if the book has none.
        known: The fewest slots used by any magic in the package or the book.
        densest: The slots used by the square's magic in the table `densest`.
        least: The proved lower bound; see `magics.least_slots`.
        rule: The minimum according to the conjecture in docs/few-slots.md.
    """

    piece: Slider
    square: int
    used: int | None
    known: int
    densest: int
    least: int
    rule: int

    def to_dict(self) -> dict[str, Any]:
        """The fields as a dict."""
        fields = {**asdict(self), PIECE: self.piece.name, SQUARE: square_name(self.square)}
        names = (PIECE, SQUARE, "used", "known", "densest", "least", "rule")
        return {name: fields[name] for name in names}


@functools.cache
def fewest_known() -> Mapping[tuple[Slider, int], MagicRecord]:
    """For each square, the shipped magic that uses the fewest slots.

    Ties go to the magic listed first, beginning with those in `data/few_slots.csv`.
    """
    magics: list[Magic] = [row.magic for name in _OWN for row in shipped(name)]
    magics += [record.as_magic() for record in published_magics()]
    for table in published_tables():
        if table.file is not None:
            magics += published_table(table.file).magics
    best: dict[tuple[Slider, int], MagicRecord] = {}
    for magic in dict.fromkeys(magics):
        record, place = MagicRecord.of(magic), (magic.piece, magic.square)
        if place not in best or record.used < best[place].used:
            best[place] = record
    return best


def fewest_slots(records: Iterable[MagicRecord]) -> list[FewestSlots]:
    """The slot use of all squares of both sliders, given the book's records.

    Records of white-32 magics are ignored, since the lower bound does not hold for them: their hash
    is not a sum.

    >>> uses = fewest_slots([])
    >>> len(uses), uses[0].used, uses[0].least, uses[0].rule
    (128, None, 666, 1344)
    """
    ours: dict[tuple[Slider, int], int] = {}
    for record in checked_records(records, MagicRecord):
        if record.kind not in WHITE_AND_BLACK:
            continue
        place = (record.piece, record.square)
        ours[place] = min(record.used, ours.get(place, record.used))
    known, packed = fewest_known(), [room_of(row.magic)[0] for row in shipped("densest/free")]
    uses = []
    for place, densest in zip(PLACES, packed, strict=True):
        used = ours.get(place)
        best = known[place].used if used is None else min(used, known[place].used)
        bounds = (least_slots(*place), fibonacci_slots(*place))
        uses.append(FewestSlots(*place, used, best, densest, *bounds))
    return uses
