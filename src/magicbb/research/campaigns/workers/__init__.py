"""The backends that run jobs: this process, several processes, a cluster, or any executor.

The modules: `backend` (the interface; this process; any executor), `processes`, `cluster` (Dask).
"""

from __future__ import annotations

import re
from concurrent.futures import Executor
from typing import TYPE_CHECKING

from magicbb.arguments import short_repr
from magicbb.research.campaigns.workers.backend import Backend, Given, Here
from magicbb.research.campaigns.workers.cluster import Cluster
from magicbb.research.campaigns.workers.processes import MOST, Processes

if TYPE_CHECKING:
    from typing import TypeAlias

    Workers: TypeAlias = Backend | Executor | None

RULE = "workers must be a number, processes:N or dask:tcp://HOST:PORT"

_PLACES = re.compile(
    "(?:processes:)?(?P<processes>[0-9]{1,5})"
    "|dask:(?P<cluster>(?:tcp|tls|ws|wss)://(?s:.+):[0-9]{1,5})"
)


def parse_workers(text: str | None) -> Backend:
    """Parse a description of workers; None means this process.

    Raises:
        ValueError: The text is invalid.

    >>> parse_workers("processes:4")
    Processes(4)
    """
    if text is None:
        return Here()
    named = _PLACES.fullmatch(text)
    if named is None:
        raise ValueError(f"{RULE}, got {short_repr(text)}")
    if named["cluster"]:
        return Cluster(named["cluster"])
    count = int(named["processes"])
    if not 1 <= count <= MOST:
        raise ValueError(f"workers must be 1..{MOST} processes, got {count}")
    return Processes(count)


def backend_of(workers: Workers) -> Backend:
    """Convert the `executor` argument of `run` to a backend.

    Raises:
        TypeError: The argument is not an executor.
    """
    if workers is None:
        return Here()
    if isinstance(workers, Backend):
        return workers
    if isinstance(workers, Executor):
        return Given(workers)
    raise TypeError(f"executor must be a concurrent.futures.Executor, got {short_repr(workers)}")
