"""What may befall a campaign, with real processes: what was done stays done, and it goes on."""

from __future__ import annotations

import os
import signal
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from .conftest import PROGRAM, begin, ended, lives, wait_for
from .toys import Deadly, Large, Logged, begun, workers

if TYPE_CHECKING:
    import subprocess

    from magicbb.research.records import RecordBook

    from .conftest import Start

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="signals and /proc")

EACH_PLACE = pytest.mark.parametrize("where", [(), ("--workers", "2")], ids=["here", "processes"])

AHEAD = 4
"""How many jobs two workers have in hand."""

FULL_DISK = """
import sqlite3
connect = sqlite3.connect

def limited(*arguments, **options):
    connection = connect(*arguments, **options)
    connection.execute("PRAGMA max_page_count = 200")
    return connection

sqlite3.connect = limited
"""
"""A disk on which a book of more than 800 kB finds no room."""


def is_complete(book: RecordBook, count: int) -> bool:
    """Whether a campaign is finished with the results that it must have."""
    right = {job: (job + 1) ** 2 for job in range(count)}
    results = {job: result["square"] for job, result in book.results(1, 0).items()}
    return book.campaign(1).finished is not None and results == right


def go(directory: Path) -> None:
    """Let the jobs go on that wait."""
    (directory / "go").touch()


def repeated(directory: Path) -> set[int]:
    """The jobs that were begun more than once."""
    return {job for job, times in Counter(begun(directory)).items() if times > 1}


def killed(process: subprocess.Popen[str]) -> None:
    """Kill a process, and see it gone."""
    process.kill()
    process.wait()


class TestWorker:
    """A worker that dies."""

    def test_its_job_is_done_again(self, book: RecordBook, start: Start, tmp_path: Path) -> None:
        begin(book, Logged(9, directory=str(tmp_path), free=3))
        process = start("--workers", "2")
        wait_for(lambda: len(begun(tmp_path)) == 5 and len(book.results(1, 0)) == 3)
        os.kill(workers(tmp_path)[-1], signal.SIGKILL)
        wait_for(lambda: len(begun(tmp_path)) > 5)
        go(tmp_path)
        assert ended(process)[0::2] == (0, "")
        assert is_complete(book, 9)
        assert repeated(tmp_path) <= {3, 4, 5, 6}

    @pytest.mark.slow
    def test_all_may_die(self, book: RecordBook, start: Start, tmp_path: Path) -> None:
        begin(book, Logged(6, directory=str(tmp_path)))
        process = start("--workers", "2")
        wait_for(lambda: len(begun(tmp_path)) == 2)
        for worker in workers(tmp_path):
            os.kill(worker, signal.SIGKILL)
        go(tmp_path)
        assert ended(process)[0::2] == (0, "")
        assert is_complete(book, 6)

    @pytest.mark.slow
    def test_a_job_may_kill_it_twice(self, book: RecordBook, start: Start, tmp_path: Path) -> None:
        begin(book, Deadly(6, directory=str(tmp_path), free=6))
        for death in range(2):
            (tmp_path / f"death-{death}").touch()
        assert ended(start("--workers", "2"))[0::2] == (0, "")
        assert is_complete(book, 6)

    @pytest.mark.slow
    def test_a_job_that_kills_it_three_times_ends_the_campaign(
        self, book: RecordBook, start: Start, tmp_path: Path
    ) -> None:
        begin(book, Deadly(6, directory=str(tmp_path), free=6))
        for death in range(9):
            (tmp_path / f"death-{death}").touch()
        status, output, error = ended(start("--workers", "2"))
        assert (status, output) == (2, "")
        assert error == 'magicbb: job 2 has killed its worker 3 times: {"index": 2, "before": 0}\n'
        assert len([*tmp_path.glob("death-*")]) == 6
        assert book.campaign(1).finished is None


class TestCoordinator:
    """A coordinator that is killed or ended."""

    @pytest.mark.slow
    @EACH_PLACE
    def test_killed_it_goes_on_where_it_was(
        self, book: RecordBook, start: Start, tmp_path: Path, where: tuple[str, ...]
    ) -> None:
        begin(book, Logged(9, directory=str(tmp_path), free=3))
        process = start(*where)
        wait_for(lambda: len(book.results(1, 0)) == 3 and len(begun(tmp_path)) > 3)
        killed(process)
        kept = {*book.results(1, 0)}
        wait_for(lambda: not any(map(lives, workers(tmp_path))))
        go(tmp_path)
        assert ended(start(*where))[0::2] == (0, "")
        assert is_complete(book, 9)
        assert not repeated(tmp_path) & kept
        assert len(repeated(tmp_path)) <= AHEAD

    @pytest.mark.slow
    def test_the_results_may_come_from_elsewhere_then(
        self, book: RecordBook, start: Start, tmp_path: Path
    ) -> None:
        begin(book, Logged(5, directory=str(tmp_path), free=2))
        process = start()
        wait_for(lambda: len(begun(tmp_path)) == 3)
        killed(process)
        go(tmp_path)
        assert ended(start("--workers", "2"))[0] == 0
        assert is_complete(book, 5)

    @EACH_PLACE
    def test_ctrl_c_ends_it_with_its_workers_and_says_how_to_go_on(
        self, book: RecordBook, start: Start, tmp_path: Path, place: Path, where: tuple[str, ...]
    ) -> None:
        begin(book, Logged(9, directory=str(tmp_path), free=3))
        process = start(*where)
        wait_for(lambda: len(book.results(1, 0)) == 3 and len(begun(tmp_path)) > 3)
        os.killpg(process.pid, signal.SIGINT)
        status, output, error = ended(process)
        assert (status, output) == (130, "")
        assert [line for line in error.splitlines() if line] == [
            f"progress saved; continue with `magicbb resume 1 --book {place}`",
            "magicbb: interrupted",
        ]
        assert not any(map(lives, workers(tmp_path)))
        go(tmp_path)
        assert ended(start(*where))[0::2] == (0, "")
        assert is_complete(book, 9)
        assert not repeated(tmp_path) & {0, 1, 2}

    @pytest.mark.slow
    def test_ctrl_c_while_workers_start_shows_nothing_of_them(
        self, book: RecordBook, start: Start, tmp_path: Path
    ) -> None:
        begin(book, Logged(9, directory=str(tmp_path)))
        process = start("--workers", "4")
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        wait_for(lambda: len(children.read_text().split()) >= 3)
        os.killpg(process.pid, signal.SIGINT)
        status, output, error = ended(process)
        assert (status, output) == (130, "")
        assert "Traceback" not in error

    @pytest.mark.slow
    def test_ctrl_c_with_jobs_that_no_pipe_holds(
        self, book: RecordBook, start: Start, tmp_path: Path
    ) -> None:
        begin(book, Large(9, directory=str(tmp_path), free=1))
        process = start("--workers", "2")
        wait_for(lambda: len(begun(tmp_path)) == 3)
        os.killpg(process.pid, signal.SIGINT)
        assert ended(process)[0] == 130
        assert not any(map(lives, workers(tmp_path)))

    def test_sigterm_ends_its_workers_too(
        self, book: RecordBook, start: Start, tmp_path: Path
    ) -> None:
        begin(book, Logged(9, directory=str(tmp_path)))
        process = start("--workers", "2")
        wait_for(lambda: len(begun(tmp_path)) == 2)
        process.terminate()
        status, output, error = ended(process)
        assert (status, output) == (128 + signal.SIGTERM, "")
        assert error.startswith("progress saved; continue with `magicbb resume 1 --book ")
        assert not any(map(lives, workers(tmp_path)))

    @pytest.mark.slow
    def test_a_second_one_is_refused_while_the_first_goes_on(
        self, book: RecordBook, start: Start, tmp_path: Path
    ) -> None:
        begin(book, Logged(5, directory=str(tmp_path), free=2))
        first = start()
        wait_for(lambda: len(begun(tmp_path)) == 3)
        status, output, error = ended(start("--workers", "2"))
        assert (status, output) == (2, "")
        assert error == (
            "magicbb: campaign 1 is being run by another process; wait for it to finish, "
            "or stop it\n"
        )
        go(tmp_path)
        assert ended(first)[0::2] == (0, "")
        assert is_complete(book, 5)
        assert begun(tmp_path) == [0, 1, 2, 3, 4]


@pytest.mark.slow
@EACH_PLACE
def test_a_full_disk_loses_nothing_that_was_there(
    book: RecordBook, start: Start, tmp_path: Path, place: Path, where: tuple[str, ...]
) -> None:
    begin(book, Large(5, directory=str(tmp_path), free=5))
    python, option, program = PROGRAM
    status, output, error = ended(start(*where, program=(python, option, FULL_DISK + program)))
    assert (status, output) == (2, "")
    assert error == (
        f"progress saved; continue with `magicbb resume 1 --book {place}`\n"
        f"magicbb: {place}: the record book cannot grow: the disk is full\n"
    )
    kept = {*book.results(1, 0)}
    assert kept
    assert ended(start(*where))[0::2] == (0, "")
    assert is_complete(book, 5)
    assert not repeated(tmp_path) & kept
