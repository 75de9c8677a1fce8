"""magicbb explain: one look-up, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from magicbb.cli import options, outputs
from magicbb.cli.board import Picture, board_of, slider_on
from magicbb.cli.console import print_json, waiting

if TYPE_CHECKING:
    from pathlib import Path

    from rich.text import Text

    from magicbb.chess.notation.fen import Board
    from magicbb.explanations.explanation import Explanation
    from magicbb.explanations.text import Line

_STYLES = {
    "": "",
    "title": "bold",
    "faint": "dim",
    "set": "bold",
    "taken": "bold reverse",
    "slider": "bold cyan",
}
_REMEDY = "a queen looks up both: explain the rook and then the bishop, by --piece"


@click.command(
    name="explain",
    short_help="Explain one look-up, step by step.",
    epilog="""\b
Examples:
  magicbb explain d4 --occupied 0x8080008000800
  magicbb explain e2 --fen 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -'
  magicbb explain a1 --piece bishop --scheme hyperbola --json
  magicbb explain d4 --piece rook --scheme densest --svg chain.svg
""",
)
@click.argument("square", type=options.SquareType())
@options.piece(
    "rook",
    "bishop",
    "queen",
    help="Rook or bishop (default: the one on the square, or else a rook).",
)
@options.position
@options.scheme("The scheme of the table, or a file of magics (default: fancy).")
@options.seed
@outputs.to_file(
    "--svg",
    "picture",
    formats=(outputs.SVG,),
    help="Write the chain of boards as one picture.",
)
@options.as_json
def command(
    square: int,
    piece: str | None,
    fen: str | None,
    occupied: str | None,
    scheme: str | None,
    seed: int,
    picture: Path | None,
    as_json: bool,
) -> None:
    """Show how the attacks of a rook or bishop on SQUARE are looked up.

    Every step is shown with its numbers and boards, as the scheme's own code computes it. Of a
    product, the bits that go into the index are digits, the others x and dot. At the end it says
    which other blockers lead to the same slot.
    """
    board = board_of(fen, occupied)
    slider = piece or slider_on(board, square, "explain") or "rook"
    if slider == "queen":
        raise click.UsageError(_REMEDY)
    from magicbb.explanations.explanation import explain
    from magicbb.tables.build import table_named

    name = scheme or "fancy"
    with waiting(f"building {name}"):
        table = table_named(name, seed)
        explanation = explain(table, slider, square, board.occupied, pieces=board.pieces)
        explanation.sharing  # noqa: B018 (it may have to be compiled)
    if picture is not None:
        explanation.save(picture)
    if as_json:
        print_json(explanation.to_dict())
        return
    _show(explanation, board)
    if picture is not None:
        click.echo(f"\npicture written to {click.format_filename(picture)}")


def _show(explanation: Explanation, board: Board) -> None:
    from rich.console import Console

    from magicbb.explanations.text import chain_lines, sharing_lines

    console = Console(highlight=False)
    for line in chain_lines(explanation, console.width):
        console.print(_styled(line), soft_wrap=True)
    Picture(board, explanation.square, explanation.slider, explanation.attacks).show()
    for line in sharing_lines(explanation, console.width):
        console.print(_styled(line), soft_wrap=True)


def _styled(line: Line) -> Text:
    from rich.text import Text

    text = Text()
    for part, style in line:
        text.append(part, style=_STYLES[style])
    text.rstrip()
    return text
