"""magicbb build: find magics, then fill, verify and save a table."""

from __future__ import annotations

import time
from pathlib import Path

import click

from magicbb.cli import options, outputs
from magicbb.cli.console import print_json, print_report
from magicbb.cli.table_named import build_table


@click.command(
    name="build",
    short_help="Find magics, then fill, verify and save a table.",
    epilog="""\b
Examples:
  magicbb build fancy --seed 1 -o fancy.npz
  magicbb build black/shared/union
  magicbb build white/overlapped/union/dense
""",
)
@click.argument("scheme", shell_complete=options.schemes)
@options.seed
@options.threads
@outputs.output("the table as NPZ", outputs.TABLE)
@options.as_json
def command(
    scheme: str, seed: int, threads: int | None, output: Path | None, as_json: bool
) -> None:
    """Find the magics for SCHEME, fill its table, verify every key and save the table.

    SCHEME is a catalogue name (see magicbb schemes) or any combination HASH/LAYOUT/STORAGE,
    optionally followed by /SOURCE, the source of the magics, such as a CSV or JSON file.
    """
    from magicbb.recipes.choice import parse_choice
    from magicbb.recipes.rivals import RIVALS
    from magicbb.tables.build import is_file
    from magicbb.tables.table import Table

    if is_file(scheme) and Path(scheme).exists():
        raise click.UsageError(
            f"{scheme} is a file; build its magics with a scheme, as in: "
            f"magicbb build white/concatenated/direct/{scheme}"
        )
    chosen = parse_choice(scheme)
    if output is not None and chosen.scheme in RIVALS.values():
        raise click.UsageError(f"{scheme} uses no magics, so there is nothing to save")
    started = time.perf_counter()
    table = build_table(chosen, seed, threads)
    report = table.verify()
    seconds = time.perf_counter() - started
    if output is not None and isinstance(table, Table):
        table.save(output)
    if as_json:
        print_json({"scheme": scheme, "seed": seed, **report.to_dict()})
        return
    name = f"{scheme}, seed {seed}" if chosen.seeded else scheme
    print_report(name, chosen.description, report)
    saved = f"; saved as {click.format_filename(output)}" if output is not None else ""
    click.echo(f"built in {seconds:.3f} s{saved}", err=True)
