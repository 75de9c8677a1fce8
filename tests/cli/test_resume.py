"""magicbb resume: which campaign goes on, what is shown, what is refused."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from magicbb.research.campaigns.works import WORKS
from magicbb.research.records import RecordBook

from . import conftest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .conftest import Call, OnTerminal, Refuse

TOY = """
import time
from dataclasses import dataclass
from magicbb.research.campaigns import Work

@dataclass(frozen=True)
class Toy(Work):
    count: int
    seed: int

    kind = "toy"

    def jobs(self, number, earlier):
        return [] if number else [*range(self.count)]

    def run(self, job: int) -> int:
        if job >= 50:
            time.sleep(0.1)
        return job + self.seed

    def best(self, results):
        return f"{max(results)} [/b]"

    def records(self, rounds):
        return []
"""
"""Numbers; those from 50 on take a while."""

WITH_TOY = """
from magicbb.research.campaigns.works import WORKS
WORKS["toy"] = "toy:Toy"
from magicbb.cli import main
main()
"""


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    Path("toy.py").write_text(TOY)
    monkeypatch.syspath_prepend(Path.cwd())
    monkeypatch.setitem(WORKS, "toy", "toy:Toy")
    monkeypatch.setattr(conftest, "PROGRAM", (sys.executable, "-c", WITH_TOY))
    yield
    sys.modules.pop("toy", None)


@pytest.fixture
def book() -> Iterator[RecordBook]:
    """The book that the commands use."""
    with RecordBook() as book:
        yield book


def begin(book: RecordBook, count: int, kind: str = "toy") -> int:
    return book.begin(kind, {"count": count}, seed=1, command=f"magicbb toy {count}")


class TestWhich:
    """The campaign that goes on."""

    def test_the_one_that_is_named(self, call: Call, book: RecordBook) -> None:
        begin(book, 3)
        begin(book, 4)
        assert call("resume", "1").returncode == 0
        assert [each.finished is not None for each in book.campaigns()] == [True, False]

    def test_the_latest_that_is_not_finished(self, call: Call, book: RecordBook) -> None:
        for count in (3, 4, 5):
            begin(book, count)
        book.finish(3, [])
        call("resume")
        assert [each.finished is not None for each in book.campaigns()] == [False, True, True]

    def test_none_where_all_are_finished(self, call: Call) -> None:
        results = call("resume"), call("resume", "--json")
        assert [(result.returncode, result.stdout) for result in results] == [
            (0, "no unfinished campaigns\n"),
            (0, "null\n"),
        ]

    def test_in_another_book(self, call: Call) -> None:
        with RecordBook("other.sqlite") as book:
            begin(book, 3)
            call("resume", "--book", "other.sqlite")
            assert book.campaign(1).finished is not None


class TestOutput:
    """What is shown."""

    def test_a_finished_one(self, call: Call, book: RecordBook) -> None:
        begin(book, 3)
        shown = re.sub(r"[\d.]+ s", "T s", call("resume").stdout)
        assert shown == (
            "campaign 1: magicbb toy 3: finished\n"
            "  best     3 [/b]\n"
            "  jobs     3 done in T s\n"
            "  records  0\n"
        )

    def test_a_finished_one_as_json(self, call: Call, book: RecordBook) -> None:
        begin(book, 3)
        shown = json.loads(call("resume", "--json").stdout)
        assert shown["finished"] is not None
        kept = ("number", "kind", "params", "seed", "command", "jobs", "best", "records")
        values = [1, "toy", {"count": 3}, 1, "magicbb toy 3", 3, "3 [/b]", 0]
        assert [shown[name] for name in kept] == values

    def test_one_whose_time_was_up(self, call: Call, book: RecordBook) -> None:
        begin(book, 3)
        result = call("resume", "--hours", "1e-12")
        assert (result.returncode, result.stderr) == (
            0,
            "time is up; continue with `magicbb resume 1`\n",
        )
        first, second = result.stdout.splitlines()
        assert first == "campaign 1: magicbb toy 3: not finished"
        assert second == "  jobs     0 done in 0.0 s"

    def test_the_list(self, call: Call, book: RecordBook) -> None:
        begin(book, 3)
        begin(book, 4)
        call("resume", "1")
        begun = book.campaign(2).begun
        line = f"2: magicbb toy 4, begun {begun}, 0 jobs done in 0 s\n"
        assert call("resume", "--list").stdout == line

    def test_the_list_as_json(self, call: Call, book: RecordBook) -> None:
        begin(book, 3)
        (campaign,) = json.loads(call("resume", "--list", "--json").stdout)
        assert campaign == book.campaign(1).to_dict()

    def test_a_terminal_sees_the_rate_the_best_and_the_time_left(
        self, on_terminal: OnTerminal, book: RecordBook
    ) -> None:
        begin(book, 70)
        result = on_terminal("resume")
        assert result.returncode == 0
        plain = re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", result.terminal)
        assert re.search(r"magicbb toy 70\s", plain)
        assert re.search(r"round 1 .* of 70 jobs [\d.]+ jobs/s 0:00:\d\d 0:00:\d\d left", plain)
        assert re.search(r"\n\d+ \[/b\] *\n", plain)
        assert plain.endswith("  records  0\n")

    def test_ctrl_c_leaves_the_cursor_and_says_how_to_go_on(
        self, on_terminal: OnTerminal, book: RecordBook
    ) -> None:
        begin(book, 10_000)
        result = on_terminal("resume", interrupt_after="jobs/s")
        assert result.returncode == 130
        assert "progress saved; continue with `magicbb resume 1`" in result.terminal
        assert result.terminal.endswith("\nmagicbb: interrupted\n")
        assert result.terminal.rindex("\x1b[?25h") > result.terminal.rindex("\x1b[?25l")


class TestRefused:
    """What cannot be, in a sentence each."""

    @pytest.mark.parametrize("workers", ["0", "processes:x", "dask:nonsense", ""])
    def test_workers(self, refuse: Refuse, book: RecordBook, workers: str) -> None:
        begin(book, 3)
        assert refuse("resume", "--workers", workers).startswith("workers must be ")

    def test_a_cluster_without_dask(
        self, refuse: Refuse, book: RecordBook, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        begin(book, 3)
        monkeypatch.setitem(sys.modules, "distributed", None)
        sentence = refuse("resume", "--workers", "dask:tcp://127.0.0.1:1")
        assert sentence == "a cluster needs Dask: pip install 'magicbb[cluster]'"

    def test_a_number_that_there_is_not(self, refuse: Refuse, book: RecordBook) -> None:
        begin(book, 3)
        assert refuse("resume", "7").endswith("records.sqlite: there is no campaign 7")

    @pytest.mark.parametrize("number", ["0", "-1", "x", "1" * 30])
    def test_what_is_no_number(self, refuse: Refuse, number: str) -> None:
        assert number in refuse("resume", "--", number)

    def test_a_finished_campaign(self, refuse: Refuse, book: RecordBook) -> None:
        book.finish(begin(book, 3), [])
        assert refuse("resume", "1") == (
            f"campaign 1 was finished at {book.campaign(1).finished}; "
            "magicbb toy 3 --record shows its results"
        )

    def test_a_kind_that_nobody_knows(self, refuse: Refuse, book: RecordBook) -> None:
        begin(book, 3, kind="dream")
        sentence = refuse("resume", "1")
        assert sentence.startswith(f"{book.path}: the kind of campaign 1 must be one of find, pack")
        assert "got 'dream'; it was started with magicbb" in sentence

    def test_parameters_of_another_form(self, refuse: Refuse, book: RecordBook) -> None:
        book.begin("toy", {"count": "3", "size": 5}, seed=1, command="")
        named = f"{book.path}: the toy campaign"
        assert refuse("resume", "1") == f"{named} has an unknown field, 'size'"
        book.begin("toy", {"count": "3"}, seed=1, command="")
        assert refuse("resume", "2") == f"{named}'s count must be an integer, got '3'"

    def test_a_book_that_is_none(self, refuse: Refuse) -> None:
        Path("no.sqlite").write_text("This is no database of any kind. " * 100)
        assert "not a magicbb record book" in refuse("resume", "--book", "no.sqlite")

    @pytest.mark.parametrize("hours", ["0", "-1", "x"])
    def test_hours(self, refuse: Refuse, hours: str) -> None:
        assert "--hours" in refuse("resume", "--hours", hours)

    @pytest.mark.parametrize("option", [("1",), ("--workers", "2"), ("--hours", "1")])
    def test_a_list_of_something(self, refuse: Refuse, option: tuple[Any, ...]) -> None:
        assert (
            refuse("resume", "--list", *option)
            == "--list can only be combined with --book and --json"
        )
