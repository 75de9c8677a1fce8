"""Sharing work: how many threads, and results in the order of the tasks."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from typing import Any

import pytest

from magicbb.compile import threads as threads_module
from magicbb.compile.threads import run_each, thread_count

RULE = r"must be 1\.\.4096, got"


@pytest.mark.parametrize("threads", [1, 2, 7, 4096])
def test_the_callers_number_counts(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAGICBB_THREADS", "3")
    assert thread_count(threads) == threads


@pytest.mark.parametrize("chosen", ["1", "3", "04", "4096"])
def test_the_environments_number_counts_next(chosen: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAGICBB_THREADS", chosen)
    assert thread_count() == int(chosen)


@pytest.mark.parametrize("unset", [True, False], ids=["unset", "empty"])
def test_all_cores_that_are_allowed_are_used_otherwise(
    unset: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not unset:
        monkeypatch.setenv("MAGICBB_THREADS", "")
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 2, 5}, raising=False)
    assert thread_count() == 3


def test_a_system_without_affinity_is_asked_for_its_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 5)
    assert thread_count() == 5


def test_a_system_that_does_not_know_its_cores_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert thread_count() == 1


@pytest.mark.parametrize("threads", [0, -1, 4097, 10**30])
def test_a_number_out_of_range_is_refused(threads: int) -> None:
    with pytest.raises(ValueError, match=f"^threads {RULE} {threads}$"):
        thread_count(threads)


@pytest.mark.parametrize("threads", ["2", 2.0, [2]])
def test_what_is_no_number_is_refused(threads: Any) -> None:
    with pytest.raises(TypeError, match=f"^threads {RULE} "):
        thread_count(threads)


@pytest.mark.parametrize(
    "chosen", ["0", "-1", "4097", "two", "2.0", " 2", "²", "all", "9" * 5000], ids=lambda s: s[:9]
)
def test_a_wrong_choice_in_the_environment_is_refused(
    chosen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAGICBB_THREADS", chosen)
    with pytest.raises(ValueError, match=f"^MAGICBB_THREADS {RULE} '{chosen[:50]}"):
        thread_count()


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_results_come_in_the_order_of_the_tasks(threads: int) -> None:
    def work(task: int) -> int:
        time.sleep(0.01 * (task % 3 == 0))
        return task * task

    assert run_each(work, range(20), threads) == [task * task for task in range(20)]


def test_no_tasks_give_no_results() -> None:
    assert run_each(str, [], 2) == []


@pytest.mark.parametrize(("threads", "tasks"), [(1, 3), (2, 1)])
def test_what_one_thread_can_do_is_done_by_the_caller(threads: int, tasks: int) -> None:
    where = run_each(lambda _: threading.get_ident(), range(tasks), threads)
    assert set(where) == {threading.get_ident()}


def test_several_threads_work_at_once() -> None:
    meeting = threading.Barrier(2, timeout=10)
    run_each(lambda _: meeting.wait(), range(2), 2)


@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_reaches_the_caller(threads: int) -> None:
    with pytest.raises(ZeroDivisionError):
        run_each(lambda task: 1 // task, [3, 2, 1, 0], threads)


def test_work_goes_on_after_an_error() -> None:
    with pytest.raises(ZeroDivisionError):
        run_each(lambda task: 1 // task, [0, 0], 2)
    assert run_each(abs, [-1, -2], 2) == [1, 2]


@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_a_forked_child_has_threads_of_its_own() -> None:
    script = """if True:
        import os
        from magicbb.compile.threads import run_each
        run_each(abs, [-1, -2], 2)
        child = os.fork()
        if not child:
            os._exit(run_each(abs, [-3, -4], 2) != [3, 4])
        raise SystemExit(os.waitpid(child, 0)[1])
    """
    command = [sys.executable, "-W", "ignore", "-c", script]
    subprocess.run(command, check=True, timeout=30)  # noqa: S603  our own script


def test_threads_that_cannot_be_started_are_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    left = [None, None]

    class Few(threading.Thread):
        def start(self) -> None:
            if not left:
                raise RuntimeError("can't start new thread")
            left.pop()
            super().start()

    monkeypatch.setattr(threads_module, "Thread", Few)
    assert run_each(str, range(100), 50) == [str(number) for number in range(100)]
