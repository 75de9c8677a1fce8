"""magicbb build: the report, the JSON, the file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import magicbb as mb
from magicbb.recipes.catalogue import CATALOGUE
from magicbb.recipes.choice import parse_choice
from magicbb.recipes.rivals import RIVALS
from magicbb.recipes.scheme import Scheme

if TYPE_CHECKING:
    from .conftest import Call, Refuse

FIGURES = {
    "fancy": {"entries": 107_648, "nbytes": 861_184, "parameter_nbytes": 4096, "fill": 1.0},
    "plain": {"entries": 294_912, "nbytes": 2_359_296, "parameter_nbytes": 2048, "fill": 0.365017},
}
AT_ONCE = [name for name, entry in CATALOGUE.items() if not entry.slow]
"""The schemes whose magics need not be annealed, which takes a minute."""

EACH_SCHEME = pytest.mark.parametrize(
    "scheme",
    [
        pytest.param(
            name, marks=[] if name in {"shared", "pext-16", "rays"} else [pytest.mark.slow]
        )
        for name in AT_ONCE
    ],
)
"""In the quick suite one with magics, one without, and a rival; Python builds them all."""

REPORT = """\
plain, seed 3: white-fixed hash, strided layout, direct storage
  keys     107,648, all correct; checksum 0x3e98b4aae632478b
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
    every = {"keys": 107_648, "checksum": "0x3e98b4aae632478b", "used": 107_648}
    expected = {"scheme": scheme, "seed": 3, **every, **FIGURES[scheme]}
    assert answer == expected


def test_json_is_all_there_is(call: Call) -> None:
    assert call("build", "fancy", "--json").stderr == ""


@pytest.mark.parametrize("scheme", FIGURES)
def test_the_file_holds_what_mb_build_returns(call: Call, scheme: str) -> None:
    call("build", scheme, "--seed", "5", "-o", "table.npz")
    table = mb.read("table.npz")
    assert (table, table.seed) == (mb.build(scheme, 5), 5)


def test_equal_seeds_make_equal_files(run: Call) -> None:
    for name, threads in (("one.npz", "1"), ("two.npz", "2")):
        run("build", "fancy", "--seed", "9", "--threads", threads, "-o", name)
    assert Path("one.npz").read_bytes() == Path("two.npz").read_bytes()


def test_another_seed_makes_another_table(call: Call) -> None:
    for seed in "12":
        call("build", "fancy", "--seed", seed, "-o", f"{seed}.npz")
    assert mb.read("1.npz") != mb.read("2.npz")


@EACH_SCHEME
def test_every_scheme_of_the_catalogue_is_built(call: Call, scheme: str) -> None:
    answer = json.loads(call("build", scheme, "--seed", "2", "--json").stdout)
    report = mb.build(scheme, 2).verify()
    assert answer == {"scheme": scheme, "seed": 2, **report.to_dict()}


@EACH_SCHEME
def test_the_report_says_what_the_scheme_does(call: Call, scheme: str) -> None:
    first, keys, *_ = call("build", scheme).stdout.splitlines()
    assert first.startswith((f"{scheme}: ", f"{scheme}, seed 1: "))
    assert first.endswith(f": {parse_choice(scheme).description}")
    assert keys == "  keys     107,648, all correct; checksum 0x3e98b4aae632478b"


def test_a_table_that_is_the_same_for_every_seed_has_none(call: Call) -> None:
    firsts = [call("build", scheme).stdout.split(":")[0] for scheme in ("pext", "densest", "fancy")]
    assert firsts == ["pext", "densest", "fancy, seed 1"]


@pytest.mark.parametrize(
    "scheme",
    ["black/strided/bytes", "white-offset-in-magic/joint/pdep", "pext/shared/union"],
)
def test_parts_of_ones_own_are_built_and_saved(call: Call, scheme: str) -> None:
    call("build", scheme, "--seed", "3", "-o", "table.npz")
    table = mb.read("table.npz")
    assert table.scheme == Scheme(*scheme.split("/"))
    assert table == mb.build(scheme, 3)


@pytest.mark.parametrize(
    ("scheme", "name"),
    [
        ("black/overlapped/direct/densest", "densest"),
        ("white/concatenated/direct/dense", "fancy-dense"),
        ("white/shared/union/dense", "white/shared/union/dense"),
    ],
)
def test_the_source_of_the_magics_is_built_and_saved(call: Call, scheme: str, name: str) -> None:
    answer = call("build", scheme, "--seed", "3", "-o", "table.npz").stdout
    source = scheme.rpartition("/")[2]
    assert answer.splitlines()[0].endswith(f" storage, {source} magics")
    table = mb.read("table.npz")
    assert (table, table.source, table.choice.name) == (mb.build(name, 3), source, name)


def test_parts_that_pack_are_built_and_keep_their_offsets(call: Call) -> None:
    call("build", "pext/overlapped/union", "-o", "table.npz")
    assert mb.read("table.npz").offsets is not None


@pytest.mark.parametrize("scheme", ["nope", "FANCY", "", "white/concatenated", "a/b"])
def test_an_unknown_scheme_is_refused(refuse: Refuse, scheme: str) -> None:
    known = ", ".join(CATALOGUE)
    sentence = f"scheme must be one of {known}, or HASH/LAYOUT/STORAGE[/SOURCE], got {scheme!r}"
    assert refuse("build", scheme).partition("; did you mean")[0] == sentence


def test_the_nearest_scheme_is_suggested(refuse: Refuse) -> None:
    assert refuse("build", "FANCY").endswith("got 'FANCY'; did you mean fancy?")


@pytest.mark.parametrize(
    ("scheme", "words"),
    [
        ("grey/strided/direct", "hash must be one of white, "),
        ("white/joint/direct", "white/joint/direct cannot work: "),
        ("white/shared/direct", "use union"),
        ("white/shared/union/densest", "the densest magics are black; use a black hash"),
        ("a/b/c/d", "hash must be one of white, "),
    ],
)
def test_parts_that_cannot_be_are_refused(refuse: Refuse, scheme: str, words: str) -> None:
    assert words in refuse("build", scheme)


@pytest.mark.parametrize("scheme", RIVALS)
def test_a_rival_has_nothing_to_save(refuse: Refuse, scheme: str) -> None:
    sentence = refuse("build", scheme, "-o", "table.npz")
    assert sentence == f"{scheme} uses no magics, so there is nothing to save"
    assert not Path("table.npz").exists()


@pytest.mark.parametrize("name", ["table.csv", "table.json", "TABLE.TXT"])
def test_a_table_is_saved_as_npz_alone(refuse: Refuse, name: str) -> None:
    suffix = Path(name).suffix
    assert refuse("build", "fancy", "-o", name) == f"build writes NPZ, not {suffix}"
    assert not Path(name).exists()


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


def test_a_file_is_a_source_of_a_scheme_not_a_scheme(call: Call, refuse: Refuse) -> None:
    call("find", "-o", "magics.csv")
    sentence = refuse("build", "magics.csv")
    assert sentence.startswith("magics.csv is a file; ")
    assert call(*sentence.partition("as in: magicbb ")[2].split()).returncode == 0
