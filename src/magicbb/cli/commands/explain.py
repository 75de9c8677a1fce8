"""magicbb explain: one look-up, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from magicbb.cli import options, outputs
from magicbb.cli.board import Picture, board_of, slider_on
from magicbb.cli.console import print_json, waiting
from magicbb.cli.table_named import table_named
from magicbb.geometry.squares import square_name

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
_REMEDY = "a queen needs two look-ups; explain the rook's and the bishop's, as in: explain rook {}"

_SLIDERS = {"R": "rook", "B": "bishop"}

_EXAMPLE = "2r3k1/pp3ppp/8/3p4/3R1B2/P7/1P3PPP/6K1 w - - 0 1"
_D4 = 27
"""The default example: a rook on d4 with blockers on d5 and f4."""


@click.command(
    name="explain",
    short_help="Explain one look-up, step by step.",
    epilog="""\b
Examples:
  magicbb explain
  magicbb explain d4 --occupied 0x8080008000800
  magicbb explain e2 --fen 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -'
  magicbb explain bishop a1 --scheme hyperbola --json
  magicbb explain rook d4 --scheme densest --svg chain.svg
""",
)
@options.place("rook", "bishop", "queen")
@options.position
@options.scheme("The scheme of the table, or a file of magics (default: fancy).")
@options.seed
@outputs.to_file(
    "--svg",
    "picture",
    formats=(outputs.SVG,),
    help="Write the chain of boards as one SVG picture.",
)
@options.as_json
def command(
    place: tuple[str | None, int | None],
    fen: str | None,
    occupied: str | None,
    scheme: str | None,
    seed: int,
    picture: Path | None,
    as_json: bool,
) -> None:
    """Show how the attacks of a rook or bishop on SQUARE are looked up.

    PIECE defaults to the slider on the square, or a rook. Without --fen or --occupied, an example
    position is used, and SQUARE defaults to its rook on d4.

    Each step is shown with its numbers and boards, as computed by the scheme's own code. In a
    product, the bits of the index are shown as 0 and 1; of the other bits, those set are shown as
    x, and the rest as dots. The last part shows which other sets of blockers share the slot.
    """
    piece, square = place
    square = _D4 if square is None else square
    is_example = fen is None and occupied is None
    board = board_of(_EXAMPLE if is_example else fen, occupied)
    if is_example:
        slider = piece or _SLIDERS.get(board.pieces.get(square, ""), "rook")
    else:
        slider = piece or slider_on(board, square, "explain") or "rook"
    if slider == "queen":
        raise click.UsageError(_REMEDY.format(square_name(square)))
    from magicbb.explanations.explanation import explain

    table = table_named(scheme or "fancy", seed)
    with waiting("explaining"):
        explanation = explain(table, slider, square, board.occupied, pieces=board.pieces)
        explanation.sharing  # noqa: B018 (this may compile kernels)
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

    from magicbb.explanations.text import sharing_lines, stage_lines

    console = Console(highlight=False)
    for line in stage_lines(explanation, console.width):
        console.print(_styled(line), soft_wrap=True)
    Picture(board, explanation.square, explanation.piece, explanation.attacks).show()
    for line in sharing_lines(explanation, console.width):
        console.print(_styled(line), soft_wrap=True)


def _styled(line: Line) -> Text:
    from rich.text import Text

    text = Text()
    for part, style in line:
        text.append(part, style=_STYLES[style])
    text.rstrip()
    return text
