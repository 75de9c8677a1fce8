"""magicbb verify: verify magics from any source, exhaustively."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from magicbb.cli import options
from magicbb.cli.console import print_json, waiting

if TYPE_CHECKING:
    from pathlib import Path


@click.command(
    name="verify",
    short_help="Verify magics from any source, exhaustively.",
    epilog="""\b
Examples:
  magicbb verify fancy.npz
  magicbb verify --json magics.csv
  magicbb verify rooks.c bishops.c
  magicbb verify --piece rook rooks.c
""",
)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=options.FILE_TO_READ)
@options.piece("rook", "bishop", help="Verify this slider only; the other may be missing.")
@click.option("--magics-only", is_flag=True, help="For source code, check only magics and shifts.")
@options.as_json
def command(files: tuple[Path, ...], piece: str | None, magics_only: bool, as_json: bool) -> None:
    """Read a table or magics from FILE, and verify the look-ups of all 107,648 keys.

    FILE is a table saved by build; or magics as CSV or JSON, with piece, square, kind, bits,
    magic and optionally offset for each piece and square (128 rows); or an NPZ with the arrays
    rook_magics and bishop_magics, and optionally rook_bits, rook_offsets and so on.

    FILE may also be source code, in any common language, with arrays of 64 or 128 magics. Their
    piece, square order and shifts are detected and printed. Arrays of masks, of offsets and of
    attacks on the empty board, and lists of attack sets are also checked, and so are shifts and
    table lengths in the code: each wrong number is reported with its square and its line in the
    file, and anything not checked is listed.

    Several files, such as one for each slider, are read like a single file; - is standard input.
    """
    from magicbb.files import source_name
    from magicbb.tables.verifying import verify

    names = ", ".join(click.format_filename(source_name(file)) for file in files)
    with waiting(f"verifying {names}"):
        verification = verify(*files, piece=piece, magics_only=magics_only)
    if as_json:
        print_json(verification.to_dict())
    else:
        click.echo(verification)
