"""The compiled functions behind a position: with other tables, and what becomes of their memory."""

from __future__ import annotations

import sys
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import chess
import pytest

import magicbb as mb
from magicbb.chess.generator.move_tables import MoveTables
from magicbb.chess.rules import Rules, default_rules

if TYPE_CHECKING:
    from collections.abc import Callable

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
MATE = "3R2k1/5ppp/8/8/8/8/8/K7 b - - 0 1"
CALLS = 100_000


def state_of(fen: str) -> bytes:
    return mb.Position(fen).words.tobytes()


def growth(call: Callable[[], object]) -> int:
    """How many bytes more are held after many calls than before."""
    call()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(CALLS):
            call()
        return tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()


@pytest.fixture(scope="module", params=["byte-lookup", "fancy", "rays"])
def other_rules(request: pytest.FixtureRequest) -> Rules:
    return Rules(MoveTables.of(mb.build(request.param)))


@pytest.mark.slow
def test_other_tables_lead_to_the_same_moves(
    other_rules: Rules, positions: list[chess.Board]
) -> None:
    for board in positions:
        state = state_of(board.fen(en_passant="fen"))
        assert other_rules.moves(state) == default_rules().moves(state), board.fen()


@pytest.mark.slow
def test_other_tables_lead_to_the_same_positions(
    other_rules: Rules, positions: list[chess.Board]
) -> None:
    for board in positions:
        state = state_of(board.fen(en_passant="fen"))
        for move in memoryview(default_rules().moves(state)).cast("H"):
            assert other_rules.after(state, move) == default_rules().after(state, move)


def test_the_default_rules_are_made_once() -> None:
    assert default_rules() is default_rules()


@pytest.mark.parametrize("fen", [KIWIPETE, MATE])
def test_moves_take_two_bytes_each(fen: str) -> None:
    assert len(default_rules().moves(state_of(fen))) == 2 * chess.Board(fen).legal_moves.count()


def test_moves_are_new_memory_in_each_call() -> None:
    moves, state = default_rules().moves, state_of(KIWIPETE)
    moves(state)[:] = bytes(96)
    assert any(moves(state))


def test_a_position_takes_64_bytes() -> None:
    assert len(default_rules().after(state_of(KIWIPETE), chess.E1 | chess.G1 << 6)) == 64


@pytest.mark.parametrize("code", [0, chess.E1 | chess.H1 << 6, 2**16 - 1, 2**64 - 1])
def test_after_what_is_not_legal_there_is_nothing(code: int) -> None:
    assert default_rules().after(state_of(KIWIPETE), code) == b""


def test_the_state_stays_as_it_was() -> None:
    state = state_of(KIWIPETE)
    for move in memoryview(default_rules().moves(state)).cast("H"):
        default_rules().after(state, move)
    assert state == state_of(KIWIPETE)


def test_a_position_is_hashed_by_what_it_is() -> None:
    code = chess.E1 | chess.G1 << 6
    assert len({default_rules().after(state_of(KIWIPETE), code) for _ in range(10)}) == 1


def test_threads_do_not_disturb_each_other(positions: list[chess.Board]) -> None:
    states = [state_of(board.fen(en_passant="fen")) for board in positions] * 20
    with ThreadPoolExecutor(4) as pool:
        found = [*pool.map(default_rules().moves, states)]
    assert found == [*map(default_rules().moves, states)]


@pytest.mark.parametrize("fen", [KIWIPETE, MATE])
def test_asking_for_moves_leaves_no_memory_behind(fen: str) -> None:
    moves, state = default_rules().moves, state_of(fen)
    assert growth(lambda: moves(state)) < CALLS


@pytest.mark.parametrize("code", [chess.E1 | chess.G1 << 6, 0], ids=["legal", "not legal"])
def test_making_a_move_leaves_no_memory_behind(code: int) -> None:
    after, state = default_rules().after, state_of(KIWIPETE)
    assert growth(lambda: after(state, code)) < CALLS


@pytest.mark.slow
def test_positions_leave_no_memory_behind() -> None:
    start = mb.Position()
    assert growth(lambda: start.push("e2e4")) < CALLS


def test_nobody_keeps_the_state() -> None:
    state = state_of(KIWIPETE)
    before = sys.getrefcount(state)
    for _ in range(1000):
        default_rules().moves(state)
        default_rules().after(state, 0)
    assert sys.getrefcount(state) == before
