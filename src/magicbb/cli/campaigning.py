"""What the commands have in common that run campaigns: prove, find, pack and resume."""

from __future__ import annotations

import contextlib
import errno
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from magicbb.cli.console import terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from magicbb.cli.options import FC
    from magicbb.research.campaigns import Event, Outcome
    from magicbb.research.campaigns.work import Job, Result, Work

_workers = click.option(
    "--workers",
    metavar="WHERE",
    help="Who does the work: a number of processes on this machine (4, or processes:4), or a Dask "
    "cluster (dask:tcp://HOST:PORT). This process alone if left out; the results are the same.",
)

book = click.option(
    "--book",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The record book; MAGICBB_BOOK or the user's own if left out.",
)

_hours = click.option(
    "--hours",
    type=click.FloatRange(0, min_open=True),
    help="Stop after this time, between two jobs; magicbb resume goes on.",
)


def options(command: FC) -> FC:
    """The options --workers, --book and --hours: a text, a path and a number, or None each."""
    return _workers(book(_hours(command)))


def run(
    work: Work[Job, Result],
    *,
    command: str,
    workers: str | None,
    book: Path | None,
    hours: float | None,
    on_event: Callable[[Event], object] | None = None,
) -> Outcome[Result]:
    """Run a campaign, or go on with it, and show how far it is.

    Where it stops before its end, a line on standard error says how to go on.

    Args:
        work: What is to be done.
        command: What begins the same campaign; it is written into the book.
        workers: What the user said.
        book: Likewise.
        hours: Likewise.
        on_event: Called with what happens, too.

    Raises:
        click.ClickException: It cannot go on.
        ValueError: The workers or the book cannot be.
        OSError: One of them cannot be reached.
    """
    from magicbb.research import campaigns
    from magicbb.research.campaigns.work import params_of
    from magicbb.research.records import Book

    place = campaigns.parse_workers(workers)
    with Book(book) as opened:
        number = opened.begin(work.kind, params_of(work), seed=work.seed, command=command)
        label = command or work.kind
        with _stopping(number, book) as tell, _progress(label, on_event) as told:
            try:
                outcome = campaigns.run(
                    work, opened, place, hours=hours, on_event=told, command=command
                )
            except campaigns.CampaignError as error:
                raise click.ClickException(f"{error}") from None
        if not outcome.finished:
            tell("the time is up")
    return outcome


def so_far(
    work: Work[Job, Result], outcome: Outcome[Result], book: Path | None
) -> list[list[Result]]:
    """The results of all rounds, that of a round in hand among them.

    What a campaign has come to when its time runs out enters the book, as what it has come to in
    the end does.
    """
    if outcome.finished:
        return outcome.rounds
    from dataclasses import replace

    from magicbb.research.records import Book, Provenance

    rounds = [*outcome.rounds, outcome.part]
    with Book(book) as opened:
        campaign = opened.campaign(outcome.campaign)
        by = Provenance.of_this_moment(campaign.seed, campaign.command, campaign.seconds)
        opened.add_all(replace(record, provenance=by) for record in work.records(rounds))
    return rounds


@contextlib.contextmanager
def _stopping(number: int, book: Path | None) -> Iterator[Callable[[str], None]]:
    """Say how to go on where the block is interrupted; yields what says it, and why."""
    named = "" if book is None else f" --book {shlex.quote(str(book))}"

    def tell(why: str) -> None:
        click.echo(f"{why}; magicbb resume {number}{named} goes on from here", err=True)

    try:
        yield tell
    except (KeyboardInterrupt, OSError) as error:
        if isinstance(error, KeyboardInterrupt) or error.errno == errno.ENOSPC:
            tell("what was done is in the book")
        raise


@contextlib.contextmanager
def _progress(
    label: str, on_event: Callable[[Event], object] | None
) -> Iterator[Callable[[Event], object] | None]:
    """Show rate, best so far and time left while the block runs, on a terminal only.

    Yields what is to be told of events, if anybody listens.
    """
    console = terminal()
    if console is None:
        yield on_event
        return
    from rich.console import Group
    from rich.live import Live
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
    from rich.text import Text

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=None),
        TextColumn("{task.completed:,} of {task.total:,} jobs"),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TextColumn("{task.fields[left]}"),
    )
    bars = Progress(*columns, console=console, expand=True)
    task = bars.add_task("", total=0, rate="", left="")
    title = Text(label, no_wrap=True, overflow="ellipsis")
    best = Text("", no_wrap=True, overflow="ellipsis")

    def show(event: Event) -> None:
        from magicbb.research.campaigns import JobDone, RoundBegan

        if isinstance(event, RoundBegan):
            bars.update(
                task,
                description=f"round {event.round + 1}",
                total=event.total,
                completed=event.done,
                left="",
            )
            best.plain = event.best
        elif isinstance(event, JobDone):
            left = "" if event.left is None else f"{_as_time(event.left)} left"
            rate = f"{_as_rate(event.rate)} {event.unit}/s"
            bars.update(task, completed=event.done, rate=rate, left=left)
            best.plain = event.best
        else:
            again = ", ".join(map(str, event.jobs))
            console.print(f"a worker died; again: job {again}", markup=False, highlight=False)
        if on_event is not None:
            on_event(event)

    with Live(Group(title, bars, best), console=console, transient=True):
        yield show


def _as_time(seconds: float) -> str:
    """A time in hours, minutes and seconds; what takes days, in days.

    >>> _as_time(3725), _as_time(400_000)
    ('1:02:05', '4.6 days')
    """
    days = seconds / 86_400
    if days >= 2:  # noqa: PLR2004
        return f"{days:,.1f} days"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


def _as_rate(rate: float) -> str:
    """A rate in a few characters.

    >>> _as_rate(0.125), _as_rate(61.3), _as_rate(31_415_926)
    ('0.12', '61.3', '31.4 M')
    """
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if rate >= size:
            return f"{rate / size:.3g} {letter}"
    return f"{rate:.3g}" if rate >= 1 else f"{rate:.2g}"
