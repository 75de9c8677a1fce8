"""Many processes at once, processes that are killed, and disks that are full."""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

import pytest

from magicbb.research.records import RecordBook

if TYPE_CHECKING:
    from pathlib import Path

    from .conftest import Script

HOUR = 3600.0

WRITE = """
import sys
from magicbb.research.records import RecordBook

path, owner, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
print("ready", flush=True)
sys.stdin.readline()
with RecordBook(path) as book:
    number = book.begin("find", {"owner": owner}, seed=1, command="")
    assert book.lease(number, owner, 3600)
    same = book.begin("find", {}, seed=1, command="")
    for job in range(count):
        book.keep(number, 0, job, {"job": job, "pad": "x" * 500}, 1.0, owner)
        print(job, flush=True)
"""


@pytest.mark.slow
def test_many_write_a_new_book_at_once(script: Script, path: Path) -> None:
    processes = [script(WRITE, path, f"owner {number}", 50, stdin=-1) for number in range(4)]
    for process in processes:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin
        process.stdin.write("\n")
        process.stdin.flush()
    for process in processes:
        _, errors = process.communicate(timeout=60)
        assert process.returncode == 0, errors
    with RecordBook(path) as book:
        campaigns = [campaign for campaign in book.campaigns() if campaign.params]
        assert len(book.campaigns()) == 5
        for campaign in campaigns:
            assert [*book.results(campaign.number, 0)] == [*range(50)]


@pytest.mark.slow
def test_new_books_are_never_taken_for_those_of_others(script: Script, tmp_path: Path) -> None:
    # Between two questions to a file another process may have made a book of it.
    code = (
        "import sys; from pathlib import Path; from magicbb.research.records import RecordBook\n"
        "print('ready', flush=True)\n"
        "for line in sys.stdin: RecordBook(Path(line[:-1])).close(); print(line[0], flush=True)"
    )
    processes = [script(code, stdin=-1) for number in range(3)]
    for number in range(150):
        for process in processes:
            assert process.stdout
            assert process.stdout.readline(), process.communicate()[1]
        for process in processes:
            assert process.stdin
            process.stdin.write(f"{tmp_path / str(number)}\n")
            process.stdin.flush()
    for process in processes:
        _, errors = process.communicate(timeout=60)
        assert process.returncode == 0, errors


@pytest.mark.slow
def test_one_of_many_has_the_campaign(script: Script, book: RecordBook) -> None:
    book.begin("find", {}, seed=1, command="")
    code = (
        "import sys, time; from magicbb.research.records import RecordBook\n"
        "book = RecordBook(sys.argv[1]); print(book.lease(1, sys.argv[2], 3600), flush=True)\n"
        "sys.stdin.readline()"
    )
    processes = [script(code, book.path, f"owner {number}", stdin=-1) for number in range(4)]
    answers = []
    for process in processes:
        assert process.stdout
        answers.append(process.stdout.readline())
    assert sorted(answers) == ["False\n"] * 3 + ["True\n"]


@pytest.mark.parametrize("jobs", [0, 1, 17, 60])
def test_a_process_that_is_killed_loses_the_job_in_hand_at_most(
    script: Script, path: Path, jobs: int
) -> None:
    process = script(WRITE, path, "me", 1_000_000, stdin=-1)
    assert process.stdout
    assert process.stdin
    process.stdin.write("\n")
    process.stdin.flush()
    while process.stdout.readline() != f"{jobs}\n":
        assert process.poll() is None, process.communicate()
    process.send_signal(signal.SIGKILL)
    said = [int(line) for line in process.stdout.read().split()]
    process.wait()
    with RecordBook(path) as book:
        (number,) = (each.number for each in book.campaigns() if each.params)
        kept = book.results(number, 0)
        last = max([jobs, *said])
        assert [*kept] in ([*range(last + 1)], [*range(last + 2)])
        assert all(result["job"] == job for job, result in kept.items())
        assert book.lease(number, "you", HOUR), "its lease ended with it"
        book.keep(number, 0, len(kept), None, 1.0, "you")


KILLED_WHILE_MAKING = """
import contextlib, os, signal, sys
from magicbb.research.records import RecordBook
from magicbb.research.records.database.connection import Connection

whole = Connection.writing

@contextlib.contextmanager
def writing(self):
    with whole(self):
        yield
        os.kill(os.getpid(), signal.SIGKILL)

Connection.writing = writing
RecordBook(sys.argv[1])
"""


def test_a_process_that_is_killed_while_it_makes_the_book_leaves_one_that_can_be_made(
    script: Script, path: Path
) -> None:
    process = script(KILLED_WHILE_MAKING, path)
    assert process.wait() == -signal.SIGKILL
    assert path.exists()
    with RecordBook(path) as book:
        assert book.campaigns() == []


LIMITED = """
import resource, sys
from magicbb.research.records import RecordBook

with RecordBook(sys.argv[1]) as book:
    number = book.begin("find", {}, seed=1, command="")
    assert book.lease(number, "me", 3600)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, resource.RLIM_INFINITY))
    try:
        for job in range(1000):
            book.keep(number, 0, job, "x" * 5000, 1.0, "me")
            print(job, flush=True)
    except OSError as error:
        print(error, file=sys.stderr)
        sys.exit(3)
"""


def test_a_file_that_may_not_grow_is_a_sentence_and_loses_nothing(
    script: Script, path: Path
) -> None:
    process = script(LIMITED, path)
    said, errors = process.communicate(timeout=60)
    assert process.returncode == 3, errors
    assert "the record book cannot" in errors
    with RecordBook(path) as book:
        assert [*book.results(1, 0)] == [int(line) for line in said.split()]
        assert len(said.split()) > 5


LIMITED_FROM_THE_START = """
import resource, sys
from magicbb.research.records import RecordBook

resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, resource.RLIM_INFINITY))
try:
    RecordBook(sys.argv[1])
except OSError as error:
    sys.exit(f"{error}")
"""


def test_a_book_that_cannot_be_made_is_a_sentence_and_can_be_made_later(
    script: Script, path: Path
) -> None:
    process = script(LIMITED_FROM_THE_START, path)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "the record book cannot" in errors
    with RecordBook(path) as book:
        assert book.campaigns() == []
