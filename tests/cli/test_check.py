"""magicbb check: a certificate replayed, and a sentence about one that is false."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from magicbb.research.proofs.reading import shipped_names
from magicbb.research.proofs.sealing import checksum

if TYPE_CHECKING:
    from .conftest import Call, Refuse


@pytest.fixture(autouse=True)
def _certificate(e1: str, _place: None) -> None:
    Path("e1.json").write_text(e1, "utf-8")


def test_all_of_it(call: Call) -> None:
    done = call("check", "e1.json")
    assert done.stdout == (
        "bishop e1 with 4 bits, white: no magic, 37,088 nodes\n"
        "  replayed 120 of 120 subtrees, 37,088 nodes: matches the certificate\n"
    )


def test_a_part(call: Call) -> None:
    done = json.loads(call("check", "e1.json", "--part", "0.1", "--seed", "7", "--json").stdout)
    assert (done["subtrees"], done["checked_subtrees"], done["seed"]) == (120, 12, 7)
    assert done["checked_nodes"] < done["nodes"] == 37_088


def test_one_that_is_zipped(call: Call) -> None:
    Path("zipped").mkdir()
    Path("zipped/e1").write_bytes(gzip.compress(Path("e1.json").read_bytes()))
    assert call("check", "zipped/e1").stdout == call("check", "e1.json").stdout


def test_one_that_ships_with_the_package(call: Call) -> None:
    done = json.loads(call("check", "bishop-d8-white-4", "--json").stdout)
    assert (done["file"], done["claim"]) == ("bishop-d8-white-4", "bishop d8 with 4 bits, white")
    assert done["checked_nodes"] == done["nodes"] == 49_964


def test_the_list_of_those_that_do(call: Call) -> None:
    lines = call("check", "--list").stdout.splitlines()
    names = [line.split()[0] for line in lines]
    assert names == shipped_names()
    line = "bishop-e1-white-4  bishop e1 with 4 bits, white: no magic, 37,088 nodes"
    assert line in lines


def test_the_list_as_json(call: Call) -> None:
    listed = json.loads(call("check", "--list", "--json").stdout)
    assert [each["name"] for each in listed] == shipped_names()
    assert {
        "name": "bishop-e1-white-4",
        "claim": "bishop e1 with 4 bits, white",
        "outcome": "disproved",
        "nodes": 37_088,
        "magics": 0,
    } in listed


def test_a_name_that_does_not_is_refused(refuse: Refuse) -> None:
    Path("e1").write_bytes(Path("e1.json").read_bytes())
    sentence = refuse("check", "e1")
    assert "no proof 'e1' ships with magicbb" in sentence
    assert "a file name must contain a dot or a slash" in sentence
    assert "no proof '\\x1b[31m'" in refuse("check", "\x1b[31m")


@pytest.mark.parametrize("arguments", [(), ("e1.json", "--list")])
def test_a_file_or_the_list(refuse: Refuse, arguments: tuple[str, ...]) -> None:
    assert refuse("check", *arguments) == "give either a FILE or --list"


def test_a_false_one_is_refused(refuse: Refuse) -> None:
    content = json.loads(Path("e1.json").read_text("utf-8"))
    content["nodes"][3] += 2
    content["totals"]["nodes"] += 2
    Path("false.json").write_text(json.dumps(content), "utf-8")
    said = refuse("check", "false.json")
    assert "false.json: the certificate is damaged or was edited: its checksum is" in said
    del content["checksum"]
    content["checksum"] = checksum(content)
    Path("false.json").write_text(json.dumps(content), "utf-8")
    assert "false.json: the certificate's nodes[3] is wrong" in refuse("check", "false.json")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "x.json: the certificate is not valid JSON as written by magicbb prove"),
        (b"\xff\xfe", "x.json: the certificate is not UTF-8 text"),
        (b"[]", "x.json: the certificate must be an object, got []"),
        (b"\x1f\x8b\x08", "x.json: the certificate cannot be read: the gzip data ends early"),
        (b"\x1f\x8bnonsense", "x.json: the certificate cannot be read: the gzip data is corrupt"),
    ],
)
def test_what_is_no_certificate_is_refused(refuse: Refuse, content: bytes, sentence: str) -> None:
    Path("x.json").write_bytes(content)
    assert sentence in refuse("check", "x.json")


def test_a_file_that_is_not_there_is_named(refuse: Refuse) -> None:
    assert refuse("check", "none.json") == "none.json: No such file or directory"


@pytest.mark.parametrize("part", ["0", "1.5", "x", "nan"])
def test_a_part_that_is_none_is_refused(refuse: Refuse, part: str) -> None:
    assert "part" in refuse("check", "e1.json", "--part", part)
