"""How fast the jobs of a round are done, how long the rest will take, what is best so far."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Generic

from magicbb.research.campaigns.work import Job, Result

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from magicbb.research.campaigns.work import Work

_BETWEEN_BESTS = 0.5  # seconds; looking through thousands of results takes time


class Pace(Generic[Job, Result]):
    """The pace of a campaign.

    Attributes:
        unit: What the rate counts.
    """

    def __init__(self, work: Work[Job, Result]) -> None:
        self._work = work
        self.unit: str = getattr(work, "unit", "jobs")
        self._began = time.monotonic()
        self._amount = 0.0
        self._looked, self._best = -_BETWEEN_BESTS, ""
        self._weights: list[float] = []
        self._weight_left = self._weight_done = 0.0
        self._round_began = self._began

    def begin(self, jobs: Sequence[Job], there: Sequence[int]) -> None:
        """A round begins, of whose jobs some were done before."""
        weigh = getattr(self._work, "weight", None)
        self._weights = [1.0 if weigh is None else float(weigh(job)) for job in jobs]
        before = sum(self._weights[number] for number in there)
        self._weight_left = sum(self._weights) - before
        self._weight_done = 0.0
        self._round_began = time.monotonic()

    def add(self, number: int, result: Result) -> None:
        """A job of the round is done."""
        measure = getattr(self._work, "amount", None)
        self._amount += 1.0 if measure is None else float(measure(result))
        self._weight_done += self._weights[number]
        self._weight_left -= self._weights[number]

    @property
    def rate(self) -> float:
        """What was done in a second since the campaign was begun or resumed."""
        seconds = time.monotonic() - self._began
        return self._amount / seconds if seconds > 0 else 0.0

    @property
    def left(self) -> float | None:
        """Seconds until the round is done, if it goes on like this."""
        if self._weight_done <= 0:
            return None
        seconds = time.monotonic() - self._round_began
        return max(0.0, seconds * self._weight_left / self._weight_done)

    def best(self, all_results: Callable[[], Sequence[Result]], *, now: bool) -> str:
        """The best so far, as it was a moment ago unless it must be `now`."""
        if now or time.monotonic() - self._looked >= _BETWEEN_BESTS:
            results = all_results()
            self._best = self._work.best(results) if results else ""
            self._looked = time.monotonic()
        return self._best
