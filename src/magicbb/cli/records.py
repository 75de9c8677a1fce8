"""magicbb records: the record book."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from magicbb.cli import campaigning, options
from magicbb.cli.console import counter, print_json, progress, waiting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.research.records import Book

_SECTIONS = ("magics", "tables", "proofs", "campaigns")
_COMPARED = _SECTIONS[:3]
_WITH_SQUARES = ("magics", "proofs")


@click.command(
    name="records",
    short_help="List, compare, export and import what was found and proved.",
    epilog="""\b
Examples:
  magicbb records
  magicbb records magics --piece rook --kind white --compare
  magicbb records proofs --bits 4 --json
  magicbb records --export records.json
  magicbb records --report records.md
  magicbb records --import records.json --book other.sqlite
""",
)
@click.argument("what", nargs=-1, type=click.Choice(_SECTIONS))
@options.piece("rook", "bishop", help="Only this piece.")
@click.option("--square", type=options.SquareType(), help="Only this square.")
@click.option(
    "--kind", type=click.Choice(["white", "black", "white-32"]), help="Only magics of this kind."
)
@click.option("--bits", type=click.IntRange(1, 20), help="Only so many index bits.")
@click.option("--compare", is_flag=True, help="Hold the book against what others published.")
@options.to_file("--export", help="Write magics, tables and proofs as JSON.")
@options.to_file(
    "--report",
    help="Write the book as a page in Markdown, with estimates of what is open.",
)
@click.option(
    "--import",
    "source",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Verify and add all that another book exported, or nothing if one record is false.",
)
@campaigning.book
@options.as_json
def command(
    what: tuple[str, ...],
    piece: str | None,
    square: int | None,
    kind: str | None,
    bits: int | None,
    compare: bool,
    export: Path | None,
    report: Path | None,
    source: Path | None,
    book: Path | None,
    as_json: bool,
) -> None:
    """Show the record book: magics, tables, proofs and campaigns, or those that are asked for.

    The book fills as campaigns end. It says of each record who found it, when, with which seed and
    command; --json shows all of that. MAGICBB_WHO is the name that is written, if it is set.
    """
    filters = {"slider": piece, "square": square, "kind": kind, "bits": bits}
    filtered = any(value is not None for value in filters.values())
    actions = {"--compare": compare, "--export": export, "--report": report, "--import": source}
    _refuse(what, filtered, [name for name, value in actions.items() if value])
    sections = _chosen(what, _WITH_SQUARES if filtered else _SECTIONS)
    from magicbb.research.records import Book

    with Book(book, create=source is not None) as opened:
        if source is not None:
            _import(opened, source, as_json)
        elif export is not None:
            _export(opened, _chosen(sections, _COMPARED), filters, export, as_json)
        elif report is not None:
            _report(opened, report, as_json)
        elif compare:
            _compare(opened, _chosen(sections, _COMPARED), filters, as_json)
        else:
            _list(opened, sections, filters, as_json)


def _refuse(what: Sequence[str], filtered: bool, actions: Sequence[str]) -> None:
    """See that what was asked for goes together."""
    if len(actions) > 1:
        raise click.UsageError(f"{' and '.join(actions)} do not go together")
    for action, where in (("--import", "the file"), ("--report", "the book")):
        if action in actions and (what or filtered):
            raise click.UsageError(f"{action} takes all that is in {where}")
    if filtered and not {*what} <= {*_WITH_SQUARES}:
        raise click.UsageError("--piece, --square, --kind and --bits are for magics and proofs")
    if "campaigns" in what and actions:
        raise click.UsageError("campaigns are neither compared nor exported")


def _chosen(what: Sequence[str], among: Sequence[str]) -> list[str]:
    return [name for name in among if name in what or not what]


def _found(book: Book, section: str, filters: dict[str, Any]) -> list[Any]:
    select = getattr(book, section)
    found: list[Any] = select(**filters) if section in _WITH_SQUARES else select()
    return found


def _import(book: Book, source: Path, as_json: bool) -> None:
    from magicbb.research.records.exchange import import_records

    with progress("verifying", None, "records") as update:
        records, new = import_records(book, source, counter(update))
    if as_json:
        print_json({"book": click.format_filename(book.path), "records": len(records), "new": new})
        return
    known = f", {len(records) - new:,} were known" if new < len(records) else ""
    click.echo(f"{len(records):,} records verified, {new:,} of them added{known}")


def _export(
    book: Book, sections: list[str], filters: dict[str, Any], target: Path, as_json: bool
) -> None:
    from magicbb.research.records.exchange import export_records

    found = {section: _found(book, section, filters) for section in sections}
    export_records([record for records in found.values() for record in records], target)
    if as_json:
        counts = {section: len(records) for section, records in found.items()}
        print_json({"file": click.format_filename(target), **counts})
        return
    counted = ", ".join(f"{section}: {len(records):,}" for section, records in found.items())
    click.echo(f"{counted}; written to {click.format_filename(target)}")


def _report(book: Book, target: Path, as_json: bool) -> None:
    from magicbb.files import write_whole
    from magicbb.research.records.report import expect, markdown

    with waiting("estimating what is open"):
        expected = expect(book)
    write_whole(target, markdown(book, expected).encode())
    if as_json:
        print_json({"file": click.format_filename(target)})
        return
    click.echo(f"written to {click.format_filename(target)}")


def _list(book: Book, sections: list[str], filters: dict[str, Any], as_json: bool) -> None:
    from magicbb.cli import record_lines
    from magicbb.research.records.exchange import fields_of

    found = {section: _found(book, section, filters) for section in sections}
    if as_json:
        content = {
            section: [
                record.as_json() if section == "campaigns" else fields_of(record)
                for record in records
            ]
            for section, records in found.items()
        }
        print_json({"book": click.format_filename(book.path), **content})
        return
    shown = [record_lines.listing(section, rows) for section, rows in found.items() if rows]
    click.echo("\n\n".join("\n".join(lines) for lines in shown), nl=bool(shown))
    if not shown:
        what = "there is no record book yet" if not book.path.exists() else "no such records"
        click.echo(f"{what}: {click.format_filename(book.path)}", err=True)


def _compare(book: Book, sections: list[str], filters: dict[str, Any], as_json: bool) -> None:
    from magicbb.cli import record_lines
    from magicbb.research.records import comparing

    with waiting("comparing"):
        magics = book.magics(**filters)
        compared: dict[str, Sequence[Any]] = {
            "magics": comparing.compare_magics(magics),
            "tables": comparing.compare_tables(book.tables()),
            "proofs": comparing.compare_proofs(book.proofs(**filters), magics),
        }
    compared = {
        section: [each for each in compared[section] if _matches(each, filters)]
        for section in sections
    }
    if as_json:
        content = {section: [each.as_json() for each in rows] for section, rows in compared.items()}
        print_json({"book": click.format_filename(book.path), **content})
        return
    shown = [record_lines.COMPARISONS[section](compared[section]) for section in sections]
    click.echo("\n\n".join("\n".join(lines) for lines in shown))


def _matches(compared: Any, filters: dict[str, Any]) -> bool:
    """Whether a comparison is of the piece, square and kind that were asked for."""
    return all(
        value is None or name == "bits" or f"{getattr(compared, name)}" == f"{value}"
        for name, value in filters.items()
    )
