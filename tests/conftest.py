"""What many tests share: the keys, a table of every scheme, published tables, real positions."""

from __future__ import annotations

import tracemalloc
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING

import chess
import numpy as np
import pytest
from hypothesis import settings

import magicbb as mb
from magicbb.axes import Scheme
from magicbb.catalogue import CATALOGUE
from magicbb.hashing import HASHES
from magicbb.keys import Keys, all_keys
from magicbb.layout import LAYOUTS
from magicbb.storage import STORAGES

if TYPE_CHECKING:
    from collections.abc import Iterator

settings.register_profile("magicbb", deadline=None)  # the first example may wait for the compiler
settings.load_profile("magicbb")

DATA = Path(__file__).with_name("data")
PUBLISHED = sorted(path.stem for path in DATA.glob("*.csv"))
COMBINATIONS = [
    f"{hashing}/{layout}/{storage}"
    for hashing in HASHES
    for layout in LAYOUTS
    for storage in STORAGES
]


def table_named(name: str) -> mb.Table:
    """Make a table: of the catalogue, of a published file, or of any choice on the three axes."""
    if name in CATALOGUE:
        return mb.build(name, seed=2)
    if name in PUBLISHED:
        return mb.read_file(DATA / f"{name}.csv")
    scheme = Scheme(*name.split("/"))
    magics = mb.find_all(scheme.hash.kind or "white", scheme.hash.bits, seed=3)
    offsets = None
    if scheme.layout.name == "overlapped":  # any offsets will do that keep the squares apart
        offsets = [*accumulate((1 << magic.bits for magic in magics[:-1]), initial=0)]
    return mb.Table(scheme, magics, offsets, seed=3)


@pytest.fixture(scope="session", params=[*CATALOGUE, *COMBINATIONS, *PUBLISHED])
def table(request: pytest.FixtureRequest) -> mb.Table:
    """A table of every scheme, one after the other."""
    return table_named(request.param)


@pytest.fixture(scope="session")
def fancy() -> mb.Table:
    """The table behind `mb.rook_attacks`."""
    return mb.default_table()


@pytest.fixture(scope="session")
def published() -> dict[str, Path]:
    """The files of published tables, by name."""
    return {name: DATA / f"{name}.csv" for name in PUBLISHED}


@pytest.fixture(scope="session")
def keys() -> Keys:
    """All 107,648 keys."""
    return all_keys()


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
