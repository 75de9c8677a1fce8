"""magicbb schemes: the catalogue."""

from __future__ import annotations

import click

from magicbb.cli import options
from magicbb.cli.console import print_json


@click.command(
    name="schemes",
    short_help="List the published schemes, and the parts to make others of.",
    epilog="""\b
Example:
  magicbb schemes --json
""",
)
@options.as_json
def command(as_json: bool) -> None:
    """List the published schemes, with author, year and what each trades for what.

    Any hash goes with any layout, any storage and any source of magics, unless it is refused with a
    reason: magicbb build HASH/LAYOUT/STORAGE[/SOURCE].
    """
    from magicbb.recipes.catalogue import schemes
    from magicbb.recipes.choice import parse_choice
    from magicbb.recipes.hashing import HASHES
    from magicbb.recipes.layout import LAYOUTS
    from magicbb.recipes.sources import SOURCES
    from magicbb.recipes.storage import STORAGES

    axes = {
        "hashes": [*HASHES],
        "layouts": [*LAYOUTS],
        "storages": [*STORAGES],
        "sources": [*SOURCES],
    }
    if as_json:
        fields = ("name", "magics", "author", "year", "source", "trade")
        print_json(
            {
                "schemes": [
                    {field: getattr(entry, field) for field in fields}
                    | {"description": parse_choice(entry.name).description}
                    for entry in schemes()
                ],
                **axes,
            }
        )
        return
    for entry in schemes():
        click.echo(f"{entry.name:15}  {entry.trade}")
        description = parse_choice(entry.name).description
        click.echo(f"{'':15}  {entry.author}, {entry.year}: {description}")
    click.echo()
    for axis, known in axes.items():
        click.echo(f"{axis:15}  {', '.join(known)}")
