"""Run a campaign: open its book and workers, show progress, and record partial results."""

from __future__ import annotations

import contextlib
from concurrent.futures import Executor
from dataclasses import replace
from typing import TYPE_CHECKING

from magicbb.arguments import short_repr
from magicbb.pictures.notebook import notebook_line
from magicbb.research import campaigns
from magicbb.research.campaigns.errors import UnfinishedError
from magicbb.research.campaigns.events import JobDone, RoundBegan
from magicbb.research.campaigns.workers.backend import Backend
from magicbb.research.records import Provenance, RecordBook

if TYPE_CHECKING:
    import os
    from collections.abc import Callable
    from contextlib import AbstractContextManager
    from typing import TypeAlias

    from magicbb.pictures.notebook import Line
    from magicbb.research.campaigns import Event, Outcome
    from magicbb.research.campaigns.work import Job, Result, Work

    Where: TypeAlias = str | int | Backend | Executor | None
    """The workers: a number of processes, "dask:ADDRESS" or an executor; None for this process."""

    Kept: TypeAlias = RecordBook | str | os.PathLike[str] | None
    """The record book for saving progress, or its file; None to save nothing."""


def run(
    work: Work[Job, Result],
    *,
    command: str,
    book: Kept = None,
    workers: Where = None,
    hours: float | None = None,
    on_event: Callable[[Event], object] | None = None,
) -> Outcome[Result]:
    """Run a campaign, or resume it if it is in the book.

    If time runs out, useful partial results are added to the book as records, each with the command
    that reproduces it. If this command depends on the number of rounds, only the results of
    completed rounds are recorded.

    Args:
        work: The work to do.
        command: The command that starts this campaign; it is stored in the book.
        book: The book that stores results and records, or its file.
        workers: The workers; they do not affect the results.
        hours: The time limit in hours; running jobs are completed first.
        on_event: Callback that receives each event. By default, notebooks show the progress.

    Raises:
        CampaignError: The campaign cannot continue.
        ValueError: The workers, the hours or the book are invalid.
        TypeError: The workers or the hours have the wrong type.
        OSError: The book or the workers cannot be reached.
    """
    text = str(workers) if isinstance(workers, int) else workers
    if not (text is None or isinstance(text, str | Executor | Backend)):
        raise TypeError(
            f'workers must be a number, "dask:ADDRESS" or an executor, got {short_repr(workers)}'
        )
    backend = campaigns.parse_workers(text) if text is None or isinstance(text, str) else text
    with _opened(book) as opened, notebook_line(command) as line:
        show = on_event or (lambda event: _show(line, event))
        outcome = campaigns.run(work, opened, backend, hours=hours, on_event=show, command=command)
        partial = work.records_partial and not outcome.finished
        if partial and opened is not None:
            _record(work, outcome, opened)
    return outcome


def rounds_of(outcome: Outcome[Result]) -> list[list[Result]]:
    """The results of all rounds, including an incomplete one."""
    return outcome.rounds if outcome.finished else [*outcome.rounds, outcome.part]


def unfinished(outcome: Outcome[Result]) -> UnfinishedError:
    """The error to raise for a campaign that ran out of time before it had a result."""
    number = outcome.campaign
    saved = (
        f"resume({number}, book=...) continues the campaign"
        if number
        else "nothing was saved (no book given)"
    )
    return UnfinishedError(f"time ran out before there was a result; {saved}", number)


def _opened(book: Kept) -> AbstractContextManager[RecordBook | None]:
    if book is None or isinstance(book, RecordBook):
        return contextlib.nullcontext(book)
    return RecordBook(book)


def _show(line: Line, event: Event) -> None:
    if isinstance(event, RoundBegan | JobDone):
        more = f"round {event.round + 1}"
        line.show(event.done, event.total, "jobs", f"{more}: {event.best}" if event.best else more)


def _record(work: Work[Job, Result], outcome: Outcome[Result], book: RecordBook) -> None:
    """Add records of a campaign's partial results to the book."""
    campaign = book.campaign(outcome.campaign)
    command, recorded = campaign.command, rounds_of(outcome)
    if complete := work.command_of(command, len(outcome.rounds)):
        command, recorded = complete, outcome.rounds
    by = Provenance.of_this_moment(campaign.seed, command, campaign.seconds)
    book.add_all(replace(record, provenance=by) for record in work.records(recorded))
