"""Parts of a proof: as files, put together, and whether a false one is noticed."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import magicbb as mb
from magicbb.magics.search.chain import SEARCH_VERSION
from magicbb.research.proofs import CertificateError
from magicbb.research.proofs.chain import checker
from magicbb.research.proofs.chain.certificate import ChainCertificate
from magicbb.research.proofs.chain.checker import check_chain
from magicbb.research.proofs.chain.division import JointClaim
from magicbb.research.proofs.chain.parts import FIRST_SEARCH_VERSION, FoundMagic, Parts
from magicbb.research.proofs.chain.searching import certificates, division_of, is_for
from magicbb.research.proofs.reading import certificate_of
from magicbb.research.proofs.sealing import checksum
from magicbb.research.records import ProofRecord
from magicbb.research.tasks.checking import amount

from .conftest import MANY, NONE

Searched = Callable[[JointClaim, range, int], Parts]


def doctored(parts: Parts, change: Callable[[dict[str, Any]], object]) -> str:
    """The text of parts with a change, and the checksum that it has then."""
    content = json.loads(parts.to_text())
    del content["checksum"]
    change(content)
    return json.dumps({**content, "checksum": checksum(content)})


class TestFiles:
    """What is written and read."""

    def test_they_come_back(self, with_magics: Parts) -> None:
        assert Parts.from_text(with_magics.to_text()) == with_magics
        assert with_magics.magics > 8

    def test_who_and_seconds_make_no_difference(self, searched: Searched) -> None:
        parts = searched(NONE, range(1, 17), 16)
        other = replace(parts.parts[0], who="Grace", seconds=7.0)
        assert other == parts.parts[0]
        assert parts.parts[0].who == "Ada"

    def test_one_changed_character_is_noticed(self, searched: Searched) -> None:
        text = searched(NONE, range(1, 17), 16).to_text()
        with pytest.raises(CertificateError, match="is damaged or was edited"):
            Parts.from_text(text.replace('"Ada"', '"Eve"', 1))

    @pytest.mark.parametrize(
        ("change", "sentence"),
        [
            (lambda file: file.update(of=0), "of must be 1..16, got 0"),
            (lambda file: file.update(of=99), "of must be 1..16, got 99"),
            (lambda file: file.update(parts=[]), "parts must be at least one part"),
            (lambda file: file["parts"].append(file["parts"][0]), r"parts\[16\].number must be"),
            (lambda file: file["parts"][3]["nodes"].append(1), r"parts\[3\].nodes must be 1"),
            (lambda file: file["parts"][3]["nodes"].clear(), r"parts\[3\].nodes must be 1"),
            (lambda file: file["parts"][3].update(number=17), r"parts\[3\].number must be 4..16"),
            (lambda file: file["parts"][3].update(nodes=[-1]), "nodes"),
            (lambda file: file["parts"][3].update(nodes=[2**48]), "nodes"),
            (
                lambda file: file["parts"][3].update(nodes=[0]),
                r"parts\[3\].nodes must be at least 1 in each run, one for each prefix, got 0",
            ),
            (lambda file: file["claim"].update(square="a9"), "square"),
            (lambda file: file["claim"].update(bits=13), "bits must be 1..12"),
            (lambda file: file["claim"].update(square="b2"), "division.high must be 54, got 63"),
            (lambda file: file["division"].update(high=62), "division.high must be 63, got 62"),
            (lambda file: file["division"].update(run=3), "cannot be divided into runs of 3"),
            (lambda file: file["division"].update(low=63), "a prefix must be a range of bits"),
            (lambda file: file.update(format="magicbb certificate"), "format"),
            (
                lambda file: file.update(search_version=2),
                r"search_version must be 1, as in this magicbb \(node counts of .*\), got 2",
            ),
            (lambda file: file.update(more=1), "unknown field, 'more'"),
            (
                lambda file: file["parts"][0].update(found=[[1, "white", f"{1:#018x}"]]),
                r"found\[0\].prefix must be 0..0, got 1",
            ),
            (
                lambda file: file["parts"][0].update(found=[[0, "white", f"{1 << 62:#018x}"]]),
                r"found\[0\].prefix must be 16, the prefix of its magic, got 0",
            ),
            (
                lambda file: file["parts"][0].update(found=[[0, "white", f"{1 << 63:#018x}"]]),
                r"found\[0\].magic must be less than 2\*\*63",
            ),
        ],
    )
    def test_what_cannot_be_is_refused(
        self, searched: Searched, change: Callable[[dict[str, Any]], object], sentence: str
    ) -> None:
        text = doctored(searched(NONE, range(1, 17), 16), change)
        with pytest.raises(CertificateError, match=sentence):
            Parts.from_text(text)

    def test_the_first_form_of_the_search_is_not_named(self, searched: Searched) -> None:
        parts = searched(NONE, range(1, 17), 16)
        assert (SEARCH_VERSION, parts.search_version) == (
            FIRST_SEARCH_VERSION,
            FIRST_SEARCH_VERSION,
        )
        assert "search_version" not in json.loads(parts.to_text())
        assert json.loads(replace(parts, search_version=2).to_text())["search_version"] == 2


class TestTogether:
    """All parts are two certificates."""

    def test_they_do_not_depend_on_how_it_is_divided(self, searched: Searched) -> None:
        each = [searched(NONE, range(1, of + 1), of) for of in (16, 5, 1)]
        made = [certificates(NONE, parts.of, parts.parts) for parts in each]
        assert made[0] == made[1] == made[2]
        assert [proof.claim.kind for proof in made[0]] == ["white", "black"]
        for proof in made[0]:
            assert (proof.magics, proof.total) == (0, each[0].total)
            assert certificate_of(proof.to_text()) == proof

    def test_all_parts_are_needed(self, searched: Searched) -> None:
        parts = searched(NONE, range(1, 17), 16).parts
        with pytest.raises(ValueError, match=r"all 16 parts are needed, got parts 1-3, 5-16"):
            certificates(NONE, 16, [*parts[:3], *parts[4:]])

    def test_they_are_records(self, searched: Searched) -> None:
        parts = searched(NONE, range(1, 17), 16)
        for proof in certificates(NONE, 16, parts.parts):
            record = ProofRecord.of(proof)
            record.verify()
            assert (record.outcome, record.bits) == ("disproved", 6)

    def test_the_squares_that_it_can_settle(self) -> None:
        assert is_for(NONE)
        assert not is_for(JointClaim("rook", "b1", 9))  # type: ignore[arg-type]


class TestChecking:
    """The bit-by-bit search finds the same magics, and the chain search the same nodes."""

    def test_what_is_right(self, searched: Searched, with_magics: Parts) -> None:
        checked = check_chain(searched(NONE, range(1, 17), 16))
        assert (checked.prefixes, checked.of, checked.runs) == (16, 16, 16)
        assert check_chain(with_magics).nodes > 0

    def test_prefixes_and_runs_are_counted(self, searched: Searched) -> None:
        parts, done = searched(NONE, range(1, 17), 16), list[int]()
        check_chain(parts, 0.5, on_progress=done.append)
        assert (len(done), amount(parts, 0.5, 1)) == (16, (16, "prefixes and runs"))
        assert amount(replace(parts, search_version=2), 0.5, 1) == (8, "prefixes and runs")

    def test_squares_that_the_search_cannot_settle(self, searched: Searched) -> None:
        elsewhere = replace(searched(NONE, range(1, 17), 16), claim=JointClaim(mb.ROOK, 1, 6))
        with pytest.raises(CertificateError, match="the chain search cannot settle rook b1 with 6"):
            check_chain(elsewhere)

    def test_of_a_certificate(self, searched: Searched) -> None:
        white, black = certificates(NONE, 16, searched(NONE, range(1, 17), 16).parts)
        nodes = [check_chain(each).nodes for each in (white, black)]
        assert sum(nodes) == check_chain(searched(NONE, range(1, 17), 16)).nodes

    @pytest.mark.slow
    @pytest.mark.parametrize("most", [1, 4, 30])
    def test_of_a_part_of_the_numbers_with_a_prefix(self, with_magics: Parts, most: int) -> None:
        for seed in range(4):
            check_chain(with_magics, seed=seed, most_nodes=most)

    @pytest.mark.parametrize("place", [0, -1])
    def test_a_magic_that_is_left_out_is_missed(
        self, with_magics: Parts, place: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (part,) = with_magics.parts
        found = [*part.found]
        del found[place]
        false = replace(with_magics, parts=(replace(part, found=tuple(found)),))
        with pytest.raises(CertificateError, match=r"magics of run .* differ from those"):
            check_chain(false, threads=1)  # with several, either search may notice first
        ignore_runs(monkeypatch)
        with pytest.raises(CertificateError, match="from those that the bit-by-bit search finds"):
            check_chain(false)

    def test_what_is_no_magic_is_none(self, with_magics: Parts) -> None:
        (part,) = with_magics.parts
        found = [*part.found]
        low = 1 << with_magics.division.low
        magics = {(each.kind, each.magic) for each in found}
        each = next(
            FoundMagic(one.prefix, one.kind, number)
            for one in found
            for number in range(one.magic // low * low, one.magic // low * low + low)
            if (one.kind, number) not in magics
        )
        found.append(each)
        found.sort(key=lambda one: (one.prefix, one.kind, one.magic))
        false = replace(with_magics, parts=(replace(part, found=tuple(found)),))
        with pytest.raises(CertificateError, match=f"{each.magic:#018x} .* is not a magic"):
            check_chain(Parts.from_text(false.to_text()))

    def test_one_node_more_is_noticed(self, searched: Searched) -> None:
        parts = searched(NONE, range(1, 17), 16)

        def add(file: dict[str, Any]) -> None:
            file["parts"][7]["nodes"][0] += 1

        with pytest.raises(CertificateError, match=r"run 7 has [\d,]+ nodes, not [\d,]+"):
            check_chain(Parts.from_text(doctored(parts, add)))

    def test_another_division_is_noticed(self, searched: Searched) -> None:
        parts = searched(NONE, range(1, 17), 16)
        other = replace(parts, division=replace(parts.division, low=parts.division.low + 1))
        with pytest.raises(CertificateError, match=r"the division of .* must be prefixes of bits"):
            check_chain(replace(other, of=8, parts=parts.parts[:8]))

    def test_nodes_of_an_older_version_are_not_compared(
        self, searched: Searched, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        white, _ = certificates(NONE, 16, searched(NONE, range(1, 17), 16).parts)
        older = replace(white, nodes=(7, *white.nodes[1:]))
        monkeypatch.setattr("magicbb.research.proofs.chain.checker.SEARCH_VERSION", 2)
        checked = check_chain(older)
        assert (checked.prefixes, checked.runs) == (16, 0)

    def test_a_certificate_of_a_newer_version_is_refused(self, searched: Searched) -> None:
        white, _ = certificates(NONE, 16, searched(NONE, range(1, 17), 16).parts)
        newer = replace(white, search_version=2)
        assert certificate_of(newer.to_text()) == newer != white
        with pytest.raises(CertificateError, match=r"by version 2 of the chain search.*; upgrade"):
            check_chain(newer)

    def test_a_forged_division_of_a_certificate_is_refused(self, searched: Searched) -> None:
        white, _ = certificates(NONE, 16, searched(NONE, range(1, 17), 16).parts)
        division = replace(white.division, low=2, run=1 << (white.division.high - 3))
        forged = replace(white, division=division, nodes=(9,))
        with pytest.raises(CertificateError, match=r"the division of .* must be"):
            check_chain(forged, prefixes=2)

    def test_it_stops_within_a_run(
        self, searched: Searched, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        stopped = threading.Event()

        def endless(*_arguments: object) -> None:
            on_slice: Any = _arguments[-1]
            while True:
                on_slice()
                stopped.set()

        monkeypatch.setattr("magicbb.research.proofs.chain.searching.searched_run", endless)
        listed = checker._listed(searched(NONE, range(1, 17), 16))  # noqa: SLF001
        assert not checker._check_run(listed, 0, stopped)  # noqa: SLF001

    def test_no_proof_says_that_there_is_no_constructible_magic(self) -> None:
        division = division_of(MANY)
        division = replace(division, run=division.run * division.runs)
        empty = ChainCertificate(MANY.claims[0], division, (1,), ())
        with pytest.raises(CertificateError, match=r"totals.magics must be at least 1"):
            certificate_of(empty.to_text())

    @pytest.mark.parametrize("part", [0, 1.5, -1])
    def test_a_part_of_the_prefixes_is_a_part(self, searched: Searched, part: float) -> None:
        with pytest.raises(ValueError, match="part must be more than 0 and at most 1"):
            check_chain(searched(NONE, range(1, 17), 16), part)


def ignore_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the check rely on the bit-by-bit search alone."""
    monkeypatch.setattr(checker, "_check_run", lambda _listed, _run, _stopped: True)
