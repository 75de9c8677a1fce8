"""magicbb bench: the tables, the JSON, the files."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import magicbb as mb
from magicbb.benchmark.turns import TREES

if TYPE_CHECKING:
    from .conftest import Call, OnTerminal, Refuse

QUICK = ("--rounds", "1", "--working-set", "1")
QUICKER = (*QUICK, "--piece", "bishop", "--stream", "random", "--mode", "latency")
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


@pytest.mark.slow
def test_there_are_tables_and_at_the_end_the_advice(run: Call) -> None:
    result = run("bench", "fancy", "rotated", *QUICK)
    assert (result.returncode, result.stderr) == (0, "")
    *tables, advice = result.stdout.rstrip("\n").split("\n\n")
    assert len(tables) == 7
    assert [table.split(":")[0] for table in tables[:3]] == [
        "rook, random",
        "bishop, random",
        "rook, games",
    ]
    for table in tables:
        assert re.search(r"^  fancy  +[\d.,]+ ", table, re.MULTILINE)
        assert re.search(r"^  rays ", table, re.MULTILINE)
    assert "rotated, kept" in tables[2]
    assert tables[-1].startswith("move generator: ")
    assert "kept" not in tables[-1]
    assert re.fullmatch(
        r"No advice for .+: the times .+ are too noisy .+; use 8 rounds or more .+\.", advice
    )
    assert max(map(len, "\n\n".join(tables).splitlines())) <= 100
    assert "\x1b" not in result.stdout


def test_json_is_all_there_is(call: Call) -> None:
    result = call("bench", "hyperbola", *QUICKER, "--json")
    values = json.loads(result.stdout)
    assert result.stderr == ""
    assert {*values} == {
        "machine",
        "settings",
        "positions",
        "lookups_per_move",
        "schemes",
        "figures",
        "moves",
        "generator",
        "claims",
        "advice",
    }
    figure = values["figures"][0]
    assert figure["scheme"] == "hyperbola"
    assert figure["cache_lines"]["all"] > 0
    assert len(figure["rounds"]) == 1
    assert values["settings"]["pieces"] == ["bishop"]
    assert len(values["claims"]) == 5
    assert values["generator"] == []


@pytest.mark.parametrize(
    ("arguments", "measured"),
    [
        pytest.param(("rays", *QUICK), True, marks=pytest.mark.slow),
        (("rays", *QUICK, "--no-perft"), False),
        (("rays", *QUICKER), False),
        (("rays", *QUICKER, "--perft"), True),
        (("rays", *QUICKER, "--report", "report.md"), False),
    ],
)
def test_perft_is_measured_where_it_is_not_too_much(
    call: Call, arguments: tuple[str, ...], measured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, leaves in {"start": 400, "Kiwipete": 2039}.items():
        monkeypatch.setitem(TREES, name, replace(TREES[name], depth=2, leaves=leaves))
    found = json.loads(call("bench", *arguments, "--json").stdout)["generator"]
    assert [figure["position"] for figure in found] == ["start", "Kiwipete"] * measured
    assert all(figure["scheme"] == "rays" and figure["ns_per_leaf"] > 0 for figure in found)


@pytest.mark.slow
def test_report_and_plot_are_written(call: Call) -> None:
    result = call("bench", "pext", *QUICKER, "--report", "report.md", "--plot", "speed.svg")
    assert result.returncode == 0
    assert Path("report.md").read_text("utf-8").startswith("# Choosing a scheme\n")
    assert Path("speed.svg").read_bytes().startswith(b"<?xml")
    assert {path.name for path in Path().iterdir()} == {"report.md", "speed.svg"}


def test_anybodys_positions_are_asked_about(call: Call) -> None:
    Path("mine.epd").write_text(f"{START} w - - id 1;\n{START} b KQkq - 0 1\n")
    arguments = ("--positions", "mine.epd", "--piece", "queen", "--stream", "games")
    values = json.loads(call("bench", "fancy", *QUICK, *arguments, "--json").stdout)
    assert values["positions"] == {"name": "positions from mine.epd", "count": 2}
    assert {figure["queries"] for figure in values["figures"]} == {4}


def test_files_and_parts_are_schemes(call: Call) -> None:
    mb.build("fancy").save("mine.npz")
    shown = call("bench", "mine.npz", "pext/concatenated/shorts", *QUICKER).stdout
    assert re.findall(r"^  ([^ ]+)  +\d", shown, re.MULTILINE)[-1] == "rays"
    assert "  mine.npz " in shown
    assert "  pext/concatenated/shorts " in shown


def test_progress_is_shown_on_a_terminal_and_can_be_interrupted(on_terminal: OnTerminal) -> None:
    arguments = ("fancy", "--piece", "rook", "--stream", "games", "--rounds", "100000")
    shown = on_terminal("bench", *arguments, pipe_stdout=True, interrupt_after="turns")
    assert "measuring" in shown.terminal
    assert shown.returncode == 130
    assert shown.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nope",), "scheme must be one of plain, "),
        (("fancy", "white/joint/direct"), "cannot work"),
        (("none.npz",), "none.npz: No such file"),
        (("--all", "fancy"), "--all measures the whole catalogue"),
        (("--piece", "knight"), "'knight' is not one of"),
        (("--stream", "blitz"), "'blitz' is not one of"),
        (("--mode", "speed"), "'speed' is not one of"),
        (("--rounds", "0"), "0 is not in the range"),
        (("--working-set", "0"), "0 is not in the range"),
        (("--plot", "plot.gif"), "must end with .pdf, .png, .svg, got '.gif'"),
        (("--plot", "none/plot.png"), "none/plot.png: there is no directory none"),
        (("--report", "none/report.md"), "none/report.md: there is no directory none"),
        (("--positions", "none.epd"), "none.epd: No such file or directory"),
    ],
)
def test_bad_input_is_a_sentence(refuse: Refuse, arguments: tuple[str, ...], words: str) -> None:
    assert words in refuse("bench", *arguments)


def test_a_bad_position_is_named_with_its_line(refuse: Refuse) -> None:
    Path("mine.epd").write_text(f"{START}\n8/8\n")
    assert refuse("bench", "--positions", "mine.epd").startswith("mine.epd, line 2: fen: ")


def test_positions_without_a_slider_are_refused(refuse: Refuse) -> None:
    Path("mine.epd").write_text("8/8/8/8/8/8/8/K6k w\n")
    sentence = refuse("bench", "fancy", "--positions", "mine.epd")
    assert sentence == "no position has a piece that moves like a rook"


def test_without_matplotlib_there_is_a_sentence(
    refuse: Refuse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert refuse("bench", "--plot", "plot.png") == (
        "a plot needs Matplotlib: pip install 'magicbb[plot]'"
    )


def test_report_and_plot_are_different_files(refuse: Refuse) -> None:
    arguments = ("--report", "same.svg", "--plot", "same.svg")
    assert refuse("bench", "rays", *QUICKER, *arguments) == "--report writes Markdown, not .svg"


def test_a_line_longer_than_any_position_is_refused(refuse: Refuse) -> None:
    Path("long.epd").write_text(f"{START} w - - 0 1; {'x' * 5000}\n")
    sentence = refuse("bench", "rays", *QUICKER, "--positions", "long.epd")
    assert "long.epd, line 1: the line is longer than 4,096 bytes" in sentence


@pytest.mark.slow
def test_any_name_of_a_file_can_be_shown(call: Call) -> None:
    name = r"$\foo$|.csv"
    assert call("find", "-o", name).returncode == 0
    result = call("bench", name, *QUICKER, "--report", "report.md", "--plot", "speed.svg")
    assert result.returncode == 0
    assert r"| $\foo$\|.csv |" in Path("report.md").read_text("utf-8")
