"""Finding as a campaign: JSON, rounds, what is known, and the same after an interruption."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

import magicbb as mb
from magicbb.lookup.keys import row_name, row_of
from magicbb.research import campaigns
from magicbb.research.campaigns.work import params_of, work_from
from magicbb.research.campaigns.works import find as module
from magicbb.research.campaigns.works.find import (
    Find,
    Job,
    Sought,
    Subtrees,
    Target,
    worth_searching,
)
from magicbb.research.codec import read, write
from magicbb.research.records import RecordBook

if TYPE_CHECKING:
    from pathlib import Path

A1, B1, D4 = (row_of(mb.BISHOP, mb.geometry.parse_square(name)) for name in ("a1", "b1", "d4"))
D8, H7 = (row_of(mb.ROOK, mb.geometry.parse_square(name)) for name in ("d8", "h7"))
DENSE = Find("white", (Target(A1, 5), Target(B1, 4)))
SHORT = Find("black", (Target(D4, 9), Target(D4 + 1, 9)), "range", tries=2)


def names(rows: list[int]) -> set[str]:
    return {row_name(row) for row in rows}


@pytest.mark.parametrize(
    "work", [DENSE, SHORT, Find("white", (Target(D8, 10),), "bits", 3, 7)], ids=repr
)
def test_params_make_it_again(work: Find) -> None:
    params = json.loads(json.dumps(params_of(work)))
    assert {*params} == {"kind", "targets", "objective", "tries"}
    assert work_from(Find, params, work.seed) == work


def test_bishops_with_one_bit_less_are_those_that_find_finds() -> None:
    found = DENSE.found(campaigns.run(DENSE).rounds)
    assert found == [mb.find("bishop", "a1", 5), mb.find("bishop", "b1", 4)]


def test_as_many_bits_as_the_mask_has_squares_take_one_round() -> None:
    work = Find("black", (Target(A1, 6), Target(D8, 11), Target(D4, 10)))
    outcome = campaigns.run(work)
    assert len(outcome.rounds) == 1
    for magic, target in zip(work.found(outcome.rounds), work.targets, strict=True):
        magic.check()
        assert magic.bits == target.bits


def test_a_white_magic_leads_to_a_black_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_NODES", 0)
    work = Find("black", (Target(H7, 10),), tries=1)
    (magic,) = work.found(campaigns.run(work).rounds)
    magic.check()
    assert (magic.where, magic.kind, magic.bits) == ("rook h7", "black", 10)
    monkeypatch.setattr(module, "known_nearby", lambda *_: [])
    assert not work.found(campaigns.run(work).rounds)


@pytest.mark.parametrize("kind", ["white", "black"])
def test_annealing_starts_from_known_magics_but_not_from_an_answer(kind: str) -> None:
    known = module.known_nearby(H7, kind)
    there = {each.kind for each in known if each.where == "rook h7"}
    assert there == {"white", "black"} - {kind}
    assert {each.where for each in known} > {"rook h7", "rook g7"}
    assert {each.kind for each in known} == {"white", "black"}


@pytest.mark.slow
def test_a_rook_with_one_bit_less_is_found() -> None:
    work = Find("white", (Target(D8, 10),))
    (magic,) = work.found(campaigns.run(work).rounds)
    magic.check()
    assert (magic.where, magic.bits) == ("rook d8", 10)


def test_random_subtrees_are_searched_and_the_plan_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "_RUNS", 0)
    monkeypatch.setattr(module, "_NODES", 1 << 16)
    work = Find("white", (Target(row_of(mb.ROOK, mb.geometry.parse_square("f8")), 10),), tries=2)
    outcome = campaigns.run(work)
    plans = [result.plan for (result,) in outcome.rounds]
    assert len(plans) == 2
    assert plans[0] == plans[1]
    assert work.found(outcome.rounds) == []


def test_a_magic_of_a_random_subtree_is_one() -> None:
    factor, plan = module._probe(Sought(row_of(mb.BISHOP, 15), 4), "white", 1, 0)  # noqa: SLF001
    assert factor is not None
    mb.Magic(mb.BISHOP, 15, "white", 4, factor).check()
    assert plan.direction in {"up", "down"}


def test_tries_are_rounds() -> None:
    work = Find("white", (Target(D4, 8),), tries=1)
    assert work.jobs(1, [Sought(D4, 8)]) == []
    assert len(campaigns.run(work).rounds) == 1
    with pytest.raises(ValueError, match="tries must be an integer from 1 to"):
        Find("white", (Target(D4, 8),), tries=0)


def test_what_is_found_is_not_searched_again_and_is_told_to_squares_nearby() -> None:
    work = Find("white", (Target(D4, 8), Target(B1, 4), Target(D4 + 1, 8)))
    earlier = [
        Sought(D4, 8, factor=5),
        Sought(B1, 4, factor=7),
        Sought(D4 + 1, 8, plan=Subtrees(1, "up", 2)),
    ]
    first, second, third = work.jobs(1, earlier)
    assert first.done
    assert second.done
    assert work.run(first) == earlier[0]
    assert third == Job(earlier[2], 1, near=(earlier[0],))
    assert work.best(earlier) == "2 of 3 magics"
    assert work.weight(first) < work.weight(third)


def test_annealed_magics_do_not_get_worse() -> None:
    rounds = campaigns.run(SHORT).rounds
    assert len(rounds) == 2
    for before, after in zip(*rounds, strict=True):
        sizes = []
        for result in (before, after):
            work = Find("black", (Target(result.row, 9),))
            (magic,) = work.found([[result]])
            magic.check()
            indices = {index for _, index in magic.indices()}
            sizes.append(len(indices) + max(indices) - min(indices))
        assert sizes[1] <= sizes[0]


def test_resumed_is_as_if_never_interrupted(tmp_path: Path) -> None:
    class StoppedError(Exception):
        pass

    def stop(event: object) -> None:
        if isinstance(event, campaigns.JobDone) and event.round:
            raise StoppedError

    with RecordBook(tmp_path / "book") as book:
        with pytest.raises(StoppedError):
            campaigns.run(SHORT, book, on_event=stop)
        outcome = campaigns.run(SHORT, book)
        assert outcome.rounds == campaigns.run(SHORT).rounds
        assert [record.as_magic() for record in book.magics()] == SHORT.found(outcome.rounds)


def test_jobs_and_results_are_json() -> None:
    earlier: list[Sought] = []
    for number in range(2):
        jobs = SHORT.jobs(number, earlier)
        earlier = [SHORT.run(job) for job in jobs]
        for kind, value in [*((Job, job) for job in jobs), *((Sought, each) for each in earlier)]:
            assert read(kind, json.loads(json.dumps(write(kind, value))), "it") == value
    assert SHORT.jobs(2, earlier) == []


class TestWorthSearching:
    """Which squares are searched."""

    def test_white_with_one_bit_less_are_those_that_are_known(self) -> None:
        targets, left_out = worth_searching("white", -1)
        assert len(targets) == 45
        assert {*left_out} == {"open", "disproved"}
        assert len(targets) + sum(map(len, left_out.values())) == 128
        assert "rook h1" in names(left_out["open"])
        assert "rook f8" in names(left_out["disproved"])

    def test_black_are_all_but_those_that_are_disproved(self) -> None:
        targets, left_out = worth_searching("black", -1)
        assert {*left_out} == {"disproved"}
        assert len(targets) + len(left_out["disproved"]) == 128
        assert "bishop e1" in names(left_out["disproved"])
        assert len(worth_searching("black", -1, anyway=True)[0]) == 128

    def test_what_counting_excludes_is_not_searched(self) -> None:
        targets, left_out = worth_searching("black", -2)
        assert {row_name(target.row) for target in targets}.isdisjoint(
            names(left_out["more attack sets than indices"])
        )
        for row in left_out["more attack sets than indices"]:
            slider, square = mb.BISHOP, row % 64
            assert slider.attack_sets(square) > 1 << (slider.mask(square).bit_count() - 2)

    def test_with_more_bits_all_are_searched(self) -> None:
        assert len(worth_searching("white", 1)[0]) == len(worth_searching("white", 0)[0]) == 128


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"magic_kind": "white-32"}, 'kind must be "white" or "black", got \'white-32\''),
        ({"objective": "size"}, 'objective must be one of "bits", "used", "range", "packed"'),
        ({"tries": -1}, "tries must be an integer from 1 to"),
        ({"targets": (Target(0, 5),)}, "bits must be 6..20 for rook a1, got 5"),
        ({"targets": (Target(0, 21),)}, "bits must be 6..20 for rook a1, got 21"),
    ],
)
def test_bad_params_are_refused(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}"):
        Find(**{"magic_kind": "white", "targets": (Target(0, 11),), **wrong})
