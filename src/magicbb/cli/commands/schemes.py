"""magicbb schemes: list the catalogue."""

from __future__ import annotations

import shutil
import sys
from operator import attrgetter
from textwrap import fill, shorten
from typing import TYPE_CHECKING, Any

import click

from magicbb.arguments import short_repr, suggestion
from magicbb.cli import options
from magicbb.cli.console import print_json

if TYPE_CHECKING:
    from magicbb.recipes.catalogue import CatalogueEntry


@click.command(
    name="schemes",
    short_help="List the published schemes and the sizes of their tables.",
    epilog="""\b
Examples:
  magicbb schemes --sort size
  magicbb schemes shared
  magicbb schemes --json
""",
)
@click.argument("name", required=False, shell_complete=options.schemes)
@click.option(
    "--sort",
    type=click.Choice(["size", "entries", "words", "name", "year"]),
    help="Sort the list (default: catalogue order). If sorted by size or entries, non-magic "
    "methods come last.",
)
@options.as_json
def command(name: str | None, sort: str | None, as_json: bool) -> None:
    """List the published schemes, or describe the one called NAME.

    Sizes are those of tables built with seed 1. The column "words" is the number of 64-bit
    parameter words per square. Schemes that need BMI2 (PEXT, PDEP) are slow without it.

    Hashes, layouts, storages and sources of magics can be combined freely, with few exceptions:
    magicbb build HASH/LAYOUT/STORAGE[/SOURCE].
    """
    from magicbb.recipes.catalogue import CATALOGUE, schemes
    from magicbb.recipes.hashing import HASHES
    from magicbb.recipes.layout import LAYOUTS
    from magicbb.recipes.scheme import Scheme
    from magicbb.recipes.sources import SOURCES
    from magicbb.recipes.storage import STORAGES

    axes = {
        "hashes": [*HASHES],
        "layouts": [*LAYOUTS],
        "storages": [*STORAGES],
        "sources": [*SOURCES],
    }
    entries = [*schemes()]
    if name is not None:
        entries = [entry for entry in entries if entry.name == name]
        if not entries:
            names = ", ".join(entry.name for entry in schemes())
            meant = suggestion(name, CATALOGUE)
            raise click.UsageError(f"NAME must be one of {names}, got {short_repr(name)}{meant}")
    if sort is not None:
        entries.sort(key=attrgetter({"size": "nbytes", "words": "parameter_words"}.get(sort, sort)))
    if sort in {"size", "entries"}:  # the first table should be one with magics
        entries.sort(key=lambda entry: not isinstance(entry.scheme, Scheme))
    if as_json:
        found = [_as_dict(entry) for entry in entries]
        print_json({"schemes": found, **axes} if name is None else found[0])
    elif name is not None:
        _describe(entries[0])
    else:
        room = max(26, shutil.get_terminal_size().columns - 54) if sys.stdout.isatty() else 999
        click.echo(f"{'name':19} {'entries':>8} {'KiB':>8}  words  needs  idea")
        for entry in entries:
            idea = shorten(f"{entry.year} {entry.author}", room, placeholder=" …")
            click.echo(
                f"{entry.name:19} {entry.entries:8,} {entry.nbytes / 1024:8,.1f}  "
                f"{entry.parameter_words:5}  {entry.needs:5}  {idea}"
            )
        click.echo()
        for axis, known in axes.items():
            click.echo(_wrapped(f"{axis:9}  {', '.join(known)}"))


def _wrapped(line: str) -> str:
    """A line with a title of at most eleven characters, wrapped for a terminal."""
    return fill(line, 79, subsequent_indent=" " * 11, break_on_hyphens=False)


def _as_dict(entry: CatalogueEntry) -> dict[str, Any]:
    from magicbb.recipes.choice import parse_choice

    fields = ("name", "source", "author", "year", "published", "trade", "entries", "nbytes")
    more = ("parameter_nbytes", "needs")
    return {field: getattr(entry, field) for field in (*fields, *more)} | {
        "description": parse_choice(entry.name).description
    }


def _describe(entry: CatalogueEntry) -> None:
    from magicbb.recipes.choice import parse_choice

    click.echo(f"{entry.name}: {parse_choice(entry.name).description}")
    click.echo(f"  {entry.trade}")
    click.echo(_wrapped(f"  idea     {entry.author}, {entry.year} ({entry.published})"))
    click.echo(f"  entries  {entry.entries:,}")
    click.echo(f"  bytes    {entry.nbytes:,}, and {entry.parameter_nbytes:,} of parameters")
    if entry.needs:
        click.echo(f"  needs    {entry.needs}")
