"""magicbb schemes: the catalogue and the parts, as text and JSON."""

from __future__ import annotations

import json
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

    from .conftest import Call, Refuse

AXES: dict[str, Mapping[str, object]] = {
    "hashes": HASHES,
    "layouts": LAYOUTS,
    "storages": STORAGES,
    "sources": SOURCES,
}


def test_every_scheme_has_two_lines(call: Call) -> None:
    result = call("schemes")
    assert (result.returncode, result.stderr) == (0, "")
    listing, _, axes = result.stdout.partition("\n\n")
    lines = listing.splitlines()
    for place, entry in enumerate(mb.schemes()):
        name, trade = lines[2 * place].split(maxsplit=1)
        assert (name, trade) == (entry.name, entry.trade)
        source = lines[2 * place + 1].strip()
        description = parse_choice(entry.name).description
        assert source == f"{entry.author}, {entry.year}: {description}"
    assert len(lines) == 2 * len(CATALOGUE)
    assert len(axes.splitlines()) == len(AXES)


@pytest.mark.parametrize("axis", AXES)
def test_the_parts_are_listed(call: Call, axis: str) -> None:
    (line,) = (line for line in call("schemes").stdout.splitlines() if line.startswith(f"{axis} "))
    assert line.removeprefix(axis).strip() == ", ".join(AXES[axis])


def test_json_holds_all_that_is_known(call: Call) -> None:
    answer = json.loads(call("schemes", "--json").stdout)
    assert answer == {
        "schemes": [
            {
                "name": entry.name,
                "magics": entry.magics,
                "author": entry.author,
                "year": entry.year,
                "source": entry.source,
                "trade": entry.trade,
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


@pytest.mark.parametrize("arguments", [("plain",), ("--nope",), ("-o", "file")])
def test_wrong_usage_is_refused(refuse: Refuse, arguments: tuple[str, ...]) -> None:
    assert arguments[0] in refuse("schemes", *arguments)
