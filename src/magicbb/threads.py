"""Sharing work among the cores: plain threads, for compiled code releases Python's lock."""

from __future__ import annotations

import functools
import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from magicbb.arguments import parse_integer, short_repr

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Task = TypeVar("Task")
Result = TypeVar("Result")

ENVIRONMENT_VARIABLE = "MAGICBB_THREADS"
"""How many threads to use where the caller does not say; all cores if it is not set."""

_MOST_THREADS = 4096


def thread_count(threads: int | None = None) -> int:
    """How many threads to use.

    Args:
        threads: What the caller asked for; None for the environment's choice or all cores.

    Raises:
        ValueError: The number, or the environment variable, is not 1..4096.
        TypeError: The number is not an integer.
    """
    if threads is not None:
        return parse_integer(threads, _MOST_THREADS + 1, "threads must be 1..4096") or _refuse(0)
    chosen = os.environ.get(ENVIRONMENT_VARIABLE)
    if chosen:
        if not chosen.isdecimal() or not 1 <= int(chosen) <= _MOST_THREADS:
            raise ValueError(f"{ENVIRONMENT_VARIABLE} must be 1..4096, got {short_repr(chosen)}")
        return int(chosen)
    return _core_count()


def run_each(work: Callable[[Task], Result], tasks: Iterable[Task], threads: int) -> list[Result]:
    """Do every task and return the results in the order of the tasks, whatever the threads did."""
    tasks = list(tasks)
    if threads == 1 or len(tasks) <= 1:
        return [work(task) for task in tasks]
    return list(_pool(os.getpid(), threads).map(work, tasks))


def _refuse(value: int) -> int:
    raise ValueError(f"threads must be 1..4096, got {value}")


def _core_count() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@functools.lru_cache(maxsize=4)
def _pool(_process: int, threads: int) -> ThreadPoolExecutor:
    # The process is part of the key because a forked child has the pool but not its threads.
    return ThreadPoolExecutor(threads, thread_name_prefix="magicbb")
