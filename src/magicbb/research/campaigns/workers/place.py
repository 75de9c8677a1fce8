"""What the coordinator asks of those who do the jobs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

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
        """A worker died, and all that was out with it: get ready again.

        Raises:
            CampaignError: It cannot.
        """
