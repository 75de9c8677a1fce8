"""Multithreading with plain threads, since compiled code releases the GIL."""

from __future__ import annotations

import contextlib
import os
from collections import deque
from threading import Event, Thread
from typing import TYPE_CHECKING, TypeVar

from magicbb.arguments import parse_integer, short_repr

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Task = TypeVar("Task")
Result = TypeVar("Result")

ENVIRONMENT_VARIABLE = "MAGICBB_THREADS"
"""The environment variable for the default number of threads (if unset, the number of cores)."""

_MOST_THREADS = 4096


def thread_count(threads: int | None = None) -> int:
    """The number of threads to use.

    Args:
        threads: The requested number, or None for the default.

    Raises:
        ValueError: The number, or the environment variable, is not in 1..4096.
        TypeError: The number is not an integer.
    """
    if threads is not None:
        return parse_integer(threads, _MOST_THREADS + 1, "threads must be 1..4096", start=1)
    chosen = os.environ.get(ENVIRONMENT_VARIABLE)
    if chosen:
        is_number = chosen.isascii() and chosen.isdecimal() and len(chosen) <= len("4096")
        if not is_number or not 1 <= int(chosen) <= _MOST_THREADS:
            raise ValueError(f"{ENVIRONMENT_VARIABLE} must be 1..4096, got {short_repr(chosen)}")
        return int(chosen)
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run_each(
    work: Callable[[Task], Result],
    tasks: Iterable[Task],
    threads: int,
    stopped: Event | None = None,
) -> list[Result]:
    """Run all tasks and return their results in task order.

    After the first error or Ctrl-C, no further task starts, and the error is raised. Long tasks
    should check `stopped` to end early.
    """
    tasks = [*tasks]
    if threads == 1 or len(tasks) <= 1:
        return [work(task) for task in tasks]
    stopped = stopped or Event()
    threads = min(threads, len(tasks))
    left = deque([*enumerate(tasks), *[None] * threads])  # an end marker for each thread
    results: dict[int, Result] = {}
    errors: list[BaseException] = []

    def run() -> None:
        try:
            while not stopped.is_set() and (item := left.popleft()):
                place, task = item
                results[place] = work(task)
        except BaseException as error:  # noqa: BLE001 (raised again below, in the calling thread)
            errors.append(error)
            stopped.set()

    helpers = []
    try:
        with contextlib.suppress(RuntimeError):  # if a thread cannot start, use fewer
            for _ in range(threads - 1):
                helper = Thread(target=run, daemon=True)
                helper.start()
                helpers.append(helper)
        run()
        for helper in helpers:
            helper.join()
    except BaseException:
        stopped.set()
        raise
    if errors:
        raise errors[0]
    return [results[place] for place in sorted(results)]
