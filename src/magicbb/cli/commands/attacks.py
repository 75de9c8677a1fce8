"""magicbb attacks: draw one attack set, or write the attack sets for a file of positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from magicbb.cli import options, outputs
from magicbb.cli.board import Picture, board_of, slider_on
from magicbb.cli.console import print_json
from magicbb.geometry.bitboards import squares_of
from magicbb.geometry.sliders import parse_slider
from magicbb.geometry.squares import SQUARE_NAMES, square_name

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from magicbb.chess.collections.positions import Positions


@click.command(
    name="attacks",
    short_help="Draw one attack set, or write attack maps for a file of positions.",
    epilog="""\b
Examples:
  magicbb attacks queen d4
  magicbb attacks e2 --fen 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -'
  magicbb attacks --positions positions.epd -o maps.npz
""",
)
@options.place("rook", "bishop", "queen")
@options.position
@click.option(
    "--positions",
    "source",
    metavar="FILE",
    help="A file with one FEN or EPD per line, plain or gzipped; - for standard input.",
)
@outputs.output("the attack maps as NPZ, Parquet or CSV, by file suffix", *outputs.MAPS)
@click.option("--skip-invalid", is_flag=True, help="Skip lines that are not valid positions.")
@options.scheme("The scheme to use for look-ups (default: the fastest on this CPU).")
@options.threads
@options.as_json
def command(
    place: tuple[str | None, int | None],
    fen: str | None,
    occupied: str | None,
    source: str | None,
    output: Path | None,
    skip_invalid: bool,
    scheme: str | None,
    threads: int | None,
    as_json: bool,
) -> None:
    """Draw the board, the pieces and the squares attacked by a slider on SQUARE.

    PIECE is rook, bishop or queen (default: the slider on the square, or queen if there is none).

    With --positions FILE -o OUT, write the attacks of all sliders in all positions of a file.
    OUT.npz holds arrays; OUT.parquet and OUT.csv have one row per slider.
    """
    piece, square = place
    single = {"PIECE": piece, "SQUARE": square, "--fen": fen, "--occupied": occupied}
    many = {"-o": output, "--skip-invalid": skip_invalid or None, "--scheme": scheme}
    if source is not None:
        options.refuse(single, "cannot be combined with --positions")
        if output is None:
            raise click.UsageError("--positions needs an output file, as in: -o maps.npz")
        _write(source, output, scheme, threads, skip_invalid=skip_invalid, as_json=as_json)
        return
    options.refuse({**many, "--threads": threads}, "requires --positions FILE")
    if square is None:
        raise click.UsageError("name a SQUARE, or give a file of positions with --positions FILE")
    _draw(square, piece, fen, occupied, as_json=as_json)


def _write(
    source: str,
    output: Path,
    scheme: str | None,
    threads: int | None,
    *,
    skip_invalid: bool,
    as_json: bool,
) -> None:
    from magicbb.chess.collections.map_files import check_format, write_maps
    from magicbb.chess.collections.positions import lines_skipped
    from magicbb.cli.console import progress

    check_format(output)
    table = None
    if scheme is not None:
        from magicbb.cli.table_named import table_named

        table = table_named(scheme)
    with progress("mapping", None, "positions") as update:
        chunks = _chunks(source, skip_invalid=skip_invalid)
        written = write_maps(output, chunks, table=table, threads=threads, on_progress=update)
    if as_json:
        print_json({**vars(written), "output": click.format_filename(output)})
        return
    skipped = f", {lines_skipped(written.skipped)}" if skip_invalid else ""
    click.echo(
        f"{written.positions:,} positions, {written.sliders:,} sliders{skipped}: "
        f"{click.format_filename(output)}"
    )


def _chunks(source: str, *, skip_invalid: bool) -> Iterator[Positions]:
    """Read the positions of a file, which must contain at least one."""
    from magicbb.chess.collections.reading import no_position, position_chunks
    from magicbb.files import source_name

    count = skipped = 0
    for chunk in position_chunks(source, skip_invalid=skip_invalid):
        count, skipped = count + len(chunk), skipped + chunk.skipped
        yield chunk
    if not count:
        raise no_position(source_name(source), skipped)


def _draw(
    square: int, piece: str | None, fen: str | None, occupied: str | None, *, as_json: bool
) -> None:
    board = board_of(fen, occupied)
    slider = parse_slider(piece or slider_on(board, square, "attacks") or "queen")
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
    Picture(board, square, slider, attacks).show()
