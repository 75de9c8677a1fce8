"""Where jobs are done: in this process, in several, on a cluster, on somebody's executor."""

from __future__ import annotations

from concurrent.futures import Executor
from typing import TYPE_CHECKING

from magicbb.arguments import short_repr
from magicbb.research.campaigns.workers.cluster import SCHEMES, Cluster
from magicbb.research.campaigns.workers.place import Given, Here, Place
from magicbb.research.campaigns.workers.processes import MOST, Processes

if TYPE_CHECKING:
    from typing import TypeAlias

    Workers: TypeAlias = Place | Executor | None

RULE = "workers must be a number, processes:N or dask:tcp://HOST:PORT"


def parse_workers(text: str | None) -> Place:
    """The workers that a text names; those in this process for None.

    Raises:
        ValueError: It names none.

    >>> parse_workers("processes:4")
    Processes(4)
    """
    if text is None:
        return Here()
    kind, colon, rest = text.partition(":")
    if colon and kind == "dask":
        scheme, _, host = rest.partition("://")
        name, _, port = host.rpartition(":")
        if scheme in SCHEMES and name and _is_number(port):
            return Cluster(rest)
    elif not colon or kind == "processes":
        number = rest if colon else text
        if _is_number(number):
            if not 1 <= int(number) <= MOST:
                raise ValueError(f"workers must be 1..{MOST} processes, got {int(number)}")
            return Processes(int(number))
    raise ValueError(f"{RULE}, got {short_repr(text)}")


def place_for(workers: Workers) -> Place:
    """The place that an argument means.

    Raises:
        TypeError: It is no executor.
    """
    if workers is None:
        return Here()
    if isinstance(workers, Place):
        return workers
    if isinstance(workers, Executor):
        return Given(workers)
    raise TypeError(f"executor must be a concurrent.futures.Executor, got {short_repr(workers)}")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= len("65535")
