"""Campaigns that nothing befalls: rounds, results, records, events, time limits."""

from __future__ import annotations

import random
import threading
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from magicbb.research import campaigns
from magicbb.research.campaigns import CampaignError, JobDone, RoundBegan

from .conftest import begin
from .toys import Logged, Measured, Nothing, Square, Squares, Wrong, begun

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from magicbb.research.records import RecordBook

ROUNDS = [[Square(number) for number in numbers] for numbers in ((1, 4, 9), (15, 18, 23))]
"""What comes of `Squares(3)`."""


class Shuffled(Executor):
    """Does the jobs that are there in an order of its own."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 (no cryptography)
        self._pool = ThreadPoolExecutor(1)
        self._waiting: list[tuple[Future[Any], Callable[[], Any]]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._waiting.append((future, lambda: fn(*args, **kwargs)))
        self._pool.submit(self._do_one)
        return future

    def _do_one(self) -> None:
        future, call = self._waiting.pop(self._random.randrange(len(self._waiting)))
        future.set_result(call())


class Plain:
    """What is no dataclass has no parameters."""


class TestResults:
    """What comes of it."""

    def test_in_this_process_without_a_book(self) -> None:
        outcome = campaigns.run(Squares(3))
        assert (outcome.campaign, outcome.finished, outcome.rounds) == (0, True, ROUNDS)
        assert [record.TABLE for record in outcome.records] == ["magics"]

    def test_in_processes(self, book: RecordBook) -> None:
        outcome = campaigns.run(Squares(3), book, campaigns.parse_workers("processes:2"))
        assert (outcome.finished, outcome.rounds) == (True, ROUNDS)

    @pytest.mark.parametrize("seed", range(3))
    def test_with_jobs_done_in_any_order(self, book: RecordBook, seed: int) -> None:
        outcome = campaigns.run(Squares(20), book, Shuffled(seed))
        assert outcome.rounds == campaigns.run(Squares(20)).rounds

    def test_with_any_executor(self) -> None:
        with ThreadPoolExecutor(2) as pool:
            assert campaigns.run(Squares(3), executor=pool).rounds == ROUNDS
            assert pool.submit(int, "1").result() == 1, "it is its caller's to shut down"

    def test_other_seeds_are_other_campaigns(self, book: RecordBook) -> None:
        outcomes = [campaigns.run(Squares(3, seed), book) for seed in (1, 2, 1)]
        assert [outcome.campaign for outcome in outcomes] == [1, 2, 1]
        assert outcomes[0] == outcomes[2]
        assert outcomes[1].rounds[0][0] == Square(4)

    def test_work_without_jobs_ends_at_once(self, book: RecordBook) -> None:
        outcome = campaigns.run(Nothing(3), book)
        assert (outcome.finished, outcome.rounds) == (True, [])

    def test_the_error_of_a_job_is_raised_and_what_was_done_before_is_kept(
        self, book: RecordBook
    ) -> None:
        with pytest.raises(ZeroDivisionError, match="job 1 is wrong"):
            campaigns.run(Wrong(3), book)
        assert book.results(1, 0) == {0: {"square": 1}}

    def test_an_error_in_a_process_is_raised_here(self) -> None:
        with pytest.raises(ZeroDivisionError, match="job 1 is wrong"):
            campaigns.run(Wrong(3), None, campaigns.parse_workers("1"))


class TestBook:
    """What is kept of it."""

    def test_every_result_is_in_the_book(self, book: RecordBook) -> None:
        number = campaigns.run(Squares(3), book).campaign
        kept = [book.results(number, each) for each in range(3)]
        written = [
            {job: {"square": each.square} for job, each in enumerate(done)} for done in ROUNDS
        ]
        assert kept == [*written, {}]

    def test_the_records_and_the_end_are_written(self, book: RecordBook) -> None:
        number = campaigns.run(Squares(3), book, command="magicbb toy").campaign
        (record,) = book.magics()
        assert book.campaign(number).finished is not None
        assert record.provenance is not None
        assert (record.provenance.command, record.provenance.seed) == ("magicbb toy", 1)

    def test_results_that_are_there_are_not_computed_again(
        self, book: RecordBook, tmp_path: Path
    ) -> None:
        work = Logged(5, directory=str(tmp_path), free=5)
        number = begin(book, work)
        assert book.lease(number, "somebody", 1)
        for job in (1, 3):
            book.keep(number, 0, job, {"square": (job + 1) ** 2}, 0.5, "somebody")
        book.release(number, "somebody")
        outcome = campaigns.run(work, book)
        assert begun(tmp_path) == [0, 2, 4]
        assert outcome.rounds == [[Square(number**2) for number in (1, 2, 3, 4, 5)]]

    def test_a_finished_campaign_is_read_from_the_book(
        self, book: RecordBook, tmp_path: Path
    ) -> None:
        work = Logged(3, directory=str(tmp_path), free=3)
        outcomes = [campaigns.run(work, book) for _ in range(2)]
        assert outcomes[0] == outcomes[1]
        assert begun(tmp_path) == [0, 1, 2]

    def test_results_of_jobs_that_there_are_not_are_refused(self, book: RecordBook) -> None:
        number = begin(book, Squares(3))
        assert book.lease(number, "somebody", 1)
        book.keep(number, 0, 3, {}, 0.5, "somebody")
        book.release(number, "somebody")
        with pytest.raises(CampaignError, match="for jobs that do not exist in round 0"):
            campaigns.run(Squares(3), book)

    @pytest.mark.parametrize(
        ("result", "sentence"),
        [
            ({}, "has no square"),
            ({"square": "1"}, "'s square must be an integer, got '1'"),
            ({"square": 1, "cube": 1}, "has an unknown field, 'cube'"),
            (None, " must be an object, got None"),
        ],
    )
    def test_a_result_of_another_form_is_refused(
        self, book: RecordBook, result: object, sentence: str
    ) -> None:
        number = begin(book, Squares(3))
        assert book.lease(number, "somebody", 1)
        book.keep(number, 0, 1, result, 0.5, "somebody")
        book.release(number, "somebody")
        with pytest.raises(CampaignError) as caught:
            campaigns.run(Squares(3), book)
        said = f"{book.path}: campaign 1: the result of job 1 in round 0"
        assert f"{caught.value}".startswith(said)
        assert f"{caught.value}".endswith(sentence)

    def test_the_lease_is_given_back(self, book: RecordBook) -> None:
        number = campaigns.run(Squares(3), book).campaign
        assert book.lease(number, "the next one", 1)


class TestHours:
    """A time limit."""

    def test_no_job_begins_when_it_is_over(self, book: RecordBook) -> None:
        outcome = campaigns.run(Squares(3), book, hours=1e-12)
        assert (outcome.finished, outcome.rounds, outcome.records) == (False, [], [])
        assert outcome.part == []
        assert book.campaign(outcome.campaign).finished is None

    def test_jobs_that_are_out_are_done(self, book: RecordBook, tmp_path: Path) -> None:
        work, seconds = Logged(9, directory=str(tmp_path)), 0.5
        threading.Timer(2 * seconds, (tmp_path / "go").touch).start()
        with ThreadPoolExecutor(2) as pool:
            outcome = campaigns.run(work, book, pool, hours=seconds / 3600)
        assert not outcome.finished
        assert sorted(begun(tmp_path)) == [*book.results(outcome.campaign, 0)] != []
        assert outcome.part == [Square((job + 1) ** 2) for job in sorted(begun(tmp_path))]

    def test_it_goes_on_afterwards(self, book: RecordBook) -> None:
        campaigns.run(Squares(3), book, hours=1e-12)
        assert campaigns.run(Squares(3), book, hours=1).rounds == ROUNDS

    @pytest.mark.parametrize("hours", [10**400, float("inf")])
    def test_it_may_be_endless(self, hours: float) -> None:
        assert campaigns.run(Squares(3), hours=hours).rounds == ROUNDS

    @pytest.mark.parametrize("hours", [0, -1, float("nan")])
    def test_hours_that_cannot_be(self, hours: float) -> None:
        with pytest.raises(ValueError, match="hours must be more than 0, got"):
            campaigns.run(Squares(3), hours=hours)


class TestEvents:
    """What is told meanwhile."""

    @pytest.fixture
    def events(self) -> list[Any]:
        events: list[Any] = []
        campaigns.run(Squares(3), on_event=events.append)
        return events

    def test_rounds_begin(self, events: list[Any]) -> None:
        assert [event for event in events if isinstance(event, RoundBegan)] == [
            RoundBegan(campaign=0, round=0, done=0, total=3, best=""),
            RoundBegan(campaign=0, round=1, done=0, total=3, best="9"),
        ]

    def test_every_job_is_told(self, events: list[Any]) -> None:
        done = [event for event in events if isinstance(event, JobDone)]
        assert [(event.round, event.job, event.done, event.total) for event in done] == [
            (each, job, job + 1, 3) for each in range(2) for job in range(3)
        ]

    def test_the_last_of_a_round_knows_the_best_and_that_no_time_is_left(
        self, events: list[Any]
    ) -> None:
        assert (events[3].best, events[3].left) == ("9", 0.0)
        assert (events[7].best, events[7].left) == ("23", 0.0)

    def test_work_may_say_how_much_a_job_is(self) -> None:
        events: list[Any] = []
        campaigns.run(Measured(3), on_event=events.append)
        assert events[1].unit == "apples"
        assert [event.left is None for event in events[1:4]] == [True, True, False]


def test_a_class_that_workers_cannot_import_is_refused() -> None:
    class Hidden(Squares):
        pass

    with pytest.raises(ValueError, match="work must be an instance of a module-level class"):
        campaigns.run(Hidden(3))


def test_what_is_no_dataclass_is_refused() -> None:
    with pytest.raises(TypeError, match="work must be a Work and a frozen dataclass, got a Plain"):
        campaigns.run(Plain())  # type: ignore[arg-type]


def test_what_is_no_executor_is_refused() -> None:
    with pytest.raises(TypeError, match=r"executor must be a .*Executor, got '2'"):
        campaigns.run(Squares(3), None, "2")  # type: ignore[arg-type]
