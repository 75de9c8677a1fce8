"""A file named - is standard input, for every command that reads one; and other pipes."""

from __future__ import annotations

import gzip
import io
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import magicbb as mb
from magicbb.magics.files import to_csv

if TYPE_CHECKING:
    from .conftest import Call, Result

MAGICS = to_csv(mb.find_all(seed=4)).encode()
POSITIONS = b"4k3/8/8/8/8/8/8/R3K3 w Q - ;D1 16 ;D2 71\n"


@pytest.fixture
def call_with(call: Call, monkeypatch: pytest.MonkeyPatch) -> Call:
    """Run a command that finds something on standard input."""

    def call_with(content: bytes, *arguments: str) -> Result:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        return call(*arguments)

    return call_with


@pytest.mark.parametrize(
    "command",
    [
        "verify -",
        "build white/shared/union/-",
        "export - --language c",
        "explain --scheme -",
        "perft 2 --scheme -",
        "bench - --piece rook --stream random --rounds 1",
    ],
)
def test_magics(call_with: Call, command: str) -> None:
    assert call_with(MAGICS, *command.split()).returncode == 0


@pytest.mark.parametrize(
    "command",
    [
        "attacks --positions - -o maps.csv",
        "perft --suite -",
        "bench fancy --positions - --piece rook --stream games --rounds 1",
    ],
)
def test_positions(call_with: Call, command: str) -> None:
    assert call_with(POSITIONS, *command.split()).returncode == 0


@pytest.mark.parametrize("command", ["verify -", "export - -l c", "explain --scheme -"])
def test_an_error_names_it(call_with: Call, command: str) -> None:
    result = call_with(b"nothing", *command.split())
    assert result.returncode == 2
    assert result.stderr.startswith("magicbb: standard input: ")


def test_a_certificate(call_with: Call, e1: str) -> None:
    answer = json.loads(call_with(gzip.compress(e1.encode()), "check", "-", "--json").stdout)
    assert (answer["file"], answer["magics"]) == ("standard input", 0)


def test_records(call: Call, call_with: Call) -> None:
    call("prove", "bishop", "e1", "--bits", "4", "--record")
    call("records", "--export", "records.json")
    with open("records.json", "rb") as file:  # noqa: PTH123
        content = file.read()
    again = call_with(content, "records", "--import", "-", "--book", "other.sqlite")
    assert again.stdout == "1 record verified, 1 added\n"


def test_parts_of_a_proof(call_with: Call) -> None:
    result = call_with(b'{"format": "magicbb parts"}', "records", "--import", "-")
    assert result.returncode == 2
    assert result.stderr.startswith("magicbb: standard input: ")


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="pipes have no names")
@pytest.mark.parametrize(
    ("made", "said"),
    [
        ("prove rook a1 --bits 11 --part 17/32768 -o made.json", "1 part checked and added"),
        ("records --export made.json --book others.sqlite", "1 record verified, 1 added"),
    ],
)
def test_a_pipe_can_be_imported(call: Call, made: str, said: str) -> None:
    call("find", "bishop", "b1", "--bits", "4", "--record", "--book", "others.sqlite")
    call(*made.split())
    output, own = os.pipe()
    with os.fdopen(own, "wb") as file:
        file.write(Path("made.json").read_bytes())
    with os.fdopen(output):
        assert call("records", "--import", f"/dev/fd/{output}").stdout.startswith(said)


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="no file that cannot be read")
@pytest.mark.parametrize(
    "command",
    [
        "verify {}",
        "check {}",
        "records --import {}",
        "perft --suite {}",
        "attacks --positions {} -o maps.csv",
        "pack --draft --start {}",
    ],
)
def test_an_error_of_reading_names_the_file(call: Call, command: str) -> None:
    result = call(*command.format("/proc/self/mem").split())
    assert result.stderr == "magicbb: /proc/self/mem: Input/output error\n"
