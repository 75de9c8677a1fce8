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

    Any hash goes with any layout and any storage, unless it is refused with a reason:
    magicbb build HASH/LAYOUT/STORAGE.
    """
    from magicbb.recipes.catalogue import schemes
    from magicbb.recipes.hashing import HASHES
    from magicbb.recipes.layout import LAYOUTS
    from magicbb.recipes.storage import STORAGES

    axes = {"hashes": [*HASHES], "layouts": [*LAYOUTS], "storages": [*STORAGES]}
    if as_json:
        fields = ("name", "author", "year", "source", "trade")
        print_json(
            {
                "schemes": [
                    {field: getattr(entry, field) for field in fields}
                    | {"description": entry.scheme.description}
                    for entry in schemes()
                ],
                **axes,
            }
        )
        return
    for entry in schemes():
        click.echo(f"{entry.name:15}  {entry.trade}")
        click.echo(f"{'':15}  {entry.author}, {entry.year}: {entry.scheme.description}")
    click.echo()
    for axis, known in axes.items():
        click.echo(f"{axis:15}  {', '.join(known)}")
