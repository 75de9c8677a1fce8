"""magicbb records: show, compare, exchange and check records."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from magicbb.cli import book_state, campaigning, options, outputs, parts_in_book
from magicbb.cli.console import counter, print_json, progress, waiting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.research.records import RecordBook

_SECTIONS = ("magics", "tables", "proofs", "campaigns", "parts", "slots")
_COMPARED = ("magics", "tables", "proofs")
_WITH_SQUARES = ("magics", "proofs")
_LISTED = (*_COMPARED, "campaigns")
_FILTERED = (*_WITH_SQUARES, "parts", "slots")


@click.command(
    name="records",
    short_help="List, compare, export, import and check records and proofs.",
    epilog="""\b
Examples:
  magicbb records
  magicbb records magics --piece rook --kind white --compare
  magicbb records proofs --bits 4 --json
  magicbb records slots --piece bishop
  magicbb records --export records.json
  magicbb records --report records.md
  magicbb records --import records.json --book other.sqlite
  magicbb records --check
  magicbb records --book old.sqlite --repair new.sqlite
""",
)
@click.argument("what", nargs=-1, type=click.Choice(_SECTIONS))
@options.piece("rook", "bishop", help="Only this piece.")
@click.option("--square", type=options.SquareType(), help="Only this square.")
@click.option(
    "--kind", type=click.Choice(["white", "black", "white-32"]), help="Only magics of this kind."
)
@click.option("--bits", type=options.IntRange(1, 20), help="Only this number of index bits.")
@click.option("--compare", is_flag=True, help="Compare the book with published records.")
@outputs.to_file(
    "--export",
    formats=(*outputs.RECORDS, *outputs.PROOFS),
    help="Write magics, tables and proofs as JSON, or the parts of a proof.",
)
@outputs.to_file(
    "--report",
    formats=(outputs.MARKDOWN,),
    beside=outputs.SVG,
    help="Write the book as a Markdown page, and next to it a map of all squares as SVG.",
)
@click.option(
    "--import",
    "source",
    type=options.FILE_TO_READ,
    metavar="FILE",
    help="Verify and add records exported from another book, or parts of a proof, from a file or "
    "standard input (-), or all parts (*.json and *.json.gz) in a directory. If anything is wrong, "
    "nothing is added.",
)
@click.option(
    "--check",
    is_flag=True,
    help="Verify every row of the book and list any damage; exit with status 2 if there is any.",
)
@click.option(
    "--repair",
    type=click.Path(path_type=Path),
    metavar="NEW",
    help="Save intact rows to a new book; the damaged one is not changed.",
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
    check: bool,
    repair: Path | None,
    book: Path | None,
    as_json: bool,
) -> None:
    """Show the record book: magics, tables, proofs and campaigns, or only some of these.

    "parts" lists the searched and missing parts of proofs; --import part.json adds parts searched
    on other machines, and --export parts.json.gz writes the parts of one proof.

    "slots" shows the number of slots each square needs: the fewest in the book, the fewest known,
    those of the table densest, the proved lower bound and the conjectured one.

    Campaigns started with --record or --book add records to the book. Each record has its author,
    date, seed and command; --json shows them. MAGICBB_WHO sets the author's name.

    Damaged rows are skipped and reported on standard error. If a book cannot be read at all, the
    error says why; --repair recovers the undamaged records.
    """
    filters = {"piece": piece, "square": square, "kind": kind, "bits": bits}
    filtered = any(value is not None for value in filters.values())
    actions = {
        "--compare": compare,
        "--export": export,
        "--report": report,
        "--import": source,
        "--check": check,
        "--repair": repair,
    }
    named = [name for name, value in actions.items() if value]
    _refuse(what, filtered, named, kind=kind, bits=bits)
    sections = _chosen(what, _WITH_SQUARES if filtered else _LISTED)
    if source is None:
        campaigning.check_book(book)
    if check:
        book_state.check(book, as_json=as_json)
        return
    if repair is not None:
        book_state.repair(book, repair, as_json=as_json)
        return
    with campaigning.open_book(book, create=source is not None) as opened:
        if (export or report) and not opened.path.exists():
            campaigning.check_book(opened.path)
        if source is not None:
            _import(opened, source, as_json)
        elif what in {("parts",), ("slots",)}:
            _show_alone(what, opened, filters, export, as_json)
        elif export is not None:
            _export(opened, _chosen(sections, _COMPARED), filters, export, as_json)
        elif report is not None:
            _report(opened, report, as_json)
        elif compare:
            _compare(opened, _chosen(sections, _COMPARED), filters, as_json)
        else:
            _list(opened, sections, filters, as_json)


def _refuse(
    what: Sequence[str],
    filtered: bool,
    actions: Sequence[str],
    *,
    kind: str | None,
    bits: int | None,
) -> None:
    """Check that the arguments can be combined."""
    if len(actions) > 1:
        raise click.UsageError(f"{' and '.join(actions)} cannot be combined")
    for action in {"--import", "--report", "--check", "--repair"} & {*actions}:
        if what or filtered:
            where = "the file" if action == "--import" else "the book"
            raise click.UsageError(f"{action} always applies to all of {where}")
    if filtered and not {*what} <= {*_FILTERED}:
        raise click.UsageError(
            "--piece, --square, --kind and --bits apply to magics, proofs, parts and slots only"
        )
    if "parts" in what and (len(what) > 1 or {"--compare"} & {*actions}):
        raise click.UsageError("parts cannot be combined with other sections or --compare")
    if "parts" in what and kind is not None:
        raise click.UsageError("--kind does not apply to parts, which settle white and black")
    if "slots" in what and (len(what) > 1 or actions or kind or bits):
        raise click.UsageError(
            "slots cannot be combined with other sections, --kind, --bits, or an action such as "
            "--export"
        )
    if "campaigns" in what and actions:
        raise click.UsageError("campaigns cannot be compared or exported")


def _chosen(what: Sequence[str], among: Sequence[str]) -> list[str]:
    return [name for name in among if name in what or not what]


def _found(book: RecordBook, section: str, filters: dict[str, Any]) -> list[Any]:
    select = getattr(book, section)
    found: list[Any] = select(**filters) if section in _WITH_SQUARES else select()
    return found


def _import(book: RecordBook, path: Path, as_json: bool) -> None:
    from magicbb.files import readable_again
    from magicbb.research.records.exchange import LARGEST_FILE, import_records

    source = readable_again(path, LARGEST_FILE + 1)
    if parts_in_book.holds_parts(source):
        parts_in_book.import_parts(book, source, as_json=as_json)
        return
    with progress("verifying", None, "records") as update:
        records, new = import_records(book, source, counter(update))
    if as_json:
        print_json({"book": click.format_filename(book.path), "records": len(records), "new": new})
        return
    known = f", {len(records) - new:,} already known" if new < len(records) else ""
    plural = "s" * (len(records) != 1)
    click.echo(f"{len(records):,} record{plural} verified, {new:,} added{known}")


def _export(
    book: RecordBook, sections: list[str], filters: dict[str, Any], target: Path, as_json: bool
) -> None:
    from magicbb.research.records.exchange import export_records

    found = {section: _found(book, section, filters) for section in sections}
    if not any(found.values()):
        raise ValueError(f"{click.format_filename(book.path)}: no matching records to export")
    export_records([record for records in found.values() for record in records], target)
    if as_json:
        counts = {section: len(records) for section, records in found.items()}
        print_json({"file": click.format_filename(target), **counts})
        return
    counted = ", ".join(f"{section}: {len(records):,}" for section, records in found.items())
    click.echo(f"{counted}; written to {click.format_filename(target)}")


def _report(book: RecordBook, target: Path, as_json: bool) -> None:
    from magicbb.research.tasks.reporting import write_report

    with waiting("writing"):
        write_report(book, target)
    if as_json:
        print_json({"file": click.format_filename(target)})
        return
    click.echo(f"written to {click.format_filename(target)}")


def _list(book: RecordBook, sections: list[str], filters: dict[str, Any], as_json: bool) -> None:
    from magicbb.cli import record_lines
    from magicbb.research.records.exchange import fields_of

    found = {section: _found(book, section, filters) for section in sections}
    if as_json:
        content = {
            section: [
                record.to_dict() if section == "campaigns" else fields_of(record)
                for record in records
            ]
            for section, records in found.items()
        }
        print_json({"book": click.format_filename(book.path), **content})
        return
    shown = [record_lines.listing(section, rows) for section, rows in found.items() if rows]
    click.echo("\n\n".join("\n".join(lines) for lines in shown), nl=bool(shown))
    if not shown:
        what = "no record book yet" if not book.path.exists() else "no matching records"
        click.echo(f"{what}: {click.format_filename(book.path)}", err=True)


def _show_alone(
    what: tuple[str, ...],
    book: RecordBook,
    filters: dict[str, Any],
    export: Path | None,
    as_json: bool,
) -> None:
    if what == ("parts",):
        parts_in_book.show(book, filters, export, as_json=as_json)
    else:
        _slots(book, filters, as_json=as_json)


def _slots(book: RecordBook, filters: dict[str, Any], *, as_json: bool) -> None:
    from magicbb.cli import record_lines
    from magicbb.research.records.slots import fewest_slots

    with waiting("counting slots"):
        uses = [each for each in fewest_slots(book.magics()) if _matches(each, filters)]
    if as_json:
        content = [each.to_dict() for each in uses]
        print_json({"book": click.format_filename(book.path), "slots": content})
        return
    click.echo("\n".join(record_lines.slots(uses)))


def _compare(book: RecordBook, sections: list[str], filters: dict[str, Any], as_json: bool) -> None:
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
        content = {section: [each.to_dict() for each in rows] for section, rows in compared.items()}
        print_json({"book": click.format_filename(book.path), **content})
        return
    shown = [record_lines.COMPARISONS[section](compared[section]) for section in sections]
    if "proofs" in sections and not any(value is not None for value in filters.values()):
        from magicbb.research.records.frontier import answers, counts

        shown[-1] += [f"  including shipped results, {line}" for line in counts(answers(book))]
    click.echo("\n\n".join("\n".join(lines) for lines in shown))


def _matches(compared: Any, filters: dict[str, Any]) -> bool:
    """Whether a row matches the requested piece, square and kind."""
    return all(
        value is None or name == "bits" or f"{getattr(compared, name)}" == f"{value}"
        for name, value in filters.items()
    )
