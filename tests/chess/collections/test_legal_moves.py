"""Legal moves of many positions, against those of each and against python-chess."""

from __future__ import annotations

import copy
import gzip
import io
import pickle
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import chess
import numpy as np
import pytest

import magicbb as mb
from magicbb.chess.collections import legal_moves as module
from magicbb.chess.collections.positions import Positions

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.chess.collections.legal_moves import LegalMoves

SHIPPED = gzip.decompress(
    files("magicbb").joinpath("data").joinpath("positions.epd.gz").read_bytes()
)
SPECIAL = [
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",  # mate
    "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    "7k/8/6Q1/8/8/8/8/K7 b - - 3 9",  # stalemate
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",  # castling
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 65535 65535",  # counters that stop
    "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",  # en passant
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "1n2k3/P7/8/8/8/8/p7/1N2K3 w - - 0 1",  # promotions, with a capture and without
    "1n2k3/P7/8/8/8/8/p7/1N2K3 b - - 0 7",
    "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",  # 218 moves (Petrovic, 1964)
]


@pytest.fixture(scope="module")
def positions() -> Positions:
    """Positions of games, and some in which something special happens."""
    shipped = mb.read_positions(io.BytesIO(SHIPPED))
    return Positions.concatenate([shipped, Positions.from_fens(SPECIAL)])


@pytest.fixture(scope="module")
def legal(positions: Positions) -> LegalMoves:
    """Their moves."""
    return positions.legal_moves()


@pytest.fixture(scope="module")
def chosen(positions: Positions, legal: LegalMoves) -> tuple[Positions, np.ndarray]:
    """The positions that have a move, and one of each at random."""
    having = legal.counts > 0
    number = np.random.default_rng(5).integers(0, legal.counts[having])
    return Positions(positions.columns[:, having]), legal.moves[legal.starts[:-1][having] + number]


def test_they_are_those_of_each_position(positions: Positions, legal: LegalMoves) -> None:
    assert len(legal) == len(positions)
    for place, position in enumerate(positions):
        assert np.array_equal(legal[place], position.legal_moves_array())


def test_they_are_those_of_python_chess(positions: Positions, legal: LegalMoves) -> None:
    for position, moves in zip(positions, legal, strict=True):
        expected = {move.uci() for move in chess.Board(position.to_fen()).legal_moves}
        found = [mb.chess.Move.from_code(code).uci for code in moves]
        assert len(found) == len(expected)
        assert {*found} == expected


def test_dtypes_and_shapes(positions: Positions, legal: LegalMoves) -> None:
    assert legal.starts.dtype == np.int64
    assert legal.moves.dtype == np.uint16
    assert legal.starts.shape == (len(positions) + 1,)
    assert legal.moves.shape == (legal.starts[-1],)
    assert not legal.starts.flags.writeable
    assert not legal.moves.flags.writeable
    assert repr(legal) == f"<LegalMoves: {len(positions):,} positions, {len(legal.moves):,} moves>"


def pickled(moves: LegalMoves) -> LegalMoves:
    again: LegalMoves = pickle.loads(pickle.dumps(moves))  # noqa: S301
    return again


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, pickled])
def test_a_copy_has_equal_arrays_that_cannot_be_written(
    legal: LegalMoves, again: Callable[[LegalMoves], LegalMoves]
) -> None:
    made = again(legal)
    for name in ("starts", "moves"):
        assert np.array_equal(getattr(made, name), getattr(legal, name))
        with pytest.raises(ValueError, match="WRITEABLE"):
            getattr(made, name).flags.writeable = True


def test_counts_are_those_of_the_moves(positions: Positions, legal: LegalMoves) -> None:
    counts = positions.move_counts()
    assert counts.dtype == np.uint16
    assert np.array_equal(counts, legal.counts)
    assert counts[-1] == 218


@pytest.mark.parametrize("name", ["is_check", "is_checkmate", "is_stalemate"])
def test_checks_and_ends_are_those_of_each_position(positions: Positions, name: str) -> None:
    found = getattr(positions, name)()
    assert found.dtype == np.bool_
    assert found.tolist() == [getattr(position, name)() for position in positions]
    assert found.any()


@pytest.mark.parametrize("threads", [1, 3])
def test_threads_change_nothing(
    positions: Positions, legal: LegalMoves, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_SHARE", 100)
    found = positions.legal_moves(threads=threads)
    assert np.array_equal(found.starts, legal.starts)
    assert np.array_equal(found.moves, legal.moves)


@pytest.mark.parametrize("scheme", ["plain", "hyperbola"])
def test_every_table_gives_the_same(positions: Positions, legal: LegalMoves, scheme: str) -> None:
    table = mb.build(scheme)
    assert np.array_equal(positions.legal_moves(table).moves, legal.moves)
    assert np.array_equal(positions.move_counts(table), legal.counts)


@pytest.mark.parametrize("threads", [None, 3])
def test_a_push_is_that_of_each_position(
    chosen: tuple[Positions, np.ndarray], threads: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if threads:
        monkeypatch.setattr(module, "_SHARE", 100)
    before, moves = chosen
    after = before.push(moves, threads=threads)
    expected = [position.push(code) for position, code in zip(before, moves, strict=True)]
    assert [*after] == expected
    assert Positions(after.columns) == after  # which checks them


def test_every_legal_move_can_be_pushed() -> None:
    special = Positions.from_fens(SPECIAL)
    legal = special.legal_moves()
    before = Positions(np.repeat(special.columns, legal.counts, axis=1))
    after = before.push(legal.moves)
    expected = [position.push(move) for position in special for move in position.legal_moves()]
    assert [*after] == expected


def as_moves(codes: np.ndarray) -> list[mb.chess.Move]:
    return [mb.chess.Move.from_code(code) for code in codes]


WRITTEN: list[Callable[[np.ndarray], Any]] = [
    as_moves,
    lambda codes: [move.uci for move in as_moves(codes)],
    lambda codes: [chess.Move(*move) for move in as_moves(codes)],
    lambda codes: codes.astype(np.int64),
    lambda codes: np.repeat(codes, 2)[::2],
]


@pytest.mark.parametrize("write", WRITTEN)
def test_moves_are_given_as_to_a_single_push(
    chosen: tuple[Positions, np.ndarray], write: Callable[[np.ndarray], Any]
) -> None:
    before, moves = chosen[0][:50], chosen[1][:50]
    assert before.push(write(moves)) == before.push(moves)


TWO = Positions.from_fens(["4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "7k/8/8/8/8/8/8/K7 b - - 0 1"])


@pytest.mark.parametrize(
    ("moves", "error", "sentence"),
    [
        (
            ["e1c1", "a1a2"],
            ValueError,
            r"^moves\[1\]: a1a2 is not legal in 7k/8/8/8/8/8/8/K7 b - - 0 1",
        ),
        (["e1e3", "h8g8"], ValueError, r"^moves\[0\]: e1e3 is not legal in 4k3/"),
        (["e1e2"], ValueError, r"^moves must have the shape \(2,\), got \(1,\)"),
        (
            np.zeros((2, 1), np.uint16),
            ValueError,
            r"^moves must have the shape \(2,\), got \(2, 1\)",
        ),
        (
            np.array([65535, 0], np.uint16),
            ValueError,
            r"^moves\[0\]: code must be .*, got 65535",
        ),
        (["O-O", "h8g8"], ValueError, r"^moves\[0\]: a move must be written like"),
        ([0, -1], ValueError, r"^moves\[1\]: code must be from .*, got -1"),
        ([None, None], TypeError, r"^moves\[0\]: a move must be written like"),
        ("e2e4", TypeError, r"^moves must be an array of uint16 or a list, got 'e2e4'"),
        (["e2e4", (12, 28)], TypeError, r"^moves\[1\]: a move must be written like"),
        (np.array(1804, np.uint16), TypeError, r"^moves must be an array of uint16 or a list"),
        (np.array(1804), TypeError, r"^moves must be an array of uint16 or a list"),
        (7, TypeError, r"^moves must be an array of uint16 or a list, got 7"),
        (None, TypeError, r"^moves must be an array of uint16 or a list, got None"),
    ],
)
def test_what_is_no_legal_move_is_refused(
    moves: Any, error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=sentence):
        TWO.push(moves)


def test_the_first_that_is_not_legal_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_SHARE", 10)
    many = Positions.concatenate([TWO[:1]] * 100)
    moves = np.full(100, mb.chess.Move.from_uci("e1e2").code, np.uint16)
    moves[[95, 37, 36]] = 0
    with pytest.raises(ValueError, match=r"^moves\[36\]"):
        many.push(moves, threads=3)


def test_no_positions_have_no_moves() -> None:
    empty = TWO[:0]
    assert (
        len(empty.legal_moves(threads=2)) == len(empty.move_counts()) == len(empty.is_check()) == 0
    )
    assert empty.push(np.zeros(0, np.uint16)) == empty.push([]) == empty


@pytest.mark.parametrize("index", [-1, 1, np.int64(0)])
def test_one_position_s_moves(index: Any) -> None:
    assert np.array_equal(TWO.legal_moves()[index], TWO[index].legal_moves_array())


def test_nothing_has_no_moves() -> None:
    with pytest.raises(IndexError, match=r"^index is out of range: nothing is there, got 0$"):
        Positions.from_fens([]).legal_moves()[0]


@pytest.mark.parametrize("index", [2, -3])
def test_there_are_no_more_than_there_are_positions(index: int) -> None:
    with pytest.raises(IndexError, match=rf"^index must be -2\.\.1, got {index}"):
        TWO.legal_moves()[index]


@pytest.mark.parametrize(
    ("arguments", "error", "sentence"),
    [
        ({"table": 3}, TypeError, "^table must be a table"),
        ({"threads": 0}, ValueError, "^threads must be"),
        ({"threads": "2"}, TypeError, "^threads must be"),
    ],
)
def test_wrong_arguments_are_refused(
    arguments: dict[str, Any], error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=sentence):
        TWO.legal_moves(**arguments)


class TestFromFens:
    def test_they_are_those_of_single_positions(self) -> None:
        assert [*Positions.from_fens(iter(SPECIAL))] == [*map(mb.Position, SPECIAL)]

    def test_none_are_none(self) -> None:
        assert len(Positions.from_fens([])) == 0

    @pytest.mark.parametrize(
        ("second", "sentence"),
        [
            ("4k3/8/8/8/8/8/8/4K2 w - -", r"^fens\[1\], column 17: "),
            ("", r"^fens\[1\] must be one position, got ''"),
            (" # none", r"^fens\[1\] must be one position"),
            (SPECIAL[0] + "\n" + SPECIAL[1], r"^fens\[1\] must be one position"),
            ("\udcff", r"^fens\[1\], column 1: "),
            ("4k3\ud800/8/8/8/8/8/8/4K3 w - -", r"^fens\[1\], column 4: "),
            ("\ufeff" + SPECIAL[1], r"^fens\[1\], column 1: "),
        ],
    )
    def test_which_is_none_is_named(self, second: str, sentence: str) -> None:
        with pytest.raises(ValueError, match=sentence):
            Positions.from_fens([SPECIAL[0], second])

    @pytest.mark.parametrize("mark", ["\ufeff", "\x1f\udc8b"])
    def test_what_may_begin_a_file_begins_no_fen(self, mark: str) -> None:
        with pytest.raises(ValueError, match=r"^fens\[0\], column 1: "):
            Positions.from_fens([mark + SPECIAL[0]])

    def test_they_are_strings(self) -> None:
        with pytest.raises(TypeError, match=r"^fens\[1\] must be a string, got 3"):
            Positions.from_fens([SPECIAL[0], 3])  # type: ignore[list-item]
