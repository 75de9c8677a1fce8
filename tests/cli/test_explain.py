"""magicbb explain: what it prints, writes and refuses."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import magicbb as mb

if TYPE_CHECKING:
    from .conftest import Call, OnTerminal, Refuse

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
OCCUPIED = mb.Position(KIWIPETE).occupied


@pytest.mark.parametrize("width", ["80", "200"])
@pytest.mark.parametrize("scheme", ["fancy", "densest-shared", "rotated"])
def test_no_line_overflows(
    call: Call, monkeypatch: pytest.MonkeyPatch, width: str, scheme: str
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    result = call("explain", "d4", "--fen", KIWIPETE, "--scheme", scheme)
    assert max(map(len, result.stdout.splitlines())) <= int(width)


def test_without_a_terminal_there_is_no_colour(call: Call) -> None:
    assert "\x1b" not in call("explain", "d4").stdout


def test_a_terminal_shows_the_same_in_colour(on_terminal: OnTerminal, call: Call) -> None:
    shown = on_terminal("explain", "a1", "--fen", KIWIPETE)
    assert shown.returncode == 0
    assert "\x1b[1;7m" in shown.terminal
    plain = call("explain", "a1", "--fen", KIWIPETE).stdout
    assert "1 Mask" in plain
    assert "\x1b" not in plain


def test_a_dumb_terminal(on_terminal: OnTerminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    assert "\x1b" not in on_terminal("explain", "a1").terminal


def test_the_slider_on_the_square_is_explained(call: Call) -> None:
    assert call("explain", "e2", "--fen", KIWIPETE).stdout.startswith("bishop on e2 by fancy: ")


def test_on_an_empty_square_it_is_a_rook(call: Call) -> None:
    assert call("explain", "e4").stdout.startswith("rook on e4 by fancy: ")


def test_without_arguments_it_is_a_rook_among_pieces(call: Call) -> None:
    shown = call("explain").stdout
    assert shown.startswith("rook on d4 by fancy: ")
    answer = json.loads(call("explain", "--json").stdout)
    assert len(answer["squares"]) == 9
    assert json.loads(call("explain", "f4", "--json").stdout)["piece"] == "bishop"
    assert json.loads(call("explain", "d5", "--json").stdout)["piece"] == "rook"


def test_pieces_are_drawn(call: Call) -> None:
    first = call("explain", "a1", "--fen", KIWIPETE).stdout.splitlines()
    assert "r . . . k . . r    . . . . . . . ." in first[3]


def test_json(call: Call) -> None:
    answer = json.loads(call("explain", "a1", "--fen", KIWIPETE, "--json").stdout)
    assert (answer["piece"], answer["square"]) == ("rook", "a1")
    assert int(answer["attacks"], 0) == mb.rook_attacks("a1", OCCUPIED)
    assert answer["squares"] == ["b1", "c1", "d1", "e1", "a2"]


def test_a_picture_is_written(call: Call) -> None:
    result = call("explain", "a1", "--occupied", "0x10100", "--svg", "chain.svg")
    assert result.stdout.endswith("\npicture written to chain.svg\n")
    assert ET.fromstring(Path("chain.svg").read_text()).tag.endswith("svg")  # noqa: S314


def test_a_file_of_magics(call: Call, published: dict[str, Path]) -> None:
    file = published["annuss-2017-white-88772"]
    assert "overlapped layout" in call("explain", "a1", "--scheme", file).stdout


@pytest.mark.parametrize("arguments", [("queen", "d4"), ("d4", "--fen", "8/8/8/8/3q4/8/8/8")])
def test_a_queen_is_refused_with_the_remedy(refuse: Refuse, arguments: tuple[str, ...]) -> None:
    sentence = refuse("explain", *arguments)
    assert (
        sentence
        == "a queen needs two look-ups; explain the rook's and the bishop's, as in: explain rook d4"
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("i9",), "square must be 0..63 or a name such as \"e4\", got 'i9'"),
        (("d4", "--scheme", "fncy"), "did you mean fancy?"),
        (("d4", "--scheme", "no.csv"), "no.csv: No such file or directory"),
        (("d4", "--svg", "no/chain.svg"), "no/chain.svg: there is no directory no"),
        (("d4", "--fen", "8/8"), "fen: the board must have 8 ranks"),
        (("d4", "--fen", "8/8/8/8/3n4/8/8/8"), "'n' on d4 is not a slider"),
        (("d4", "--fen", "8/8/8/8/8/8/8/8", "--occupied", "1"), "cannot be combined"),
        (("d4", "--occupied", "many"), "--occupied must be a number"),
    ],
)
def test_bad_input_is_refused(refuse: Refuse, arguments: tuple[str, ...], sentence: str) -> None:
    assert sentence in refuse("explain", *arguments)
