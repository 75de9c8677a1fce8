"""What the coordinator asks of those who do the jobs; this process, and any executor, as such."""

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
    """A job was out when workers died, so often that the place does not try it again.

    Attributes:
        deaths: How often.
    """

    def __init__(self, deaths: int) -> None:
        super().__init__(deaths)
        self.deaths = deaths


class Place(ABC):
    """A place where jobs are done, within a block."""

    def __enter__(self) -> Self:
        """Get ready."""
        return self

    def __exit__(self, *_: object) -> None:  # noqa: B027 (there may be nothing to stop)
        """Stop at once; what is not done by now is lost."""

    @property
    @abstractmethod
    def ahead(self) -> int:
        """How many jobs should be out, so that no worker waits for one."""

    @abstractmethod
    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Have a function called.

        Raises:
            BrokenExecutor: A worker has died; see `renew`.
        """

    def result(self, future: Future[Any]) -> Any:
        """What came of it, for a future that is done.

        Raises:
            BrokenExecutor: A worker has died; see `renew`.
            DeadlyJobError: The place itself has tried it again and again; it may be innocent.
            Exception: Whatever the function raised.
        """
        return future.result()

    @abstractmethod
    def renew(self) -> None:
        """A worker crashed, and with it all its jobs: get ready again.

        Raises:
            CampaignError: It cannot.
        """


class Here(Place):
    """The calling thread: a job is done when it is submitted, and Ctrl-C ends it."""

    @property
    def ahead(self) -> int:
        """A result is kept before the next job begins."""
        return 1

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Call the function now."""
        future: Future[Any] = Future()
        try:
            future.set_result(function(*arguments))
        except Exception as error:  # noqa: BLE001 (raised again by result())
            future.set_exception(error)
        return future

    def renew(self) -> None:
        """There is nobody who could die alone."""

    def __repr__(self) -> str:
        """As it is made."""
        return "Here()"


class Given(Place):
    """Any executor. It is its caller's to make and to shut down."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._out: set[Future[Any]] = set()

    def __exit__(self, *_: object) -> None:
        """Take back what has not begun."""
        for future in self._out:
            future.cancel()

    @property
    def ahead(self) -> int:
        """Executors do not say how many workers they have: it is taken to be one per core."""
        return 2 * thread_count()

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Hand it to the executor."""
        future = self._executor.submit(function, *arguments)
        self._out.add(future)
        return future

    def result(self, future: Future[Any]) -> Any:
        """What the executor says."""
        self._out.discard(future)
        return future.result()

    def renew(self) -> None:
        """What broke is not ours to make again."""
        raise CampaignError(
            f"the executor, a {type(self._executor).__name__}, has lost a worker and takes no more "
            "jobs; the campaign goes on when it is run with a new one"
        )
