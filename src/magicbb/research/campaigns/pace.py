"""Progress of a round: speed, remaining time, and the best result so far."""

from __future__ import annotations

import itertools
import time
from typing import TYPE_CHECKING, Generic

from magicbb.research.campaigns.events import JobDone, RoundBegan, WorkerDied
from magicbb.research.campaigns.work import Job, Result

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from magicbb.research.campaigns.events import Event
    from magicbb.research.campaigns.work import Work

_BETWEEN_BESTS = 0.5  # seconds between scans of the results, of which there may be thousands


class Pace(Generic[Job, Result]):
    """Measures the pace of a campaign, for progress displays.

    Args:
        work: The work of the campaign.
        campaign: The campaign's number in the book.
        rounds: The results of the complete rounds; the list grows while the campaign runs.
        tell: Callback that receives each event, or None.
    """

    def __init__(
        self,
        work: Work[Job, Result],
        campaign: int,
        rounds: Sequence[Sequence[Result]],
        tell: Callable[[Event], object] | None,
    ) -> None:
        self._work, self._campaign, self._rounds, self._tell = work, campaign, rounds, tell
        self._amount, self._began = 0.0, time.monotonic()
        self._looked, self._best = -_BETWEEN_BESTS, ""
        self._weights: list[float] = []
        self._weight_left = self._weight_done = self._round_began = 0.0

    def begin(self, number: int, jobs: Sequence[Job], results: Mapping[int, Result]) -> None:
        """Report that a round begins; some of its results may already exist."""
        if self._tell is not None:
            self._weights = [float(self._work.weight(job)) for job in jobs]
            self._weight_left = sum(self._weights) - sum(self._weights[job] for job in results)
            self._weight_done, self._round_began = 0.0, time.monotonic()
            best = self._look(results, now=True)
            self._tell(RoundBegan(self._campaign, number, len(results), len(jobs), best))

    def add(self, number: int, job: int, results: Mapping[int, Result], seconds: float) -> None:
        """Report that a job of the round is done; `results` includes its result."""
        if self._tell is not None:
            self._amount += float(self._work.amount(results[job]))
            self._weight_done += self._weights[job]
            self._weight_left -= self._weights[job]
            done, total = len(results), len(self._weights)
            unit, best = self._work.unit, self._look(results, now=done == total)
            now, left = time.monotonic(), None
            rate = self._amount / (now - self._began) if now > self._began else 0.0
            if self._weight_done > 0:
                took = now - self._round_began
                left = max(0.0, took * self._weight_left / self._weight_done)
            self._tell(JobDone(number, job, done, total, rate, unit, best, left, seconds))

    def lose(self, number: int, jobs: tuple[int, ...]) -> None:
        """Report that a worker crashed and that jobs of the round are retried."""
        if self._tell is not None:
            self._tell(WorkerDied(number, jobs))

    def _look(self, results: Mapping[int, Result], *, now: bool) -> str:
        """The best result so far, up to half a second out of date unless `now` is true."""
        if now or time.monotonic() - self._looked >= _BETWEEN_BESTS:
            there = [*itertools.chain(*self._rounds), *(results[job] for job in sorted(results))]
            self._best = self._work.best(there) if there else ""
            self._looked = time.monotonic()
        return self._best
