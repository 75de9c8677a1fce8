"""Jobs on a Dask cluster: the same results; workers die, and schedulers."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import warnings
from typing import TYPE_CHECKING

import pytest

from magicbb.research import campaigns
from magicbb.research.campaigns import CampaignError, parse_workers, workers

from .conftest import begin, ended, wait_for
from .toys import Deadly, Logged, Square, Squares, begun

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from magicbb.research.records import RecordBook

    from .conftest import Start

LONGEST = 240
"""Seconds for a test here; on an idle machine none takes a tenth of that."""

pytestmark = [
    pytest.mark.slow,
    # Dask leaves sockets to the garbage collector.
    pytest.mark.filterwarnings("default::ResourceWarning"),
    pytest.mark.filterwarnings("default::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.skipif(sys.platform != "linux", reason="signals and /proc"),
]


@contextlib.contextmanager
def two_workers() -> Iterator[str]:
    """The address of a scheduler with two workers, as `--workers` takes it."""
    distributed = pytest.importorskip("distributed", reason="Dask is not installed")
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        with distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None
        ) as cluster:
            yield f"dask:{cluster.scheduler_address}"


@pytest.fixture(autouse=True)
def _limit() -> Iterator[None]:
    """A test that waits for a cluster that has gone fails, and does not hang."""

    def end(_number: int, _frame: object) -> None:
        raise TimeoutError(f"the cluster did not answer for {LONGEST} seconds")

    before = signal.signal(signal.SIGALRM, end)
    signal.alarm(LONGEST)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


@pytest.fixture(scope="module")
def where() -> Iterator[str]:
    """Workers that many tests share."""
    with two_workers() as where:
        yield where


@pytest.fixture
def mortal() -> Iterator[str]:
    """Workers that may die: Dask does not always start another one, so few are to do.

    The scheduler gives a job up after the second death instead of the fourth.
    """
    # Importing it adds its settings, which the end of `set` would take away.
    pytest.importorskip("distributed", reason="Dask is not installed")
    dask = pytest.importorskip("dask")
    with dask.config.set({"distributed.scheduler.allowed-failures": 1}), two_workers() as where:
        yield where


def test_the_results_are_those_of_any_other_place(where: str, book: RecordBook) -> None:
    outcome = campaigns.run(Squares(9), book, parse_workers(where))
    places = (None, parse_workers("2"))
    assert all(campaigns.run(Squares(9), None, each).rounds == outcome.rounds for each in places)


def test_the_command_line_takes_it(where: str, book: RecordBook, start: Start) -> None:
    begin(book, Squares(3))
    status, output, _ = ended(start("--workers", where))
    assert status == 0
    assert output.startswith("campaign 1: squares: finished\n  best     23\n  jobs     6 done in")


def test_a_dead_worker_s_job_is_done_again(mortal: str, book: RecordBook, tmp_path: Path) -> None:
    (tmp_path / "death-0").touch()
    outcome = campaigns.run(Deadly(4, directory=str(tmp_path), free=4), book, parse_workers(mortal))
    assert outcome.rounds == [[Square(number**2) for number in (1, 2, 3, 4)]]


@pytest.mark.slow
def test_a_job_that_kills_its_workers_ends_the_campaign(mortal: str, tmp_path: Path) -> None:
    for death in range(20):
        (tmp_path / f"death-{death}").touch()
    with pytest.raises(CampaignError, match=r'job 2 has killed its worker 4 times: \{"index": 2'):
        campaigns.run(Deadly(4, directory=str(tmp_path), free=4), None, parse_workers(mortal))


def test_ctrl_c_frees_the_cluster(
    where: str, book: RecordBook, start: Start, tmp_path: Path
) -> None:
    begin(book, Logged(9, directory=str(tmp_path)))
    process = start("--workers", where)
    wait_for(lambda: len(begun(tmp_path)) == 2)
    os.killpg(process.pid, signal.SIGINT)
    assert ended(process)[0] == 130
    (tmp_path / "go").touch()
    outcome = campaigns.run(Squares(3), None, parse_workers(where))
    assert outcome.finished
    assert len(begun(tmp_path)) < 9


SCHEDULER = """
from distributed import LocalCluster

if __name__ == "__main__":
    cluster = LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None)
    print(cluster.scheduler_address, flush=True)
    input()
"""


@pytest.mark.slow
def test_a_scheduler_that_dies_ends_it_and_it_goes_on_with_another(
    book: RecordBook, start: Start, tmp_path: Path, where: str
) -> None:
    begin(book, Logged(5, directory=str(tmp_path), free=2))
    (tmp_path / "scheduler.py").write_text(SCHEDULER)
    with subprocess.Popen(  # noqa: S603
        [sys.executable, str(tmp_path / "scheduler.py")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as scheduler:
        assert scheduler.stdout is not None
        address = scheduler.stdout.readline().strip()
        process = start("--workers", f"dask:{address}")
        wait_for(lambda: len(begun(tmp_path)) == 3 and len(book.results(1, 0)) == 2)
        scheduler.kill()
    status, _, error = ended(process)
    assert status == 2
    assert f"magicbb: {address}: the scheduler is gone or has dropped the jobs" in error
    (tmp_path / "go").touch()
    assert campaigns.run(
        Logged(5, directory=str(tmp_path), free=2), book, parse_workers(where)
    ).finished


def test_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed", reason="Dask is not installed")
    monkeypatch.setattr(workers.cluster, "_PATIENCE", 0.5)
    place = parse_workers("dask:tcp://127.0.0.1:1")
    with pytest.raises(OSError, match=r"no Dask scheduler answers"):
        campaigns.run(Squares(3), None, place)


def test_without_dask_the_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ValueError, match=r"a cluster needs Dask: pip install 'magicbb\[cluster\]'"):
        campaigns.run(Squares(3), None, parse_workers("dask:tcp://127.0.0.1:1"))
