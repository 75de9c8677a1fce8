"""The two lines along which a slider moves, computed in plain Python."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.geometry.bitboards import bitboard_of
from magicbb.geometry.sliders import ROOK
from magicbb.recipes.notes import Note

if TYPE_CHECKING:
    from magicbb.geometry.sliders import Slider


LINES = {"rook": ("file", "rank"), "bishop": ("diagonal", "anti_diagonal")}
"""The names of the lines that `lines_of` returns."""


def on_each_line(ending: str, title: str, sentence: str) -> dict[str, Note]:
    """Notes on a step or word that exists for each line.

    Args:
        ending: The suffix of the step's key after the name of the line.
        title: The title, with {} in place of the line's name.
        sentence: The sentence, with {} in place of the line's name.

    >>> on_each_line("_sets", "{}, sets", "Those of the {}.")["anti_diagonal_sets"]
    Note(title='Anti-diagonal, sets', sentence='Those of the anti-diagonal.')
    """
    names = {line: line.replace("_", "-") for both in LINES.values() for line in both}
    return {
        line + ending: Note(title.format(name.capitalize()), sentence.format(name))
        for line, name in names.items()
    }


NOTES = {
    **on_each_line(
        "", "{}", "The squares of the {} through the slider, excluding the slider's own square."
    ),
    **on_each_line("_attacks", "{}, attacks", "The squares that the slider sees along this line."),
    "inner": Note(
        "Inner squares",
        "The pieces on the inner squares of the line form the index.",
    ),
    "attacks": Note("Attacks", "The attacks along both lines together."),
}
"""Notes for methods that compute attacks line by line."""


@dataclass(frozen=True)
class Line:
    """A line through a square, excluding the square itself.

    Attributes:
        lower: The squares of the line that have smaller numbers than the square.
        upper: The squares of the line that have larger numbers than the square.
    """

    lower: int
    upper: int

    @property
    def mask(self) -> int:
        """The squares of the line on both sides of the square."""
        return self.lower | self.upper


def lines_of(slider: Slider, square: int) -> tuple[Line, Line]:
    """A rook's file and rank, or a bishop's diagonal and anti-diagonal.

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
        inner: The occupied squares on files b to g, as six bits; pieces on files a and h block
            nothing.

    >>> f"{rank_attacks(3, 0b100001):08b}"
    '01110110'
    """
    return ROOK.attacks(file, inner << 1) & 0xFF
