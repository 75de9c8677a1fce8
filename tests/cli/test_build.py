"""magicbb build: the report, the JSON, the file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import magicbb as mb

if TYPE_CHECKING:
    from .conftest import Call, Refuse

FIGURES = {
    "fancy": {"entries": 107_648, "nbytes": 861_184, "parameter_nbytes": 4096, "fill": 1.0},
    "plain": {"entries": 294_912, "nbytes": 2_359_296, "parameter_nbytes": 2048, "fill": 0.365017},
}
REPORT = """\
plain, seed 3: white-fixed hash, strided layout, direct storage
  keys     107,648, all right
  entries  294,912, 107,648 of them used (36.5%)
  bytes    2,359,296, and 2,048 of parameters
"""


def test_the_report_is_text(run: Call) -> None:
    assert run("build", "plain", "--seed", "3").stdout == REPORT


def test_the_time_goes_to_standard_error(call: Call) -> None:
    assert call("build", "fancy").stderr.startswith("built in ")


@pytest.mark.parametrize("scheme", FIGURES)
def test_json_holds_the_report(call: Call, scheme: str) -> None:
    answer = json.loads(call("build", scheme, "--seed", "3", "--json").stdout)
    expected = {"scheme": scheme, "seed": 3, "keys": 107_648, "used": 107_648, **FIGURES[scheme]}
    assert answer == expected


def test_json_is_all_there_is(call: Call) -> None:
    assert call("build", "fancy", "--json").stderr == ""


@pytest.mark.parametrize("scheme", FIGURES)
def test_the_file_holds_what_mb_build_returns(call: Call, scheme: str) -> None:
    call("build", scheme, "--seed", "5", "-o", "table.npz")
    table = mb.load("table.npz")
    assert (table, table.seed) == (mb.build(scheme, 5), 5)


def test_equal_seeds_make_equal_files(run: Call) -> None:
    for name, threads in (("one.npz", "1"), ("two.npz", "2")):
        run("build", "fancy", "--seed", "9", "--threads", threads, "-o", name)
    assert Path("one.npz").read_bytes() == Path("two.npz").read_bytes()


def test_another_seed_makes_another_table(call: Call) -> None:
    for seed in "12":
        call("build", "fancy", "--seed", seed, "-o", f"{seed}.npz")
    assert mb.load("1.npz") != mb.load("2.npz")


@pytest.mark.parametrize("scheme", ["nope", "FANCY", ""])
def test_an_unknown_scheme_is_refused(refuse: Refuse, scheme: str) -> None:
    assert refuse("build", scheme) == f"scheme must be one of {', '.join(FIGURES)}, got {scheme!r}"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "SCHEME"),
        (("fancy", "plain"), "plain"),
        (("fancy", "--nope"), "--nope"),
        (("fancy", "--seed"), "--seed"),
        (("fancy", "--seed", "-1"), "-1"),
        (("fancy", "--seed", str(2**64)), str(2**64)),
        (("fancy", "--seed", "x"), "x"),
        (("fancy", "--threads", "0"), "0"),
    ],
)
def test_wrong_usage_is_refused(refuse: Refuse, arguments: tuple[str, ...], words: str) -> None:
    assert words in refuse("build", *arguments)
