"""magicbb find: find one magic, or all 128."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import click

from magicbb.cli import options
from magicbb.cli.console import counter, print_json, progress
from magicbb.squares import square_name

if TYPE_CHECKING:
    from pathlib import Path

    from magicbb.magics import Magic


@click.command(
    name="find",
    short_help="Find one magic, or all 128.",
    epilog="""\b
Examples:
  magicbb find rook a1 --seed 7
  magicbb find bishop b1 --bits 4
  magicbb find --kind black -o black.json
""",
)
@click.argument("piece", required=False, type=click.Choice(["rook", "bishop"]))
@click.argument("square", required=False, type=options.SquareType())
@click.option("--bits", type=int, help="Index bits; as many as the mask has squares if left out.")
@click.option(
    "--kind",
    type=click.Choice(["white", "black", "white-32"]),
    default="white",
    show_default=True,
    help="Hash occupied & mask, or occupied | ~mask, or with products of 32 bits.",
)
@options.seed
@click.option("--tries", type=click.IntRange(0, 2**63 - 1), help="Give up after so many tries.")
@options.threads
@options.output("the magics as JSON or, to FILE.csv, as CSV")
@options.as_json
def command(
    piece: str | None,
    square: int | None,
    bits: int | None,
    kind: str,
    seed: int,
    tries: int | None,
    threads: int | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """Find the magic of PIECE on SQUARE, or those of all 128 squares.

    With as many index bits as the mask has squares this takes no time. One bit less is possible for
    some squares, most of them the bishop's; such a search may never end, unless --tries ends it.
    """
    if piece is not None and square is None:
        raise click.UsageError("a piece needs a square, as in: magicbb find rook a1")
    from magicbb.files import check_target, write_whole
    from magicbb.search import find, find_all

    if output is not None:
        check_target(output)

    started = time.perf_counter()
    if piece is not None and square is not None:
        where = f"{piece} {square_name(square)}"
        with progress(where, tries, "tries") as update:
            magics = [find(piece, square, bits, kind, seed=seed, tries=tries, on_progress=update)]
        arguments = f" {where}" + (f" --bits {bits}" if bits is not None else "")
    elif bits is not None or tries is not None:
        raise click.UsageError(
            "--bits and --tries are for one square: magicbb find rook a1 --bits 12"
        )
    else:
        with progress("finding", 128, "magics") as update:
            found = counter(update)
            magics = [*find_all(kind, seed=seed, threads=threads, on_found=found)]
        arguments = ""
    seconds = time.perf_counter() - started
    content = {
        "command": f"magicbb find{arguments} --kind {kind} --seed {seed}",
        "seed": seed,
        "magics": [_fields(magic) for magic in magics],
    }
    if output is not None:
        write_whole(output, _as_text(content, output).encode())
    if as_json:
        print_json(content)
        return
    if output is None:
        for magic in magics:
            click.echo(" ".join(str(value) for value in _fields(magic).values()))
    written = f" to {click.format_filename(output)}" if output is not None else ""
    click.echo(f"{len(magics)} found in {seconds:.3f} s{written}", err=True)


def _fields(magic: Magic) -> dict[str, Any]:
    return {
        "piece": magic.slider.name,
        "square": square_name(magic.square),
        "kind": magic.kind,
        "index_bits": magic.bits,
        "magic": f"{magic.factor:#018x}",
    }


def _as_text(content: dict[str, Any], output: Path) -> str:
    """JSON with a magic per line, or CSV where the name asks for it."""
    magics = content["magics"]
    if output.suffix.lower() == ".csv":
        rows = [magics[0], *(magic.values() for magic in magics)]
        return "".join(",".join(str(value) for value in row) + "\n" for row in rows)
    lines = ",\n".join("    " + json.dumps(magic) for magic in magics)
    start = json.dumps({**content, "magics": []}, indent=2).removesuffix("[]\n}")
    return f"{start}[\n{lines}\n  ]\n}}\n"
