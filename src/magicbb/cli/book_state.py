"""The state of a record book, as shown by magicbb records --check and --repair."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from magicbb.cli.console import counter, print_json, printable, progress

if TYPE_CHECKING:
    from pathlib import Path

    from magicbb.research.records.survey import Survey

_SHOWN = 20
"""The maximum number of damaged rows and faults listed."""


def check(book: Path | None, *, as_json: bool) -> None:
    """Report whether a book is intact.

    Raises:
        click.ClickException: The book is not intact.
    """
    from magicbb.research.records import DamagedBookError

    found = _survey(book, None)
    _print(found, "intact" if found.is_whole else "damaged", {}, as_json=as_json)
    if not found.is_whole:
        rows, faults = len(found.damaged), len(found.faults)
        counted = [f"rows: {rows:,}"] * bool(rows) + [f"other faults: {faults:,}"] * bool(faults)
        raise click.ClickException(f"{DamagedBookError(found.path, ', '.join(counted))}")


def repair(book: Path | None, target: Path, *, as_json: bool) -> None:
    """Save the intact parts of a book into a new one."""
    found = _survey(book, target)
    name = click.format_filename(target)
    saved = f"intact rows saved in {printable(name)}"
    _print(found, saved, {"saved": name}, as_json=as_json)


def _survey(book: Path | None, target: Path | None) -> Survey:
    from magicbb.research.records.database.connection import book_path
    from magicbb.research.records.survey import survey

    with progress("verifying", None, "rows") as update:
        return survey(book_path(book), target, counter(update))


def _print(found: Survey, state: str, more: dict[str, Any], *, as_json: bool) -> None:
    name = click.format_filename(found.path)
    if as_json:
        damaged = [
            {"table": each.table, "row": each.row, "reason": each.reason} for each in found.damaged
        ]
        content = {"whole": found.is_whole, "rows": found.whole, "damaged": damaged}
        print_json({"book": name, **content, "faults": found.faults, **more})
        return
    click.echo(f"{printable(name)}: {state}")
    for table, rows in found.whole.items():
        lost = sum(each.table == table for each in found.damaged)
        click.echo(f"  {table:9}  {rows:,}" + (f" intact, {lost:,} damaged" if lost else ""))
    lines = [*map(str, found.damaged), *found.faults]
    for line in lines[:_SHOWN]:
        click.echo(f"  {printable(line)}")
    if len(lines) > _SHOWN:
        click.echo(f"  and {len(lines) - _SHOWN:,} more; --json lists all")
