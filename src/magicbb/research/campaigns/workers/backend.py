"""The interface of backends, which run jobs, and two of them: this process, and any executor."""

from __future__ import annotations

from abc import ABC, abstractmethod
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from magicbb.compile.threads import thread_count
from magicbb.research.campaigns.errors import CampaignError

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor

    from typing_extensions import Self


class DeadlyJobError(Exception):
    """A job was in flight during too many worker crashes to be retried again.

    Attributes:
        deaths: The number of crashes.
    """

    def __init__(self, deaths: int) -> None:
        super().__init__(deaths)
        self.deaths = deaths


class Backend(ABC):
    """A backend, which runs jobs, as a context manager."""

    def __enter__(self) -> Self:
        """Prepare to run jobs."""
        return self

    def __exit__(self, *_: object) -> None:  # noqa: B027 (there may be nothing to stop)
        """Stop at once; unfinished jobs are lost."""

    @property
    @abstractmethod
    def ahead(self) -> int:
        """The number of jobs to keep in flight so that no worker is ever idle."""

    @abstractmethod
    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Submit a function call.

        Raises:
            BrokenExecutor: A worker has died; see `renew`.
        """

    def result(self, future: Future[Any]) -> Any:
        """The result of a finished future.

        Raises:
            BrokenExecutor: A worker has died; see `renew`.
            DeadlyJobError: The job was in flight during several crashes, which it may not have
                caused.
            Exception: Any exception raised by the function.
        """
        return future.result()

    @abstractmethod
    def renew(self) -> None:
        """Recover from a worker crash, which loses all jobs in flight.

        Raises:
            CampaignError: The backend cannot be used again.
            ConnectionError: The scheduler of a cluster is gone.
        """


class Here(Backend):
    """The calling thread: a job runs as soon as it is submitted, and Ctrl-C stops it."""

    @property
    def ahead(self) -> int:
        """One job at a time, so that each result is saved before the next job begins."""
        return 1

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Call the function immediately."""
        future: Future[Any] = Future()
        try:
            future.set_result(function(*arguments))
        except Exception as error:  # noqa: BLE001 (raised again by result())
            future.set_exception(error)
        return future

    def renew(self) -> None:
        """Do nothing: a crash would end this process."""

    def __repr__(self) -> str:
        """The expression that creates the backend."""
        return "Here()"


class Given(Backend):
    """Any executor. The caller creates it and shuts it down."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._out: set[Future[Any]] = set()

    def __exit__(self, *_: object) -> None:
        """Cancel jobs that have not begun."""
        for future in self._out:
            future.cancel()

    @property
    def ahead(self) -> int:
        """Two jobs per core, since executors do not report their number of workers."""
        return 2 * thread_count()

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Submit the call to the executor."""
        future = self._executor.submit(function, *arguments)
        self._out.add(future)
        return future

    def result(self, future: Future[Any]) -> Any:
        """The result from the executor."""
        self._out.discard(future)
        return future.result()

    def renew(self) -> None:
        """Raise an error, since the caller's executor is broken and cannot be recreated here."""
        raise CampaignError(
            f"the executor, a {type(self._executor).__name__}, has lost a worker and accepts no "
            "more jobs; run the campaign again with a new executor to resume it"
        )
