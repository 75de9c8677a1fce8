"""The map of what is settled with one index bit fewer."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

import magicbb as mb
from magicbb.files import DATA, rows_of
from magicbb.magics.magic import Magic
from magicbb.research.records import MagicRecord, ProofRecord, RecordBook
from magicbb.research.records.frontier import answers, counts, frontier_svg, rows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from magicbb.research.proofs import Certificate

PAGE = Path(__file__).parents[3] / "docs" / "records.md"


@pytest.fixture
def book(tmp_path: Path) -> Iterator[RecordBook]:
    with RecordBook(tmp_path / "book.sqlite") as book:
        yield book


def test_every_square_has_an_answer_and_what_is_open_an_estimate() -> None:
    found = answers()
    assert len(found) == 256
    for each in found:
        assert (each.days is None) == (each.status != "open")
        assert (each.search in {"chain", "bit by bit"}) == (each.status == "open")


def test_the_rooks_of_the_first_rank_are_for_the_chain_search() -> None:
    first = [each for each in answers() if each.piece == mb.ROOK and each.square < 8]
    assert {each.search for each in first if each.status == "open"} <= {"chain"}


def test_estimates_are_of_claims_with_one_bit_less() -> None:
    for row in rows_of(DATA / "proofs" / "estimates.csv"):
        slider = mb.ROOK if row["piece"] == "rook" else mb.BISHOP
        bits = slider.mask(mb.geometry.parse_square(row["square"])).bit_count() - 1
        assert (int(row["bits"]), row["kind"] in {"white", "black"}) == (bits, True)
        assert float(row["core_days"]) > 0


def test_the_boards_have_the_answers() -> None:
    found = answers()
    texts = [each.text for each in ET.fromstring(frontier_svg(found)).iter() if each.text]  # noqa: S314
    status = Counter(each.status for each in found)
    assert texts.count("yes") == status["exists"]
    assert texts.count("none") == status["disproved"]
    boards = [text.split(". ") for text in texts if text.startswith("a1: ")]
    assert [len(board) for board in boards] == [64] * 4
    assert boards[0][27] == "d4: none"


def test_the_table_has_magics_certificates_and_estimates() -> None:
    table = rows(answers())
    assert len(table) == 128
    assert table[7].startswith("rook h1 | 11 | open, ")
    assert table[19] == "rook d3 | 9 | **none**, `rook-d3-white-9` | **none**, `rook-d3-black-9`"
    assert table[56].startswith("rook a8 | 11 | `0xebffffb9ff9fc526`, Grant Osborne | ")


def test_a_book_counts_as_well(book: RecordBook, certify: Callable[..., Certificate]) -> None:
    before = counts(answers(book))
    book.add(ProofRecord.of(certify("bishop", "e1", 4)))
    usual = Magic(mb.ROOK, 0, "white", 12, mb.find("rook", "a1").magic)
    book.add(MagicRecord.of(usual))
    assert counts(answers(book)) == before  # the one ships, the other has as many bits as the mask


def test_what_only_a_book_knows_is_in_it(
    book: RecordBook, certify: Callable[..., Certificate], monkeypatch: pytest.MonkeyPatch
) -> None:
    from magicbb.research.records import frontier

    monkeypatch.setattr(frontier, "settled", lambda *_: None)
    assert Counter(each.status for each in answers(book)) == {"open": 256}
    book.add(ProofRecord.of(certify("bishop", "e1", 4)))
    (known,) = (each.known for each in answers(book) if each.known)
    assert (known.square, known.status, known.bits) == (4, "disproved", 4)
    magic = mb.find("bishop", "b1", 4)
    book.add(MagicRecord.of(magic))
    (answer,) = (each for each in answers(book) if each.status == "exists")
    assert answer.sentence.startswith(
        f"bishop b1 has a white magic with 4 bits: {magic.magic:#018x}"
    )
    assert any(f"`{magic.magic:#018x}`" in row for row in rows(answers(book)))


def test_the_page_in_the_docs_has_the_map_that_is_drawn() -> None:
    found = answers()
    picture = PAGE.with_suffix(".svg").read_text("utf-8")
    page = PAGE.read_text("utf-8")
    assert picture == frontier_svg(found)
    assert all(f"| {row} |" in page for row in rows(found))
    assert all(sentence in page for sentence in counts(found))
