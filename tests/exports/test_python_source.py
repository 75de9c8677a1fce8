"""The export in Python, imported here: it has to agree with this package on every key."""

from __future__ import annotations

import functools
import types
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import magicbb as mb
from magicbb.geometry.sliders import BISHOP, ROOK, SLIDERS
from magicbb.lookup.keys import all_keys
from magicbb.recipes.rivals import RIVALS

from .conftest import execute

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from magicbb.geometry.sliders import Slider
    from magicbb.tables.rival_table import RivalTable

EACH_MODULE = pytest.mark.parametrize(
    ("scheme", "tables"),
    [
        *((scheme, "init") for scheme in ("fancy", "byte-lookup", "perfect-16", "shared")),
        *((scheme, "static") for scheme in ("fancy", "byte-lookup", "perfect-16", "pext-16")),
        *((rival, "static") for rival in RIVALS),
    ],
)


@functools.cache
def imported(scheme: str, tables: str, **options: Any) -> Any:
    """The exported module."""
    source = mb.export(scheme, "python", tables=tables, **options)
    module = types.ModuleType(f"exported_{tables}")
    exec(compile(source, f"{scheme} ({tables})", "exec"), module.__dict__)  # noqa: S102
    return module


@EACH_MODULE
@pytest.mark.parametrize("slider", SLIDERS, ids=str)
def test_it_agrees_on_every_key(slider: Slider, scheme: str, tables: str) -> None:
    attacks = getattr(imported(scheme, tables), f"{slider}_attacks")
    keys = all_keys()
    part = keys.of_slider(slider)
    squares = (keys.rows[part] % 64).tolist()
    found = [*map(attacks, squares, keys.blockers[part].tolist())]
    np.testing.assert_array_equal(np.array(found, np.uint64), keys.attacks[part])


@EACH_MODULE
@pytest.mark.parametrize(
    "piece", [*(pytest.param(name, marks=pytest.mark.slow) for name in ("rook", "bishop")), "queen"]
)
def test_irrelevant_pieces_change_nothing(piece: str, scheme: str, tables: str) -> None:
    attacks = getattr(imported(scheme, tables), f"{piece}_attacks")
    boards = np.random.default_rng(1).integers(2**64, size=(500, 64), dtype=np.uint64)
    squares = np.arange(64)
    expected = getattr(mb, f"{piece}_attacks")(squares, boards)
    found = [[*map(attacks, squares.tolist(), row)] for row in boards.tolist()]
    np.testing.assert_array_equal(np.array(found, np.uint64), expected)


@pytest.mark.parametrize("slider", [ROOK, BISHOP], ids=str)
@pytest.mark.parametrize("scheme", ["fancy", *RIVALS])
def test_full_boards_stay_within_64_bits(scheme: str, slider: Slider) -> None:
    attacks = getattr(imported(scheme, "static"), f"{slider}_attacks")
    full = 2**64 - 1
    assert [attacks(square, full) for square in range(64)] == [
        slider.attacks(square, full) for square in range(64)
    ]


def test_a_module_shows_only_the_look_ups() -> None:
    names = {name for name in vars(imported("fancy", "init")) if not name.startswith("_")}
    assert names == {"rook_attacks", "bishop_attacks", "queen_attacks", "annotations", "Iterator"}


@pytest.mark.parametrize("scheme", ["shared", "densest-bytes", "hyperbola"])
def test_a_module_is_formatted_as_ruff_does(
    scheme: str,
    tmp_path: Path,
    table_by_name: Callable[[str], mb.Table | RivalTable],
    demand: Callable[[str], None],
) -> None:
    demand("ruff")
    (tmp_path / "attacks.py").write_text(mb.export(table_by_name(scheme), "python", self_test=True))
    ruff = ["python", "-m", "ruff", "format", "--isolated", "--line-length", "100"]
    assert execute([*ruff, "--check", "--quiet", "attacks.py"], tmp_path) == ""


def test_nothing_runs_when_a_module_with_a_self_test_is_imported(
    capsys: pytest.CaptureFixture[str],
) -> None:
    imported("fancy", "init", self_test=True)
    assert capsys.readouterr().out == ""


def test_the_self_test_names_the_first_wrong_key(capsys: pytest.CaptureFixture[str]) -> None:
    source = mb.export("fancy", "python", mapping="a8=0", self_test=True)
    broken = source.replace("_TABLE = _fill()", "_TABLE = [0, *_fill()[1:]]")
    with pytest.raises(SystemExit, match=r"\A1\Z"):
        exec(broken, {"__name__": "__main__"})  # noqa: S102
    assert capsys.readouterr().out == (
        "rook a8 with occupied 0x0000000000000000: looked up 0x0000000000000000, "
        "but the attacks are 0x01010101010101fe\n"
    )
