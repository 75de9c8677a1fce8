"""magicbb export: write a verified table as source code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from magicbb.cli import options as shared
from magicbb.cli import outputs
from magicbb.cli.console import print_json, waiting
from magicbb.cli.table_named import build_table, read_table

if TYPE_CHECKING:
    from pathlib import Path

    from magicbb.exports.options import Options
    from magicbb.tables.rival_table import RivalTable
    from magicbb.tables.table import Table


@click.command(
    name="export",
    short_help="Write a verified table as source code.",
    epilog="""\b
Languages:
  c cpp csharp go java javascript javascript-pairs python rust typescript
  typescript-pairs zig; pairs use 32-bit numbers instead of BigInt
\b
Examples:
  magicbb export fancy --language rust -o attacks.rs
  magicbb export pext --language c --tables static --mapping a8=0
  magicbb export fancy.npz --language cpp --self-test -o attacks.cpp
""",
)
@click.argument("scheme", shell_complete=shared.schemes)
@click.option("-l", "--language", required=True, help="The language, such as c, rust or java.")
@click.option(
    "--mapping",
    default="a1=0",
    show_default=True,
    help="The corner that is square 0; use a1=0,a2=1 for squares numbered along files.",
)
@click.option(
    "--tables",
    metavar="init|static|const",
    help="Fill the table at start-up, write out every entry, or compute it at compile time.",
)
@click.option(
    "--records",
    metavar="aos|soa",
    help="How C, C++ and Rust code stores the parameters: as an array of structures (aos) or a "
    "structure of arrays (soa).",
)
@click.option("--prefix", help="Prefix of all names, in languages without modules.")
@click.option("--namespace", help="Namespace, in languages that have namespaces.")
@click.option("--package", help="Package, in languages that have them.")
@click.option("--class", "class_name", help="Class name, in languages that have them.")
@click.option("--queen/--no-queen", default=True, help="Include a function for the queen.")
@click.option("--self-test", is_flag=True, help="Add a program that checks all 107,648 keys.")
@shared.seed
@shared.threads
@outputs.output("the source to a file (default: standard output)", outputs.SOURCE)
@shared.as_json
def command(
    scheme: str,
    language: str,
    seed: int,
    threads: int | None,
    output: Path | None,
    as_json: bool,
    **asked: Any,
) -> None:
    """Write the table for SCHEME as a self-contained source file.

    SCHEME is a catalogue name (see magicbb schemes), HASH/LAYOUT/STORAGE[/SOURCE], or any file
    that magicbb verify reads. Every key is verified before anything is written. --json prints the
    scheme, the main options and the result of the verification, followed by the source or, with -o,
    the name of the file.
    """
    from magicbb.exports.options import parse_options
    from magicbb.exports.source import write
    from magicbb.files import write_whole

    options = parse_options(language, output=output, **asked)
    table, origin = _table(scheme, options, seed, threads)
    with waiting(f"writing {options.language.title}"):
        text = write(table, options, origin)
    if output is not None:
        write_whole(output, text.encode("ascii"))
    if as_json:
        where = {"source": text} if output is None else {"file": click.format_filename(output)}
        print_json(
            {
                "scheme": scheme,
                "language": options.language.name,
                "mapping": options.mapping.name,
                "tables": options.tables_for(table.choice),
                "records": options.records_for(table.choice),
                **table.verify().to_dict(),
                **where,
            }
        )
    elif output is None:
        click.echo(text, nl=False)
    else:
        keys = table.verify().keys
        click.echo(
            f"{click.format_filename(output)}: {options.language.title}, {len(text):,} bytes; "
            f"{scheme}, all {keys:,} keys verified",
            err=True,
        )


def _table(
    scheme: str, options: Options, seed: int, threads: int | None
) -> tuple[Table | RivalTable, str]:
    """The table of a scheme or a file, and the arguments that reproduce it."""
    from magicbb.exports.header import built_as, origin_of
    from magicbb.recipes.choice import parse_choice
    from magicbb.tables.build import is_file

    if is_file(scheme):
        source = click.get_current_context().get_parameter_source("seed")
        if source == ParameterSource.COMMANDLINE:
            raise click.UsageError(f"--seed is for searches, but {scheme} already has its magics")
        given = read_table(scheme)
        return given, origin_of(given, scheme)
    choice = parse_choice(scheme)
    options.tables_for(choice)
    options.records_for(choice)
    return build_table(choice, seed, threads), built_as(choice, seed)
