"""Positions as arrays: what they are made from, their columns, and that they cannot change."""

from __future__ import annotations

import copy
import io
import pickle
from typing import TYPE_CHECKING, Any
from unittest.mock import ANY

import chess
import numpy as np
import pytest

from magicbb.chess.board_state import state_of
from magicbb.chess.collections.positions import NO_SQUARE, Positions
from magicbb.chess.collections.reading import read_positions
from magicbb.chess.notation.fen import parse_fen

if TYPE_CHECKING:
    from collections.abc import Sequence

FENS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 7 65535",
    "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 12",
    "4k3/8/8/pP6/8/8/8/4K2R w K a6 0 300",
    "8/8/8/8/8/8/8/K1k5 w - - 65535 99",
]
ARRAYS = ["white", "black", "occupied", "pawns", "knights", "bishops", "rooks", "queens", "kings"]
OTHERS = ["turn", "castling_rooks", "en_passant", "halfmove_clock", "fullmove_number"]
A1, H8 = 1 << 0, 1 << 63
WHITE, BQN, RQK, PNK, RIGHTS, TURN, CLOCK, MOVE_NUMBER = range(8)  # rows of `Positions.columns`


def words_of(fens: Sequence[str]) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """The words of positions, a column for each."""
    states = [np.frombuffer(state_of(parse_fen(fen)), np.uint64) for fen in fens]
    return np.array(states, np.uint64).reshape(-1, 8).T


@pytest.fixture
def five() -> Positions:
    """Five positions."""
    return Positions(words_of(FENS))


class TestColumns:
    """The arrays."""

    @pytest.mark.parametrize("place", range(len(FENS)))
    def test_they_say_what_python_chess_says(self, five: Positions, place: int) -> None:
        board = chess.Board(FENS[place])
        white, black = board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK]
        expected = [white, black, board.occupied, board.pawns, board.knights, board.bishops]
        expected += [board.rooks, board.queens, board.kings]
        assert [int(getattr(five, name)[place]) for name in ARRAYS] == expected
        others = [board.turn, board.castling_rights]
        others += [NO_SQUARE if board.ep_square is None else board.ep_square]
        others += [board.halfmove_clock, board.fullmove_number]
        assert [getattr(five, name)[place] for name in OTHERS] == others

    def test_their_dtypes(self, five: Positions) -> None:
        assert {getattr(five, name).dtype.name for name in [*ARRAYS, "castling_rooks"]} == {
            "uint64"
        }
        kinds = [getattr(five, name).dtype.name for name in OTHERS]
        assert kinds == ["bool", "uint64", "uint8", "uint16", "uint16"]

    def test_the_words_stand_in_one_piece(self, five: Positions) -> None:
        for positions in (five, five[1:4], Positions.concatenate([five, five])):
            assert positions.columns.flags.c_contiguous
            assert positions.columns.shape == (8, len(positions))

    @pytest.mark.parametrize("file", range(8))
    @pytest.mark.parametrize("turn", ["w", "b"])
    def test_en_passant_on_every_file(self, file: int, turn: str) -> None:
        blanks = [f"{file or ''}{pawn}{7 - file or ''}" for pawn in "pP"]
        board = f"4k3/8/8/{blanks[0]}/{blanks[1]}/8/8/4K3"
        square = chess.square_name(8 * (5 if turn == "w" else 2) + file)
        positions = Positions(words_of([f"{board} {turn} - {square} 0 1"]))
        assert positions.en_passant.tolist() == [chess.parse_square(square)]


class TestState:
    """One of them as the bytes of a `Position`."""

    def test_it_is_what_the_fen_gives(self, five: Positions) -> None:
        assert [five.state(place) for place in range(5)] == [
            state_of(parse_fen(fen)) for fen in FENS
        ]

    def test_negative_numbers_count_from_the_end(self, five: Positions) -> None:
        assert five.state(-1) == five.state(np.int8(4))

    @pytest.mark.parametrize("index", [5, -6, 10**30])
    def test_there_are_no_others(self, five: Positions, index: int) -> None:
        with pytest.raises(IndexError, match=r"^index must be -5\.\.4, got"):
            five.state(index)

    def test_a_name_is_no_index(self, five: Positions) -> None:
        with pytest.raises(TypeError, match=r"^index must be an integer"):
            five.state("0")  # type: ignore[arg-type]


class TestSelections:
    """Some of them, by an array as in NumPy."""

    @pytest.mark.parametrize(
        "index",
        [
            np.array([False, True, True, False, True]),
            [True, False, False, False, False],
            np.zeros(5, bool),
            [4, 0, -1, 0],
            np.array([1, 3], np.uint8),
            [],
        ],
        ids=str,
    )
    def test_they_are_those_of_the_list(self, five: Positions, index: Any) -> None:
        chosen = five[index]
        every = np.arange(5)[np.asarray(index, None if len(index) else int)]
        assert chosen == Positions.from_fens([FENS[place] for place in every])
        assert chosen == Positions(chosen.columns)

    def test_those_in_check(self, five: Positions) -> None:
        chosen = five[np.asarray(five.is_check())]
        assert np.all(chosen.is_check())

    @pytest.mark.parametrize("index", [[5], [-6], [True], np.ones(6, bool)], ids=str)
    def test_there_are_no_others(self, five: Positions, index: Any) -> None:
        with pytest.raises(IndexError):
            five[index]

    @pytest.mark.parametrize("index", [[1.0], ["0"], [[0, 1]], [None], np.zeros((1, 1), int)])
    def test_anything_else_is_refused(self, five: Positions, index: Any) -> None:
        with pytest.raises(TypeError, match=r"^index must be an integer, a slice or a one-dim"):
            five[index]


class TestSlices:
    """Some of them."""

    @pytest.mark.parametrize(
        "index", [slice(1, 3), slice(None, None, -1), slice(4, 99), slice(3, 3)], ids=str
    )
    def test_a_slice_holds_what_a_list_would(self, five: Positions, index: slice) -> None:
        expected = [five.state(place) for place in range(5)][index]
        part = five[index]
        assert [part.state(place) for place in range(len(part))] == expected

    def test_parts_become_the_whole_again(self, five: Positions) -> None:
        assert Positions.concatenate([five[:2], five[2:2], five[2:]]) == five
        assert len(Positions.concatenate(iter([]))) == 0

    def test_only_positions_are_put_together(self, five: Positions) -> None:
        with pytest.raises(TypeError, match=r"^parts must be Positions, got 'x'"):
            Positions.concatenate([five, "x"])  # type: ignore[list-item]
        with pytest.raises(TypeError, match=r"^parts must be Positions in a list, got 3"):
            Positions.concatenate(3)  # type: ignore[arg-type]


class TestImmutability:
    """Nothing changes them."""

    def test_no_array_of_theirs_can_be_written(self, five: Positions) -> None:
        for positions in (five, five[:2], Positions.concatenate([five])):
            for array in (positions.columns, positions.white):
                with pytest.raises(ValueError, match="read-only"):
                    array[...] = 0
                with pytest.raises(ValueError, match="WRITEABLE"):
                    array.flags.writeable = True

    def test_they_do_not_share_the_array_they_were_made_from(self) -> None:
        words = words_of(FENS)
        positions = Positions(words)
        before = positions.columns.copy()
        words[...] = 0
        assert np.array_equal(positions.columns, before)

    def test_attributes_cannot_be_set_or_deleted(self, five: Positions) -> None:
        with pytest.raises(AttributeError, match="immutable: columns cannot be set"):
            five.columns = five.columns
        with pytest.raises(AttributeError, match="immutable: skipped cannot be deleted"):
            del five.skipped


class TestEquality:
    """Comparing, hashing, copying."""

    def test_equal_positions_are_equal(self, five: Positions) -> None:
        same = Positions(words_of(FENS))
        assert five == same
        assert hash(five) == hash(same)
        assert len({five, same, five[:3]}) == 2

    def test_something_else_may_decide_whether_it_is_equal(self, five: Positions) -> None:
        assert five == ANY
        assert five[0] == ANY

    @pytest.mark.parametrize("other", [None, "x", FENS])
    def test_other_things_are_not(self, five: Positions, other: Any) -> None:
        assert five != other
        assert five != five[::-1]
        assert five != five[:4]

    def test_they_can_be_pickled_and_copied(self, five: Positions) -> None:
        assert pickle.loads(pickle.dumps(five)) == five  # noqa: S301
        assert copy.deepcopy(five) == copy.copy(five) == five

    def test_copies_know_how_many_lines_were_skipped(self) -> None:
        lines = f"none\n{FENS[0]}\nnone\n".encode()
        read = read_positions(io.BytesIO(lines), skip_invalid=True)
        copies = [pickle.loads(pickle.dumps(read)), copy.copy(read), copy.deepcopy(read)]  # noqa: S301
        assert [each.skipped for each in (read, *copies)] == [2] * 4

    def test_they_say_how_many_they_are(self, five: Positions) -> None:
        assert repr(five) == "<Positions: 5>"


class TestWords:
    """What is no position is refused, whoever made the words."""

    @pytest.mark.parametrize(
        ("place", "row", "change"),
        [
            (0, WHITE, 1 << 30),  # a white piece where none is
            (0, PNK, 1),  # rook and king in one on a1
            (0, RQK, 1 << 4),  # no white king
            (0, RQK, 1 << 62),  # two black kings
            (0, TURN, 2),
            (0, CLOCK, 65536),
            (0, MOVE_NUMBER, 1),  # it becomes 0
            (0, MOVE_NUMBER, 65536),
            (0, RIGHTS, 1 << 1),  # b1 is no corner
            (0, RIGHTS, 1 << 20),  # e3, and White is to move
            (0, RIGHTS, 1 << 44),  # e6, and no pawn is on e5
            (2, RIGHTS, 1 << 19),  # two squares at once
            (2, TURN, 1),  # e3, and White is to move
            (2, RIGHTS, A1),  # no rook there
            (2, RIGHTS, H8),
            (2, PNK, A1),  # a pawn on the first rank
            (2, PNK, H8),
            (2, RQK, 1 << 12),  # something on e2, from where the pawn came
            (2, PNK, 1 << 11),  # a black pawn on d2 gives check, and Black is to move
            (2, BQN, 1 << 40 | 1 << 25),  # a black bishop on b4 too
            (3, RQK, 1 << 40),  # something on a6, where the pawn passed
        ],
    )
    def test_they_are_judged_as_a_fen_is(self, place: int, row: int, change: int) -> None:
        words = words_of(FENS)
        words[row, place] ^= np.uint64(change)
        with pytest.raises(ValueError, match=rf"^columns\[:, {place}\] is not a valid position"):
            Positions(words)

    @pytest.mark.parametrize(
        ("place", "row", "change"),
        [(0, BQN, 1 << 30), (0, RIGHTS, A1 | H8), (1, TURN, 1), (2, BQN, 1 << 40), (2, CLOCK, 9)],
    )
    def test_what_follows_the_rules_is_taken(self, place: int, row: int, change: int) -> None:
        words = words_of(FENS)
        words[row, place] ^= np.uint64(change)
        assert np.array_equal(Positions(words).columns, words)

    @pytest.mark.parametrize("seed", range(20))
    def test_random_words_are_refused(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        words = rng.integers(0, 2**64, (8, 100), np.uint64)
        with pytest.raises(ValueError, match=r"^columns\[:, 0\] is not a valid position"):
            Positions(words)

    @pytest.mark.parametrize("shape", [(), (8,), (7, 2), (2, 8), (8, 1, 1)])
    def test_the_shape_must_be_right(self, shape: tuple[int, ...]) -> None:
        with pytest.raises(ValueError, match=r"^columns must have the shape \(8, n\), got"):
            Positions(np.zeros(shape, np.uint64))

    @pytest.mark.parametrize("dtype", [np.int64, np.float64, np.uint8, object])
    def test_the_dtype_must_be_right(self, dtype: Any) -> None:
        with pytest.raises(TypeError, match=r"^columns must be an array of uint64, got"):
            Positions(words_of(FENS).astype(dtype))

    def test_no_positions_are_positions(self) -> None:
        assert len(Positions(np.zeros((8, 0), np.uint64))) == 0
        assert Positions(words_of([])).en_passant.shape == (0,)


def test_notebooks_show_the_first_positions() -> None:
    svg = read_positions(io.BytesIO(b"4k3/8/8/8/8/8/8/R3K3 w Q -\n" * 9))._repr_svg_()
    assert svg is not None
    assert "<title>8 of 9 positions</title>" in svg
    assert svg.count("<title>White: king e1, rook a1. Black: king e8.</title>") == 8


def test_there_is_nothing_to_show_of_no_positions() -> None:
    assert Positions.concatenate([])._repr_svg_() is None
