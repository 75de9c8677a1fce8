"""The book against what others published."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

import magicbb as mb
from magicbb.geometry.squares import square_name
from magicbb.magics.magic import Magic
from magicbb.research.records import MagicRecord, ProofRecord
from magicbb.research.records.comparing import compare_magics, compare_proofs, compare_tables
from magicbb.research.records.published import published_magics

if TYPE_CHECKING:
    from magicbb.research.records import TableRecord
    from magicbb.research.records.comparing import MagicComparison, ProofComparison


def proof(place: str, bits: int, kind: str, magics: int) -> ProofRecord:
    piece, square = place.split()
    slider = mb.ROOK if piece == "rook" else mb.BISHOP
    outcome = "exists" if magics else "disproved"
    return ProofRecord(
        slider, mb.geometry.parse_square(square), kind, bits, outcome, 1, magics, "{}"
    )


def magic_at(compared: list[MagicComparison], place: str, kind: str) -> dict[str, str]:
    (found,) = (
        each
        for each in compared
        if f"{each.piece} {square_name(each.square)}" == place and each.kind == kind
    )
    return {name: measured.verdict for name, measured in found.measures.items()}


def proof_at(compared: list[ProofComparison], place: str, kind: str) -> ProofComparison:
    (found,) = (
        each
        for each in compared
        if f"{each.piece} {square_name(each.square)}" == place and each.kind == kind
    )
    return found


class TestMagics:
    """Bits, slots and ranges."""

    def test_an_empty_book_misses_all(self) -> None:
        compared = compare_magics([])
        assert len(compared) > 50
        verdicts = {one.verdict for each in compared for one in each.measures.values()}
        assert verdicts == {"missing"}

    def test_the_published_are_equal_to_themselves(self) -> None:
        compared = compare_magics(published_magics())
        assert magic_at(compared, "rook a7", "white") == dict.fromkeys(
            ["bits", "used", "range"], "equal"
        )
        verdicts = Counter(one.verdict for each in compared for one in each.measures.values())
        assert verdicts["better"] == 0

    def test_where_none_was_published_one_with_fewer_bits_is_better(
        self, magics: list[MagicRecord]
    ) -> None:
        compared = compare_magics(magics)
        better = {
            f"{each.piece} {square_name(each.square)}"
            for each in compared
            if each.measures["bits"].verdict == "better"
        }
        assert better == {f"rook {square}" for square in ("b1", "d1", "g1", "c2", "d2", "e2")}

    def test_each_measure_is_compared_by_itself(self, a7: MagicRecord) -> None:
        better = replace(a7, used=900, highest=1020)
        worse = replace(a7, bits=11)
        assert magic_at(compare_magics([worse, better]), "rook a7", "white") == {
            "bits": "equal",
            "used": "better",
            "range": "better",
        }
        worst = replace(worse, used=1000, lowest=0, highest=2047)
        assert set(magic_at(compare_magics([worst]), "rook a7", "white").values()) == {"worse"}

    def test_what_exists_but_is_not_at_hand_counts_as_published(
        self, magics: list[MagicRecord]
    ) -> None:
        assert magic_at(compare_magics(magics), "rook b7", "white") == {
            "bits": "equal",
            "used": "uncompared",
            "range": "uncompared",
        }

    def test_where_none_is_known_the_mask_s_bits_are_what_everybody_has(self) -> None:
        usual = MagicRecord.of(mb.find("rook", "a1"))
        assert magic_at(compare_magics([usual]), "rook a1", "white")["bits"] == "equal"
        dense = replace(usual, bits=11)
        assert magic_at(compare_magics([dense]), "rook a1", "white")["bits"] == "better"

    def test_kinds_are_compared_by_themselves(self, a7: MagicRecord) -> None:
        black = replace(a7, kind="black", bits=9)
        compared = compare_magics([black])
        assert magic_at(compared, "rook a7", "black")["bits"] == "better"
        assert magic_at(compared, "rook a7", "white")["bits"] == "missing"

    def test_other_kinds_stand_alone(self) -> None:
        other = MagicRecord.of(mb.find("bishop", "h8", kind="white-32"))
        assert magic_at(compare_magics([other]), "bishop h8", "white-32")["used"] == "uncompared"

    def test_json_has_verdict_and_author(self, magics: list[MagicRecord], a7: MagicRecord) -> None:
        (found,) = (
            each.to_dict()
            for each in compare_magics(magics)
            if (each.square, each.kind) == (a7.square, "white") and each.piece == mb.ROOK
        )
        assert found["used"] == {
            "ours": 960,
            "published": 960,
            "by": "Grant Osborne",
            "verdict": "equal",
        }


class TestTables:
    """Entries and bytes."""

    def test_an_empty_book_misses_every_name(self) -> None:
        compared = compare_tables([])
        assert [each.name for each in compared] == [
            "fixed",
            "fixed-black",
            "free",
            "shared",
            "bytes",
        ]
        assert {each.entries.verdict for each in compared} == {"missing"}

    @pytest.mark.parametrize(
        ("entries", "verdict"), [(88_771, "better"), (88_772, "equal"), (97_264, "worse")]
    )
    def test_the_smallest_is_held_against_the_smallest(
        self, smallest: TableRecord, entries: int, verdict: str
    ) -> None:
        found = compare_tables([replace(smallest, entries=entries)])[0]
        assert found.entries.verdict == verdict
        assert found.entries.by == "Volker Annuss 2017"

    def test_own_magics_have_a_line_of_their_own(self, smallest: TableRecord) -> None:
        own = replace(smallest, candidates="own", entries=90_000)
        found = [each for each in compare_tables([smallest, own]) if each.name == "fixed"]
        assert [(each.candidates, each.entries.ours) for each in found] == [
            ("own", 90_000),
            ("published", 88_772),
        ]


class TestProofs:
    """One bit fewer than the mask has squares."""

    def test_every_square_has_both_kinds(self) -> None:
        compared = compare_proofs([])
        assert len(compared) == 256
        assert {each.verdict for each in compared} == {"missing"}
        white = Counter(each.published for each in compared if each.kind == "white")
        assert white == {"exists": 39, "disproved": 71, "open": 18}

    def test_no_black_one_was_ever_disproved(self) -> None:
        black = {each.published for each in compare_proofs([]) if each.kind == "black"}
        assert black == {"exists", "open"}

    @pytest.mark.parametrize(
        ("place", "bits", "kind", "magics", "verdict"),
        [
            ("bishop c1", 4, "white", 0, "new"),
            ("bishop c8", 4, "white", 0, "confirmed"),
            ("bishop h2", 4, "white", 5_229_050, "confirmed"),
            ("bishop h2", 4, "white", 0, "contradicted"),
            ("bishop c8", 4, "white", 1, "contradicted"),
            ("rook d4", 9, "black", 0, "new"),
            ("rook d2", 9, "black", 3, "confirmed"),
            ("bishop c1", 5, "white", 12, "missing"),  # says nothing about 4
            ("bishop c1", 3, "white", 0, "missing"),  # likewise
            ("bishop c8", 5, "white", 0, "confirmed"),  # none with 4 then
        ],
    )
    def test_proofs_settle(
        self, place: str, bits: int, kind: str, magics: int, verdict: str
    ) -> None:
        compared = compare_proofs([proof(place, bits, kind, magics)])
        assert proof_at(compared, place, kind).verdict == verdict

    def test_a_magic_is_a_proof(self, magics: list[MagicRecord]) -> None:
        compared = compare_proofs([], magics)
        assert proof_at(compared, "rook a7", "white").verdict == "confirmed"
        assert Counter(each.verdict for each in compared) == {
            "confirmed": 39,
            "new": 6,
            "missing": 211,
        }

    def test_a_usual_magic_proves_nothing(self) -> None:
        usual = MagicRecord.of(Magic(mb.ROOK, 0, "white", 12, mb.find("rook", "a1").magic))
        compared = compare_proofs([], [usual])
        assert proof_at(compared, "rook a1", "white").verdict == "missing"
