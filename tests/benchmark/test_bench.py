"""The benchmark as a function, and what its result shows."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import pytest

import magicbb as mb

if TYPE_CHECKING:
    from pathlib import Path

    from magicbb.benchmark import Benchmark

FEW: dict[str, Any] = {
    "pieces": ["bishop"],
    "streams": ["random"],
    "modes": ["latency"],
    "rounds": 2,
}


@pytest.fixture(scope="module")
def measured() -> Benchmark:
    return mb.bench("hyperbola", **FEW)


def test_it_prints_as_a_table(measured: Benchmark) -> None:
    lines = str(measured).splitlines()
    assert lines[0].startswith("bishop, random: ")
    assert lines[2].split() == ["scheme", "ns", "±", "×", "rays", "bytes", "parameters", "lines"]
    assert repr(measured) == "<Benchmark of hyperbola, rays>"


def test_rows_are_flat(measured: Benchmark) -> None:
    rows = measured.rows()
    assert [row["scheme"] for row in rows] == ["hyperbola", "rays"]
    assert all(isinstance(each, str | int | float | None) for row in rows for each in row.values())
    assert {row["nbytes"] for row in rows if row["scheme"] == "hyperbola"} == {512}


def test_everything_is_json(measured: Benchmark) -> None:
    assert {"figures", "claims", "advice"} <= {*json.loads(json.dumps(measured.to_dict()))}


def test_a_notebook_shows_a_plot(measured: Benchmark) -> None:
    pytest.importorskip("matplotlib")
    assert measured._repr_html_().startswith("<svg")


def test_without_matplotlib_it_shows_the_tables(
    measured: Benchmark, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("magicbb.benchmark.bench.find_spec", lambda _name: None)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert measured._repr_html_().startswith("<pre>bishop, random")


def test_it_is_drawn_to_a_file(measured: Benchmark, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    measured.plot(tmp_path / "plot.png")
    assert (tmp_path / "plot.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(ValueError, match="must end with"):
        measured.plot(tmp_path / "plot.gif")


def test_names_and_all_contradict_each_other() -> None:
    with pytest.raises(ValueError, match="all measures the whole catalogue"):
        mb.bench("fancy", all=True)


def test_a_list_of_schemes_is_refused() -> None:
    with pytest.raises(TypeError, match=r'^schemes must be separate strings, as in bench\("fancy"'):
        mb.bench(["fancy", "pext"])  # type: ignore[arg-type]


def test_one_piece_may_stand_alone() -> None:
    rows = mb.bench("hyperbola", **(FEW | {"pieces": "bishop"})).rows()
    assert {row["piece"] for row in rows} == {"bishop"}
    with pytest.raises(TypeError, match=r"^streams must be a list of strings, got 3$"):
        mb.bench("hyperbola", **(FEW | {"streams": 3}))


def test_progress_is_told() -> None:
    told: list[int] = []
    mb.bench("hyperbola", **FEW, on_progress=told.append)
    assert told == [*range(1, len(told) + 1)]
