"""Leases: one coordinator at a time."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from magicbb.research.records import LeaseLostError, leases

if TYPE_CHECKING:
    from magicbb.research.records import RecordBook

    from .conftest import Script

HOUR = 3600.0

CLAIM = """
import sys
from magicbb.research.records import RecordBook
RecordBook(sys.argv[1]).lease(1, "me", 3600)
"""


@pytest.fixture
def campaign(book: RecordBook) -> int:
    return book.begin("find", {}, seed=1, command="")


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is an hour and a second later."""
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + HOUR + 1)


def test_what_is_free_can_be_leased(book: RecordBook, campaign: int) -> None:
    assert book.lease(campaign, "me", HOUR)


def test_what_another_one_has_cannot(book: RecordBook, campaign: int) -> None:
    book.lease(campaign, "me", HOUR)
    assert not book.lease(campaign, "you", HOUR)


def test_one_s_own_can_be_renewed(book: RecordBook, campaign: int) -> None:
    book.lease(campaign, "me", HOUR)
    assert book.lease(campaign, "me", HOUR)


def test_what_was_released_can_be_leased(book: RecordBook, campaign: int) -> None:
    book.lease(campaign, "me", HOUR)
    book.release(campaign, "me")
    assert book.lease(campaign, "you", HOUR)


def test_nobody_releases_another_one_s(book: RecordBook, campaign: int) -> None:
    book.lease(campaign, "me", HOUR)
    book.release(campaign, "you")
    assert not book.lease(campaign, "you", HOUR)


def test_what_has_run_out_can_be_leased(
    book: RecordBook, campaign: int, request: pytest.FixtureRequest
) -> None:
    book.lease(campaign, "me", HOUR)
    request.getfixturevalue("later")
    assert book.lease(campaign, "you", HOUR)
    with pytest.raises(LeaseLostError, match="it belongs to you"):
        book.keep(campaign, 0, 0, 1, 1.0, "me")


def test_what_has_run_out_still_takes_results_while_nobody_wants_it(
    book: RecordBook, campaign: int, request: pytest.FixtureRequest
) -> None:
    book.lease(campaign, "me", HOUR)
    request.getfixturevalue("later")
    book.keep(campaign, 0, 0, 1, 1.0, "me")
    assert book.results(campaign, 0) == {0: 1}


def test_without_a_lease_nothing_is_kept(book: RecordBook, campaign: int) -> None:
    with pytest.raises(LeaseLostError, match="nobody holds its lease"):
        book.keep(campaign, 0, 0, 1, 1.0, "me")


def test_campaigns_are_leased_one_by_one(book: RecordBook, campaign: int) -> None:
    other = book.begin("find", {}, seed=2, command="")
    assert book.lease(campaign, "me", HOUR)
    assert book.lease(other, "you", HOUR)


def test_that_of_a_process_that_has_died_is_free(
    book: RecordBook, campaign: int, script: Script
) -> None:
    process = script(CLAIM, book.path)
    assert process.wait() == 0, process.communicate()
    assert book.lease(campaign, "you", HOUR)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc")
def test_that_of_one_that_has_ended_and_was_not_waited_for_is_free(
    book: RecordBook, campaign: int, script: Script
) -> None:
    process = script(CLAIM, book.path)
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    os.kill(process.pid, 0)
    assert book.lease(campaign, "you", HOUR)


def test_that_of_a_process_that_works_is_not(
    book: RecordBook, campaign: int, script: Script
) -> None:
    code = CLAIM + "print(flush=True); sys.stdin.read()"
    process = script(code, book.path, stdin=-1)
    assert process.stdout is not None
    process.stdout.readline()
    assert not book.lease(campaign, "you", HOUR)


def test_that_of_a_process_of_another_computer_is_not(
    book: RecordBook, campaign: int, script: Script
) -> None:
    code = (
        "import sys; from magicbb.research.records import RecordBook, leases\n"
        "leases.host = lambda: 'elsewhere'\n"
        "RecordBook(sys.argv[1]).lease(1, 'me', 3600)"
    )
    assert script(code, book.path).wait() == 0
    assert not book.lease(campaign, "you", HOUR)


def test_a_process_of_somebody_else_is_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_process: int, _signal: int) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "kill", refuse)
    assert leases._is_alive(1)  # noqa: SLF001


@pytest.mark.parametrize("seconds", [0, -1, float("inf"), float("nan"), 1e300])
def test_an_impossible_time_is_refused(book: RecordBook, campaign: int, seconds: float) -> None:
    with pytest.raises(ValueError, match="seconds must be a positive number"):
        book.lease(campaign, "me", seconds)


def test_an_unknown_campaign_is_refused(book: RecordBook) -> None:
    with pytest.raises(ValueError, match="there is no campaign 5"):
        book.lease(5, "me", HOUR)
