"""Packing as a campaign: JSON, rounds, tables, and the same after an interruption."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

import magicbb as mb
from magicbb.research import campaigns
from magicbb.research.campaigns.works.pack import Pack, best_packing, published_candidates
from magicbb.research.records import Book
from magicbb.research.records.exchange import fields_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

DRAFT = Pack("black", "free", ("none", "postmask"), last=2, draft=True)


@pytest.fixture(scope="module")
def rounds() -> list[list[Any]]:
    """The results of a campaign."""
    return campaigns.run(DRAFT).rounds


def packings(results: Sequence[Any], sharing: str) -> list[Any]:
    return [result for result in results if result.get("sharing") == sharing]


@pytest.mark.parametrize(
    "work",
    [
        Pack(),
        DRAFT,
        Pack("white", "fixed", ("bytes",), published=True, last=3, seed=7),
    ],
    ids=repr,
)
def test_params_make_it_again(work: Pack) -> None:
    params = json.loads(json.dumps(work.params()))
    assert Pack.from_params(params, work.seed) == work


def test_what_is_as_it_mostly_is_is_no_param() -> None:
    assert {*Pack().params()} == {"kind", "shift", "sharing", "published", "rounds"}


def test_rounds_anneal_first_and_pack_in_the_end(rounds: list[list[Any]]) -> None:
    kinds = [{"candidates" in result for result in results} for results in rounds]
    assert kinds == [{True}, {True, False}, {False}]
    assert DRAFT.jobs(3, rounds[-1]) == []
    assert len(packings(rounds[1], "none")) == len(packings(rounds[1], "postmask")) == 1
    assert len(packings(rounds[2], "none")) == 5


def test_jobs_and_results_are_json(rounds: list[list[Any]]) -> None:
    earlier: list[Any] = []
    for number, results in enumerate(rounds):
        jobs = DRAFT.jobs(number, earlier)
        assert len(jobs) == len(results)
        assert json.loads(json.dumps([jobs, results])) == [jobs, results]
        earlier = results


def test_every_row_has_candidates_from_the_first_round_on(rounds: list[list[Any]]) -> None:
    rows = {row for result in rounds[0] for row, _, _ in result["candidates"]}
    assert rows == {*range(128)}


def test_packings_never_grow(rounds: list[list[Any]]) -> None:
    for sharing in DRAFT.sharing:
        sizes = [best_packing(results, sharing)["entries"] for results in rounds[1:]]
        assert sizes == sorted(sizes, reverse=True)


def test_what_a_packing_chose_goes_on_to_be_known(rounds: list[list[Any]]) -> None:
    for job in DRAFT.jobs(2, rounds[1]):
        assert job["packed"] == best_packing(rounds[1], job["sharing"])


def test_what_is_packed_without_sharing_is_separated_by_several_jobs(
    rounds: list[list[Any]],
) -> None:
    ways = [(job["sharing"], job["way"]) for job in DRAFT.jobs(2, rounds[1])]
    assert ways == [("none", "ruin"), ("postmask", "ruin"), *[("none", "separate")] * 4]
    # From scratch there is nothing to separate.
    first = [job for job in DRAFT.jobs(1, rounds[0]) if "way" in job]
    assert {job["way"] for job in first} == {"ruin"}


def test_bytes_start_from_what_nobody_shares_if_that_is_smaller(rounds: list[list[Any]]) -> None:
    small = best_packing(rounds[1], "none")
    large = {**small, "sharing": "bytes", "entries": small["entries"] + 1}
    work = replace(DRAFT, sharing=("none", "bytes"))
    starts = {job["sharing"]: job["packed"]["entries"] for job in work.jobs(2, [*rounds[1], large])}
    assert starts == dict.fromkeys(("none", "bytes"), small["entries"])


def test_what_a_packing_chose_stays_a_candidate(rounds: list[list[Any]]) -> None:
    later = replace(DRAFT, last=3)
    for job in later.jobs(2, rounds[1]):
        if "rows" in job:
            known = {tuple(each) for each in job["candidates"]}
            for sharing in DRAFT.sharing:
                chosen = best_packing(rounds[1], sharing)["rows"]
                assert {tuple(row[:3]) for row in chosen} <= known


def test_tables_are_those_of_the_smallest_packings(rounds: list[list[Any]]) -> None:
    tables = DRAFT.tables(rounds)
    assert [*tables] == ["none", "postmask"]
    for sharing, table in tables.items():
        table.verify()
        sizes = [each["entries"] for results in rounds for each in packings(results, sharing)]
        assert table.entries == min(sizes)
    assert tables["postmask"].entries < tables["none"].entries
    assert tables["postmask"].scheme.names == ("black", "overlapped", "union")


def test_bytes_become_a_table_of_united_lists() -> None:
    shipped = mb.build("densest-bytes")
    rows = [
        [row, magic.bits, f"{magic.factor:#x}", offset]
        for row, (magic, offset) in enumerate(
            zip(shipped.magics, shipped.offsets or (), strict=True)
        )
    ]
    packed = {"sharing": "bytes", "entries": shipped.entries, "rows": rows}
    table = replace(DRAFT, sharing=("bytes",)).tables([[packed]])["bytes"]
    assert table.scheme.names == ("black", "overlapped", "bytes-union")
    assert table.slots.tobytes() == shipped.slots.tobytes()


def test_records_say_whose_candidates_they_are(rounds: list[list[Any]]) -> None:
    (free, shared) = map(fields_of, DRAFT.records(rounds))
    assert (free["name"], shared["name"]) == ("free", "shared")
    assert free["candidates"] == "own"
    published = replace(DRAFT, published=True).records(rounds)
    assert {fields_of(record)["candidates"] for record in published} == {"published"}


def test_before_any_packing_there_are_no_tables(rounds: list[list[Any]]) -> None:
    assert DRAFT.tables(rounds[:1]) == {}
    assert DRAFT.best(rounds[0]) == "no packing yet"
    assert DRAFT.best(rounds[1]).startswith("free ")


def test_a_job_done_again_has_the_same_result(rounds: list[list[Any]]) -> None:
    for job, result in zip(DRAFT.jobs(1, rounds[0])[-3:], rounds[1][-3:], strict=True):
        assert DRAFT.run(DRAFT.params(), DRAFT.seed, job) == result


def test_resumed_is_as_if_never_interrupted(rounds: list[list[Any]], tmp_path: Path) -> None:
    jobs = 0

    class StoppedError(Exception):
        pass

    def stop(event: object) -> None:
        nonlocal jobs
        jobs += isinstance(event, campaigns.JobDone)
        if jobs == 20:
            raise StoppedError

    with Book(tmp_path / "book") as book:
        with pytest.raises(StoppedError):
            campaigns.run(DRAFT, book, on_event=stop)
        outcome = campaigns.run(DRAFT, book)
        assert outcome.rounds == rounds
        kept = {record.entries for record in book.tables()}
    assert kept == {table.entries for table in DRAFT.tables(rounds).values()}


@pytest.mark.parametrize("kind", ["white", "black"])
@pytest.mark.parametrize("shift", ["free", "fixed"])
def test_published_candidates_are_magics(kind: str, shift: str) -> None:
    known = published_candidates(kind, shift)
    assert len(known) > 100
    assert len({*known}) == len(known)
    for each in known[::16]:
        each.magic(kind).check()
        if shift == "fixed":
            assert each.bits == (12 if each.row < 64 else 9)


def test_published_magics_are_known_in_the_first_round() -> None:
    jobs = replace(DRAFT, published=True).jobs(0, [])
    known = {(row, bits, int(factor, 16)) for row, bits, factor in jobs[0]["candidates"]}
    published = published_candidates("black", "free")
    assert {(each.row, each.bits, each.factor) for each in published} <= known


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"magics": "white-32"}, "kind must be white or black, got 'white-32'"),
        ({"shift": "none"}, "shift must be fixed or free, got 'none'"),
        ({"sharing": ("all",)}, "sharing must be none or postmask or bytes, got 'all'"),
        ({"sharing": ()}, "sharing must name at least one way, got none"),
        ({"last": 0}, "rounds must be 1..1048575, got 0"),
    ],
)
def test_bad_params_are_refused(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        Pack(**wrong)
