"""Running a campaign: submit the jobs, save the results, and finally add the records."""

from __future__ import annotations

import contextlib
import functools
import itertools
import json
import math
import numbers
import time
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic

from magicbb.arguments import short_repr
from magicbb.research.campaigns.crew import Crew
from magicbb.research.campaigns.errors import CampaignError
from magicbb.research.campaigns.lease import Lease
from magicbb.research.campaigns.pace import Pace
from magicbb.research.campaigns.work import (
    Job,
    Result,
    as_text,
    params_of,
    path_of,
    types_of,
)
from magicbb.research.campaigns.workers import backend_of
from magicbb.research.codec import FormatError, read, write
from magicbb.research.records import DamagedBookError, LeaseLostError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from magicbb.research.campaigns.events import Event
    from magicbb.research.campaigns.work import Work
    from magicbb.research.campaigns.workers import Workers
    from magicbb.research.campaigns.workers.backend import Backend
    from magicbb.research.records import Record, RecordBook

_TICK = 1.0  # seconds per wait; Windows handles Ctrl-C only between waits
_FOREVER = 1e9  # hours


@dataclass(frozen=True)
class Outcome(Generic[Result]):
    """The result of a campaign.

    Attributes:
        campaign: The campaign's number in the book; 0 without a book.
        finished: Whether the campaign is complete; False if its time ran out.
        rounds: The results of every complete round, in job order.
        part: The results of the round that was running when the time ran out.
        records: The campaign's records; empty unless it is finished.
    """

    campaign: int
    finished: bool
    rounds: list[list[Result]]
    part: list[Result]
    records: list[Record]


def run(
    work: Work[Job, Result],
    book: RecordBook | None = None,
    executor: Workers = None,
    *,
    hours: float | None = None,
    on_event: Callable[[Event], object] | None = None,
    command: str = "",
) -> Outcome[Result]:
    """Run or resume a campaign.

    Results already in the book are not recomputed: however the last run ended, only jobs that were
    in flight are repeated. The outcome does not depend on the executor.

    Args:
        work: The work to do.
        book: The book that stores results and records; None stores nothing.
        executor: Any `concurrent.futures.Executor`, or a result of `parse_workers`. None runs the
            jobs in order in the calling thread.
        hours: The time after which no more jobs are submitted; the call returns once the running
            jobs are done.
        on_event: Callback that receives each event, or None.
        command: The command that reproduces the result; stored in the book.

    Raises:
        CampaignBusyError: Another process is running the campaign.
        CampaignError: The campaign cannot continue.
        OSError: The book cannot be written, or the workers cannot be reached.
        ValueError: `hours` is not positive.
        TypeError: `hours` is not a number, or `executor` no executor.
        Exception: Any exception raised by a job.
    """
    if hours is not None and not isinstance(hours, numbers.Real):
        raise TypeError(f"hours must be a number, got {short_repr(hours)}")
    if hours is not None and not hours > 0:
        raise ValueError(f"hours must be more than 0, got {short_repr(hours)}")
    backend = backend_of(executor)
    number, finished = 0, False
    if book is not None:
        number = book.begin(work.kind, params_of(work), seed=work.seed, command=command)
        finished = book.campaign(number).finished is not None
    campaign = _Rounds(work, book, number, on_event)
    if finished:
        campaign.advance(campaign.refuse_missing)
        return campaign.outcome(finished=True)
    with Lease(book, number) as lease, backend:
        until = math.inf if hours is None else time.monotonic() + 3600 * min(hours, _FOREVER)
        run_missing = functools.partial(
            campaign.run_missing, backend=backend, lease=lease, until=until
        )
        try:
            ended = campaign.advance(run_missing)
            if ended and book is not None:
                with campaign.reading():
                    book.finish(number, campaign.records)
        except LeaseLostError as error:
            raise CampaignError(f"{error}") from None
    return campaign.outcome(finished=ended)


class _Rounds(Generic[Job, Result]):
    """The rounds of a campaign, which are completed one after another."""

    def __init__(
        self,
        work: Work[Job, Result],
        book: RecordBook | None,
        number: int,
        on_event: Callable[[Event], object] | None,
    ) -> None:
        self._work, self._book, self._number = work, book, number
        self._path = (path_of(work), as_text(params_of(work)), work.seed)
        self._of_job, self._of_result = types_of(type(work))
        self._rounds: list[list[Result]] = []
        self._part: list[Result] = []
        self._pace = Pace(work, number, self._rounds, on_event)
        self._name = f"campaign {number}" if book is None else f"{book.path}: campaign {number}"
        self._has_read = False  # whether results were read from the book

    @functools.cached_property
    def records(self) -> list[Record]:
        """The records that result from all rounds."""
        with self.reading():
            return self._work.records(self._rounds)

    @contextlib.contextmanager
    def reading(self) -> Iterator[None]:
        """Name the book in errors raised in the block, since results in the book may be damaged."""
        try:
            yield
        except (CampaignError, DamagedBookError):
            raise
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            if not self._has_read:
                raise
            raise CampaignError(f"{self._name}: its results are inconsistent: {error}") from error

    def outcome(self, *, finished: bool) -> Outcome[Result]:
        """The outcome so far."""
        records = self.records if finished else []
        return Outcome(self._number, finished, self._rounds, self._part, records)

    def advance(self, complete: Callable[[int, Sequence[Job], dict[int, Result]], None]) -> bool:
        """Complete the rounds, one after another; `complete` adds the results that a round lacks.

        Return True if the campaign is complete, and False if its time ran out.
        """
        for number in itertools.count():
            with self.reading():
                jobs = self._work.jobs(number, self._rounds[-1] if self._rounds else [])
            if not jobs:
                break
            results = self._kept(number, jobs)
            if len(results) < len(jobs):
                complete(number, jobs, results)
            in_order = [results[job] for job in sorted(results)]
            if len(results) < len(jobs):
                self._part = in_order
                return False
            self._rounds.append(in_order)
        return True

    def refuse_missing(
        self, number: int, _jobs: Sequence[Job], _results: dict[int, Result]
    ) -> None:
        """Raise an error because a finished campaign lacks the results of a round."""
        raise CampaignError(
            f"{self._name} is finished, but results of round {number} are not in the book"
        )

    def _kept(self, number: int, jobs: Sequence[Job]) -> dict[int, Result]:
        """The results of a round that are already in the book."""
        results = {} if self._book is None else self._book.results(self._number, number)
        self._has_read |= bool(results)
        if any(not 0 <= job < len(jobs) for job in results):
            raise CampaignError(
                f"{self._name} has results in the book for jobs that do not exist in round "
                f"{number}; it was started by another version of magicbb, or is damaged"
            )
        try:
            return {
                job: read(self._of_result, value, f"the result of job {job} in round {number}")
                for job, value in results.items()
            }
        except FormatError as error:
            raise CampaignError(f"{self._name}: {error}") from None

    def run_missing(
        self,
        number: int,
        jobs: Sequence[Job],
        results: dict[int, Result],
        *,
        backend: Backend,
        lease: Lease,
        until: float,
    ) -> None:
        """Run the missing jobs of a round, until the time runs out."""
        with self.reading():
            self._pace.begin(number, jobs, results)
        left = deque(job for job in range(len(jobs)) if job not in results)
        texts = [as_text(write(self._of_job, job)) for job in jobs]
        crew = Crew(backend, self._path, texts, lambda again: self._pace.lose(number, again))
        while True:
            if time.monotonic() < until:
                crew.employ(left)
            if not crew.is_out:
                return
            for job, text, seconds in crew.wait(_TICK):
                value = json.loads(text)
                if self._book is not None:
                    self._book.keep(self._number, number, job, value, seconds, lease.owner)
                results[job] = read(self._of_result, value, "the result")
                self._pace.add(number, job, results, seconds)
            lease.check()
