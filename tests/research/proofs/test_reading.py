"""Certificates in files, plain and zipped, and those that ship with the package."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import pytest

from magicbb.geometry.squares import square_name
from magicbb.magics.settled import settled
from magicbb.research.proofs import Certificate, CertificateError, check, reading
from magicbb.research.proofs.bit_by_bit.checker import chosen
from magicbb.research.proofs.chain.checker import check_chain
from magicbb.research.proofs.reading import (
    SHIPPED,
    read_certificate,
    shipped_names,
    shipped_proof,
    write_proof,
)

if TYPE_CHECKING:
    from pathlib import Path

# As in test_prover, and three rooks'.
BISHOPS = {f"bishop-{file}{rank}-white-4" for rank in (1, 2, 7, 8) for file in "cdef"}
ROOKS = {"rook-d3-white-9", "rook-d3-black-9", "rook-f8-white-10"}

FEW = 100_000
"""Nodes of the part that is replayed, at least."""

EACH = pytest.mark.parametrize("name", shipped_names())


def test_what_ships() -> None:
    assert {*shipped_names()} >= BISHOPS | ROOKS


@EACH
def test_a_shipped_one_has_the_name_of_its_claim(name: str) -> None:
    certificate = shipped_proof(name)
    claim = certificate.claim
    assert name == f"{claim.piece}-{square_name(claim.square)}-{claim.kind}-{claim.bits}"
    if isinstance(certificate, Certificate):
        assert certificate.division.mirror == claim.black


@EACH
def test_one_that_finds_magics_ships_with_one_of_them(name: str) -> None:
    certificate = shipped_proof(name)
    claim = certificate.claim
    known = settled(claim.piece, claim.square, claim.kind, claim.bits)
    assert known is not None
    if certificate.magics:
        assert known.magic is not None
        known.magic.check()
    else:
        assert (known.status, known.magic) == ("disproved", None)


@EACH
def test_it_is_written_as_it_was_proved_and_zipped_where_it_is_long(name: str) -> None:
    text = shipped_proof(name).to_text().encode()
    (path,) = SHIPPED.glob(f"{name}.json*")
    content = path.read_bytes()
    if len(text) > 100_000:
        assert path.suffix == ".gz"
        assert content[4:8] == bytes(4)  # no time
        content = gzip.decompress(content)
    assert content == text


@EACH
def test_a_small_part_of_it_replays(name: str) -> None:
    certificate = shipped_proof(name)
    if not isinstance(certificate, Certificate):
        assert check_chain(certificate, prefixes=1, most_nodes=FEW).prefixes == 1
        return
    subtrees = certificate.nodes

    def nodes(seed: int) -> int:
        return sum(subtrees[subtree] for subtree in chosen(certificate, 1e-9, seed))

    seeds = sorted(range(20), key=nodes)
    seed = next((seed for seed in seeds if nodes(seed) > FEW), seeds[-1])
    assert check(certificate, 1e-9, seed).subtrees == 1


def test_what_does_not_ship_is_refused() -> None:
    with pytest.raises(ValueError, match="no proof 'bishop-h3-white-4' ships with magicbb"):
        shipped_proof("bishop-h3-white-4")


@pytest.mark.parametrize("name", ["x.json", "x.json.gz", "x"])
def test_a_file_is_read_plain_or_zipped(tmp_path: Path, disproof: Certificate, name: str) -> None:
    path, text = tmp_path / name, disproof.to_text().encode()
    for content in (text, gzip.compress(text)):
        path.write_bytes(content)
        assert read_certificate(path) == disproof


def test_a_zipped_one_that_is_damaged_is_refused(tmp_path: Path, disproof: Certificate) -> None:
    path, content = tmp_path / "x.json.gz", gzip.compress(disproof.to_text().encode())
    path.write_bytes(content[:-9])
    with pytest.raises(CertificateError, match="gzip data ends early"):
        read_certificate(path)
    path.write_bytes(content[:-5] + bytes(5))
    with pytest.raises(CertificateError, match="gzip data is corrupt"):
        read_certificate(path)


def test_a_zipped_one_may_have_several_members(tmp_path: Path, disproof: Certificate) -> None:
    path, text = tmp_path / "x.json.gz", disproof.to_text().encode()
    content = gzip.compress(text[:100]) + gzip.compress(text[100:])
    path.write_bytes(content)
    assert read_certificate(path) == disproof
    path.write_bytes(content + b"more")
    with pytest.raises(CertificateError, match="gzip data is corrupt"):
        read_certificate(path)


def test_the_suffix_of_a_zipped_one_may_be_in_capitals(
    tmp_path: Path, disproof: Certificate
) -> None:
    write_proof(disproof, tmp_path / "X.JSON.GZ")
    assert gzip.decompress((tmp_path / "X.JSON.GZ").read_bytes()).decode() == disproof.to_text()


@pytest.mark.parametrize("zipped", [False, True])
def test_what_is_too_long_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, zipped: bool
) -> None:
    monkeypatch.setattr(reading, "LARGEST", 1000)
    content = bytes(2000)
    (tmp_path / "x.json").write_bytes(gzip.compress(content) if zipped else content)
    with pytest.raises(CertificateError, match="longer than 1000 bytes"):
        read_certificate(tmp_path / "x.json")


def test_only_proofs_are_written(tmp_path: Path) -> None:
    rule = "proof must be a certificate or parts of a proof, got 'bishop-e1-white-4'"
    with pytest.raises(TypeError, match=rule):
        write_proof("bishop-e1-white-4", tmp_path / "e1.json")  # type: ignore[arg-type]
    assert not [*tmp_path.iterdir()]
