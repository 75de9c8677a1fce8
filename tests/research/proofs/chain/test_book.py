"""Parts in a record book: added, refused, completed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

import magicbb as mb
from magicbb.research.campaigns import run
from magicbb.research.campaigns.proof_parts import import_parts, parts_held, parts_in
from magicbb.research.campaigns.work import params_of
from magicbb.research.campaigns.works.chain_proof import ChainProof
from magicbb.research.proofs import CertificateError
from magicbb.research.proofs.chain.division import JointClaim
from magicbb.research.proofs.chain.parts import Parts
from magicbb.research.proofs.chain.searching import division_of
from magicbb.research.records import RecordBook, RecordError

from .conftest import MANY, NONE

if TYPE_CHECKING:
    from pathlib import Path

Searched = Callable[[JointClaim, range, int], Parts]


@pytest.fixture
def book(tmp_path: Path) -> Iterator[RecordBook]:
    with RecordBook(tmp_path / "book.sqlite") as book:
        yield book


def state(book: RecordBook) -> list[str]:
    return [*map(str, parts_held(book)), *map(str, book.proofs())]


def test_the_book_knows_what_is_missing(book: RecordBook, searched: Searched) -> None:
    after, records = import_parts(book, [searched(NONE, range(3, 6), 16)])
    assert str(after) == f"{NONE}: 3 of 16 parts, missing 1-2, 6-16"
    assert records == []
    import_parts(book, [searched(NONE, range(1, 2), 16), searched(NONE, range(9, 11), 16)])
    (now,) = parts_held(book)
    assert (now.numbers, now.finished) == ((1, 3, 4, 5, 9, 10), False)
    assert parts_in(book, now).parts[1:4] == searched(NONE, range(3, 6), 16).parts


def test_all_of_them_are_two_proofs(book: RecordBook, searched: Searched) -> None:
    import_parts(book, [searched(NONE, range(9, 17), 16)])
    after, records = import_parts(book, [searched(NONE, range(1, 9), 16)])
    assert (after.missing, after.finished, len(records)) == ([], True, 2)
    assert [(proof.kind, proof.outcome) for proof in book.proofs()] == [
        ("white", "disproved"),
        ("black", "disproved"),
    ]


def test_a_campaign_searches_what_is_missing(book: RecordBook, searched: Searched) -> None:
    import_parts(book, [searched(NONE, range(2, 16), 16)])
    jobs: list[int] = []
    outcome = run(
        ChainProof(NONE, 16), book, on_event=lambda event: jobs.append(getattr(event, "job", -1))
    )
    assert outcome.finished
    assert sorted(jobs) == [-1, 0, 15]
    alone = run(ChainProof(NONE, 16))
    assert outcome.rounds == alone.rounds
    assert [proof.certificate for proof in book.proofs()] == [
        getattr(each, "certificate", "") for each in alone.records
    ]


@pytest.mark.parametrize("first", [range(1, 17), range(3, 6)])
def test_what_overlaps_is_refused_and_nothing_is_merged(
    book: RecordBook, searched: Searched, first: range
) -> None:
    import_parts(book, [searched(NONE, first, 16)])
    before = state(book)
    with pytest.raises(RecordError, match=r"^part 5 of 16 of rook a1 .* is in .* already$"):
        import_parts(book, [searched(NONE, range(5, 8), 16)])
    assert state(book) == before


def test_two_equal_parts_are_refused(book: RecordBook, searched: Searched) -> None:
    part = searched(NONE, range(5, 6), 16)
    with pytest.raises(RecordError, match=r"^part 5 of 16 of .* is in the files twice$"):
        import_parts(book, [part, searched(NONE, range(3, 6), 16)])
    assert state(book) == []


def test_what_contradicts_is_refused(book: RecordBook, searched: Searched) -> None:
    part = searched(NONE, range(5, 6), 16)
    import_parts(book, [part])
    (one,) = part.parts
    other = replace(part, parts=(replace(one, nodes=(one.nodes[0] + 1,)),))
    with pytest.raises(RecordError, match="with different contents: one of the two is wrong"):
        import_parts(book, [other])


def test_another_division_is_refused(book: RecordBook, searched: Searched) -> None:
    import_parts(book, [searched(NONE, range(3, 6), 16)])
    before = state(book)
    with pytest.raises(RecordError, match=r"is divided into 16 parts in .*, not into 5"):
        import_parts(book, [searched(NONE, range(1, 2), 5)])
    with pytest.raises(RecordError, match="differently: 16 and 5 parts"):
        import_parts(book, [searched(NONE, range(9, 11), 16), searched(NONE, range(1, 2), 5)])
    assert state(book) == before


def test_parts_of_another_form_of_the_search_are_refused(
    book: RecordBook, searched: Searched
) -> None:
    right, other = searched(NONE, range(9, 11), 16), searched(NONE, range(5, 6), 16)
    sentence = r"^part 5 of 16 of .*: the search version must be 1, got 2$"
    for parts in ([replace(other, search_version=2)], [right, replace(other, search_version=2)]):
        with pytest.raises(RecordError, match=sentence):
            import_parts(book, parts)
    assert state(book) == []


def test_a_campaign_of_another_form_is_begun_anew(book: RecordBook, searched: Searched) -> None:
    old = ChainProof(NONE, 16, search_version=2)
    book.begin(old.kind, params_of(old), seed=1, command=old.command)
    sentence = "version 1 of the chain search and cannot continue parts of version 2; start"
    with pytest.raises(ValueError, match=sentence):
        run(old, book)
    with pytest.raises(ValueError, match="start the proof of rook a1 with 6 bits"):
        old.run(1)
    after, _ = import_parts(book, [searched(NONE, range(5, 6), 16)])
    assert after.numbers == (5,)
    ((of_old, of_new),) = [parts_held(book)]
    assert "0 of 16 parts, from search version 2 (the current one is 1)" in str(of_old)
    assert of_new == after
    assert parts_in(book, after).search_version == 1


def test_a_campaign_of_another_version_is_left_out(book: RecordBook, searched: Searched) -> None:
    work = ChainProof(NONE, 16)
    book.begin(work.kind, {**params_of(work), "future": 1}, seed=1, command="magicbb prove")
    assert parts_held(book) == []
    assert import_parts(book, [searched(NONE, range(5, 6), 16)])[0].numbers == (5,)


def test_parts_of_two_proofs_are_refused(
    book: RecordBook, searched: Searched, with_magics: Parts
) -> None:
    with pytest.raises(RecordError, match="the parts belong to two proofs: rook a1 with 6"):
        import_parts(book, [searched(NONE, range(9, 11), 16), with_magics])


def test_a_false_part_is_refused_with_all_that_came_with_it(
    book: RecordBook, searched: Searched
) -> None:
    right, (one,) = searched(NONE, range(9, 11), 16), searched(NONE, range(5, 6), 16).parts
    false = replace(right, parts=(replace(one, nodes=(one.nodes[0] + 1,)),))
    with pytest.raises(CertificateError, match=r"^parts? [\d-]+ of 16 of rook a1 .*: run 4 has"):
        import_parts(book, [right, false])
    assert state(book) == []


@pytest.mark.parametrize(
    ("false", "sentence"),
    [
        ({"seconds": 1e300}, "seconds must be a non-negative number, got 1e\\+300"),
        ({"who": "\ud800"}, "who must be valid Unicode text"),
    ],
)
def test_fields_that_a_book_cannot_hold_are_refused(
    book: RecordBook, searched: Searched, false: dict[str, Any], sentence: str
) -> None:
    parts = searched(NONE, range(9, 10), 16)
    doctored = replace(parts, parts=(replace(parts.parts[0], **false),))
    with pytest.raises(CertificateError, match=f"^part 9 of 16 of rook a1 .*: {sentence}"):
        import_parts(book, [doctored])
    assert state(book) == []


def test_the_last_parts_of_a_campaign_that_is_running_are_added(
    book: RecordBook, searched: Searched
) -> None:
    import_parts(book, [searched(NONE, range(1, 9), 16)])
    assert book.lease(1, "somebody else", 60)
    held, proofs = import_parts(book, [searched(NONE, range(9, 17), 16)])
    assert (held.missing, held.finished, proofs) == ([], False, [])


def test_parts_of_squares_that_the_search_cannot_settle_are_refused(
    book: RecordBook, searched: Searched
) -> None:
    other = replace(searched(NONE, range(5, 6), 16), claim=JointClaim(mb.ROOK, 1, 6))
    with pytest.raises(RecordError, match=r"^part 5 of 16 of rook b1 .*: the chain search cannot"):
        import_parts(book, [other])
    with pytest.raises(ValueError, match="at least one file, got none"):
        import_parts(book, [])


def test_a_campaign_is_for_squares_of_the_chain_search(book: RecordBook) -> None:
    with pytest.raises(ValueError, match="the stand-in is for the rook on a1"):
        run(ChainProof(JointClaim(mb.ROOK, 1, 6), 16), book)


def test_parts_that_contradict_the_book_leave_nothing_there(
    book: RecordBook, searched: Searched, monkeypatch: pytest.MonkeyPatch
) -> None:
    def contradicts(_connection: object, _record: object) -> None:
        raise RecordError("it contradicts the book")

    import_parts(book, [searched(NONE, range(1, 9), 16)])
    before = state(book)
    monkeypatch.setattr("magicbb.research.records.book.check_consistent", contradicts)
    with pytest.raises(RecordError, match="it contradicts the book"):
        import_parts(book, [searched(NONE, range(9, 17), 16)])
    assert state(book) == before


def test_parts_that_prove_nothing_are_refused(book: RecordBook, searched: Searched) -> None:
    (first,) = searched(NONE, range(1, 2), 16).parts
    division = division_of(MANY)
    part = replace(first, nodes=first.nodes[:1] * len(division.part(1, division.runs)), found=())
    with pytest.raises(RecordError, match="can always be constructed"):
        import_parts(book, [Parts(MANY, division, division.runs, (part,))])
