"""Packing as a campaign: JSON, rounds, tables, and the same after an interruption."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

import magicbb as mb
from magicbb.research import campaigns
from magicbb.research.campaigns.work import params_of, types_of, work_from
from magicbb.research.campaigns.works.pack import (
    Pack,
    best_packing,
)
from magicbb.research.campaigns.works.pack_jobs import (
    Annealed,
    AnnealJob,
    Laid,
    Packed,
    PackJob,
    Result,
)
from magicbb.research.codec import read, write
from magicbb.research.packing.candidates import Candidate
from magicbb.research.packing.separation.separation import Separation
from magicbb.research.records import RecordBook
from magicbb.research.records.exchange import fields_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

pytestmark = pytest.mark.slow

DRAFT = Pack("black", "free", ("none", "postmask"), last=2, draft=True)


@pytest.fixture(scope="module")
def rounds() -> list[list[Result]]:
    """The results of a campaign."""
    return campaigns.run(DRAFT).rounds


def packings(results: Sequence[Result], sharing: str) -> list[Packed]:
    return [each for each in results if isinstance(each, Packed) and each.sharing == sharing]


def best(results: Sequence[Result], sharing: str) -> Packed:
    packed = best_packing(results, sharing)
    assert packed is not None
    return packed


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
    params = json.loads(json.dumps(params_of(work)))
    assert work_from(Pack, params, work.seed) == work


def test_what_is_as_it_mostly_is_is_no_param() -> None:
    params = {"kind", "shift", "sharing", "published", "rounds"}
    assert {*params_of(Pack(round_version=1))} == params
    assert {*params_of(Pack())} == {*params, "form"}


def test_rounds_anneal_first_and_pack_in_the_end(rounds: list[list[Result]]) -> None:
    kinds = [{type(result) for result in results} for results in rounds]
    assert kinds == [{Annealed}, {Annealed, Packed}, {Packed}]
    assert DRAFT.jobs(3, rounds[-1]) == []
    assert [len(packings(rounds[1], sharing)) for sharing in DRAFT.sharing] == [2, 2]
    assert len(packings(rounds[2], "none")) == 4


def test_jobs_and_results_are_json(rounds: list[list[Result]]) -> None:
    earlier: list[Result] = []
    of_job, of_result = types_of(Pack)
    for number, results in enumerate(rounds):
        jobs = DRAFT.jobs(number, earlier)
        assert len(jobs) == len(results)
        for kind, values in ((of_job, jobs), (of_result, results)):
            for value in values:
                assert read(kind, json.loads(json.dumps(write(kind, value))), "it") == value
        earlier = results


def test_every_row_has_candidates_from_the_first_round_on(rounds: list[list[Result]]) -> None:
    annealed = [result for result in rounds[0] if isinstance(result, Annealed)]
    assert {each.row for result in annealed for each in result.candidates} == {*range(128)}


def test_a_packing_does_not_grow_in_a_job(rounds: list[list[Result]]) -> None:
    jobs = DRAFT.jobs(2, rounds[1])
    for job, packed in zip(jobs, rounds[2], strict=True):
        assert isinstance(job, PackJob)
        assert isinstance(packed, Packed)
        if job.method in {"ruin", "separate"}:
            assert job.packed is not None
            assert packed.entries <= job.packed.entries


def test_what_a_packing_chose_goes_on_to_be_known(rounds: list[list[Result]]) -> None:
    for job in DRAFT.jobs(2, rounds[1]):
        assert isinstance(job, PackJob)
        assert job.packed == DRAFT.promising(rounds[1], job.sharing)
        assert job.packed in rounds[1]


def test_what_is_packed_is_separated_by_several_jobs(
    rounds: list[list[Result]],
) -> None:
    jobs = (job for job in DRAFT.jobs(2, rounds[1]) if isinstance(job, PackJob))
    ways = [(job.sharing, job.method) for job in jobs]
    separated = [("none", "separate"), ("none", "slim"), *[("postmask", "separate")] * 2]
    anew = [("none", "ruin"), ("none", "anew"), *[("postmask", "sequence")] * 2]
    assert ways == [*anew, *separated]
    # From scratch there is nothing to separate.
    first = (job for job in DRAFT.jobs(1, rounds[0]) if isinstance(job, PackJob))
    assert [(job.sharing, job.method) for job in first] == anew


def test_jobs_of_a_round_have_streams_of_their_own(rounds: list[list[Result]]) -> None:
    jobs = [job for job in DRAFT.jobs(2, rounds[1]) if isinstance(job, PackJob)]
    for sharing in DRAFT.sharing:
        streams = [job.stream for job in jobs if job.sharing == sharing]
        assert len({*streams}) == len(streams)


def test_packing_anew_does_not_depend_on_the_best_packing(
    rounds: list[list[Result]], monkeypatch: pytest.MonkeyPatch
) -> None:
    starts: list[int] = []

    class Watched(Separation):
        def __init__(self, *arguments: Any, **more: Any) -> None:
            super().__init__(*arguments, **more)
            starts.append(self.entries)

    monkeypatch.setattr("magicbb.research.campaigns.works.pack_jobs.Separation", Watched)
    jobs = [each for each in DRAFT.jobs(2, rounds[1]) if isinstance(each, PackJob)]
    [job] = [each for each in jobs if each.method == "anew"]
    packed = DRAFT.run(job)
    assert isinstance(packed, Packed)
    assert packed == DRAFT.run(replace(job, packed=None))
    assert starts[:4] == starts[4:] == sorted(starts[:4], reverse=True)
    assert packed.entries <= starts[0]


def test_before_version_10_nothing_was_packed_anew(rounds: list[list[Result]]) -> None:
    jobs = replace(DRAFT, round_version=9).jobs(2, rounds[1])
    assert all(each.method != "anew" for each in jobs if isinstance(each, PackJob))


def test_shared_tables_of_earlier_versions_were_not_sequences(rounds: list[list[Result]]) -> None:
    jobs = replace(DRAFT, round_version=6).jobs(2, rounds[1])
    ways = {job.method for job in jobs if isinstance(job, PackJob) and job.sharing == "postmask"}
    assert ways == {"ruin", "separate"}


def test_bytes_start_from_what_nobody_shares_if_that_is_smaller(rounds: list[list[Result]]) -> None:
    small = best(rounds[1], "none")
    large = replace(small, sharing="bytes", entries=small.entries + 1)
    work = replace(DRAFT, sharing=("none", "bytes"))
    jobs = [job for job in work.jobs(2, [*rounds[1], large]) if isinstance(job, PackJob)]
    assert {job.sharing for job in jobs} == {"none", "bytes"}
    assert all(job.packed == replace(small, sharing=job.sharing) for job in jobs)


def test_what_a_packing_chose_stays_a_candidate(rounds: list[list[Result]]) -> None:
    """Even one that no job found again in the round before."""
    chosen = {each for sharing in DRAFT.sharing for each in best(rounds[1], sharing).chosen}
    forgotten: list[Result] = [
        replace(each, candidates=tuple(other for other in each.candidates if other not in chosen))
        if isinstance(each, Annealed)
        else each
        for each in rounds[1]
    ]
    jobs = replace(DRAFT, last=3).jobs(2, forgotten)
    annealing = [job for job in jobs if isinstance(job, AnnealJob)]
    assert len(annealing) == 16
    for job in annealing:
        assert chosen <= {*job.candidates}


def test_tables_are_those_of_the_smallest_packings(rounds: list[list[Result]]) -> None:
    tables = DRAFT.tables(rounds)
    assert [*tables] == ["none", "postmask"]
    for sharing, table in tables.items():
        table.verify()
        sizes = [each.entries for results in rounds for each in packings(results, sharing)]
        assert table.entries == min(sizes)
    assert tables["postmask"].entries < tables["none"].entries
    assert tables["postmask"].scheme.names == ("black", "overlapped", "union")


def laid(table: mb.Table) -> tuple[Laid, ...]:
    """The magics and offsets of a table."""
    pairs = zip(table.magics, table.offsets or (), strict=True)
    return tuple(
        Laid(Candidate(row, magic.bits, magic.magic), offset)
        for row, (magic, offset) in enumerate(pairs)
    )


def test_a_round_continues_from_a_packing_with_few_slots_in_use(
    published: dict[str, Path],
) -> None:
    shipped, other = mb.build("densest"), mb.read(published["everling-2026-black-76411"])
    assert isinstance(other, mb.Table)
    small = Packed("none", other.entries, laid(other))
    slim = Packed("none", other.entries + other.used - shipped.used - 1, laid(shipped))
    assert slim.used("black") == shipped.used
    work = replace(DRAFT, sharing=("none",))
    assert {job.packed for job in packing_jobs(work, [small, slim])} == {slim}
    assert best([small, slim], "none") == small  # this is the result nevertheless


def packing_jobs(work: Pack, earlier: list[Result]) -> list[PackJob]:
    return [job for job in work.jobs(2, earlier) if isinstance(job, PackJob)]


def test_bytes_become_a_table_of_nibbles() -> None:
    shipped = mb.build("densest-bytes")
    packed = Packed("bytes", shipped.entries, laid(shipped))
    table = replace(DRAFT, sharing=("bytes",)).tables([[packed]])["bytes"]
    assert table.scheme.names == ("black", "overlapped", "nibbles")
    assert table.slots.tobytes() == shipped.slots.tobytes()


def test_what_fits_without_sharing_fits_with_bytes() -> None:
    unshared, shared = (
        Packed(sharing, entries, laid(mb.build("densest")))
        for sharing, entries in (("none", 7), ("bytes", 8))
    )
    packed = [unshared, shared]
    fitting = replace(unshared, sharing="bytes")
    assert best_packing(packed, "bytes") == fitting
    assert best_packing(packed[::-1], "none") == unshared
    assert best_packing([*packed, Packed("postmask", 5, ())], "bytes") == fitting
    assert best_packing(packed[:1], "bytes") is None  # none was asked for
    tables = replace(DRAFT, sharing=("none", "bytes")).tables([packed])
    assert [table.scheme.names[2] for table in tables.values()] == ["direct", "nibbles"]


def test_records_say_whose_candidates_they_are(rounds: list[list[Result]]) -> None:
    (free, shared) = map(fields_of, DRAFT.records(rounds))
    assert (free["name"], shared["name"]) == ("free", "shared")
    assert free["candidates"] == "own"
    published = replace(DRAFT, published=True).records(rounds)
    assert {fields_of(record)["candidates"] for record in published} == {"published"}


def test_before_any_packing_there_are_no_tables(rounds: list[list[Result]]) -> None:
    assert DRAFT.tables(rounds[:1]) == {}
    assert DRAFT.best(rounds[0]) == "no packing yet"
    assert DRAFT.best(rounds[1]).startswith("free ")


def test_a_job_done_again_has_the_same_result(rounds: list[list[Result]]) -> None:
    for job, result in zip(DRAFT.jobs(1, rounds[0])[-3:], rounds[1][-3:], strict=True):
        assert DRAFT.run(job) == result


def test_resumed_is_as_if_never_interrupted(rounds: list[list[Result]], tmp_path: Path) -> None:
    jobs = 0

    class StoppedError(Exception):
        pass

    def stop(event: object) -> None:
        nonlocal jobs
        jobs += isinstance(event, campaigns.JobDone)
        if jobs == 20:
            raise StoppedError

    with RecordBook(tmp_path / "book") as book:
        with pytest.raises(StoppedError):
            campaigns.run(DRAFT, book, on_event=stop)
        outcome = campaigns.run(DRAFT, book)
        assert outcome.rounds == rounds
        kept = {record.entries for record in book.tables()}
    assert kept == {table.entries for table in DRAFT.tables(rounds).values()}


def test_from_the_beginning_it_is_the_same_again(rounds: list[list[Result]]) -> None:
    again = campaigns.run(replace(DRAFT)).rounds
    assert again == rounds
    one, other = (DRAFT.tables(each) for each in (rounds, again))
    assert {name: table.slots.tobytes() for name, table in one.items()} == {
        name: table.slots.tobytes() for name, table in other.items()
    }


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"magic_kind": "white-32"}, 'kind must be "white" or "black", got \'white-32\''),
        ({"shift": "none"}, 'shift must be "fixed" or "free", got \'none\''),
        ({"sharing": ("all",)}, 'sharing must be one of "none", "postmask", "bytes", got \'all\''),
        ({"sharing": ()}, "sharing must not be empty"),
        ({"last": 0}, "rounds must be 1..1048575, got 0"),
    ],
)
def test_bad_params_are_refused(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        Pack(**wrong)
