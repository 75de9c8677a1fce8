"""magicbb pack: pack magics into a small table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from magicbb.cli import campaigning, options, outputs
from magicbb.cli.console import print_json

if TYPE_CHECKING:
    from magicbb.research.campaigns.works.pack import Pack
    from magicbb.tables.table import Table


@click.command(
    name="pack",
    short_help="Pack magics into a small table.",
    epilog="""\b
Examples:
  magicbb pack --draft --rounds 1
  magicbb pack --draft --rounds 1 --shift fixed --published -o fixed.csv
""",
)
@options.kind("white", "black", default="black")
@options.choice(
    "--shift",
    ["free", "fixed"],
    default="free",
    help="One shift per square, or one per piece.",
)
@click.option(
    "--sharing",
    type=click.Choice(["none", "postmask", "bytes"]),
    multiple=True,
    default=("none",),
    show_default=True,
    help="How squares share slots: not at all (none), as masked unions (postmask), or a byte "
    "for each slot (bytes). Repeat the option to pack a table of each form from the same magics.",
)
@click.option(
    "--published",
    is_flag=True,
    help="Also use published magics and tables (default: only magics found by this campaign).",
)
@click.option(
    "--start",
    default="",
    metavar="TABLE",
    help="Start from a table: a name such as densest-shared, or a file.",
)
@click.option(
    "--rounds",
    type=options.IntRange(1, 2**20 - 1),
    default=12,
    show_default=True,
    help="Number of rounds of annealing and packing.",
)
@click.option("--draft", is_flag=True, help="Quick run at 1% effort; the result is poor.")
@options.seed
@campaigning.options
@outputs.output(
    "the table as NPZ or, to FILE.csv, its magics and offsets as CSV",
    outputs.TABLE,
    outputs.PACKED,
)
@options.as_json
def command(
    kind: str,
    shift: str,
    sharing: tuple[str, ...],
    published: bool,
    start: str,
    rounds: int,
    draft: bool,
    seed: int,
    output: Path | None,
    as_json: bool,
    **how: Any,
) -> None:
    """Pack the index ranges of 128 magics into the smallest array that the search finds.

    Each round anneals magics that pack well, chooses and places them, and compacts the table by
    guided local search. A round takes about ten minutes on one core; tables keep shrinking for
    hours.

    With --record or --book, the best tables are saved in the record book, even if --hours ends the
    campaign early; magicbb resume continues it. Otherwise, use -o to save the table.
    """
    from magicbb.research.campaigns.works.pack import Pack
    from magicbb.research.campaigns.works.pack_start import digest_of
    from magicbb.research.tasks.running import rounds_of

    digest = digest_of(start)
    work = Pack(kind, shift, sharing, published, rounds, seed, draft, start, digest)
    work.check_start()
    if output is not None and len(work.sharing) > 1:
        raise click.UsageError("-o writes one table; give --sharing only once")
    kept = how["record"] or how["book"] is not None
    if digest and kept and output is not None and output.resolve() == Path(start).resolve():
        raise click.UsageError(
            "-o would replace the table that magicbb resume reads again; write to another file"
        )
    outcome = campaigning.run(work, command=work.command, takes_long=not draft, **how)
    tables = work.tables(rounds_of(outcome))
    if output is not None:
        for table in tables.values():
            _write(table, output)
    described = [_described(work, name, table) for name, table in tables.items()]
    if as_json:
        print_json({"seed": seed, "finished": outcome.finished, "tables": described})
        return
    for each in described:
        _print(each)
    if not tables:
        click.echo("no table yet")
    elif output is not None:
        click.echo(f"table written to {click.format_filename(output)}", err=True)


def _write(table: Table, output: Path) -> None:
    from magicbb.files import write_whole
    from magicbb.magics.files import to_csv

    if output.suffix.lower() == ".csv":
        write_whole(output, to_csv(table.magics, table.offsets, table.scheme.storage.name).encode())
    else:
        table.save(output)


def _described(work: Pack, sharing: str, table: Table) -> dict[str, Any]:
    """A summary of a table, with the sizes of the published tables of the same name."""
    from magicbb.research.records.published import published_tables

    name, report = work.name(sharing), table.verify()
    return {
        "name": name,
        "sharing": sharing,
        "scheme": "/".join(table.scheme.names),
        "entries": table.entries,
        "used": report.used,
        "bytes": table.nbytes,
        "candidates": "own" if work.own else "published",
        "published": [
            {"by": each.by, "kind": each.kind, "entries": each.entries, "bytes": each.bytes}
            for each in published_tables()
            if each.name == name
        ],
    }


def _print(table: dict[str, Any]) -> None:
    whose = (
        "with published candidates"
        if table["candidates"] == "published"
        else "without published candidates"
    )
    click.echo(f"{table['name']}: {table['scheme']}, {whose}")
    entries, used = table["entries"], table["used"]
    click.echo(f"  entries    {entries:,}, {used:,} of them used ({used / entries:.1%})")
    click.echo(f"  bytes      {table['bytes']:,}")
    known = [f"{each['entries']:,} ({each['kind']}, {each['by']})" for each in table["published"]]
    click.echo(f"  published  {', '.join(known) or 'nothing'}")
