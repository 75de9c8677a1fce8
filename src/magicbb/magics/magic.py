"""One magic: the factor that hashes the blockers of one slider on one square."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.arguments import parse_integer, parse_number, parse_one_of
from magicbb.geometry.bitboards import FULL, parse_bitboard, subsets
from magicbb.geometry.sliders import BISHOP, parse_rook_or_bishop
from magicbb.geometry.squares import parse_square, square_name
from magicbb.lookup.keys import row_of
from magicbb.magics.collisions import CollisionError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import SupportsIndex

    from magicbb.geometry.sliders import Slider

MOST_BITS = 20
"""The maximum number of index bits: more than any magic needs, and enough for 8 MiB of slots."""

MOST_ENTRIES = 1 << MOST_BITS
"""The maximum number of slots in a table; no table in the catalogue has a third of that."""

_HALF = 2**32 - 1


@dataclass(frozen=True)
class Magic:
    """A factor that is meant to hash all keys of a square without a harmful collision.

    The constructor does not check this; `check` does.

    Attributes:
        piece: `ROOK` or `BISHOP`, or its name.
        square: 0..63, or a name.
        kind: One of `KINDS`.
        bits: The number of index bits.
        magic: The 64-bit multiplier; also the value of `int()` and `hex()` of a `Magic`.

    >>> from magicbb.geometry.sliders import ROOK
    >>> magic = Magic(ROOK, 0, "white", 12, 0x80008040002010)
    >>> magic
    Magic('rook', 'a1', 'white', 12, 0x0080008040002010)
    >>> magic.index(0), hex(magic)
    (0, '0x80008040002010')
    """

    piece: Slider
    square: int
    kind: str
    bits: int
    magic: int

    def __post_init__(self) -> None:
        """Check that the values are valid for a magic.

        Raises:
            ValueError: A value is not valid for a magic; the message names the field.
            TypeError: A value has the wrong type.
        """
        rule = f"bits must be 1..{MOST_BITS}"
        parsed = {
            "piece": parse_rook_or_bishop(self.piece),
            "square": parse_square(self.square),
            "kind": parse_kind(self.kind),
            "bits": parse_integer(self.bits, MOST_BITS + 1, rule, start=1),
            "magic": parse_bitboard(self.magic, "magic"),
        }
        for name, value in parsed.items():
            object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        """The call that creates the magic, with the factor in hexadecimal."""
        place = f"{self.piece.name!r}, {square_name(self.square)!r}"
        return f"Magic({place}, {self.kind!r}, {self.bits}, {self.magic:#018x})"

    def __index__(self) -> int:
        """Return the factor, for `int`, `hex` and other functions that take an integer."""
        return self.magic

    @property
    def mask(self) -> int:
        """The relevant squares."""
        return self.piece.mask(self.square)

    @property
    def where(self) -> str:
        """The slider and the square as text.

        >>> from magicbb.geometry.sliders import ROOK
        >>> Magic(ROOK, 27, "white", 12, 0).where
        'rook d4'
        """
        return f"{self.piece} {square_name(self.square)}"

    @property
    def shift(self) -> int:
        """The right shift of the product: 64 - bits, or 32 - bits for 32-bit products."""
        return (32 if self.kind == "white-32" else 64) - self.bits

    def index(self, occupied: SupportsIndex) -> int:
        """The index of an occupancy, computed according to the kind.

        Raises:
            ValueError: The occupancy is not in 0..2**64 - 1.
            TypeError: The occupancy is not an integer.
        """
        return KINDS[self.kind](self, parse_bitboard(occupied))

    def indices(self) -> Iterator[tuple[int, int]]:
        """Yield every blocker subset of the square with its index."""
        index = KINDS[self.kind]
        for blockers in subsets(self.mask):
            yield blockers, index(self, blockers)

    def check(self) -> None:
        """Check the factor on all keys of its square, in plain Python.

        Raises:
            CollisionError: Two keys with different attacks have the same index.
        """
        seen: dict[int, tuple[int, int]] = {}
        for blockers, index in self.indices():
            attacks = self.piece.attacks(self.square, blockers)
            other, expected = seen.setdefault(index, (blockers, attacks))
            if attacks != expected:
                row = row_of(self.piece, self.square)
                raise CollisionError((row, row), (other, blockers), index)

    def _repr_svg_(self) -> str:
        """Draw the factor, the mask and the result of the check, for notebooks."""
        from magicbb.pictures.magic import Collision, magic_svg

        collision = None
        try:
            self.check()
        except CollisionError as error:
            first, second = error.blockers
            attacks = [self.piece.attacks(self.square, blockers) for blockers in (first, second)]
            collision = Collision(error.slot, (first, second), (attacks[0], attacks[1]))
        indices = [index for _, index in self.indices()]
        piece = (self.square, "B" if self.piece == BISHOP else "R")
        name = f"A {self.kind} magic for the {self.where}"
        return magic_svg(name, self.magic, piece, self.mask, self.bits, indices, collision)


def white_index(magic: Magic, occupied: int) -> int:
    """Hash `occupied & mask` (Hansen 2006)."""
    return _top((occupied & magic.mask) * magic.magic, magic.bits)


def black_index(magic: Magic, occupied: int) -> int:
    """Hash `occupied | ~mask` (Annuss 2017)."""
    return _top((occupied | ~magic.mask & FULL) * magic.magic, magic.bits)


def halves_index(magic: Magic, occupied: int) -> int:
    """Hash with 32-bit products (Osborne 2006): two for a rook, one for a bishop.

    The lower 32 bits of a rook's magic are the factor for the lower half of the board.
    """
    blockers = occupied & magic.mask
    if magic.piece == BISHOP:
        product = folded(blockers) * magic.magic
    else:
        product = (blockers & _HALF) * (magic.magic & _HALF)
        product ^= (blockers >> 32) * (magic.magic >> 32)
    return (product & _HALF) >> (32 - magic.bits)


def folded(board: int) -> int:
    """XOR the halves of the board into 32 bits, with the upper half rotated down by one rank.

    The rotation ensures that no two squares of the same colour share a bit.
    """
    upper = board >> 32
    return (board ^ upper >> 8 ^ upper << 24) & _HALF


KINDS: dict[str, Callable[[Magic, int], int]] = {
    "white": white_index,
    "black": black_index,
    "white-32": halves_index,
}
"""The index function of each kind, (magic, occupied) -> index, in plain Python.

New kinds go last, since a kind's place here seeds random numbers.
"""


def parse_kind(kind: str) -> str:
    """Check the name of a kind.

    Raises:
        ValueError: The name is not one of `KINDS`.
    """
    return parse_one_of("kind", kind, KINDS)


def _top(product: int, bits: int) -> int:
    return (product & FULL) >> (64 - bits)


def parse_factor(value: int | str) -> int:
    """Parse a factor given as an integer, or as text in decimal or with 0x.

    Raises:
        ValueError: The text is not a number, or the number has more than 64 bits.
        TypeError: The value is neither an integer nor a string.

    >>> hex(parse_factor("0x80008040002010"))
    '0x80008040002010'
    """
    if isinstance(value, str):
        value = parse_number(value.strip(), "magic must be a number such as 0x1f")
    return parse_bitboard(value, "magic")
