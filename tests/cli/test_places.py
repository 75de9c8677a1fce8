"""PIECE and SQUARE, which all commands take in the same way; and their completion by a shell."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .conftest import Call, Refuse

COMMANDS = ("attacks", "explain", "find", "prove")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("place", ["bishop e1", "BISHOP E1", "Bishop 4", "e1 bishop"])
def test_a_piece_on_a_square(call: Call, command: str, place: str) -> None:
    bits = ["--bits", "4"] if command == "prove" else []
    answer = json.loads(call(command, *place.split(), *bits, "--json").stdout)
    (found,) = answer["magics"] if command == "find" else [answer]
    assert (found["piece"], found["square"]) == ("bishop", "e1")


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ("king e1", "Invalid value for '[PIECE] [SQUARE]': 'king' is not one of 'rook', 'bishop'"),
        ("bishop e9", "square must be 0..63 or a name such as \"e4\", got 'e9'"),
        ("bishop e1 d1", "expected one PIECE and one SQUARE, but also got 'd1'"),
        ("e1 d1", "Invalid value for '[PIECE] [SQUARE]': 'e1' is not one of "),
    ],
)
@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_neither(refuse: Refuse, command: str, place: str, sentence: str) -> None:
    assert refuse(command, *place.split(), *(["--bits", "4"] * (command == "prove"))).startswith(
        sentence
    )


@pytest.mark.parametrize("place", ["rook", "a1"])
@pytest.mark.parametrize("command", ["find", "prove"])
def test_one_without_the_other(refuse: Refuse, command: str, place: str) -> None:
    sentence = refuse(command, place, *(["--bits", "11"] * (command == "prove")))
    assert f", as in: magicbb {command} " in sentence


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        (["ex"], ["explain", "explore", "export"]),
        (["find", "bi"], ["bishop"]),
        (["attacks", "queen", "h"], [f"h{rank}" for rank in range(1, 9)]),
        (["records", "--square", "c1"], ["c1"]),
        (["export", "--lang"], ["--language"]),
        (
            ["build", "densest-"],
            [f"densest-{form}" for form in ("bytes", "fixed", "fixed-black", "shared")],
        ),
    ],
)
def test_completion(run: Call, words: list[str], completed: list[str]) -> None:
    line = " ".join(["magicbb", *words])
    asked = {"_MAGICBB_COMPLETE": "bash_complete", "COMP_WORDS": line}
    environment = {**os.environ, **asked, "COMP_CWORD": str(len(words))}
    found = run(env=environment).stdout.split()
    names = [each.removeprefix("plain,") for each in found if each.startswith("plain,")]
    assert sorted(names) == completed
