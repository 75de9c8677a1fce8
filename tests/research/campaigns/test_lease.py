"""One coordinator at a time."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import pytest

from magicbb.research import campaigns
from magicbb.research.campaigns import CampaignBusyError, CampaignError, lease
from magicbb.research.records import leases

from .conftest import begin, wait_for
from .toys import Logged, Squares, begun

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from magicbb.research.records import RecordBook

ELSEWHERE = "a coordinator on another machine"


@pytest.fixture
def lease_elsewhere(
    book: RecordBook, monkeypatch: pytest.MonkeyPatch
) -> Callable[[int, float], bool]:
    """Claim a campaign as another machine would."""

    def lease(number: int, seconds: float) -> bool:
        with monkeypatch.context() as there:
            there.setattr(leases, "host", lambda: ELSEWHERE)
            return book.lease(number, ELSEWHERE, seconds)

    return lease


class TestAnother:
    """Another machine has the campaign."""

    def test_it_is_refused(self, book: RecordBook, lease_elsewhere: Callable[..., bool]) -> None:
        lease_elsewhere(begin(book, Squares(3)), 1000)
        with pytest.raises(CampaignBusyError, match="campaign 1 is being run by another process"):
            campaigns.run(Squares(3), book)
        assert book.results(1, 0) == {}

    def test_it_is_free_when_the_lease_has_run_out(
        self, book: RecordBook, lease_elsewhere: Callable[..., bool]
    ) -> None:
        number = begin(book, Squares(3))
        lease_elsewhere(number, 0.2)

        def goes_on() -> bool:
            try:
                return campaigns.run(Squares(3), book).finished
            except CampaignBusyError:
                return False

        wait_for(goes_on)
        assert book.campaign(number).finished is not None


class TestHeartbeat:
    """A lease that is renewed."""

    @pytest.mark.slow
    def test_it_lasts_as_long_as_the_work(
        self,
        book: RecordBook,
        lease_elsewhere: Callable[..., bool],
        monkeypatch: pytest.MonkeyPatch,
        tmp_path: Path,
    ) -> None:
        monkeypatch.setattr(lease, "SECONDS", 2.0)
        work, outcomes = Logged(2, directory=str(tmp_path)), list[Any]()
        coordinator = threading.Thread(target=lambda: outcomes.append(campaigns.run(work, book)))
        coordinator.start()
        wait_for(lambda: len(begun(tmp_path)) == 1)
        pause = threading.Event()
        assert not any(lease_elsewhere(1, 1) or pause.wait(0.2) for _ in range(15))
        (tmp_path / "go").touch()
        coordinator.join()
        assert [outcome.finished for outcome in outcomes] == [True]

    def test_who_has_lost_it_keeps_nothing_more(
        self,
        book: RecordBook,
        lease_elsewhere: Callable[..., bool],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(lease, "SECONDS", 0.1)
        monkeypatch.setattr(lease.Lease, "_renew", lambda _: None)  # as if the machine had slept

        def on_event(event: campaigns.Event) -> None:
            if isinstance(event, campaigns.JobDone):
                wait_for(lambda: lease_elsewhere(1, 1000))

        with pytest.raises(CampaignError, match="campaign 1 does not belong to"):
            campaigns.run(Squares(3), book, on_event=on_event)
        assert [*book.results(1, 0)] == [0]
        assert not book.lease(1, "a third one", 1), "the lease of the other one stays"

    def test_who_hears_of_it_ends(
        self,
        book: RecordBook,
        lease_elsewhere: Callable[..., bool],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        held = lease.Lease(book, begin(book, Squares(3)))
        monkeypatch.setattr(lease, "SECONDS", 0.1)
        with held:
            book.release(1, held.owner)
            wait_for(lambda: lease_elsewhere(1, 1000))
            wait_for(lambda: is_lost(held))


def is_lost(held: lease.Lease) -> bool:
    try:
        held.check()
    except CampaignBusyError as error:
        assert "campaign 1 was taken over by another process" in str(error)  # noqa: PT017
        return True
    return False
