"""Certificates: read as they were written, and refused with a sentence when anything is changed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from magicbb.magics.search import bit_by_bit
from magicbb.research.proofs import Certificate, CertificateError, Claim, Division, Order
from magicbb.research.proofs.bit_by_bit.certificate import LISTED, SubtreeMagics
from magicbb.research.proofs.sealing import checksum


def changed(certificate: Certificate, change: dict[str, Any], *, sealed: bool = True) -> str:
    """The text with fields changed, by dotted paths, and a new checksum if it is to be `sealed`."""
    content = json.loads(certificate.to_text())
    for path, value in change.items():
        *parts, last = path.split(".")
        place = content
        for part in parts:
            place = place[int(part) if part.isdecimal() else part]
        if value is DELETED:
            del place[int(last) if last.isdecimal() else last]
        else:
            place[int(last) if last.isdecimal() else last] = value
    if sealed:
        content.pop("checksum", None)
        content["checksum"] = checksum(content)
    return json.dumps(content)


DELETED = object()

WRONG: list[tuple[str, Any, str]] = [
    ("format", "magic", 'format must be "magicbb certificate"'),
    ("version", 2, "version must be 1, got 2"),
    ("version", True, "version must be 1, got True"),
    ("claim", 7, "claim must be an object, got 7"),
    ("claim", DELETED, "has no claim"),
    ("claim.piece", "queen", 'piece must be "rook" or "bishop"'),
    ("claim.piece", 5, "claim.piece must be a text, got 5"),
    ("claim.square", 99, "claim.square must be a text, got 99"),
    ("claim.square", "i9", "claim: square must be"),
    ("claim.kind", "grey", "claim: kind must be"),
    ("claim.bits", 12, "claim: bits must be"),
    ("claim.bits", "4", "claim.bits must be an integer, got '4'"),
    ("claim.extra", 4, "unknown field, 'claim.extra'"),
    ("division.start", 43, r"division.start must be 0\.\.42, got 43"),
    ("division.start", -1, "division.start must be"),
    ("division.direction", "sideways", 'division.direction must be "up" or "down"'),
    ("division.direction", [], 'division.direction must be "up" or "down"'),
    ("division.depth", 10**30, "division.depth must be"),
    ("division.subtrees", 5, "nodes must be 5 numbers"),
    ("division.subtrees", 1.5, "division.subtrees must be"),
    ("division.nodes_above", -2, "division.nodes_above must be"),
    ("division.depth", DELETED, "has no division.depth"),
    ("division.mirror", True, "division.mirror must be false for a white magic, got True"),
    ("division.mirror", 1, "division.mirror must be"),
    ("division.mirror", None, "division.mirror must be"),
    ("division.mirrors", True, "unknown field, 'division.mirrors'"),
    ("nodes", {}, "nodes must be a list"),
    ("nodes.3", -4, r"nodes\[3\] must be 0\.\.2\*\*63 - 1, got -4"),
    ("nodes.3", 2**70, r"nodes\[3\] must be"),
    ("nodes.3", True, r"nodes\[3\] must be"),
    ("nodes.3", None, r"nodes\[3\] must be"),
    ("nodes.3", DELETED, "nodes must be 120 numbers, got 119"),
    ("found", 0, "found must be a list"),
    ("found.1", [], r"found\[1\] must be an object"),
    ("found.1.subtree", 0, r"found\[1\].subtree must be 1\.\.119, got 0"),
    ("found.1.subtree", 120, r"found\[1\].subtree must be"),
    ("found.1.count", 0, r"found\[1\].count must be 1"),
    ("found.1.count", 3, r"found\[1\].magics must be a list of 3"),
    ("found.1.digest", "0xF", r"found\[1\].digest must be less than 2\*\*64"),
    ("found.1.digest", 5, r"found\[1\].digest must be"),
    ("found.1.magics", [0], r"found\[1\].magics\[0\] must be less than 2\*\*64, as \"0x\" and 16"),
    ("found.1.magics", ["0x" + "0" * 16], r"found\[1\].magics must be a list of 0"),
    ("found.1.digest", DELETED, r"has no found\[1\].digest"),
    ("totals.nodes", 7, r"totals\.nodes must be the sum, \d+, got 7"),
    ("totals.magics", 5, "totals.magics must be the sum, 5229050, got 5"),
    ("totals.magics", DELETED, "has no totals.magics"),
    ("more", 1, "unknown field, 'more'"),
]


def test_it_is_read_as_it_was_written(proof: Certificate, disproof: Certificate) -> None:
    for certificate in (proof, disproof):
        text = certificate.to_text()
        assert Certificate.from_text(text) == certificate
        assert Certificate.from_text(text).to_text() == text


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("depth", 0, r"division.depth must be 1\.\.60, got 0"),
        ("subtrees", 1, r"division.subtrees must be 2\.\."),
        ("mirror", 2, "division.mirror must be"),
        ("mirror", "true", "division.mirror must be"),
    ],
)
def test_what_is_wrong_in_a_mirrored_division_is_named(
    field: str, value: Any, sentence: str
) -> None:
    claim = Claim("bishop", "e1", "black", 4)  # type: ignore[arg-type]
    certificate = Certificate(claim, Division(Order(40, "up"), 1, 3, 0, mirror=True), (1, 2, 3), ())
    assert Certificate.from_text(certificate.to_text()) == certificate
    with pytest.raises(CertificateError, match=sentence):
        Certificate.from_text(changed(certificate, {f"division.{field}": value}))


def test_the_number_of_magics_is_not_negative() -> None:
    claim = Claim("bishop", "e1", "black", 4)  # type: ignore[arg-type]
    division = Division(Order(40, "up"), 1, 3, 0, mirror=True)
    text = Certificate(claim, division, (1, 2, 3), (SubtreeMagics(1, 1, 0, (5,)),)).to_text()
    with pytest.raises(CertificateError, match="a total of 0 or more magics, got -1"):
        Certificate.from_text(text)


def test_it_holds_no_times_and_names(disproof: Certificate) -> None:
    assert [*json.loads(disproof.to_text())] == [
        *("format", "version", "claim", "division", "nodes", "found", "totals", "checksum")
    ]


def test_the_way_json_is_written_does_not_matter(disproof: Certificate) -> None:
    content = json.loads(disproof.to_text())
    text = json.dumps(dict(reversed(content.items())), indent=1)
    assert Certificate.from_text(text) == disproof


@pytest.mark.parametrize(("path", "value", "sentence"), WRONG)
def test_what_is_wrong_is_named(proof: Certificate, path: str, value: Any, sentence: str) -> None:
    with pytest.raises(CertificateError, match=sentence):
        Certificate.from_text(changed(proof, {path: value}))


@pytest.mark.parametrize(
    "change",
    [
        {"nodes.0": 12, "totals.nodes": 12},
        {"division.start": 3},
        {"claim.square": "g2"},
        {"claim.kind": "black"},
        {"found.0.digest": "0x0000000000000001"},
    ],
    ids=str,
)
def test_what_was_changed_does_not_have_the_checksum(
    proof: Certificate, change: dict[str, Any]
) -> None:
    if "nodes.0" in change:
        change = {"nodes.0": proof.nodes[0] + 1, "totals.nodes": proof.total + 1}
    with pytest.raises(CertificateError, match="is damaged or was edited"):
        Certificate.from_text(changed(proof, change, sealed=False))


@pytest.mark.parametrize("checksum", [None, 5, "", "0" * 64], ids=str)
def test_a_checksum_that_is_none_is_refused(disproof: Certificate, checksum: Any) -> None:
    with pytest.raises(CertificateError, match="checksum"):
        Certificate.from_text(changed(disproof, {"checksum": checksum}, sealed=False))


def test_a_text_cut_short_is_refused(disproof: Certificate) -> None:
    text = disproof.to_text()
    for end in range(0, len(text) - 2, 7):
        with pytest.raises(CertificateError, match="is not valid JSON"):
            Certificate.from_text(text[:end])


@pytest.mark.parametrize(
    "text",
    ["", "nonsense", "[" * 100_000, '{"nodes": NaN}', '{"nodes": ' + "9" * 5000 + "}"],
    ids=["empty", "nonsense", "deep", "nan", "huge"],
)
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(CertificateError, match="is not valid JSON"):
        Certificate.from_text(text)


@pytest.mark.parametrize("text", ["[]", "7", "null", '"x"'])
def test_other_json_is_refused(text: str) -> None:
    with pytest.raises(CertificateError, match="certificate must be an object"):
        Certificate.from_text(text)


def test_the_search_keeps_as_many_magics_as_are_listed() -> None:
    assert bit_by_bit.LISTED == LISTED
