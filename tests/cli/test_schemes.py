"""magicbb schemes: the catalogue and the parts, as text and JSON."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

import magicbb as mb
from magicbb.recipes.catalogue import CATALOGUE
from magicbb.recipes.choice import parse_choice
from magicbb.recipes.hashing import HASHES
from magicbb.recipes.layout import LAYOUTS
from magicbb.recipes.sources import SOURCES
from magicbb.recipes.storage import STORAGES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .conftest import Call, OnTerminal, Refuse

AXES: dict[str, Mapping[str, object]] = {
    "hashes": HASHES,
    "layouts": LAYOUTS,
    "storages": STORAGES,
    "sources": SOURCES,
}


def test_on_a_terminal_lines_fit(on_terminal: OnTerminal) -> None:
    lines = on_terminal("schemes").terminal.splitlines()
    assert all(len(line) < 80 for line in lines)
    assert any(line.endswith(" …") for line in lines)


def test_every_scheme_has_a_line(call: Call) -> None:
    result = call("schemes")
    assert (result.returncode, result.stderr) == (0, "")
    listing, _, axes = result.stdout.partition("\n\n")
    head, *lines = listing.splitlines()
    assert head.split() == ["name", "entries", "KiB", "words", "needs", "idea"]
    assert all(len(line) < 80 for line in axes.splitlines())
    for line, entry in zip(lines, mb.schemes(), strict=True):
        name, entries, kib, words, *more = line.split()
        assert (name, entries) == (entry.name, f"{entry.entries:,}")
        assert (kib, words) == (f"{entry.nbytes / 1024:,.1f}", str(entry.parameter_nbytes // 1024))
        assert (more[0] == "BMI2") == (entry.name in {"pext", "pext-16"})
        assert line.endswith(f" {entry.year} {entry.author}")
    titles = [line.split()[0] for line in axes.splitlines() if not line.startswith(" ")]
    assert titles == [*AXES]


@pytest.mark.parametrize(
    ("by", "first", "last"),
    [
        ("size", "densest-bytes", "rotated"),
        ("words", "rays", "densest-bytes"),
        ("name", "black", "shift-in-magic"),
        ("year", "rays", "densest-bytes"),
    ],
)
def test_they_can_be_sorted(call: Call, by: str, first: str, last: str) -> None:
    shown = call("schemes", "--sort", by).stdout.partition("\n\n")[0].splitlines()
    assert [line.split()[0] for line in (shown[1], shown[-1])] == [first, last]
    listed = json.loads(call("schemes", "--sort", by, "--json").stdout)["schemes"]
    assert [entry["name"] for entry in listed] == [line.split()[0] for line in shown[1:]]


def test_one_is_described(call: Call) -> None:
    entry = CATALOGUE["pext-16"]
    shown = " ".join(call("schemes", "pext-16").stdout.split())
    for part in (entry.trade, entry.author, entry.published, f"{entry.entries:,}", "BMI2"):
        assert part in shown
    assert "BMI2" not in call("schemes", "fancy").stdout
    assert json.loads(call("schemes", "pext-16", "--json").stdout)["name"] == "pext-16"


@pytest.mark.parametrize("axis", AXES)
def test_the_parts_are_listed(call: Call, axis: str) -> None:
    found = re.search(rf"^{axis} +(.*(?:\n +.*)*)", call("schemes").stdout, re.MULTILINE)
    assert found
    assert " ".join(found[1].split()) == ", ".join(AXES[axis])


def test_json_holds_all_that_is_known(call: Call) -> None:
    answer = json.loads(call("schemes", "--json").stdout)
    assert answer == {
        "schemes": [
            {
                "name": entry.name,
                "source": entry.source,
                "author": entry.author,
                "year": entry.year,
                "published": entry.published,
                "trade": entry.trade,
                "entries": entry.entries,
                "nbytes": entry.nbytes,
                "parameter_nbytes": entry.parameter_nbytes,
                "needs": entry.needs,
                "description": parse_choice(entry.name).description,
            }
            for entry in mb.schemes()
        ],
        **{axis: [*known] for axis, known in AXES.items()},
    }


def test_what_is_listed_can_be_built(call: Call) -> None:
    answer = json.loads(call("schemes", "--json").stdout)
    names = {entry["name"] for entry in answer["schemes"]}
    assert {"plain", "hyperbola"} <= names
    parts = (answer[axis][0] for axis in AXES)
    assert call("build", "/".join(parts)).returncode == 0


@pytest.mark.parametrize("arguments", [("nope",), ("--nope",), ("-o", "file"), ("--sort", "a")])
def test_wrong_usage_is_refused(refuse: Refuse, arguments: tuple[str, ...]) -> None:
    assert arguments[0] in refuse("schemes", *arguments)
