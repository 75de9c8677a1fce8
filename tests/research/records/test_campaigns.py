"""Campaigns: what can be written, and what is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

if TYPE_CHECKING:
    from magicbb.research.records import RecordBook

HOUR = 3600.0


@pytest.fixture
def campaign(book: RecordBook) -> int:
    return book.begin("find", {}, seed=1, command="")


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"kind": "x" * 10_001}, "kind must be text of at most 10,000"),
        ({"command": "x" * 10_001}, "command must be text of at most 10,000"),
        ({"command": None}, "command must be text"),
        ({"params": []}, "params must be a dict"),
        ({"seed": -1}, "seed"),
    ],
    ids=str,
)
def test_a_campaign_that_could_not_be_read_is_not_written(
    book: RecordBook, wrong: dict[str, Any], sentence: str
) -> None:
    right: dict[str, Any] = {"kind": "find", "params": {}, "seed": 1, "command": ""}
    with pytest.raises(ValueError, match=sentence):
        book.begin(**{**right, **wrong})
    assert book.campaigns() == []


@pytest.mark.parametrize(
    "wrong", [{"round": -1}, {"job": -1}, {"seconds": -1.0}, {"seconds": None}], ids=str
)
def test_a_result_that_could_not_be_read_is_not_written(
    book: RecordBook, campaign: int, wrong: dict[str, Any]
) -> None:
    assert book.lease(campaign, "me", HOUR)
    right: dict[str, Any] = {"round": 0, "job": 0, "result": 5, "seconds": 1.0}
    row = {**right, **wrong}
    with pytest.raises(ValueError, match="must be"):
        book.keep(campaign, **row, owner="me")
    with pytest.raises(ValueError, match="must be"):
        book.add_results(campaign, row["round"], {row["job"]: (5, row["seconds"])})
    assert book.results(campaign, 0) == {}


def test_only_records_that_there_could_be_are_asked_for(book: RecordBook) -> None:
    with pytest.raises(ValueError, match="kind must be"):
        book.magics(kind="withe")
    with pytest.raises(TypeError, match="bits"):
        book.proofs(bits="x")  # type: ignore[arg-type]


def test_a_number_may_be_one_of_numpy(book: RecordBook, campaign: int) -> None:
    same: Any = np.int64(campaign)
    assert book.lease(same, "me", HOUR)
    book.release(same, "me")
    assert book.lease(campaign, "other", HOUR)
    book.keep(same, 0, 0, 1, 1.0, "other")
    book.add_results(same, 0, {1: (2, 1.0)})
    book.finish(same, [])
    assert book.results(campaign, 0) == {0: 1, 1: 2}
    assert book.campaign(campaign).finished


def test_a_number_that_is_out_of_range_is_refused(book: RecordBook) -> None:
    rule = "the number of a campaign must be 1 or more"
    with pytest.raises(ValueError, match=rule):
        book.release(2**64, "me")
    with pytest.raises(ValueError, match=rule):
        book.keep(2**64, 0, 0, 1, 1.0, "me")
