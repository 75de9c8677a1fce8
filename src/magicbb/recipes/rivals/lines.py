"""The two lines of a square that a slider moves on: geometry in plain Python."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.geometry.bitboards import bitboard_of
from magicbb.geometry.sliders import ROOK
from magicbb.recipes.notes import Note

if TYPE_CHECKING:
    from magicbb.geometry.sliders import Slider


LINES = {"rook": ("file", "rank"), "bishop": ("diagonal", "anti_diagonal")}
"""The names of the lines of `lines_of`."""


def on_each_line(ending: str, title: str, sentence: str) -> dict[str, Note]:
    """Notes on the same step or word of each line.

    Args:
        ending: The suffix of the step's key after the name of the line.
        title: The title, with {} for the line.
        sentence: The sentence, in the same form.

    >>> on_each_line("_sets", "{}, sets", "Those of the {}.")["anti_diagonal_sets"]
    Note(title='Anti-diagonal, sets', sentence='Those of the anti-diagonal.')
    """
    names = {line: line.replace("_", "-") for both in LINES.values() for line in both}
    return {
        line + ending: Note(title.format(name.capitalize()), sentence.format(name))
        for line, name in names.items()
    }


NOTES = {
    **on_each_line("", "{}", "The squares of the {} through the slider, without its own."),
    **on_each_line("_attacks", "{}, attacks", "What the slider sees along this line."),
    "inner": Note(
        "Inner squares",
        "The pieces on the inner squares of the line form the index.",
    ),
    "attacks": Note("Attacks", "Both lines together."),
}
"""Notes for rivals that go line by line."""


@dataclass(frozen=True)
class Line:
    """A line through a square, without the square itself.

    Attributes:
        lower: The squares below it, those of smaller numbers.
        upper: The squares above it.
    """

    lower: int
    upper: int

    @property
    def mask(self) -> int:
        """Both sides."""
        return self.lower | self.upper


def lines_of(slider: Slider, square: int) -> tuple[Line, Line]:
    """The file and the rank of a rook's square; diagonal and anti-diagonal of a bishop's.

    >>> from magicbb.geometry.bitboards import diagram
    >>> from magicbb.geometry.sliders import BISHOP
    >>> diagonal, anti_diagonal = lines_of(BISHOP, 27)
    >>> print(diagram(diagonal.mask, pieces={"d4": "B"}))
    . . . . . . . 1
    . . . . . . 1 .
    . . . . . 1 . .
    . . . . 1 . . .
    . . . B . . . .
    . . 1 . . . . .
    . 1 . . . . . .
    1 . . . . . . .
    """
    first, second = (
        Line(
            lower=bitboard_of(slider.ray(square, (-files, -ranks))),
            upper=bitboard_of(slider.ray(square, (files, ranks))),
        )
        for files, ranks in slider.directions
        if 8 * ranks + files > 0
    )
    return first, second


def rank_attacks(file: int, inner: int) -> int:
    """The attacks of a rook along the first rank, as eight bits.

    Args:
        file: The rook's file, 0..7.
        inner: The occupied ones of the files b to g, as six bits; the outer files hide nothing.

    >>> f"{rank_attacks(3, 0b100001):08b}"
    '01110110'
    """
    return ROOK.attacks(file, inner << 1) & 0xFF
