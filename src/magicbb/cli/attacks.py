"""magicbb attacks: draw one attack set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from magicbb.arguments import parse_number
from magicbb.bitboards import parse_bitboard, squares_of
from magicbb.chess.fen import Board, parse_board
from magicbb.cli import options
from magicbb.cli.console import print_json
from magicbb.sliders import QUEEN, Slider, parse_slider
from magicbb.squares import SQUARE_NAMES, square_name

if TYPE_CHECKING:
    from magicbb.cli.board import Picture

_LETTERS = {"R": "rook", "B": "bishop", "Q": "queen"}


@click.command(
    name="attacks",
    short_help="Draw one attack set.",
    epilog="""\b
Examples:
  magicbb attacks d4 --piece queen
  magicbb attacks e2 --fen 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -'
""",
)
@click.argument("square", type=options.SquareType())
@click.option(
    "--piece",
    type=click.Choice(["rook", "bishop", "queen"]),
    help="The slider; if left out, the one that stands on the square, or else a queen.",
)
@click.option("--fen", help="The position, as a FEN or its first field.")
@click.option("--occupied", help="The occupied squares as a number, such as 0x8100000000000081.")
@options.as_json
def command(
    square: int, piece: str | None, fen: str | None, occupied: str | None, as_json: bool
) -> None:
    """Draw the board, the pieces and the squares that a slider on SQUARE attacks."""
    if fen is not None and occupied is not None:
        raise click.UsageError("give the position by --fen or by --occupied, not by both")
    board = parse_board(fen) if fen is not None else _board_of(occupied)
    slider = _slider(piece, board, square)
    attacks = slider.attacks(square, board.occupied)
    if as_json:
        print_json(
            {
                "piece": slider.name,
                "square": square_name(square),
                "occupied": f"{board.occupied:#018x}",
                "attacks": f"{attacks:#018x}",
                "squares": [SQUARE_NAMES[target] for target in squares_of(attacks)],
            }
        )
        return
    from magicbb.cli.board import Picture

    picture: Picture = Picture(board, square, slider, attacks)
    picture.show()


def _board_of(occupied: str | None) -> Board:
    if occupied is None:
        return Board({})
    number = parse_number(occupied, "--occupied must be a number such as 0x81")
    return Board(dict.fromkeys(squares_of(parse_bitboard(number)), "x"))


def _slider(piece: str | None, board: Board, square: int) -> Slider:
    if piece is not None:
        return parse_slider(piece)
    letter = board.pieces.get(square, "x")
    if letter != "x" and letter.upper() not in _LETTERS:
        raise click.UsageError(
            f"{letter!r} on {square_name(square)} is no slider; --piece says which one to draw"
        )
    return parse_slider(_LETTERS.get(letter.upper(), QUEEN))
