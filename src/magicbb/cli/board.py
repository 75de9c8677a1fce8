"""Read a board from a command's options, and draw a slider's attacks in the terminal."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from magicbb.arguments import parse_number
from magicbb.chess.notation.fen import Board, parse_board
from magicbb.geometry.bitboards import parse_bitboard, squares_of
from magicbb.geometry.squares import square_at, square_name
from magicbb.pictures import palette

if TYPE_CHECKING:
    from rich.text import Text

    from magicbb.geometry.sliders import Slider

_SLIDERS = {"R": "rook", "B": "bishop", "Q": "queen"}

_FIGURINES = dict(zip("KQRBNPkqrbnpx", "♔♕♖♗♘♙♚♛♜♝♞♟■", strict=True))

# Colours of light and dark squares: plain; attacked and empty; attacked and occupied; slider's.
_PLAIN = (palette.SHADE, palette.SQUARE_DARK)
_ATTACKED = ("#bccbf2", palette.MASK)
_CAPTURED = ("#8fa5e6", "#7f96dc")
_SLIDER = (palette.TAKEN_FAINT, palette.TAKEN)
_INK = palette.INK


def board_of(fen: str | None, occupied: str | None) -> Board:
    """The board from --fen, the board from --occupied (with unknown pieces), or an empty board.

    Raises:
        click.UsageError: Both options are given.
        ValueError: The option's value is invalid.
    """
    if fen is not None and occupied is not None:
        raise click.UsageError("--fen and --occupied cannot be combined")
    if fen is not None:
        return parse_board(fen)
    if occupied is None:
        return Board({})
    number = parse_number(occupied, "--occupied must be a number such as 0x81")
    return Board(dict.fromkeys(squares_of(parse_bitboard(number)), "x"))


def slider_on(board: Board, square: int, verb: str) -> str | None:
    """The name of the slider on a square; None if the square is empty or its piece unknown.

    Raises:
        click.UsageError: The piece is not a slider; `verb` is the command to suggest.
    """
    letter = board.pieces.get(square, "x")
    if letter == "x":
        return None
    if letter.upper() not in _SLIDERS:
        where = f"{letter!r} on {square_name(square)}"
        raise click.UsageError(
            f"{where} is not a slider; choose one, as in: magicbb {verb} rook {square_name(square)}"
        )
    return _SLIDERS[letter.upper()]


@dataclass(frozen=True)
class Picture:
    """A board with one slider and its attacks."""

    board: Board
    square: int
    slider: Slider
    attacks: int

    def show(self) -> None:
        """Print to standard output, in colour if the terminal has enough colours."""
        from rich.console import Console

        console = Console(highlight=False)
        console.print(self._title(), soft_wrap=True)
        console.print()
        # With only 16 colours, some shades would look the same, so marks are used.
        coloured = console.color_system in {"256", "truecolor"} and not console.no_color
        for rank in range(7, -1, -1):
            console.print(self._rank(rank, coloured=coloured), soft_wrap=True)
        console.print("    a  b  c  d  e  f  g  h", soft_wrap=True)

    def _title(self) -> str:
        count = self.attacks.bit_count()
        where = square_name(self.square)
        squares = "square" if count == 1 else "squares"
        return f"{self.slider} on {where} attacks {count} {squares}: {self.attacks:#018x}"

    def _rank(self, rank: int, *, coloured: bool) -> Text:
        from rich.text import Text

        line = Text(f" {rank + 1} ")
        for file in range(8):
            square = square_at(file, rank)
            cell = self._cell(square)
            if coloured:
                shade = self._shades(square)[(file + rank + 1) % 2]
                line.append(cell.translate(_UNMARKED), style=f"{_INK} on {shade}")
            else:
                line.append(cell)
        if not coloured:
            line.rstrip()
        return line

    def _cell(self, square: int) -> str:
        """Format a square as three characters, with brackets around an attacked piece."""
        if square == self.square:
            return f"<{self._piece(square)}>"
        attacked = self.attacks >> square & 1
        if square in self.board.pieces:
            piece = self._piece(square)
            return f"[{piece}]" if attacked else f" {piece} "
        return " • " if attacked and _can_print("•") else " * " if attacked else " . "

    def _piece(self, square: int) -> str:
        letter = self.board.pieces.get(square, "x")
        if square == self.square:
            initial = self.slider.name[0]
            letter = initial if letter.islower() and letter != "x" else initial.upper()
        return _FIGURINES[letter] if _can_print(_FIGURINES[letter]) else letter

    def _shades(self, square: int) -> tuple[str, str]:
        if square == self.square:
            return _SLIDER
        if not self.attacks >> square & 1:
            return _PLAIN
        return _CAPTURED if square in self.board.pieces else _ATTACKED


_UNMARKED = str.maketrans(dict.fromkeys("<>[].", " "))
"""A translation table that removes the attack marks, which colours make redundant."""


def _can_print(character: str) -> bool:
    try:
        character.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeEncodeError:
        return False
    return True
