"""The tables, the report and the picture. All figures are made up."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from magicbb.arguments import MissingPackageError
from magicbb.benchmark.claims import verdicts
from magicbb.benchmark.machine import this_machine
from magicbb.benchmark.plot import check_plot, picture
from magicbb.benchmark.report import markdown
from magicbb.benchmark.rows import all_rows, factor, nanoseconds, percent, rows_of

if TYPE_CHECKING:
    from .conftest import MakeUp

MOVES = {"four boards": 4.0, "one board": 1.0}
TABLE = """\
rook, random: random squares with random occupied squares
                   throughput           latency
  scheme       ns   ±  × rays    ns   ±  × rays    bytes  parameters  lines
  fancy      0.50  0%      60  12.0  0%    1.00  861,184       4,096      6
  hyperbola  1.00  0%      30  1.00  0%      12      512       4,096      6
  rays       30.0  0%    1.00  12.0  0%    1.00    3,584           0      6"""


def test_the_table_is_text_with_the_fastest_first(make_up: MakeUp) -> None:
    by_case = {("rays", "random", "throughput"): 30.0, ("fancy", "random", "throughput"): 0.5}
    by_case |= {(scheme, "random", "latency"): 12.0 for scheme in ("rays", "fancy")}
    result = make_up(by_case=by_case, schemes=("rays", "fancy", "hyperbola"))
    assert "\n".join(rows_of(result, "rook", "random").lines()) == TABLE


def test_there_is_a_table_for_each_stream_and_slider(make_up: MakeUp) -> None:
    titles = [rows.title.partition(":")[0] for rows in all_rows(make_up())]
    assert titles == [
        f"{slider}, {stream}"
        for stream in ("random", "games", "pressure")
        for slider in ("rook", "bishop")
    ]


def test_every_line_fits_into_100_columns(make_up: MakeUp) -> None:
    for rows in all_rows(make_up({"rays": [1e4, 1e5, 1e6], "plain": 123.4})):
        assert max(map(len, rows.lines())) <= 100


def test_one_mode_makes_a_narrow_table(make_up: MakeUp) -> None:
    rows = rows_of(make_up(modes=("latency",)), "rook", "games")
    assert rows.header == ("scheme", "ns", "±", "× rays", "bytes", "parameters", "lines")


def test_numbers_have_as_many_digits_as_say_something() -> None:
    assert [nanoseconds(ns) for ns in (0.123, 9.876, 98.76, -3)] == ["0.12", "9.88", "98.8", "0.00"]
    assert [percent(part) for part in (0.004, 1.5, 20, -3)] == ["0%", "150%", ">999%", ">999%"]
    assert [factor(ratio) for ratio in (0.5, 33.3, 4e4)] == ["0.50", "33", ">999"]


def test_the_report_holds_advice_tables_and_verdicts(make_up: MakeUp) -> None:
    result = make_up({"fancy": 0.5, "rays": 30.0}, moves=MOVES)
    text = markdown(result)
    assert text.startswith("# Choosing a scheme\n")
    assert "**Advice for Abacus 3: use fancy" in text
    for heading in ("### Rook, random", "### Bishop, pressure", "## Does a small table win?"):
        assert f"\n{heading}\n" in text
    assert "| fancy | 0.50 | 0% | 60 | 0.50 | 0% | 60 | 861,184 | 4,096 | 6 |" in text
    for verdict in verdicts(result):
        assert verdict.because in text


def test_the_report_says_where_small_tables_win(make_up: MakeUp) -> None:
    by_case = {("hyperbola", "pressure", "throughput"): 0.2}
    text = markdown(make_up({"fancy": 0.5}, by_case=by_case))
    assert "L1 wins on chess positions under cache pressure (throughput); it is slower on" in text
    assert "| pressure, throughput | hyperbola, 0.20 ns ± 0% | fancy, 0.50 ns ± 0% |" in text


def test_the_report_says_where_sizes_are_level_and_where_it_cannot_be_told(make_up: MakeUp) -> None:
    by_case = {("hyperbola", "games", "throughput"): [0.4, 0.5, 0.6]}
    text = markdown(make_up({"fancy": 0.5}, by_case=by_case | {("fancy", "games", "latency"): 1.0}))
    assert "is level with the fastest of the larger schemes on chess positions (latency);" in text
    assert "is too noisy to compare on chess positions (throughput)." in text


def test_the_fastest_stands_with_those_that_are_level_and_those_in_doubt(make_up: MakeUp) -> None:
    times = {"fancy": 0.5, "plain": 0.51, "pext": [0.3, 0.6, 0.9]}
    text = markdown(make_up(times, streams=("games",)))
    assert (
        "Throughput: fancy is the fastest, level with plain: 0.50 ns ± 0% on average over rook and "
        "bishop; too noisy to tell: pext (0.60 ns ± 50%)."
    ) in text
    text = markdown(make_up({"pext": [0.1, 0.2, 0.4]}, streams=("games",)))
    assert "Latency: too noisy to tell; pext has the shortest median, 0.20 ns ± 75% on" in text


def test_a_small_run_makes_a_report_too(make_up: MakeUp) -> None:
    result = make_up(
        {"rays": 3.0}, schemes=("fancy", "rays"), pieces=("queen",), streams=("random",)
    )
    text = markdown(result)
    assert "## Rotated" not in text
    assert "*Not measured.*" in text
    assert "scheme that fits into L1 is slower on random queries (throughput) and" in text


@pytest.mark.parametrize(
    "suffix",
    [".png", *(pytest.param(name, marks=pytest.mark.slow) for name in (".svg", ".pdf", ".PNG"))],
)
def test_the_picture_is_of_the_format(make_up: MakeUp, suffix: str) -> None:
    content = picture(make_up({"fancy": 0.5, "rays": 30.0}), suffix)
    starts = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}
    assert content.startswith(starts[suffix.lower()])


@pytest.mark.slow
def test_the_picture_names_every_scheme(make_up: MakeUp) -> None:
    svg = picture(make_up(), ".svg").decode()
    ET.fromstring(svg)  # noqa: S314 (our own)
    assert all(
        f"<!-- {name} -->" in svg for name in ("fancy", "rotated, kept", "rays", "kogge-stone")
    )


def test_other_formats_are_refused() -> None:
    with pytest.raises(ValueError, match=r"must end with \.pdf, \.png, \.svg, got '\.gif'"):
        check_plot("plot.gif")


def test_without_matplotlib_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingPackageError, match=r"pip install 'magicbb\[plot\]'"):
        check_plot("plot.png")


def test_the_machine_has_a_name() -> None:
    machine = this_machine()
    assert machine.cpu
    assert all(size > 0 for size in machine.caches.values())
