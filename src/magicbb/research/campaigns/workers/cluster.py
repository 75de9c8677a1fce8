"""Running jobs on a Dask cluster; requires the `cluster` extra."""

from __future__ import annotations

import contextlib
import time
from concurrent.futures import CancelledError
from typing import TYPE_CHECKING, Any

from magicbb.arguments import import_optional
from magicbb.research.campaigns.workers.backend import Backend, DeadlyJobError

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor, Future

    from typing_extensions import Self

_PATIENCE = 10.0  # seconds to wait for the scheduler
_BETWEEN_COUNTS = 5.0  # seconds between counts of the workers, which may join or leave
_RETRIES = 2


class Cluster(Backend):
    """The workers of a Dask scheduler, which retries the jobs of crashed workers itself.

    Raises:
        MissingPackageError: Dask is not installed.
        OSError: No scheduler answers at the address.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._open = contextlib.ExitStack()
        self._counted, self._count = -_BETWEEN_COUNTS, 1
        self._client: Any = None

    def __enter__(self) -> Self:
        """Connect to the scheduler."""
        distributed = import_optional("distributed", "cluster", "a cluster needs Dask")
        try:
            self._client = distributed.Client(
                self._address, timeout=_PATIENCE, set_as_default=False
            )
        except (OSError, ValueError) as error:
            raise ConnectionError(f"{self._address}: no Dask scheduler answers ({error})") from None
        self._open.callback(self._client.close)
        self._executor: Executor = self._client.get_executor(pure=False, retries=_RETRIES)
        self._open.callback(self._executor.shutdown, wait=False)
        return self

    def __exit__(self, *_: object) -> None:
        """Cancel unfinished jobs, and disconnect."""
        self._open.close()

    @property
    def ahead(self) -> int:
        """Two jobs for each worker thread: one running and one waiting."""
        if time.monotonic() - self._counted >= _BETWEEN_COUNTS:
            self._count = max(1, sum(self._client.ncores().values()))
            self._counted = time.monotonic()
        return 2 * self._count

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Submit the call to the scheduler."""
        return self._executor.submit(function, *arguments)

    def result(self, future: Future[Any]) -> Any:
        """The result, received over the network."""
        from distributed.scheduler import KilledWorker

        try:
            return future.result()
        except KilledWorker as error:
            raise DeadlyJobError(error.allowed_failures + 1) from None
        except CancelledError:
            raise self._lost() from None

    def renew(self) -> None:
        """Raise an error, since the scheduler is gone and this process cannot start workers."""
        raise self._lost()

    def _lost(self) -> ConnectionError:
        return ConnectionError(f"{self._address}: the scheduler is gone or has dropped the jobs")

    def __repr__(self) -> str:
        """The expression that creates the backend."""
        return f"Cluster({self._address!r})"
