"""The claim of a chain search, and its division into runs and parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from magicbb.arguments import parse_integer, short_repr
from magicbb.geometry.sliders import Slider  # noqa: TC001 (the codec reads it)
from magicbb.geometry.squares import square_name
from magicbb.magics.kinds import WHITE_AND_BLACK
from magicbb.magics.search.chain.plan import prefix_end
from magicbb.research.codec import Key, Said, require
from magicbb.research.proofs.claim import Claim

PARTS = 4096
"""The default number of parts of a proof."""

_SHORTEST_RUN, _MOST_RUNS = 64, 1 << 15


@dataclass(frozen=True)
class JointClaim:
    """The claims for white and for black magics of one square with the same number of bits.

    Attributes:
        piece: `ROOK`, or its name.
        square: 0..63, or a name.
        bits: The number of index bits.

    >>> str(JointClaim("rook", "a1", 11))
    'rook a1 with 11 bits, white and black'
    """

    piece: Annotated[Slider, Said(), Key(former="slider")]
    square: Annotated[int, Said(square_name)]
    bits: int

    def __post_init__(self) -> None:
        """Check the claim.

        Raises:
            ValueError: The claim cannot be searched; the message names the argument.
            TypeError: An argument has the wrong type.
        """
        claim = Claim(self.piece, self.square, WHITE_AND_BLACK[0], self.bits)
        for name in ("piece", "square", "bits"):
            object.__setattr__(self, name, getattr(claim, name))

    def __str__(self) -> str:
        """The piece, the square and the bits in words."""
        return f"{self.piece} {square_name(self.square)} with {self.bits} bits, white and black"

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The separate claims, white and black."""
        return tuple(Claim(self.piece, self.square, kind, self.bits) for kind in WHITE_AND_BLACK)

    @property
    def prefix_end(self) -> int:
        """The highest bit of a prefix, plus one."""
        return prefix_end(self.square)

    @property
    def periods(self) -> dict[str, int]:
        """For each kind, the number of low bits that decide whether a number is a magic.

        >>> JointClaim("rook", "d3", 9).periods
        {'white': 53, 'black': 55}
        """
        return {claim.kind: claim.period for claim in self.claims}


@dataclass(frozen=True)
class ChainDivision:
    """The division of a chain search into prefixes, and of the prefixes into runs.

    Attributes:
        low: The lowest bit of a prefix.
        high: One more than the position of a prefix's highest bit; that bit is always 0.
        run: The number of prefixes per run; nodes are counted for each run.
    """

    low: int
    high: int
    run: int

    def __post_init__(self) -> None:
        """Check that the division is possible.

        Raises:
            ValueError: The numbers do not define a valid division.
        """
        if not 0 <= self.low < self.high <= 64:  # noqa: PLR2004
            raise ValueError(f"a prefix must be a range of bits, got {self.low}..{self.high - 1}")
        if self.prefixes > 1 << 60 or not 1 <= self.run <= 1 << 60 or self.prefixes % self.run:
            raise ValueError(
                f"{self.prefixes:,} prefixes cannot be divided into runs of {short_repr(self.run)}"
            )

    def __str__(self) -> str:
        """The bits of a prefix, and the number of prefixes per run.

        >>> str(ChainDivision.of(41, 63))
        'prefixes of bits 41..62 in runs of 64'
        """
        return f"prefixes of bits {self.low}..{self.high - 1} in runs of {self.run:,}"

    @classmethod
    def of(cls, low: int, high: int) -> ChainDivision:
        """The default division for prefixes that consist of bits low..high - 1.

        >>> ChainDivision.of(41, 63), ChainDivision.of(41, 63).runs
        (ChainDivision(low=41, high=63, run=64), 32768)
        """
        prefixes = 1 << (high - low - 1)
        return cls(low, high, min(prefixes, max(_SHORTEST_RUN, prefixes // _MOST_RUNS)))

    @property
    def prefixes(self) -> int:
        """The number of prefixes."""
        return 1 << max(self.high - self.low - 1, 0)

    @property
    def runs(self) -> int:
        """The number of runs."""
        return self.prefixes // self.run

    def part(self, number: int, of: int) -> range:
        """The runs of a part.

        Args:
            number: The part's number, starting at 1.
            of: The number of parts.

        Raises:
            ValueError: The part is out of range.

        >>> ChainDivision.of(41, 63).part(17, 512)
        range(1024, 1088)
        """
        rule = f"the number of parts must be 1..{self.runs}"
        of = parse_integer(of, self.runs + 1, rule, start=1)
        number = parse_integer(number, of + 1, f"the part number must be 1..{of}", start=1)
        return range(self.runs * (number - 1) // of, self.runs * number // of)

    def prefix_of(self, magic: int) -> int:
        """The prefix under which a magic is found: its own, or that of its negative.

        >>> division = ChainDivision(4, 8, 1)
        >>> division.prefix_of(0x23), division.prefix_of(-0x23)
        (2, 2)
        """
        top = 1 << (self.high - 1)
        number = -magic if magic & top else magic
        return (number & (2 * top - 1)) >> self.low

    def check_magic(self, prefix: int, magic: int, period: int, path: str) -> None:
        """For `from_wire`: check that a magic at `path` is in range and belongs to a prefix."""
        right = magic < 1 << period
        require(right, f"{path}.magic", f"less than 2**{period}", f"{magic:#018x}")
        own = self.prefix_of(magic)
        require(prefix == own, f"{path}.prefix", f"{own}, the prefix of its magic", prefix)
