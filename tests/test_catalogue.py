"""The catalogue of published schemes, and building a table of any scheme."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import magicbb as mb
from magicbb.axes import Scheme
from magicbb.catalogue import CATALOGUE, parse_scheme, schemes

if TYPE_CHECKING:
    from magicbb.magics import Magic

every_scheme = pytest.mark.parametrize("name", CATALOGUE)


# ---- The catalogue ----


@every_scheme
def test_a_scheme_says_whose_idea_it_is_and_what_it_trades(name: str) -> None:
    entry = CATALOGUE[name]
    assert entry.name == name
    assert entry.author
    assert entry.source
    assert 1990 < entry.year < 2100
    assert entry.trade.endswith(".")


@pytest.mark.parametrize(
    ("name", "author", "year"), [("fancy", "Pradu Kannan", 2006), ("plain", "Lasse Hansen", 2006)]
)
def test_the_authors_are_named(name: str, author: str, year: int) -> None:
    assert (CATALOGUE[name].author, CATALOGUE[name].year) == (author, year)


def test_the_list_holds_every_entry() -> None:
    assert schemes() == tuple(CATALOGUE.values())


@every_scheme
def test_a_scheme_is_known_by_its_name(name: str) -> None:
    assert parse_scheme(name) == CATALOGUE[name].scheme


def test_a_scheme_of_ones_own_is_taken_as_it_is() -> None:
    scheme = Scheme("black", "strided")
    assert parse_scheme(scheme) is scheme


@pytest.mark.parametrize("name", ["fanciest", "", "Fancy", "white/concatenated/direct", "x" * 999])
def test_an_unknown_name_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"^scheme must be one of fancy, plain.*, got '.{,60}$"):
        mb.build(name)


@pytest.mark.parametrize("scheme", [None, 1, ["fancy"], mb.ROOK])
def test_what_is_no_scheme_is_refused(scheme: Any) -> None:
    with pytest.raises(TypeError, match=r"^scheme must be one of fancy, plain.*, got "):
        mb.build(scheme)


# ---- Building ----


@every_scheme
def test_a_built_table_has_the_scheme_that_was_asked_for(name: str) -> None:
    assert mb.build(name).scheme == CATALOGUE[name].scheme


@every_scheme
def test_equal_seeds_make_equal_tables(name: str) -> None:
    one, other = mb.build(name, seed=7), mb.build(name, seed=7, threads=2)
    assert one == other
    assert one.to_bytes() == other.to_bytes()


@every_scheme
def test_another_seed_makes_another_table(name: str) -> None:
    assert mb.build(name, seed=7) != mb.build(name, seed=8)


def test_a_table_remembers_its_seed() -> None:
    assert mb.build(seed=7).seed == 7


def test_a_seed_may_be_one_of_numpys_numbers() -> None:
    table = mb.build(seed=np.int64(7))
    assert table.to_bytes() == mb.build(seed=7).to_bytes()


def test_fancy_and_the_first_seed_are_built_when_nothing_is_said() -> None:
    assert mb.build() == mb.build("fancy", seed=1)


@every_scheme
def test_the_magics_are_those_that_are_found(name: str) -> None:
    hashing = CATALOGUE[name].scheme.hash
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


def test_a_layout_that_needs_offsets_cannot_be_built() -> None:
    with pytest.raises(ValueError, match=r"^the overlapped layout needs offsets"):
        mb.build(Scheme("white", "overlapped"))


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
