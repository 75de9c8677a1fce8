"""Perft: published counts, by every kind of table and any number of threads."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import magicbb as mb
from magicbb.chess.default import move_tables
from magicbb.chess.perft import divide, perft, perft_entry
from magicbb.chess.position import START
from magicbb.chess.rules import default_rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from magicbb.lookup.table import LookupTable

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ENDGAME = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -"
PROMOTIONS = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -"
MIRRORED = "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ -"
SUBTLE = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -"
MATE_IN_ONE = "6k1/5ppp/8/8/8/8/8/K2R4 w - -"
MATE = "3R2k1/5ppp/8/8/8/8/8/K7 b - -"
STALEMATE = "7k/5Q2/6K1/8/8/8/8/8 b - -"

PUBLISHED = {
    START: [1, 20, 400, 8902, 197281, 4865609, 119060324],
    KIWIPETE: [1, 48, 2039, 97862, 4085603, 193690690],
    ENDGAME: [1, 14, 191, 2812, 43238, 674624, 11030083],
    PROMOTIONS: [1, 6, 264, 9467, 422333, 15833292],
    MIRRORED: [1, 6, 264, 9467, 422333, 15833292],
    SUBTLE: [1, 44, 1486, 62379, 2103487, 89941194],
}
"""The numbers of leaves at depth 0, 1, and so on (https://www.chessprogramming.org/Perft_Results)."""

EVERY = [(fen, depth) for fen, counts in PUBLISHED.items() for depth in range(len(counts))]
DEEP = [(fen, len(counts) - 2) for fen, counts in PUBLISHED.items()]
TABLES = [
    "fancy",
    *(
        pytest.param(name, marks=pytest.mark.slow)
        for name in (
            "rays",
            "byte-lookup",
            "rotated",
            "pext",
            "plain",
            "magic-32",
            "pext-16",
            "kindergarten",
            "hyperbola",
            "obstruction",
            "kogge-stone",
            "white/overlapped/union/dense",
        )
    ),
]
"""Each kind of recipe: with and without attack sets, of words, shorts and bytes, and the rivals."""

DEEPER_THAN_ANYONE_WAITS = """
import magicbb as mb
start = mb.Position()
start.perft(4)
print("ready", flush=True)
start.perft(9, threads={threads})
"""

each_position = pytest.mark.parametrize("fen", PUBLISHED)


@pytest.fixture(scope="module", params=TABLES)
def slider_table(request: pytest.FixtureRequest) -> LookupTable:
    name: str = request.param
    return mb.build(name)


@pytest.fixture
def start() -> mb.Position:
    return mb.Position()


def state_of(fen: str) -> bytes:
    return mb.Position(fen).words.tobytes()


@pytest.mark.parametrize(("fen", "depth"), EVERY)
def test_the_published_count(fen: str, depth: int) -> None:
    assert mb.Position(fen).perft(depth) == PUBLISHED[fen][depth]


@pytest.mark.parametrize(("fen", "depth"), [case for case in EVERY if 1 <= case[1] <= 4])
def test_the_compiled_function_alone_leads_to_the_published_count(fen: str, depth: int) -> None:
    tables, words = move_tables(), mb.Position(fen).words
    assert perft_entry(tables.sliders)(tables.words, words, 1, depth) == PUBLISHED[fen][depth]


@pytest.mark.slow
def test_the_published_count_seven_plies_deep(start: mb.Position) -> None:
    assert start.perft(7) == 3_195_901_860


@pytest.mark.parametrize(("fen", "depth"), DEEP)
def test_any_table_leads_to_the_published_count(
    slider_table: LookupTable, fen: str, depth: int
) -> None:
    found = mb.Position(fen).perft(depth, table=slider_table)
    assert found == PUBLISHED[fen][depth]


def test_any_table_leads_to_the_same_division(slider_table: LookupTable) -> None:
    position = mb.Position(KIWIPETE)
    assert position.perft(3, divide=True, table=slider_table) == position.perft(3, divide=True)


@pytest.mark.parametrize("threads", [1, 2, 3, 64])
@pytest.mark.parametrize(("fen", "depth"), DEEP)
def test_threads_share_the_work(fen: str, depth: int, threads: int) -> None:
    assert mb.Position(fen).perft(depth, threads=threads) == PUBLISHED[fen][depth]


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_change_nothing_about_a_division(threads: int) -> None:
    position = mb.Position(SUBTLE)
    found = position.perft(4, divide=True, threads=threads)
    assert [*found.items()] == [*position.perft(4, divide=True).items()]


@pytest.mark.parametrize("depth", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("fen", [MATE, STALEMATE])
def test_where_there_is_no_move_there_are_no_leaves(fen: str, depth: int) -> None:
    assert mb.Position(fen).perft(depth) == (depth == 0)


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
@each_position
def test_a_division_adds_up(fen: str, depth: int) -> None:
    found = mb.Position(fen).perft(depth, divide=True)
    assert sum(found.values()) == PUBLISHED[fen][depth]


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
@each_position
def test_a_division_has_every_move_in_their_order(fen: str, depth: int) -> None:
    position = mb.Position(fen)
    moves = [move.uci for move in position.legal_moves()]
    assert [*position.perft(depth, divide=True)] == moves


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
@each_position
def test_a_part_is_the_count_after_its_move(fen: str, depth: int) -> None:
    position = mb.Position(fen)
    found = position.perft(depth, divide=True)
    assert found == {move: position.push(move).perft(depth - 1) for move in found}


def test_a_division_is_that_of_stockfish(start: mb.Position) -> None:
    edges = ["a", "c", "d", "e", "f", "h"]
    found = start.perft(3, divide=True)
    assert {file: found[f"{file}2{file}4"] for file in edges} == {
        "a": 420,
        "c": 441,
        "d": 560,
        "e": 600,
        "f": 401,
        "h": 420,
    }


@pytest.mark.parametrize("depth", [2, 3, 4])
def test_a_move_that_mates_has_no_leaves(depth: int) -> None:
    found = mb.Position(MATE_IN_ONE).perft(depth, divide=True)
    assert [move for move, count in found.items() if not count] == ["d1d8"]


def test_the_clocks_do_not_matter(start: mb.Position) -> None:
    later = mb.Position(START.replace("0 1", "65535 65535"))
    assert later.perft(4) == start.perft(4)


def test_the_position_stays_as_it_was(start: mb.Position) -> None:
    start.perft(4)
    assert start.to_fen() == START


@pytest.mark.parametrize("depth", [np.int64(3), np.uint8(3)])
def test_a_depth_of_numpy_is_a_depth(start: mb.Position, depth: Any) -> None:
    assert start.perft(depth) == 8902


def test_a_count_is_a_plain_integer(start: mb.Position) -> None:
    counts = [start.perft(depth) for depth in range(5)]
    assert {type(count) for count in counts} == {int}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("depth", [0, 1, 2, 3, 4, 5, 6])
def test_what_is_told_on_the_way_adds_up(depth: int, threads: int) -> None:
    told: list[int] = []
    perft(state_of(ENDGAME), depth, threads, on_counted=told.append)
    assert sum(told) == PUBLISHED[ENDGAME][depth]


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_what_is_told_while_dividing_adds_up(depth: int) -> None:
    told: list[int] = []
    divide(state_of(ENDGAME), depth, 2, on_counted=told.append)
    assert sum(told) == PUBLISHED[ENDGAME][depth]


def test_an_error_of_the_listener_is_raised() -> None:
    def complain(_count: int) -> None:
        raise ArithmeticError("enough")

    with pytest.raises(ArithmeticError, match="enough"):
        perft(state_of(START), 8, 2, on_counted=complain)


class TestRefused:
    @pytest.mark.parametrize("depth", [-1, 65, 2**64, 10**5000], ids=lambda depth: hex(depth)[:8])
    def test_a_depth_out_of_range(self, start: mb.Position, depth: int) -> None:
        with pytest.raises(ValueError, match=r"^depth must be 0\.\.64, got "):
            start.perft(depth)

    @pytest.mark.parametrize("depth", [-1, 0, 65])
    def test_a_depth_that_cannot_be_divided(self, start: mb.Position, depth: int) -> None:
        with pytest.raises(ValueError, match=r"^depth for divide must be 1\.\.64, got "):
            start.perft(depth, divide=True)

    @pytest.mark.parametrize("divided", [False, True])
    @pytest.mark.parametrize("depth", [3.0, "3", None, [3]])
    def test_a_depth_that_is_no_integer(
        self, start: mb.Position, depth: Any, divided: bool
    ) -> None:
        with pytest.raises(TypeError, match=r"^depth .*must be [01]\.\.64, got "):
            start.perft(depth, divide=divided)

    @pytest.mark.parametrize("divided", [False, True])
    @pytest.mark.parametrize("threads", [0, -1, 4097])
    def test_a_number_of_threads_out_of_range(
        self, start: mb.Position, threads: int, divided: bool
    ) -> None:
        with pytest.raises(ValueError, match=r"^threads must be 1\.\.4096, got "):
            start.perft(1, divide=divided, threads=threads)

    def test_a_number_of_threads_that_is_no_integer(self, start: mb.Position) -> None:
        with pytest.raises(TypeError, match=r"^threads must be 1\.\.4096, got '2'$"):
            start.perft(1, threads="2")  # type: ignore[arg-type]

    @pytest.mark.parametrize("divided", [False, True])
    @pytest.mark.parametrize("table", ["pext", 5, mb.Position, {}])
    def test_what_is_no_table(self, start: mb.Position, table: Any, divided: bool) -> None:
        with pytest.raises(TypeError, match=r"^table must be a table, for example magicbb\.build"):
            start.perft(1, divide=divided, table=table)


class TestInterrupted:
    """Ctrl-C while it counts."""

    @pytest.fixture(params=[pytest.param(1, marks=pytest.mark.slow), 2])
    def counting(self, request: pytest.FixtureRequest) -> Iterator[subprocess.Popen[str]]:
        """A process that has begun to count what it cannot finish."""
        assert default_rules().moves(state_of(START))  # compiled before, where nobody waits
        program = DEEPER_THAN_ANYONE_WAITS.format(threads=request.param)
        with subprocess.Popen(  # noqa: S603
            [sys.executable, "-c", program],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            time.sleep(1)
            yield process
            process.kill()

    def test_ends_it_with_the_error_that_ends_programs(
        self, counting: subprocess.Popen[str]
    ) -> None:
        counting.send_signal(signal.SIGINT)
        _, error = counting.communicate(timeout=3)
        assert error.strip().endswith("KeyboardInterrupt")
