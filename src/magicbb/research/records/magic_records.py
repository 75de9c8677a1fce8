"""Records of magics in the book."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, TypeAlias

from magicbb.geometry.sliders import Slider  # noqa: TC001 (the codec reads it)
from magicbb.geometry.squares import square_name
from magicbb.lookup.keys import all_keys, row_of
from magicbb.magics.collisions import CollisionError
from magicbb.magics.files import FORMER_BITS
from magicbb.magics.magic import Magic, parse_factor
from magicbb.research.codec import FLAT, Key, Said
from magicbb.research.records.errors import RecordError
from magicbb.research.records.provenance import Provenance  # noqa: TC001 (the codec reads it)
from magicbb.research.records.values import check_counts

Factor: TypeAlias = Annotated[int, Said("{:#018x}".format, parse_factor, (int, str))]
"""A factor, written as 0x and 16 hexadecimal digits, and read in any number format."""


@dataclass(frozen=True)
class MagicRecord:
    """A magic, with the slots that it uses.

    Attributes:
        piece: `ROOK` or `BISHOP`, or its name.
        square: 0..63, or a name.
        kind: "white", "black" or "white-32".
        bits: The number of index bits.
        magic: The 64-bit number.
        used: The number of slots that the magic uses.
        lowest: The lowest index of a key.
        highest: The highest index of a key.
        provenance: The origin of the record; None until it is in the book.

    Raises:
        ValueError: A value is out of range; `verify` checks whether the record is correct.

    >>> import magicbb
    >>> record = MagicRecord.of(magicbb.find("bishop", "b1", bits=4))
    >>> record.bits, record.used, record.extent
    (4, 15, 16)
    """

    piece: Annotated[Slider, Said()]
    square: Annotated[int, Said(square_name, types=(int, str))]
    kind: str
    bits: Annotated[int, Key(former=FORMER_BITS)]
    magic: Factor
    used: int
    lowest: int
    highest: int
    provenance: Annotated[Provenance | None, FLAT] = None

    TABLE: ClassVar[str] = "magics"

    def __post_init__(self) -> None:
        """Check that the values are possible for a magic."""
        magic = Magic(self.piece, self.square, self.kind, self.bits, self.magic)
        for name in ("piece", "square", "kind", "bits", "magic"):
            object.__setattr__(self, name, getattr(magic, name))
        check_counts(self, "used", "lowest", "highest")

    @classmethod
    def of(cls, magic: Magic, provenance: Provenance | None = None) -> MagicRecord:
        """Create the record of a magic, and check the magic on all keys of its square.

        Raises:
            RecordError: The number is not a magic.
        """
        used, lowest, highest = room_of(magic)
        fields = (magic.piece, magic.square, magic.kind, magic.bits, magic.magic)
        return cls(*fields, used, lowest, highest, provenance)

    def as_magic(self) -> Magic:
        """The record's magic as a `Magic`."""
        return Magic(self.piece, self.square, self.kind, self.bits, self.magic)

    @property
    def where(self) -> str:
        """The piece, the square and the kind in words."""
        return f"{self.as_magic().where}, {self.kind}"

    @property
    def extent(self) -> int:
        """The number of slots from the lowest to the highest, inclusive."""
        return self.highest - self.lowest + 1

    def verify(self) -> None:
        """Check the magic on all keys of its square, and the slots that it uses.

        Raises:
            RecordError: The number is not a magic, or its slots differ from the record.
        """
        room = room_of(self.as_magic())
        for name, true in zip(("used", "lowest", "highest"), room, strict=True):
            if getattr(self, name) != true:
                who = f"{self.where}, {self.magic:#018x}"
                raise RecordError(f"{who}: {name} is {true}, not {getattr(self, name)}")


def room_of(magic: Magic) -> tuple[int, int, int]:
    """The number of slots that a magic uses, and its lowest and highest index.

    Every key of the square is hashed in plain Python, which takes 2 ms for the largest mask.

    Raises:
        RecordError: Two keys with different attacks have the same index.

    >>> from magicbb.geometry.sliders import ROOK
    >>> room_of(Magic(ROOK, 0, "white", 12, 0x80008040002010))
    (4096, 0, 4095)
    """
    keys = all_keys()
    row = row_of(magic.piece, magic.square)
    part = keys.of_row(row)
    held: dict[int, int] = {}
    blockers = keys.blockers[part].tolist()
    for key, attacks in zip(blockers, keys.attacks[part].tolist(), strict=True):
        index = magic.index(key)
        if held.setdefault(index, attacks) != attacks:
            other = next(each for each in blockers if magic.index(each) == index)
            raise RecordError(f"{CollisionError((row, row), (other, key), index)}")
    return len(held), min(held), max(held)
