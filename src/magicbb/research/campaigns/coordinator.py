"""Running a campaign: giving out the jobs, keeping the results, ending it with its records."""

from __future__ import annotations

import itertools
import json
import time
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from magicbb.arguments import short_repr
from magicbb.research.campaigns.crew import Crew
from magicbb.research.campaigns.errors import CampaignError
from magicbb.research.campaigns.events import JobDone, RoundBegan, WorkerDied
from magicbb.research.campaigns.job import as_text
from magicbb.research.campaigns.lease import Lease
from magicbb.research.campaigns.pace import Pace
from magicbb.research.campaigns.unkept import Unkept
from magicbb.research.campaigns.work import path_of
from magicbb.research.campaigns.workers import place_for
from magicbb.research.records import LeaseLostError

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.research.campaigns.events import Event
    from magicbb.research.campaigns.work import Work
    from magicbb.research.campaigns.workers import Workers
    from magicbb.research.campaigns.workers.place import Place
    from magicbb.research.records import Book, Record

_TICK = 1.0  # seconds; Windows hears Ctrl-C only between two of them


@dataclass(frozen=True)
class Outcome:
    """What a campaign has come to.

    Attributes:
        campaign: Its number in the book; 0 without a book.
        finished: Whether it has come to its end; otherwise its time ran out.
        rounds: The results of every round that is complete, in the order of the jobs.
        records: What it found; empty unless it is finished.
    """

    campaign: int
    finished: bool
    rounds: list[list[Any]]
    records: list[Record]


def run(
    work: Work,
    book: Book | None = None,
    executor: Workers = None,
    *,
    hours: float | None = None,
    on_event: Callable[[Event], object] | None = None,
    command: str = "",
) -> Outcome:
    """Run a campaign, or go on with it.

    The results that the book has are not computed again: whatever ended the last run, only the jobs
    that were in hand are done a second time. Equal work gives an equal outcome with any executor.

    Args:
        work: What is to be done.
        book: Where results and records are kept; None keeps nothing.
        executor: Any `concurrent.futures.Executor`, or what `parse_workers` returned. None does the
            jobs one after the other in the calling thread.
        hours: Give out no more jobs after this time, and return when those that are out are done.
        on_event: Called with what happens.
        command: What a user would type to get the same; it is written into the book.

    Raises:
        CampaignBusyError: Another process runs it.
        CampaignError: It cannot go on.
        OSError: The book cannot be written, or the workers cannot be reached.
        ValueError: The hours are not positive.
        Exception: What a job raised.
    """
    if hours is not None and not hours > 0:
        raise ValueError(f"hours must be more than 0, got {short_repr(hours)}")
    place = place_for(executor)
    kept: Book | Unkept = Unkept() if book is None else book
    number, finished = 0, False
    if book is not None:
        number = book.begin(work.kind, work.params(), seed=work.seed, command=command)
        finished = book.campaign(number).finished is not None
    campaign = _Campaign(work, kept, number, on_event)
    if finished:
        campaign.read()
        return campaign.outcome(finished=True)
    with Lease(kept, number) as lease, place:
        try:
            ended = campaign.advance(place, lease, hours)
            if ended:
                kept.finish(number, campaign.records())
        except LeaseLostError as error:
            raise CampaignError(f"{error}") from None
    return campaign.outcome(finished=ended)


class _Campaign:
    """The rounds of a campaign."""

    def __init__(
        self,
        work: Work,
        book: Book | Unkept,
        number: int,
        on_event: Callable[[Event], object] | None,
    ) -> None:
        self._work, self._book, self._number = work, book, number
        self._tell = on_event
        self._path = (path_of(work), as_text(work.params()), work.seed)
        self._rounds: list[list[Any]] = []
        self._records: list[Record] | None = None
        self._pace = Pace(work)

    def records(self) -> list[Record]:
        """What came of all rounds."""
        if self._records is None:
            self._records = self._work.records(self._rounds)
        return self._records

    def outcome(self, *, finished: bool) -> Outcome:
        """What it has come to."""
        return Outcome(self._number, finished, self._rounds, self.records() if finished else [])

    def read(self) -> None:
        """Read the rounds of a campaign that was finished before."""
        for number in itertools.count():
            jobs = self._jobs(number)
            if not jobs:
                return
            results = self._kept(number, jobs)
            if len(results) < len(jobs):
                raise CampaignError(
                    f"campaign {self._number} is finished, but results of round {number} are not "
                    "in the book"
                )
            self._rounds.append([results[job] for job in range(len(jobs))])

    def advance(self, place: Place, lease: Lease, hours: float | None) -> bool:
        """Do round after round; say whether the campaign came to its end, or its time ran out."""
        until = None if hours is None else time.monotonic() + hours * 3600
        for number in itertools.count():
            jobs = self._jobs(number)
            if not jobs:
                return True
            results = self._kept(number, jobs)
            if len(results) < len(jobs):
                self._do(number, jobs, results, place, lease, until)
            if len(results) < len(jobs):
                return False
            self._rounds.append([results[job] for job in range(len(jobs))])
        raise AssertionError

    def _jobs(self, number: int) -> list[str]:
        """The jobs of a round, as JSON."""
        earlier = self._rounds[-1] if self._rounds else []
        return [as_text(job) for job in self._work.jobs(number, earlier)]

    def _kept(self, number: int, jobs: list[str]) -> dict[int, Any]:
        """The results of a round that are in the book."""
        results = self._book.results(self._number, number)
        if any(not 0 <= job < len(jobs) for job in results):
            raise CampaignError(
                f"campaign {self._number} has results in the book of jobs that round {number} does "
                "not have; another version of magicbb has begun it"
            )
        return results

    def _do(
        self,
        number: int,
        jobs: list[str],
        results: dict[int, Any],
        place: Place,
        lease: Lease,
        until: float | None,
    ) -> None:
        """Do the jobs of a round whose results are missing, as far as there is time."""
        self._begin(number, jobs, results)
        left = deque(job for job in range(len(jobs)) if job not in results)
        crew = Crew(place, self._path, jobs, lambda again: self._died(number, again))
        while True:
            if until is None or time.monotonic() < until:
                crew.employ(left)
            if not crew.is_out:
                return
            for job, text, seconds in crew.wait(_TICK):
                result = json.loads(text)
                self._book.keep(self._number, number, job, result, seconds, lease.owner)
                results[job] = result
                self._done(number, job, results, len(jobs), seconds)
            lease.check()

    def _begin(self, number: int, jobs: list[str], results: dict[int, Any]) -> None:
        if self._tell is not None:
            self._pace.begin([json.loads(job) for job in jobs], [*results])
            best = self._best(results, now=True)
            self._tell(RoundBegan(self._number, number, len(results), len(jobs), best))

    def _done(
        self, number: int, job: int, results: dict[int, Any], total: int, seconds: float
    ) -> None:
        if self._tell is not None:
            pace, done = self._pace, len(results)
            pace.add(job, results[job])
            best = self._best(results, now=done == total)
            measured = (pace.rate, pace.unit, best, pace.left, seconds)
            self._tell(JobDone(number, job, done, total, *measured))

    def _died(self, number: int, jobs: tuple[int, ...]) -> None:
        if self._tell is not None:
            self._tell(WorkerDied(number, jobs))

    def _best(self, results: dict[int, Any], *, now: bool) -> str:
        def all_results() -> list[Any]:
            rounds = [*self._rounds, [results[job] for job in sorted(results)]]
            return [*itertools.chain(*rounds)]

        return self._pace.best(all_results, now=now)
