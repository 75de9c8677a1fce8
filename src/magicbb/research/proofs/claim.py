"""The claim of a proof: whether a square has a magic of a given kind and number of bits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from magicbb.arguments import parse_integer, parse_one_of
from magicbb.geometry.sliders import Slider, parse_rook_or_bishop
from magicbb.geometry.squares import parse_square, square_name
from magicbb.magics.kinds import WHITE_AND_BLACK
from magicbb.research.codec import Key, Said, require


@dataclass(frozen=True)
class Claim:
    """The question that an exhaustive search settles.

    Attributes:
        piece: `ROOK` or `BISHOP`, or its name.
        square: 0..63, or a name.
        kind: "white" or "black".
        bits: The number of index bits, at most the number of mask squares.

    >>> claim = Claim("rook", "d4", "white", 9)
    >>> str(claim), claim.period
    ('rook d4 with 9 bits, white', 53)
    """

    piece: Annotated[Slider, Said(), Key(former="slider")]
    square: Annotated[int, Said(square_name)]
    kind: str
    bits: int

    def __post_init__(self) -> None:
        """Check that the claim can be searched.

        Raises:
            ValueError: The claim cannot be searched; the message names the argument.
            TypeError: An argument has the wrong type.
        """
        slider, square = parse_rook_or_bishop(self.piece), parse_square(self.square)
        parse_one_of("kind", self.kind, WHITE_AND_BLACK)
        most = slider.mask(square).bit_count()
        where = f"{slider} {square_name(square)}"
        rule = f"bits must be 1..{most} for {where}, whose mask has {most} squares"
        bits = parse_integer(self.bits, most + 1, rule, start=1)
        for name, value in {"piece": slider, "square": square, "bits": bits}.items():
            object.__setattr__(self, name, value)

    def __str__(self) -> str:
        """The piece, the square, the bits and the kind in words."""
        return f"{self.piece} {square_name(self.square)} with {self.bits} bits, {self.kind}"

    @property
    def black(self) -> bool:
        """Whether the claim is about black magics."""
        return self.kind == "black"

    @property
    def mask(self) -> int:
        """The mask of the square."""
        return self.piece.mask(self.square)

    @property
    def period(self) -> int:
        """The number of low bits of a number that decide whether it is a magic.

        Higher bits do not change the product with any relevant square. They do change black
        products, but only from the lowest index bit upwards, and all by the same amount.
        """
        return self._reaching + self.rotating

    @property
    def rotating(self) -> int:
        """The number of bits at the top of the period that only rotate the indices of black keys.

        A black product is -e * m - m, where e are the empty relevant squares. These bits of m
        affect only its second term, which is the same for all keys.

        >>> [Claim("bishop", "d8", kind, 4).rotating for kind in ("white", "black")]
        [0, 34]
        """
        return max(0, 64 - self.bits - self._reaching) if self.black else 0

    def check_outcome(self, magics: int) -> None:
        """Check that the number of magics is possible, for reading a certificate.

        Raises:
            FormatError: It is 0, although a magic with an index bit for each mask square can always
                be constructed.
        """
        rule = "at least 1: a magic with an index bit for each mask square can be constructed"
        require(magics > 0 or self.bits < self.mask.bit_count(), "totals.magics", rule, magics)

    @property
    def _reaching(self) -> int:
        """The number of low bits that change the product with some relevant square."""
        return 65 - (self.mask & -self.mask).bit_length()


def magics_in_words(count: int) -> str:
    """A number of magics in words.

    >>> [magics_in_words(count) for count in (0, 1, 5000)]
    ['no magic', '1 magic', '5,000 magics']
    """
    return f"{count:,} magic{'s' * (count > 1)}" if count > 0 else "no magic"
