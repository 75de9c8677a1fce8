"""magicbb verify: hold anybody's magics against every key."""

from __future__ import annotations

from pathlib import Path

import click

from magicbb.cli import options
from magicbb.cli.console import print_json, print_report, waiting


@click.command(
    name="verify",
    short_help="Hold anybody's magics against every key.",
    epilog="""\b
Examples:
  magicbb verify fancy.npz
  magicbb verify --json magics.csv
""",
)
@click.argument("file", type=click.Path(path_type=Path))
@options.as_json
def command(file: Path, as_json: bool) -> None:
    """Read a table or magics from FILE and look up all 107,648 keys.

    FILE may be a table saved by build; or magics as CSV or JSON, with piece, square, kind,
    index_bits and magic for each of the 128 squares, with or without an offset; or NPZ with the
    arrays rook_magics and bishop_magics, and perhaps rook_bits, rook_offsets and so on.

    It may also be source code in any of the usual languages with arrays of 64 or 128 magics. Which
    is whose, their order and the shifts are found out and printed.
    """
    from magicbb.tables.files import read_any
    from magicbb.tables.imports.findings import Imported

    with waiting(f"verifying {click.format_filename(file)}"):
        read = read_any(file)
        table = read.table if isinstance(read, Imported) else read
        report = table.verify()
    found = read if isinstance(read, Imported) else None
    if as_json:
        parts = ("hash", "layout", "storage", "source")
        names = dict(zip(parts, (*table.scheme.names, table.source), strict=True))
        understood = {} if found is None else {"found": found.as_dict()}
        print_json({"file": click.format_filename(file), **names, **understood, **report.as_dict()})
        return
    if found is not None:
        click.echo(found)
    print_report(click.format_filename(file), table.choice.description, report)
