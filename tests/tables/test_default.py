"""The magics that ship with the package, and the functions that look them up."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from typing import Any

import pytest

import magicbb as mb
from magicbb.geometry.sliders import BISHOP, QUEEN, ROOK, Slider
from magicbb.tables.default import MAGICS


def shipped() -> dict[str, Any]:
    """Return what the file says."""
    content: dict[str, Any] = json.loads(MAGICS.read_text())
    return content


def test_the_shipped_magics_are_found_again_with_their_seed() -> None:
    found = [
        {
            "piece": str(magic.piece),
            "square": mb.geometry.square_name(magic.square),
            "kind": magic.kind,
            "bits": magic.bits,
            "magic": f"{magic.magic:#018x}",
        }
        for magic in mb.find_all(seed=shipped()["seed"])
    ]
    assert shipped()["magics"] == found


def test_the_file_names_the_command_that_made_it() -> None:
    assert f"--seed {shipped()['seed']}" in shipped()["command"]


def test_the_default_table_is_what_the_seed_builds(fancy: mb.Table) -> None:
    assert fancy == mb.build("fancy", seed=shipped()["seed"])


def test_the_default_table_knows_its_seed(fancy: mb.Table) -> None:
    assert fancy.seed == shipped()["seed"]


def test_there_is_one_default_table(fancy: mb.Table) -> None:
    assert mb.tables.default_table() is fancy
    assert fancy.verify().keys == 107_648


@pytest.mark.parametrize("slider", [ROOK, BISHOP, QUEEN], ids=str)
def test_the_public_functions_are_those_of_the_default_table(
    fancy: mb.Table, slider: Slider
) -> None:
    assert getattr(mb, f"{slider}_attacks") is fancy.lookup(slider)


def test_the_default_table_survives_pickling(fancy: mb.Table) -> None:
    assert pickle.loads(pickle.dumps(fancy)) == fancy  # noqa: S301  our own bytes


def test_the_first_look_up_loads_no_catalogue() -> None:
    source = (
        "import sys, magicbb; magicbb.rook_attacks(0, 0); "
        "print('magicbb.recipes.catalogue' in sys.modules)"
    )
    ran = subprocess.run(  # noqa: S603
        [sys.executable, "-c", source], capture_output=True, text=True, check=True
    )
    assert ran.stdout == "False\n"
