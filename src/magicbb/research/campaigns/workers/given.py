"""An executor that the caller brings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from magicbb.compile.threads import thread_count
from magicbb.research.campaigns.errors import CampaignError
from magicbb.research.campaigns.workers.place import Place

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor, Future


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
