"""Build a scheme's table, or read a table from a file, and show the progress."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from magicbb.cli.console import counter, progress, waiting

if TYPE_CHECKING:
    from magicbb.recipes.choice import Choice
    from magicbb.tables.rival_table import RivalTable
    from magicbb.tables.table import Table


def table_named(scheme: str, seed: int = 1) -> Table | RivalTable:
    """Build the table of a scheme, or read it from a file, as `tables.build.table_named` does."""
    from magicbb.recipes.choice import parse_choice
    from magicbb.tables.build import is_file

    return read_table(scheme) if is_file(scheme) else build_table(parse_choice(scheme), seed)


def read_table(file: str) -> Table:
    """Read a table or magics from a file, and verify them."""
    from magicbb.files import source_name
    from magicbb.tables.reading import read

    with waiting(f"verifying {click.format_filename(source_name(file))}"):
        return read(Path(file))


def build_table(choice: Choice, seed: int, threads: int | None = None) -> Table | RivalTable:
    """Find the magics for the chosen scheme, and fill its table."""
    from magicbb.tables.build import build

    steps = choice.steps
    unit = "magics" if steps == _MAGICS else "steps"
    with progress(f"building {choice.name}", steps, unit) as update:
        return build(choice, seed, threads=threads, on_found=counter(update))


_MAGICS = 128
