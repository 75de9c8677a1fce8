"""The page of records."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import magicbb as mb
from magicbb.research.proofs.reading import shipped_names
from magicbb.research.records import MagicRecord, ProofRecord, RecordBook, TableRecord
from magicbb.research.records.provenance import Provenance
from magicbb.research.records.report import markdown
from magicbb.research.tasks.reporting import write_report

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from magicbb.research.proofs import Certificate

MADE = Provenance("Ada", "2026-11-21T12:00:00+00:00", 7, "magicbb pack --seed 7", "0.1.0", 90.0)
PAGE = Path(__file__).parents[3] / "docs" / "records.md"


@pytest.fixture
def book(tmp_path: Path) -> Iterator[RecordBook]:
    with RecordBook(tmp_path / "book.sqlite") as book:
        yield book


def test_an_empty_book_makes_a_page_without_tables(book: RecordBook) -> None:
    assert markdown(book).startswith("# Records\n")
    assert "| square |" not in markdown(book)


def test_the_smallest_table_is_held_against_the_published_one(book: RecordBook) -> None:
    table = mb.build("densest")
    book.add(TableRecord.of("free", table, "published", MADE))
    page = markdown(book)
    assert (
        f"**{table.entries:,}** | {table.nbytes:,} | none yet | 76,411 (Markus Everling 2026)"
        in page
    )
    assert "| 7 | 90 s | Ada, 2026-11-21 |" in page
    assert "\n    magicbb pack --seed 7  # 0.1.0\n" in page


def test_of_equally_many_entries_the_fewer_bytes_are_listed(book: RecordBook) -> None:
    apart = mb.build("densest")  # whose squares share no slots, so that any storage can hold it
    lists, united = (
        mb.Table(mb.tables.Scheme("black", "overlapped", storage), apart.magics, apart.offsets)
        for storage in ("bytes", "nibbles")
    )
    assert lists.nbytes > united.nbytes
    for table in (lists, united):
        book.add(TableRecord.of("bytes", table, "published", MADE))
    sizes = f"**{united.entries:,}** | {united.nbytes:,} | none yet | 97,264 (our count, for"
    assert sizes in markdown(book)


def test_text_from_records_is_no_markup(
    book: RecordBook, certify: Callable[..., Certificate]
) -> None:
    who = "<img src=x>|[a](javascript:1) `b` *c* \x1b[31m"
    book.add(replace(ProofRecord.of(certify("bishop", "e1", 4)), provenance=replace(MADE, who=who)))
    page = markdown(book)
    assert "&lt;img" in page
    assert not any(sign in page for sign in ("<img", "](javascript", "`b`", "*c*", "\x1b", who))


def test_own_tables_have_a_column(book: RecordBook) -> None:
    table, own = mb.build("densest"), mb.build("black/overlapped/direct", source="constructed")
    book.add(TableRecord.of("free", table, "published", MADE))
    book.add(TableRecord.of("free", own, "own", replace(MADE, command="magicbb pack --seed 8")))
    page = markdown(book)
    smaller = f"| **{table.entries:,}** | {table.nbytes:,} "
    assert f"{smaller}| {own.entries:,}, {own.nbytes:,} bytes | 76,411" in page
    for seed in (7, 8):
        assert f"\n    magicbb pack --seed {seed}  # 0.1.0\n" in page


def test_a_name_with_own_tables_alone_has_one_row(book: RecordBook) -> None:
    own = mb.build("black/overlapped/direct", source="constructed")
    book.add(TableRecord.of("free", own, "own", MADE))
    sizes = f"**{own.entries:,}** | {own.nbytes:,} | {own.entries:,}, {own.nbytes:,} bytes |"
    assert f"black, without published candidates | {sizes}" in markdown(book)


def test_a_proof_is_listed_with_what_was_known_before(
    book: RecordBook, certify: Callable[..., Certificate]
) -> None:
    book.add(ProofRecord.of(certify("bishop", "e1", 4), MADE))
    of_d1 = certify("bishop", "d1", 4)
    book.add(ProofRecord.of(of_d1, MADE))
    page = markdown(book)
    assert "| bishop e1 | white | 4 | **none** | 37,088 | disproved | 7 |" in page
    assert f"| bishop d1 | white | 4 | **none** | {of_d1.total:,} | open | 7 |" in page


def test_only_magics_with_fewer_bits_than_the_mask_has_squares_are_listed(book: RecordBook) -> None:
    dense = mb.find("bishop", "b1", bits=4)
    book.add(MagicRecord.of(dense, MADE))
    book.add(MagicRecord.of(mb.find("bishop", "c1"), MADE))
    page = markdown(book)
    assert f"| bishop b1 | white | 4 | `{dense.magic:#018x}` |" in page
    assert "bishop c1" not in page


def test_the_page_in_the_docs_has_the_tables_that_ship() -> None:
    page = PAGE.read_text("utf-8")
    for name in ("", "-fixed", "-fixed-black", "-shared", "-bytes"):
        assert f"**{mb.build(f'densest{name}').entries:,}**" in page


def test_a_page_is_no_map(book: RecordBook, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"the page must not end with .svg, which is for the map"):
        write_report(book, tmp_path / "records.svg")
    assert not [*tmp_path.glob("*.svg")]


def test_the_page_in_the_docs_has_the_proofs_that_ship() -> None:
    page = PAGE.read_text("utf-8")
    for name in shipped_names():
        slider, square, kind, bits = name.split("-")
        assert f"| {slider} {square} | {kind} | {bits} |" in page
