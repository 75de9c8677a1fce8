"""Proofs in the book: what they say, and whether it is so."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

import magicbb as mb
from magicbb.magics.settled import DISPROVED, EXISTS
from magicbb.research.proofs import Checked, check
from magicbb.research.records import (
    MagicRecord,
    ProofRecord,
    RecordBook,
    RecordError,
    proof_records,
)
from magicbb.research.records.exchange import export_records, fields_of, import_records

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from magicbb.research.proofs import Certificate

PLACE = mb.geometry.parse_square("e1")


@pytest.fixture
def record(proof: ProofRecord) -> ProofRecord:
    """That no white bishop magic of 4 bits exists on e1."""
    return proof


def test_what_a_search_came_to_is_true(record: ProofRecord, certificate: Certificate) -> None:
    record.verify()
    assert (record.outcome, record.magics) == (DISPROVED, 0)
    assert record.nodes == certificate.total


@pytest.mark.parametrize(
    "change",
    [
        {"nodes": 7},
        {"square": 5},
        {"kind": "black"},
        {"bits": 3},
        {"piece": mb.ROOK},
        {"outcome": EXISTS, "magics": 1},
    ],
)
def test_what_the_certificate_does_not_say_is_false(
    record: ProofRecord, change: dict[str, Any]
) -> None:
    with pytest.raises(RecordError, match="the certificate says"):
        replace(record, **change).verify()


@pytest.mark.parametrize("text", ["", "{}", "nonsense", "[]", '{"format": 1}'])
def test_what_is_no_certificate_is_false(record: ProofRecord, text: str) -> None:
    with pytest.raises(RecordError, match=r"bishop e1 with 4 bits, white: .*certificate"):
        replace(record, certificate=text).verify()


def test_a_certificate_that_was_changed_is_false(record: ProofRecord) -> None:
    content = json.loads(record.certificate)
    content["nodes"][0] += 1
    content["nodes"][1] -= 1
    with pytest.raises(RecordError, match="checksum"):
        replace(record, certificate=json.dumps(content)).verify()


def test_a_forged_certificate_is_false(record: ProofRecord, certificate: Certificate) -> None:
    moved = (certificate.nodes[0] + 2, certificate.nodes[1] - 2, *certificate.nodes[2:])
    forged = ProofRecord.of(replace(certificate, nodes=moved))
    assert forged.nodes == record.nodes
    with pytest.raises(RecordError, match=r"nodes\[\d\] is wrong"):
        forged.verify()


def test_of_a_long_search_a_random_part_is_replayed(
    record: ProofRecord, certificate: Certificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    done, seeds = list[Checked](), set[int]()

    def checked(certificate: Certificate, *, seed: int, most_nodes: int) -> None:
        seeds.add(seed)
        done.append(check(certificate, seed=seed, most_nodes=most_nodes, threads=1))

    monkeypatch.setattr(proof_records, "check", checked)
    record.verify()
    assert done[0].subtrees == certificate.division.subtrees
    most = certificate.total >> 2
    monkeypatch.setattr(proof_records, "REPLAYED_KEYS", most << 5)
    record.verify()
    record.verify()
    assert all(most < each.nodes < 2 * most for each in done[1:])
    assert len(seeds) == 3


@pytest.mark.parametrize("place", [0, 77])
def test_stated_node_counts_do_not_shorten_the_check(certificate: Certificate, place: int) -> None:
    nodes = [*certificate.nodes]
    nodes[place] = 2**62
    with pytest.raises(RecordError, match=rf"nodes\[{place}\] is wrong"):
        ProofRecord.of(replace(certificate, nodes=tuple(nodes))).verify()


def test_a_mirrored_proof_is_verified_and_comes_back(
    book: RecordBook, certify: Callable[..., Certificate]
) -> None:
    mirrored = ProofRecord.of(certify("bishop", "e1", 4, "black"))
    assert '"mirror": true' in mirrored.certificate
    assert book.add(mirrored)
    (kept,) = book.proofs(kind="black")
    assert replace(kept, provenance=None) == mirrored


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"outcome": "maybe"}, "outcome must be one of exists, disproved"),
        ({"outcome": EXISTS}, "0 magics contradict outcome exists"),
        ({"magics": 1}, "1 magics contradict outcome disproved"),
        ({"nodes": -1}, "nodes must be an integer from 0 to"),
        ({"nodes": 1.5}, "nodes must be an integer from 0 to"),
        ({"magics": 2**63}, "magics must be an integer from 0 to"),
        ({"piece": mb.QUEEN}, 'piece must be "rook" or "bishop"'),
        ({"square": 64}, "square must be"),
        ({"kind": "grey"}, "kind must be one of"),
        ({"bits": 0}, "bits must be 1..20"),
        ({"certificate": {}}, "certificate must be JSON text"),
        ({"certificate": "\ud800"}, "certificate must be valid Unicode text"),
    ],
)
def test_what_can_be_no_proof_is_refused(
    record: ProofRecord, change: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        replace(record, **change)


def test_it_comes_back_as_it_was(book: RecordBook, record: ProofRecord) -> None:
    assert book.add(record)
    assert not book.add(record)
    assert book.proofs() == [record]
    assert book.proofs("bishop", "e1", "white", 4) == [record]
    assert book.proofs("rook") == book.proofs(kind="black") == book.proofs(bits=5) == []


def test_the_same_certificate_in_other_words_is_known(
    book: RecordBook, record: ProofRecord
) -> None:
    book.add(record)
    again = replace(record, certificate=json.dumps(json.loads(record.certificate), indent=3))
    assert not book.add(again)


def test_what_was_exported_can_be_imported(
    tmp_path: Path, book: RecordBook, record: ProofRecord
) -> None:
    export_records([record], tmp_path / "proofs.json")
    assert import_records(book, tmp_path / "proofs.json") == ([record], 1)


def test_json_for_a_list_leaves_the_certificate_out(record: ProofRecord) -> None:
    assert fields_of(replace(record, provenance=None)) == {
        "piece": "bishop",
        "square": "e1",
        "kind": "white",
        "bits": 4,
        "outcome": "disproved",
        "nodes": record.nodes,
        "magics": 0,
    }


class TestContradictions:
    """What a book cannot hold beside something else."""

    @staticmethod
    def insert(book: RecordBook, record: MagicRecord | ProofRecord) -> bool:
        """Add a record without verifying it, as if others had been verified wrongly."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(type(record), "verify", lambda _self: None)
            return book.add(record)

    @pytest.mark.parametrize("bits", [4, 3])
    def test_a_magic_where_none_exists(
        self, book: RecordBook, record: ProofRecord, bits: int
    ) -> None:
        book.add(record)
        magic = MagicRecord(mb.BISHOP, PLACE, "white", bits, 1, 1, 0, 0)
        with pytest.raises(RecordError, match=r"the book \S+ says that none with 4 bits exists"):
            self.insert(book, magic)
        assert book.magics() == []

    def test_a_proof_of_what_was_disproved(self, book: RecordBook, record: ProofRecord) -> None:
        book.add(record)
        with pytest.raises(RecordError, match=r"the book \S+ says that none with 4 bits exists"):
            self.insert(book, replace(record, outcome=EXISTS, magics=1))

    def test_a_proof_against_a_magic(self, book: RecordBook, record: ProofRecord) -> None:
        self.insert(book, MagicRecord(mb.BISHOP, PLACE, "white", 3, 1, 1, 0, 0))
        with pytest.raises(RecordError, match=r"the book \S+ says that one with 3 bits exists"):
            book.add(record)
        assert book.proofs() == []

    def test_a_proof_against_a_proof(self, book: RecordBook, record: ProofRecord) -> None:
        self.insert(book, replace(record, outcome=EXISTS, magics=1))
        with pytest.raises(RecordError, match=r"the book \S+ says that one with 4 bits exists"):
            book.add(record)

    @pytest.mark.parametrize(
        "magic",
        [
            MagicRecord(mb.BISHOP, PLACE, "white", 5, 1, 1, 0, 0),
            MagicRecord(mb.BISHOP, PLACE, "black", 4, 1, 1, 0, 0),
            MagicRecord(mb.BISHOP, PLACE + 1, "white", 4, 1, 1, 0, 0),
            MagicRecord(mb.ROOK, PLACE, "white", 4, 1, 1, 0, 0),
        ],
        ids=lambda magic: magic.where,
    )
    def test_anything_else_does_not_matter(
        self, book: RecordBook, record: ProofRecord, magic: MagicRecord
    ) -> None:
        book.add(record)
        assert self.insert(book, magic)
