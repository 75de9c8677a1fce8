"""What the commands that run campaigns share: prove, find, pack and resume."""

from __future__ import annotations

import contextlib
import errno
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from magicbb.cli import outputs
from magicbb.cli.campaign_progress import shown
from magicbb.cli.console import printable
from magicbb.cli.options import FloatRange

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from magicbb.cli.options import FC
    from magicbb.research.campaigns import Event, Outcome
    from magicbb.research.campaigns.work import Job, Result, Work
    from magicbb.research.records import RecordBook


def _check_workers(
    _context: click.Context, _option: click.Parameter, workers: str | None
) -> str | None:
    if workers is not None:
        from magicbb.research.campaigns import parse_workers

        parse_workers(workers)
    return workers


_workers = click.option(
    "--workers",
    callback=_check_workers,
    metavar="WHERE",
    help="Run in this many local processes (4 or processes:4), or on a Dask cluster "
    "(dask:tcp://HOST:PORT). Default: this process only. Does not affect the results.",
)

book = click.option(
    "--book",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The record book (default: MAGICBB_BOOK, or the user's own).",
)


def check_book(book: Path | None) -> None:
    """Fail if a named book does not exist; the user's own book may be missing.

    Raises:
        click.UsageError: The named book does not exist.
    """
    if book is not None and not book.exists():
        raise click.UsageError(f"{click.format_filename(book)}: no such record book")


_hours = click.option(
    "--hours",
    type=FloatRange(0, min_open=True),
    help="Stop between jobs after this many hours; magicbb resume continues.",
)


_record = click.option(
    "--record",
    is_flag=True,
    help="Save progress and results in the record book, so that magicbb resume can continue. "
    "--book FILE saves them in another book. By default nothing is saved.",
)


def options(command: FC) -> FC:
    """Add the options --record (a flag), --workers, --book and --hours (None by default)."""
    return _record(resuming(command))


def resuming(command: FC) -> FC:
    """Add the campaign options except --record, for a campaign that is already in the book."""
    return _workers(book(_hours(command)))


def keeping(book: Path | None) -> str:
    """The option that saves results in `book`, or in the user's own book if `book` is None.

    >>> keeping(None), keeping(Path("b.sqlite"))
    ('--record', '--book b.sqlite')
    """
    return "--record" if book is None else f"--book {shlex.quote(str(book))}"


def open_book(book: Path | None, *, create: bool = True) -> RecordBook:
    """Open the record book; damaged rows are skipped and reported on standard error.

    Raises:
        click.UsageError: The command would write another file in its place.
    """
    from magicbb.research.records import RecordBook
    from magicbb.research.records.database.connection import book_path

    def tell(sentence: str) -> None:
        click.echo(f"magicbb: {printable(sentence)}", err=True)

    outputs.check_apart(book_path(book))
    return RecordBook(book, create=create, on_damage=tell)


def run(
    work: Work[Job, Result],
    *,
    command: str,
    workers: str | None,
    book: Path | None,
    hours: float | None,
    record: bool = False,
    takes_long: bool = False,
    on_event: Callable[[Event], object] | None = None,
) -> Outcome[Result]:
    """Start or resume a campaign, and show its progress.

    If the campaign stops early, a message on standard error explains how to resume it.

    Args:
        work: The work of the campaign.
        command: The command that starts the same campaign; it is saved in the book.
        workers: The option --workers.
        book: The option --book; if given, results are saved in that book.
        hours: The option --hours.
        record: Whether to save results in the user's own book if none is named.
        takes_long: Whether to warn that an interruption loses all progress.
        on_event: An additional callback that receives each event.

    Raises:
        click.ClickException: The campaign cannot continue.
        ValueError: The option --workers or the book is invalid.
        OSError: The workers or the book cannot be reached.
    """
    from magicbb.research import campaigns
    from magicbb.research.campaigns.work import params_of
    from magicbb.research.tasks import running

    backend = campaigns.parse_workers(workers)
    keeps = record or book is not None
    if takes_long and not keeps:
        click.echo(_NOT_KEPT, err=True)
    with open_book(book) if keeps else contextlib.nullcontext() as opened:
        number = 0
        if opened is not None:
            number = opened.begin(work.kind, params_of(work), seed=work.seed, command=command)
        label = command or work.kind
        with _stopping(number, book) as tell, shown(label, on_event) as told:
            try:
                outcome = running.run(
                    work, command=command, book=opened, workers=backend, hours=hours, on_event=told
                )
            except campaigns.CampaignError as error:
                raise click.ClickException(f"{error}") from None
        if not outcome.finished:
            tell("time is up")
    return outcome


_NOT_KEPT = (
    "results are kept in memory only; use --record to save them during the run, so that it can be "
    "resumed"
)


@contextlib.contextmanager
def _stopping(number: int, book: Path | None) -> Iterator[Callable[[str], None]]:
    """Yield a function that prints why the campaign stopped and how to resume it.

    The function is also called if Ctrl-C or a full disk interrupts the block.
    """
    named = "" if book is None else f" --book {shlex.quote(str(book))}"
    how = f"continue with `magicbb resume {number}{named}`"
    if not number:
        how = "nothing was saved; with --record or --book, magicbb resume can continue"

    def tell(why: str) -> None:
        click.echo(f"{why}; {how}", err=True)

    try:
        yield tell
    except (KeyboardInterrupt, OSError) as error:
        if isinstance(error, KeyboardInterrupt) or error.errno == errno.ENOSPC:
            tell("progress saved" if number else "interrupted")
        raise
