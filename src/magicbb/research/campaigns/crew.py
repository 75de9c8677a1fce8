"""Jobs in flight, and retries after worker crashes."""

from __future__ import annotations

from collections import Counter, deque
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, wait
from typing import TYPE_CHECKING, Any

from magicbb.research.campaigns.errors import CampaignError
from magicbb.research.campaigns.work import run_job
from magicbb.research.campaigns.workers.backend import DeadlyJobError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Future

    from magicbb.research.campaigns.workers.backend import Backend

DEATHS = 3
"""The number of crashes after which a job is blamed; during the last one, the job runs alone."""

_LONGEST = 200
"""The maximum number of characters of a job that an error message quotes."""


class Crew:
    """The workers of a round, and their jobs in flight.

    When a worker crashes, the job that caused the crash is unknown. All jobs in flight are retried;
    a job that was in flight during two crashes is then run alone. So only a job that crashes its
    worker while running alone is blamed.

    Args:
        backend: The backend that runs the jobs.
        work: The import path of the work's class, its parameters as JSON, and its seed.
        jobs: The jobs of the round as JSON.
        on_death: Callback that receives the numbers of the jobs to be retried.
    """

    def __init__(
        self,
        backend: Backend,
        work: tuple[str, str, int],
        jobs: Sequence[str],
        on_death: Callable[[tuple[int, ...]], None],
    ) -> None:
        self._backend, self._work, self._jobs, self._on_death = backend, work, jobs, on_death
        self._out: dict[Future[tuple[str, float]], int] = {}
        self._again: deque[int] = deque()
        self._suspects: deque[int] = deque()
        self._deaths: Counter[int] = Counter()

    @property
    def is_out(self) -> bool:
        """Whether any jobs are in flight."""
        return bool(self._out)

    def employ(self, left: deque[int]) -> None:
        """Submit enough of the remaining jobs to keep the workers busy."""
        while (
            len(self._out) < self._backend.ahead and (queue := self._next_queue(left)) is not None
        ):
            job = queue.popleft()
            try:
                future = self._backend.submit(run_job, *self._work, self._jobs[job])
            except BrokenExecutor:
                queue.appendleft(job)
                self._begin_again()
            else:
                self._out[future] = job

    def _next_queue(self, left: deque[int]) -> deque[int] | None:
        """The queue with the next job; None if no job may be submitted now."""
        if self._suspects or any(self._is_suspect(job) for job in self._out.values()):
            return None if self._out else self._suspects
        return self._again or left or None

    def _is_suspect(self, job: int) -> bool:
        return self._deaths[job] >= DEATHS - 1

    def wait(self, seconds: float) -> list[tuple[int, str, float]]:
        """Wait until some jobs are done, or the timeout expires.

        Returns:
            For each finished job, its number in the round, its result as JSON, and its time in
            seconds.

        Raises:
            CampaignError: A job has crashed its worker repeatedly.
            Exception: Any exception raised by a job.
        """
        done, _ = wait(self._out, seconds, FIRST_COMPLETED)
        results: list[tuple[int, str, float]] = []
        deadly: dict[Future[Any], int] = {}
        broken = False
        failure: Exception | None = None
        for future in done:
            job = self._out[future]
            try:
                results.append((job, *self._backend.result(future)))
            except BrokenExecutor:
                broken = True
            except DeadlyJobError as error:
                deadly[future] = error.deaths
            except Exception as error:  # noqa: BLE001 (raised below)
                failure = error
            else:
                del self._out[future]
        if results:
            return results  # save these first; the next call raises the error
        if failure is not None:
            raise failure
        if broken:
            self._begin_again()
        for future, deaths in deadly.items():
            self._suspect(self._out.pop(future), deaths)
        return []

    def _suspect(self, job: int, deaths: int) -> None:
        """Retry a job once more, on its own, after the backend has stopped retrying it."""
        was_alone = self._is_suspect(job)
        self._deaths[job] += deaths
        if was_alone:
            raise self._blame(job, self._deaths[job])
        self._suspects.append(job)

    def _begin_again(self) -> None:
        """Handle a worker crash: requeue the lost jobs, and renew the backend."""
        lost = {future: job for future, job in self._out.items() if not _is_done(future)}
        jobs = sorted(lost.values())
        self._deaths.update(jobs)
        for job in jobs:
            if self._deaths[job] >= DEATHS:
                raise self._blame(job, self._deaths[job])
            (self._suspects if self._is_suspect(job) else self._again).append(job)
        self._out = {future: job for future, job in self._out.items() if future not in lost}
        self._backend.renew()
        self._on_death((*jobs,))

    def _blame(self, job: int, deaths: int) -> CampaignError:
        return CampaignError(
            f"job {job} has killed its worker {deaths} times: {self._jobs[job][:_LONGEST]}"
        )


def _is_done(future: Future[Any]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None
