"""Books and records for the tests."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import magicbb as mb
from magicbb.magics.files import shipped
from magicbb.research.records import MagicRecord, ProofRecord, Provenance, RecordBook, TableRecord

if TYPE_CHECKING:
    from magicbb.research.proofs import Certificate

Script = Callable[..., subprocess.Popen[str]]


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("MAGICBB_BOOK", raising=False)
    monkeypatch.delenv("MAGICBB_WHO", raising=False)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the book of the test lies."""
    return tmp_path / "records.sqlite"


@pytest.fixture
def book(path: Path) -> Iterator[RecordBook]:
    """An empty book."""
    with RecordBook(path) as opened:
        yield opened


@pytest.fixture(scope="session")
def provenance() -> Provenance:
    """That of somebody else's record."""
    return Provenance("Ada", "2026-11-20T10:00:00+00:00", 2**64 - 1, "magicbb find", "0.1.0", 1.5)


@pytest.fixture(scope="session")
def magics(provenance: Provenance) -> list[MagicRecord]:
    """The dense magics that ship with the package."""
    return [MagicRecord.of(row.magic, provenance) for row in shipped("dense")]


@pytest.fixture(scope="session")
def a7(magics: list[MagicRecord]) -> MagicRecord:
    """That of the rook on a7 with 10 bits, by Grant Osborne."""
    (found,) = (each for each in magics if (each.piece, each.square) == (mb.ROOK, 48))
    return found


@pytest.fixture(scope="session")
def smallest(published: dict[str, Path], provenance: Provenance) -> TableRecord:
    """The smallest table with a fixed shift that comes with its magics (Annuss 2017)."""
    table = mb.read(published["annuss-2017-white-88772"])
    return TableRecord.of("fixed", table, "published", provenance)


@pytest.fixture(scope="session")
def certificate(certify: Callable[..., Certificate]) -> Certificate:
    """That no white bishop magic of 4 bits exists on e1."""
    return certify("bishop", "e1", 4)


@pytest.fixture(scope="session")
def proof(certificate: Certificate, provenance: Provenance) -> ProofRecord:
    """The record of that."""
    return ProofRecord.of(certificate, provenance)


@pytest.fixture
def script() -> Iterator[Script]:
    """Start Python code in a process of its own; what still runs at the end is killed."""
    started: list[subprocess.Popen[str]] = []

    def start(code: str, *arguments: object, **options: Any) -> subprocess.Popen[str]:
        process = subprocess.Popen(  # noqa: S603
            [sys.executable, "-c", code, *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": str(Path(mb.__file__).parents[1])},
            **options,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture
def stranger() -> Iterator[Path]:
    """A directory of one's own, in which the test is not the superuser."""
    if not hasattr(os, "geteuid"):
        pytest.skip("there are no permissions")
    with tempfile.TemporaryDirectory() as name:
        directory, before = Path(name), os.geteuid()
        if before == 0:
            os.chown(directory, 65534, 65534)
            os.seteuid(65534)
        try:
            yield directory
        finally:
            os.seteuid(before)
            directory.chmod(0o700)
