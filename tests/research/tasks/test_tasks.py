"""Packing, proving, checking, searching and resuming from Python."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import magicbb as mb
from magicbb.errors import CertificateError, UnfinishedError
from magicbb.research import (
    Certificate,
    JobDone,
    Parts,
    RoundBegan,
    expect,
    resume,
    search,
    unfinished_campaigns,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

NO_TIME = 1e-9  # hours


def a_part() -> Parts:
    """A part of a chain search."""
    part = mb.prove("rook", "a1", 11, part="17/32768")
    assert isinstance(part, Parts)
    return part


@pytest.mark.parametrize(
    "use",
    [
        unfinished_campaigns,
        mb.research.parts_held,
        lambda book: mb.research.import_records(book, "records.json"),
        lambda book: mb.research.import_parts(book, [a_part()]),
        lambda book: mb.research.write_report(book, "records.md"),
    ],
)
def test_a_file_is_not_an_open_book(use: Callable[[Any], object]) -> None:
    with pytest.raises(TypeError, match=r"book must be a RecordBook, got 'book\.sqlite'"):
        use("book.sqlite")


def test_a_book_that_is_not_there_has_no_campaigns_to_resume(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no such record book"):
        resume(book=tmp_path / "typo.sqlite")
    with pytest.raises(TypeError, match="path must be a file name or path, got 5"):
        resume(book=5)  # type: ignore[arg-type]


class TestProving:
    """`prove` and `check`."""

    def test_a_proof_goes_through_a_file(self, tmp_path: Path) -> None:
        path = tmp_path / "e1.json.gz"
        proof = mb.prove("bishop", "e1", 4)
        assert isinstance(proof, Certificate)
        mb.research.write_proof(proof, path)
        assert gzip.decompress(path.read_bytes()).decode() == proof.to_text()
        assert mb.check(path) == mb.check(proof) == mb.check("bishop-e1-white-4")

    @pytest.mark.parametrize("parts", [0, 10**7])
    def test_a_search_has_so_many_parts(self, parts: int) -> None:
        with pytest.raises(ValueError, match=r"parts must be 1\.\.32768 for rook e1 with 10 bits"):
            mb.prove("rook", "e1", 10, parts=parts)

    def test_a_kind_asks_for_one_search(self) -> None:
        assert str(expect("rook", "a1", 11).claim) == "rook a1 with 11 bits, white and black"
        assert str(expect("rook", "a1", 11, "black").claim) == "rook a1 with 11 bits, black"

    def test_parts_of_the_chain_search(self) -> None:
        parts = mb.prove("rook", "a1", 11, part="17-18/32768")
        assert isinstance(parts, Parts)
        assert [each.number for each in parts.parts] == [17, 18]
        assert mb.check(parts, 0.001).nodes >= 0

    def test_bits_are_a_number(self) -> None:
        with pytest.raises(TypeError, match=r"^bits must be 1\.\.12 for rook a1, .*, got '11'$"):
            mb.prove("rook", "a1", "11")  # type: ignore[arg-type]

    def test_parts_are_text(self) -> None:
        with pytest.raises(TypeError, match='part must be a string such as "17/512", got 17'):
            mb.prove("rook", "a1", 11, part=17)  # type: ignore[arg-type]

    def test_parts_are_refused_where_there_are_none(self) -> None:
        with pytest.raises(ValueError, match="which cannot settle bishop e1 with 4 bits, white"):
            mb.prove("bishop", "e1", 4, part="1/2")

    @pytest.mark.parametrize(
        "other", [{"parts": 4}, {"book": "b"}, {"workers": 2}, {"hours": 1.0}, {"on_event": print}]
    )
    def test_some_parts_are_searched_here_and_now(self, other: dict[str, Any]) -> None:
        with pytest.raises(ValueError, match=f"^{next(iter(other))} cannot be combined with part$"):
            mb.prove("rook", "a1", 11, part="17/32768", **other)

    @pytest.mark.parametrize("function", [mb.prove, expect])
    def test_a_seed_that_is_none_is_refused(self, function: Any) -> None:
        with pytest.raises(ValueError, match="seed"):
            function("bishop", "e1", 4, seed=-1)

    def test_a_false_proof_is_named_with_its_file(self, tmp_path: Path) -> None:
        path = tmp_path / "e1.json"
        path.write_text(mb.prove("bishop", "e1", 4).to_text().replace("37088", "37087"))
        with pytest.raises(CertificateError, match=r"e1\.json: "):
            mb.check(path)

    def test_progress_is_the_total_so_far(self) -> None:
        done: list[int] = []
        proof = mb.prove("bishop", "e1", 4)
        assert isinstance(proof, Certificate)
        mb.check(proof, threads=1, on_progress=done.append)
        assert done == sorted(done)
        assert done[-1] == sum(proof.nodes)

    def test_without_time_it_is_unfinished(self) -> None:
        with pytest.raises(UnfinishedError, match="nothing was saved") as caught:
            mb.prove("bishop", "e1", 4, hours=NO_TIME)
        assert caught.value.number == 0

    def test_it_goes_on_from_the_book(self, tmp_path: Path) -> None:
        with mb.RecordBook(tmp_path / "book.sqlite") as book:
            with pytest.raises(UnfinishedError, match=r"resume\(1, book") as caught:
                mb.prove("bishop", "e1", 4, book=book, hours=NO_TIME)
            assert caught.value.number == 1
            assert len(unfinished_campaigns(book)) == 1
            outcome = resume(book=book)
            assert outcome is not None
            assert outcome.finished
            assert [(proof.square, proof.nodes) for proof in book.proofs()] == [(4, 37_088)]
            assert resume(book=book) is None
            with pytest.raises(ValueError, match="campaign 1 was finished at"):
                resume(1, book=book)


class TestSearching:
    """`search`."""

    def test_it_is_kept(self, tmp_path: Path) -> None:
        events: list[object] = []
        path = tmp_path / "book.sqlite"
        found = search("bishop", "b1", 4, book=path, on_event=events.append)
        assert found.finished
        assert any(isinstance(event, JobDone) for event in events)
        with mb.RecordBook(path) as book:
            assert [each.magic for each in book.magics()] == [found.magics[0].magic]
            assert book.campaign(1).command == (
                "magicbb find bishop b1 --bits 4 --kind white --seed 1 --record"
            )

    @pytest.mark.parametrize(
        ("bits", "fewer", "words"),
        [
            (np.int64(4), 0, "bishop b1 --bits 4 --kind white --seed 1 --record"),
            (None, 1, "bishop b1 --bits 4 --kind white --seed 1 --record"),
            (None, 0, "bishop b1 --bits 5 --kind white --seed 1"),
            (None, -1, "bishop b1 --bits 6 --kind white --seed 1"),
        ],
    )
    def test_the_book_has_a_command_that_finds_the_same(
        self, tmp_path: Path, bits: int | None, fewer: int, words: str
    ) -> None:
        path = tmp_path / "book.sqlite"
        search("bishop", "b1", bits, fewer=fewer, book=path)
        with mb.RecordBook(path) as book:
            assert book.campaign(1).command == f"magicbb find {words}"

    def test_all_squares_are_searched_with_bits_that_the_command_line_knows(self) -> None:
        with pytest.raises(ValueError, match=r"fewer must be -1..2, got 3"):
            search(fewer=3)

    def test_a_part_of_a_search_for_few_slots_says_how_many_rounds_it_had(
        self, tmp_path: Path
    ) -> None:
        path = tmp_path / "book.sqlite"

        def stop(event: object) -> None:
            if isinstance(event, RoundBegan) and event.round == 1:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            search("bishop", "a1", objective="used", book=path, on_event=stop)
        resume(1, book=path, hours=NO_TIME)
        with mb.RecordBook(path) as book:
            (record,) = book.magics()
        assert record.provenance is not None
        words = "bishop a1 --bits 6 --kind white --objective used --seed 1 --tries 1"
        assert record.provenance.command == f"magicbb find {words}"
        assert record.magic == mb.find("bishop", "a1", objective="used", tries=1).magic

    def test_a_piece_needs_a_square(self) -> None:
        with pytest.raises(ValueError, match="piece and square must be given together"):
            search("rook")

    @pytest.mark.parametrize(
        ("arguments", "sentence"),
        [
            (("queen", "a1"), 'piece must be "rook" or "bishop"'),
            ((None, None, 4), "bits is for one square"),
        ],
    )
    def test_what_cannot_be_searched_for_is_refused(
        self, arguments: tuple[Any, ...], sentence: str
    ) -> None:
        with pytest.raises(ValueError, match=sentence):
            search(*arguments)

    @pytest.mark.parametrize("fewer", [-2, 12])
    def test_there_are_only_so_many_bits(self, fewer: int) -> None:
        with pytest.raises(ValueError, match=r"fewer must be -1\.\.11"):
            search("rook", "a1", fewer=fewer)
        with pytest.raises(ValueError, match=r"fewer must be -1\.\.2"):
            search(fewer=fewer)

    @pytest.mark.parametrize(
        ("wrong", "sentence"),
        [
            ({"hours": "x"}, "hours must be a number, got 'x'"),
            ({"workers": 1.5}, 'workers must be a number, "dask:ADDRESS" or an executor, got 1.5'),
        ],
    )
    def test_workers_and_hours_have_types(self, wrong: dict[str, Any], sentence: str) -> None:
        with pytest.raises(TypeError, match=f"^{sentence}$"):
            search("bishop", "b1", **wrong)

    def test_there_may_be_one_bit_more(self) -> None:
        assert [magic.bits for magic in search("bishop", "b1", fewer=-1).magics] == [6]


class TestPacking:
    """`pack`."""

    def test_sharing_is_a_list_of_strings(self) -> None:
        with pytest.raises(TypeError, match="sharing must be a list of strings, got"):
            mb.pack(sharing=[["none"]])  # type: ignore[list-item]

    def test_standard_input_is_no_start(self) -> None:
        with pytest.raises(
            ValueError, match="start must be a catalogue name or a file, not standard"
        ):
            mb.pack(start="-")

    @pytest.mark.slow
    def test_one_way_gives_a_table_and_several_give_tables(self) -> None:
        table = mb.pack(draft=True, rounds=1)
        tables = mb.pack(sharing=["none"], draft=True, rounds=1)
        assert tables == {"none": table}

    def test_without_time_there_is_no_table(self) -> None:
        with pytest.raises(UnfinishedError):
            mb.pack(draft=True, rounds=1, hours=NO_TIME)
