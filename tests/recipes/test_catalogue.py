"""The catalogue of published schemes, and building a table of any scheme."""

from __future__ import annotations

import pickle
import threading
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import magicbb as mb
from magicbb.recipes.catalogue import CATALOGUE, schemes
from magicbb.recipes.choice import parse_choice
from magicbb.recipes.hashing import HASHES
from magicbb.recipes.layout import LAYOUTS
from magicbb.recipes.rivals import RIVALS
from magicbb.recipes.scheme import Scheme
from magicbb.recipes.sources import SOURCES
from magicbb.recipes.storage import STORAGES
from magicbb.tables.rival_table import RivalTable

if TYPE_CHECKING:
    from magicbb.magics.magic import Magic

SCHEMES = {
    name: entry.scheme for name, entry in CATALOGUE.items() if isinstance(entry.scheme, Scheme)
}
AT_ONCE = [name for name in SCHEMES if not CATALOGUE[name].slow]
"""The schemes whose magics need not be annealed, which takes a minute."""

SEARCHED = [name for name in AT_ONCE if CATALOGUE[name].source in {"constructed", "dense"}]
"""Those whose magics depend on the seed."""

RIVALRY = [name for name in CATALOGUE if name not in SCHEMES]

every_scheme = pytest.mark.parametrize("name", CATALOGUE)


# ---- The catalogue ----


@every_scheme
def test_a_scheme_says_whose_idea_it_is_and_what_it_trades(name: str) -> None:
    entry = CATALOGUE[name]
    assert entry.name == name
    assert entry.author
    assert entry.published
    assert 1950 < entry.year < 2100
    assert entry.trade.endswith(".")
    assert entry.scheme.description


@pytest.mark.parametrize(
    ("name", "author", "year"),
    [
        ("fancy", "Pradu Kannan", 2006),
        ("plain", "Lasse Hansen", 2006),
        ("fixed-shift", "Onno Garms, Volker Annuss", 2009),
        ("black", "Volker Annuss", 2017),
        ("byte-lookup", "Robert Houdart", 2010),
        ("perfect-16", "Pradu Kannan", 2007),
        ("magic-32", "Grant Osborne", 2006),
        ("shared", "Lasse Hansen", 2008),
        ("shift-in-magic", "Grant Osborne", 2008),
        ("offset-in-magic", "Eugene Kotlov", 2018),
        ("hyperbola", "Ryan Mack, Gerd Isenberg, Aleks Peshkov", 2007),
        ("kindergarten", "Gerd Isenberg", 2006),
        ("obstruction", "Michael Hoffmann", 2009),
        ("kogge-stone", "Steffan Westcott", 2002),
        ("densest", "Volker Annuss; packed by magicbb with published candidates", 2026),
    ],
)
def test_the_authors_are_named(name: str, author: str, year: int) -> None:
    assert (CATALOGUE[name].author, CATALOGUE[name].year) == (author, year)


def test_every_scheme_that_was_asked_for_is_there() -> None:
    magics = (
        "plain fancy fixed-shift black byte-lookup perfect-16 magic-32 shared shift-in-magic "
        "offset-in-magic pext"
    )
    assert {*magics.split()} <= {*SCHEMES}
    rivals = "rays rotated kogge-stone kindergarten hyperbola obstruction"
    assert rivals.split() == RIVALRY


def test_slow_are_those_whose_magics_are_annealed() -> None:
    assert [entry.name for entry in schemes() if entry.slow] == ["fixed-shift", "black"]


def test_no_two_schemes_are_the_same() -> None:
    assert len({(entry.scheme, entry.source) for entry in schemes()}) == len(schemes())


def test_every_part_of_the_axes_but_two_are_publarehed() -> None:
    published = {part for scheme in SCHEMES.values() for part in scheme.names}
    published |= {entry.source for entry in schemes() if entry.source}
    assert {*HASHES, *LAYOUTS, *STORAGES, *SOURCES} - published == {
        "black-shift-in-magic",
        "bytes-union",
    }


def test_only_what_takes_magics_says_where_they_come_from() -> None:
    without = [entry.name for entry in schemes() if entry.source is None]
    assert without == ["pext", "pext-16", *RIVALRY]


def test_the_list_holds_every_entry() -> None:
    assert schemes() == tuple(CATALOGUE.values())


# ---- Building ----


@pytest.mark.parametrize("name", AT_ONCE)
def test_a_built_table_is_what_was_asked_for(name: str) -> None:
    table = mb.build(name)
    assert (table.scheme, table.source) == (SCHEMES[name], CATALOGUE[name].source)
    assert table.choice == parse_choice(name)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if entry.slow else [])
        for name, entry in CATALOGUE.items()
    ],
)
def test_the_sizes_are_those_of_the_tables(name: str) -> None:
    table, entry = mb.build(name), CATALOGUE[name]
    sizes = (table.entries, table.nbytes, table.parameter_nbytes)
    assert (entry.entries, entry.nbytes, entry.parameter_nbytes) == sizes, "scripts/sizes.py"


@pytest.mark.parametrize("name", RIVALRY)
def test_a_rival_is_built_too(name: str) -> None:
    rival: Any = RIVALS[name]
    table: object = mb.build(name)
    assert table == mb.build(rival, seed=2) == RivalTable(rival)


def test_parts_of_ones_own_are_built() -> None:
    table = mb.build("black/strided/bytes", seed=3)
    assert table == mb.build(Scheme("black", "strided", "bytes"), seed=3)
    assert table.scheme.names == ("black", "strided", "bytes")


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[] if name in SEARCHED else [pytest.mark.slow]) for name in AT_ONCE],
)
def test_equal_seeds_make_equal_tables(name: str) -> None:
    one, other = mb.build(name, seed=2), mb.build(name, seed=2, threads=2)
    assert one == other
    assert one.to_bytes() == other.to_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("name", SEARCHED)
def test_another_seed_makes_another_table(name: str) -> None:
    assert mb.build(name, seed=1) != mb.build(name, seed=2)


def test_a_table_remembers_its_seed() -> None:
    assert mb.build(seed=7).seed == 7


def test_a_seed_may_be_one_of_numpys_numbers() -> None:
    table = mb.build(seed=np.int64(7))
    assert table.to_bytes() == mb.build(seed=7).to_bytes()


def test_fancy_and_the_first_seed_are_built_when_nothing_is_said() -> None:
    assert mb.build() == mb.build("fancy", seed=1)


@pytest.mark.parametrize("name", ["plain", "fancy", "perfect-16", "shared", "magic-32"])
def test_where_any_magic_will_do_they_are_those_of_find_all(name: str) -> None:
    hashing = SCHEMES[name].hash
    assert mb.build(name, 5).magics == mb.find_all(hashing.kind or "white", hashing.bits, seed=5)


def test_every_magic_is_reported_as_it_is_found() -> None:
    found: list[Magic] = []
    table = mb.build(on_found=found.append)
    assert len(found) == 128
    assert {*found} == {*table.magics}


@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_of_the_listener_ends_the_building(threads: int) -> None:
    def fail(_: Magic) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        mb.build(on_found=fail, threads=threads)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    sentence = rf"^seed must be an integer from 0 to 2\*\*64 - 1, got {seed}$"
    with pytest.raises(ValueError, match=sentence):
        mb.build(seed=seed)


@pytest.mark.parametrize("seed", ["1", 1.0, None])
def test_a_seed_of_another_type_is_refused(seed: Any) -> None:
    with pytest.raises(TypeError, match=r"^seed must be an integer from 0"):
        mb.build(seed=seed)


def test_tables_may_be_built_by_several_threads_at_once() -> None:
    built: list[mb.Table] = []
    threads = [
        threading.Thread(target=lambda: built.append(mb.build("plain", seed=3))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {*built} == {mb.build("plain", seed=3)}
    assert len(built) == 4


@pytest.mark.parametrize("name", ["fancy", "pext", "shift-in-magic", "rays"])
def test_threads_are_checked_whether_they_are_used_or_not(name: str) -> None:
    with pytest.raises(TypeError, match=r"^threads must be"):
        mb.build(name, threads="two")  # type: ignore[call-overload]


def test_a_rival_is_taken_also_after_pickling() -> None:
    rival = pickle.loads(pickle.dumps(mb.build("hyperbola"))).recipe  # noqa: S301  our own bytes
    assert mb.build(rival) == mb.build("hyperbola")


def test_an_array_is_no_scheme() -> None:
    with pytest.raises(TypeError, match=r"^scheme must be one of plain"):
        mb.build(np.arange(3))  # type: ignore[call-overload]
