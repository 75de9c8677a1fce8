"""What `magicbb find` is to find, and the command that finds the same.

It is a module of its own so that `magicbb find` without a campaign need not import `searching`,
which takes 0.1 s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from magicbb.geometry.squares import square_name

if TYPE_CHECKING:
    from magicbb.geometry.sliders import Slider


class FindRequest(NamedTuple):
    """The magics to find, for one square or for all 128.

    Attributes:
        place: The slider and square; None for all squares.
        bits: The index bits: a number, for one square; or a word such as "n-1", where n is the
            number of mask squares; or None, which means n.
        kind: As for `find`.
        objective: As for `find`.
        seed: As for `find`.
        tries: As for `find`.
        anyway: Whether to search even if the answer is known.
    """

    place: tuple[Slider, int] | None
    bits: int | str | None
    kind: str
    objective: str
    seed: int
    tries: int | None
    anyway: bool

    @property
    def more(self) -> int:
        """The number of index bits minus that of mask squares; 0 if `bits` is a number."""
        return int(self.bits[1:] or 0) if isinstance(self.bits, str) else 0

    def bits_of(self, slider: Slider, square: int) -> int:
        """The index bits for a square."""
        if isinstance(self.bits, int):
            return self.bits
        return slider.mask(square).bit_count() + self.more

    def command(self, *, campaign: bool = False) -> str:
        """The command that finds the same magics.

        Args:
            campaign: Whether a campaign is needed to find the same: it searches in another way for
                a magic with fewer bits.

        >>> from magicbb.geometry.sliders import ROOK
        >>> FindRequest((ROOK, 0), "n", "white", "bits", 1, None, False).command()
        'magicbb find rook a1 --bits n --kind white --seed 1'
        """
        words = ["magicbb", "find"]
        if self.place is not None:
            words += [self.place[0].name, square_name(self.place[1])]
        if self.bits is not None:
            words += ["--bits", str(self.bits)]
        words += ["--kind", self.kind]
        if self.objective != "bits":
            words += ["--objective", self.objective]
        words += [] if self.tries is None else ["--tries", str(self.tries)]
        words += ["--anyway"] * self.anyway
        return " ".join([*words, "--seed", str(self.seed), *["--record"] * campaign])
