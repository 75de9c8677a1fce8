"""What was found, in words and for JSON."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError, replace

import pytest

from magicbb.geometry.mappings import MAPPINGS
from magicbb.tables.imports.findings import Findings, listed

FOUND = Findings(
    kind="white",
    mapping=MAPPINGS["a1=0"],
    shifts={"rook": "the fixed shifts", "bishop": "the fixed shifts"},
    arrays={"rook magics": "R (line 1)", "bishop magics": "B (line 9)"},
    unchecked=(),
    notes=(),
)


def test_two_lines_say_what_was_used_and_how() -> None:
    assert str(FOUND).splitlines() == [
        "rook magics from R (line 1), bishop magics from B (line 9)",
        "white magics in bit order; the fixed shifts",
    ]


def test_another_order_is_named() -> None:
    found = replace(FOUND, mapping=MAPPINGS["a8=0"])
    assert "in the order a8=0, where bit 0 is a1" in str(found)


def test_different_shifts_are_said_for_each() -> None:
    found = replace(FOUND, shifts={"rook": "one", "bishop": "other"})
    assert str(found).endswith("; one (rook), other (bishop)")


def test_notes_and_some_of_what_is_left_over_follow() -> None:
    found = replace(FOUND, notes=("a note",), unchecked=("a", "b", "c", "d", "e"))
    assert found.lines()[2:] == ["a note", "not checked: a, b, c, d, 1 more"]


@pytest.mark.parametrize(
    ("names", "sentence"),
    [("", ""), ("a", "a"), ("abcd", "a, b, c, d"), ("abcdef", "a, b, c, d, 2 more")],
)
def test_four_are_listed_and_the_others_counted(names: str, sentence: str) -> None:
    assert listed([*names]) == sentence


def test_nothing_is_not_used_if_nothing_is_left_over() -> None:
    assert len(FOUND.lines()) == 2


def test_findings_are_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        FOUND.kind = "black"  # type: ignore[misc]


def test_the_dict_is_json() -> None:
    assert json.loads(json.dumps(FOUND.to_dict())) == {
        "kind": "white",
        "mapping": "a1=0",
        "shifts": {"rook": "the fixed shifts", "bishop": "the fixed shifts"},
        "arrays": FOUND.arrays,
        "checked_in_code": [],
        "not_checked": [],
        "notes": [],
    }
