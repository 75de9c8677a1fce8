"""The record book: campaigns, their results, and the records that they find."""

from __future__ import annotations

import contextlib
import sqlite3
from dataclasses import replace
from threading import Thread
from typing import TYPE_CHECKING

import pytest

import magicbb as mb
from magicbb.geometry.squares import square_name
from magicbb.magics.magic import Magic
from magicbb.research.records import (
    LeaseLostError,
    MagicRecord,
    RecordBook,
    RecordError,
    TableRecord,
)

if TYPE_CHECKING:
    from pathlib import Path

    from magicbb.research.records import Provenance

HOUR = 3600.0


@pytest.fixture
def campaign(book: RecordBook) -> int:
    """A campaign that the owner "me" has leased."""
    number = book.begin("find", {"square": "a7", "bits": 10}, seed=3, command="magicbb find")
    assert book.lease(number, "me", HOUR)
    return number


class TestCampaigns:
    """Beginning, resuming and finishing."""

    def test_a_new_one_is_what_was_asked(
        self, book: RecordBook, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("MAGICBB_WHO", "Ada")
        number = book.begin("find", {"square": "a7"}, seed=2**64 - 1, command="magicbb find")
        campaign = book.campaign(number)
        assert (campaign.kind, campaign.params, campaign.seed) == (
            "find",
            {"square": "a7"},
            2**64 - 1,
        )
        assert (campaign.command, campaign.who) == ("magicbb find", "Ada")
        assert (campaign.finished, campaign.jobs, campaign.seconds) == (None, 0, 0.0)
        assert campaign.begun.endswith("+00:00")

    def test_the_same_again_is_the_same(self, book: RecordBook) -> None:
        first = book.begin("find", {"a": 1, "b": 2}, seed=1, command="one")
        assert book.begin("find", {"b": 2, "a": 1}, seed=1, command="two") == first
        assert book.campaign(first).command == "one"

    @pytest.mark.parametrize(
        ("kind", "params", "seed"), [("pack", {}, 1), ("find", {"a": 1}, 1), ("find", {}, 2)]
    )
    def test_anything_else_is_another(
        self, book: RecordBook, kind: str, params: dict[str, int], seed: int
    ) -> None:
        numbers = [
            book.begin("find", {}, seed=1, command=""),
            book.begin(kind, params, seed=seed, command=""),
        ]
        assert [campaign.number for campaign in book.campaigns()] == numbers

    def test_an_unknown_number_is_refused(self, book: RecordBook) -> None:
        with pytest.raises(ValueError, match="there is no campaign 7"):
            book.campaign(7)

    @pytest.mark.parametrize("number", [0, -1, 2**63])
    def test_an_impossible_number_is_refused(self, book: RecordBook, number: int) -> None:
        with pytest.raises(ValueError, match="the number of a campaign must be"):
            book.campaign(number)

    def test_params_that_are_no_json_are_refused(self, book: RecordBook) -> None:
        with pytest.raises(ValueError, match="JSON"):
            book.begin("find", {"a": float("nan")}, seed=1, command="")
        assert book.campaigns() == []

    def test_finishing_adds_the_records_with_the_provenance_of_the_campaign(
        self, book: RecordBook, campaign: int
    ) -> None:
        book.keep(campaign, 0, 0, None, 2.5, "me")
        magic = Magic(mb.ROOK, mb.geometry.parse_square("a7"), "white", 10, 0x48FFFE99FECFAA00)
        book.finish(campaign, [MagicRecord.of(magic)])
        (record,) = book.magics()
        assert record.as_magic() == magic
        assert record.provenance is not None
        assert (record.provenance.seed, record.provenance.command) == (3, "magicbb find")
        assert record.provenance.seconds == 2.5
        assert book.campaign(campaign).finished == record.provenance.when

    def test_finishing_twice_changes_nothing(self, book: RecordBook, campaign: int) -> None:
        book.finish(campaign, [])
        finished = book.campaign(campaign)
        book.finish(campaign, [])
        assert book.campaign(campaign) == finished

    def test_a_false_record_leaves_the_campaign_unfinished(
        self, book: RecordBook, campaign: int, magics: list[MagicRecord]
    ) -> None:
        with pytest.raises(RecordError):
            book.finish(campaign, [magics[0], replace(magics[1], used=1)])
        assert (book.magics(), book.campaign(campaign).finished) == ([], None)


class TestResults:
    """Results of jobs."""

    def test_they_are_kept_by_round_and_job(self, book: RecordBook, campaign: int) -> None:
        book.keep(campaign, 0, 5, {"best": [1, None]}, 1.0, "me")
        book.keep(campaign, 0, 2, 7, 0.5, "me")
        book.keep(campaign, 1, 2, "x", 0.25, "me")
        assert [*book.results(campaign, 0).items()] == [(2, 7), (5, {"best": [1, None]})]
        assert book.results(campaign, 1) == {2: "x"}
        assert book.results(campaign, 2) == {}
        done = book.campaign(campaign)
        assert (done.jobs, done.seconds) == (3, 1.75)

    def test_the_first_of_a_job_stays(self, book: RecordBook, campaign: int) -> None:
        book.keep(campaign, 0, 0, 1, 1.0, "me")
        book.keep(campaign, 0, 0, 2, 9.0, "me")
        assert book.results(campaign, 0) == {0: 1}
        assert book.campaign(campaign).seconds == 1.0

    def test_they_are_there_when_the_book_is_opened_again(
        self, book: RecordBook, campaign: int, path: Path
    ) -> None:
        book.keep(campaign, 0, 0, 1, 1.0, "me")
        with RecordBook(path) as other:
            assert other.results(campaign, 0) == {0: 1}

    def test_those_of_a_coordinator_without_the_lease_are_refused(
        self, book: RecordBook, campaign: int
    ) -> None:
        with pytest.raises(LeaseLostError, match="it belongs to me"):
            book.keep(campaign, 0, 0, 1, 1.0, "you")
        assert book.results(campaign, 0) == {}

    @pytest.mark.parametrize(("number", "round"), [(10**30, 0), (0, 0), (1, -1), (1, 10**30)])
    def test_those_of_a_number_out_of_range_are_refused(
        self, book: RecordBook, number: int, round: int
    ) -> None:
        with pytest.raises(ValueError, match="must be"):
            book.results(number, round)

    @pytest.mark.parametrize("result", [float("inf"), {1, 2}, object()])
    def test_what_is_no_json_is_refused(
        self, book: RecordBook, campaign: int, result: object
    ) -> None:
        with pytest.raises((ValueError, TypeError), match="JSON"):
            book.keep(campaign, 0, 0, result, 1.0, "me")

    @pytest.mark.parametrize("seconds", [-1.0, float("nan"), True, "1"])
    def test_an_impossible_time_is_refused(
        self, book: RecordBook, campaign: int, seconds: float
    ) -> None:
        with pytest.raises(ValueError, match="seconds must be a non-negative number"):
            book.keep(campaign, 0, 0, 1, seconds, "me")


class TestRecords:
    """Adding and finding records."""

    def test_a_magic_comes_back_as_it_was(
        self, book: RecordBook, magics: list[MagicRecord]
    ) -> None:
        assert book.add(magics[0])
        assert book.magics() == [magics[0]]

    def test_a_table_comes_back_as_it_was(self, book: RecordBook, smallest: TableRecord) -> None:
        assert book.add(smallest)
        assert book.tables() == [smallest]

    def test_none_is_added_twice(self, book: RecordBook, magics: list[MagicRecord]) -> None:
        book.add(magics[0])
        assert not book.add(replace(magics[0], provenance=None))
        assert book.magics() == [magics[0]]

    def test_a_table_whose_scheme_had_another_name_is_not_added_again(
        self, book: RecordBook, path: Path, provenance: Provenance
    ) -> None:
        record = TableRecord.of("free", mb.build("densest"), "published", provenance)
        assert book.add(record)
        former = "UPDATE tables SET scheme = 'black-densest/overlapped/direct', digest = 'former'"
        with contextlib.closing(sqlite3.connect(path)) as base, base:
            base.execute(former)
        assert not book.add(record)
        assert book.tables() == [record]

    def test_without_provenance_it_is_this_moment_s(
        self, book: RecordBook, magics: list[MagicRecord], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("MAGICBB_WHO", "Grace")
        book.add(replace(magics[0], provenance=None))
        (record,) = book.magics()
        assert record.provenance is not None
        assert (record.provenance.who, record.provenance.seed) == ("Grace", None)

    def test_a_false_one_is_refused(self, book: RecordBook, a7: MagicRecord) -> None:
        with pytest.raises(RecordError, match="used is 960, not 959"):
            book.add(replace(a7, used=959))
        assert book.magics() == []

    def test_of_many_with_a_false_one_none_is_added(
        self, book: RecordBook, magics: list[MagicRecord]
    ) -> None:
        with pytest.raises(RecordError):
            book.add_all([*magics[:5], replace(magics[5], highest=3)])
        assert book.magics() == []

    def test_many_are_counted(self, book: RecordBook, magics: list[MagicRecord]) -> None:
        assert book.add_all(magics[:5]) == 5
        assert book.add_all(magics) == len(magics) - 5

    @pytest.mark.parametrize(
        ("slider", "square", "bits"),
        [("rook", None, None), (None, "h8", None), (None, None, 4), ("bishop", 63, 5)],
    )
    def test_filters_hold_together(
        self,
        book: RecordBook,
        magics: list[MagicRecord],
        slider: str | None,
        square: int | str | None,
        bits: int | None,
    ) -> None:
        book.add_all(magics)
        found = book.magics(slider, square, "white", bits)
        assert found == [
            record
            for record in book.magics()
            if slider in {None, record.piece.name}
            and square in {None, record.square, square_name(record.square)}
            and bits in {None, record.bits}
        ]
        assert 0 < len(found) < len(magics)
        assert book.magics(slider, square, "black", bits) == []

    def test_the_best_of_a_square_comes_first(self, book: RecordBook) -> None:
        for factor, bits in [(0x411FFFDDFFDBF4D6, 10), (0x411FFFDDFFDBF4D6, 11)]:
            book.add(
                MagicRecord.of(
                    Magic(mb.ROOK, mb.geometry.parse_square("e8"), "white", bits, factor)
                )
            )
        assert [record.bits for record in book.magics()] == [10, 11]

    def test_tables_are_found_by_name(self, book: RecordBook, smallest: TableRecord) -> None:
        book.add(smallest)
        assert (book.tables("fixed"), book.tables("free")) == ([smallest], [])

    def test_threads_may_share_a_book(
        self, book: RecordBook, magics: list[MagicRecord], provenance: Provenance
    ) -> None:
        parts = [magics[start::4] for start in range(4)]
        threads = [Thread(target=lambda part=part: [*map(book.add, part)]) for part in parts]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(book.magics()) == len(magics)
        assert {record.provenance for record in book.magics()} == {provenance}
