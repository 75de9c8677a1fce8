"""What many tests share: the keys, a table of every scheme, published tables, real positions."""

from __future__ import annotations

import gc
import itertools
import os
import shutil
import sys
import tracemalloc
from functools import cache, partial
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING

import chess
import numpy as np
import pytest
from hypothesis import settings

import magicbb as mb
from magicbb.lookup.keys import PLACES, WIDEST_BITS, Keys, all_keys
from magicbb.recipes.catalogue import CATALOGUE
from magicbb.recipes.choice import parse_choice
from magicbb.recipes.hashing import HASHES
from magicbb.recipes.layout import LAYOUTS
from magicbb.recipes.scheme import Scheme
from magicbb.recipes.storage import STORAGES
from magicbb.research.proofs import Certificate

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Hashable, Iterator, Mapping
    from collections.abc import Set as AbstractSet
    from types import ModuleType

    from playwright.sync_api import Browser

    from magicbb.recipes.storage.storage import Storage
    from magicbb.tables.rival_table import RivalTable

# A compiler that is slow today is no part of what a command says.
os.environ["MAGICBB_PROGRESS"] = "off"

# The first example may wait for the compiler.
settings.register_profile("quick", deadline=None, max_examples=25)
settings.register_profile("all", deadline=None)

ROOT = Path(__file__).parents[1]
DATA = Path(__file__).with_name("data")
PUBLISHED = ["annuss-2010-white-97264", "annuss-2017-white-88772", "everling-2026-black-76411"]
CATALOGUED = {
    name: entry.scheme for name, entry in CATALOGUE.items() if isinstance(entry.scheme, Scheme)
}
"""The schemes of the catalogue that take magics or could; the rivals have tests of their own."""

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
"""Commands that may be the browser; the first that is there is taken."""

OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

SEED = 2


def is_quick(config: pytest.Config) -> bool:
    """Whether this is the suite of `make test`."""
    return bool(config.option.markexpr == "not slow")


def pytest_configure(config: pytest.Config) -> None:
    """Let Hypothesis try a quarter of its examples in the quick suite."""
    settings.load_profile("quick" if is_quick(config) else "all")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect tests without looking for garbage: what is made stays (a fifth less time)."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def is_possible(names: str) -> bool:
    """Whether the parts of these names go together."""
    try:
        Scheme(*names.split("/"))
    except ValueError:
        return False
    return True


def has_room(names: str) -> bool:
    """Whether the layout gives each square as much room as the hash's own magics need."""
    hashing, layout, _ = names.split("/")
    return layout != "strided" or all(
        HASHES[hashing].bits(*place) <= WIDEST_BITS[place[0].name] for place in PLACES
    )


UNITED = "bytes-union"
"""A storage that is another one with its lists in fewer places: beside the catalogue's table one
hash of it is enough."""

EVERYTHING = [
    "/".join(names)
    for names in itertools.product(HASHES, LAYOUTS, STORAGES)
    if names[2] != UNITED or names[0] == "white"
]
COMBINATIONS = [names for names in EVERYTHING if is_possible(names) and has_room(names)]


def pairs_of(scheme: Scheme) -> set[tuple[str, str]]:
    """The parts of a scheme, two by two."""
    return {*itertools.combinations(scheme.names, 2)}


def sample() -> list[str]:
    """A combination for each hash; what the catalogue does not combine comes first."""
    chosen: list[str] = []
    seen = {pair for scheme in CATALOGUED.values() for pair in pairs_of(scheme)}
    for hashing in HASHES:
        possible = [names for names in COMBINATIONS if names.split("/")[0] == hashing]
        new = [len(pairs_of(Scheme(*names.split("/"))) - seen) for names in possible]
        chosen.append(possible[new.index(max(new))])
        seen |= pairs_of(Scheme(*chosen[-1].split("/")))
    return chosen


def cover(having: Mapping[str, AbstractSet[Hashable]]) -> set[str]:
    """Names that together have all that any has, chosen one by one."""
    missing: set[Hashable] = set().union(*having.values())
    chosen = set()
    while missing:
        name = max(having, key=lambda name: len(having[name] & missing))
        chosen.add(name)
        missing -= having[name]
    return chosen


IN_PAIRS = cover({names: pairs_of(Scheme(*names.split("/"))) for names in COMBINATIONS})
"""Combinations that have each two parts together that ever are."""

IN_PARTS = cover({names: {*names.split("/")} for names in COMBINATIONS})
"""Combinations that have each part."""

VARIED = cover({name: {*scheme.names} for name, scheme in CATALOGUED.items()})
"""Schemes of the catalogue that have each part that any has."""


def built(name: str, seed: int) -> mb.Table | RivalTable:
    """Build a table of the catalogue or of any choice on the axes.

    Where magics would be annealed, which takes minutes, constructed ones do.
    """
    choice = parse_choice(name)
    slow = choice.source is not None and choice.source.slow
    return mb.build(choice, seed, source="constructed" if slow else None)


def table_named(name: str) -> mb.Table:
    """Make a table of magics: one of a published file, or one that `built` makes."""
    table = mb.read(DATA / f"{name}.csv") if name in PUBLISHED else built(name, SEED)
    assert isinstance(table, mb.Table)
    return table


@pytest.fixture(scope="session")
def table_by_name() -> Callable[[str], mb.Table | RivalTable]:
    """A function that makes the table of a name as `built` does with seed 1, each once."""
    return cache(partial(built, seed=1))


@pytest.fixture(
    scope="session",
    params=[
        *(
            pytest.param(name, marks=[] if name in VARIED else pytest.mark.slow)
            for name in CATALOGUED
        ),
        *(pytest.param(names, marks=pytest.mark.slow) for names in sample()),
        *(pytest.param(name, marks=pytest.mark.slow) for name in PUBLISHED[1:]),
        PUBLISHED[0],
    ],
)
def table(request: pytest.FixtureRequest) -> mb.Table:
    """A table of every published scheme and of every part, one after the other.

    The quick suite has every part of the catalogue; all pairs of parts are in its `combination`s.
    """
    return table_named(request.param)


@pytest.fixture(scope="session")
def share(request: pytest.FixtureRequest) -> int:
    """What a long list of examples is divided by: 4 in the quick suite, 1 where all are tried."""
    return 4 if is_quick(request.config) else 1


@pytest.fixture(
    params=[
        pytest.param(names, marks=[] if names in IN_PAIRS else pytest.mark.slow)
        for names in COMBINATIONS
    ]
)
def combination(request: pytest.FixtureRequest) -> Scheme:
    """Every scheme that there is, one after the other; in the quick suite all pairs of parts."""
    return Scheme(*request.param.split("/"))


@pytest.fixture(
    params=[
        pytest.param(names, marks=[] if names in IN_PARTS else pytest.mark.slow)
        for names in COMBINATIONS
    ]
)
def combination_to_build(request: pytest.FixtureRequest) -> Scheme:
    """Likewise; in the quick suite each part once, for building takes half a second."""
    return Scheme(*request.param.split("/"))


@pytest.fixture(params=[names for names in EVERYTHING if not is_possible(names)])
def impossible(request: pytest.FixtureRequest) -> tuple[str, str, str]:
    """The names of parts that cannot be combined, all of them one after the other."""
    hashing, layout, storage = request.param.split("/")
    return hashing, layout, storage


@pytest.fixture(scope="session")
def fancy() -> mb.Table:
    """The table behind `mb.rook_attacks`."""
    return mb.tables.default_table()


@pytest.fixture(scope="session")
def published() -> dict[str, Path]:
    """The files of published tables, by name."""
    return {name: DATA / f"{name}.csv" for name in PUBLISHED}


@pytest.fixture(scope="session")
def demand() -> Callable[[str], None]:
    """A function that skips the test where a program is absent, or fails where none may be.

    A program may also be a module of Python's.
    """

    def demand_program(program: str) -> None:
        if shutil.which(program) is None and find_spec(program) is None:
            sentence = f"{program} is absent"
            pytest.fail(sentence) if os.environ.get("CI") else pytest.skip(sentence)

    return demand_program


@pytest.fixture(scope="session")
def load_script() -> Callable[[str], ModuleType]:
    """A function path -> the script of the project as a module, whose name no other module has."""

    @cache
    def load(path: str) -> ModuleType:
        script = ROOT / path
        spec = spec_from_file_location(path.removesuffix(".py").replace("/", "_"), script)
        assert spec is not None
        assert spec.loader is not None
        module = sys.modules[spec.name] = module_from_spec(spec)
        with pytest.MonkeyPatch.context() as patch:
            patch.syspath_prepend(script.parent)  # as for a script; some import what is beside them
            spec.loader.exec_module(module)
        return module

    return load


@pytest.fixture(scope="session")
def keys() -> Keys:
    """All 107,648 keys."""
    return all_keys()


@pytest.fixture(scope="session")
def certify() -> Callable[..., Certificate]:
    """A function (piece, square, bits, kind) -> the certificate of the bit-by-bit search."""

    def certified(
        piece: str, square: int | str, bits: int, kind: str = "white", *, seed: int = 1
    ) -> Certificate:
        certificate = mb.prove(piece, square, bits, kind, seed=seed)
        assert isinstance(certificate, Certificate)
        return certificate

    return certified


@pytest.fixture(scope="session")
def positions() -> list[chess.Board]:
    """Positions of random games, from the opening to bare boards."""
    rng = np.random.default_rng(2017)
    boards = []
    for _ in range(4):
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 200:
            moves = [*board.legal_moves]
            board.push(moves[rng.integers(len(moves))])
            if board.ply() % 10 == 0:
                boards.append(board.copy(stack=False))
    return boards


@pytest.fixture(autouse=True)
def _no_choice_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MAGICBB_THREADS", raising=False)


@pytest.fixture
def little_memory(fancy: mb.Table) -> Iterator[None]:
    """Fail the test if it holds more than 64 MiB at any time."""
    fancy.verify()  # what that compiles is not the test's
    tracemalloc.start()
    try:
        yield
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 1 << 26, f"{peak:,} bytes were allocated"


@pytest.fixture(scope="session")
def inverted(load_script: Callable[[str], ModuleType]) -> Callable[..., Storage]:
    """A storage that nothing in the package knows, of what is not attacked; it may have notes."""
    made_up: Callable[..., Storage] = load_script("tests/made_up.py").Inverted
    return made_up


@pytest.fixture(scope="session")
def browser(demand: Callable[[str], None]) -> Iterator[Browser]:
    """One browser for all tests of a process."""
    command = next(filter(shutil.which, BROWSERS), BROWSERS[0])
    for program in ("playwright", "axe_playwright_python", command):
        demand(program)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which(command), args=OPTIONS)
        yield browser
        browser.close()
