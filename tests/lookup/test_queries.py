"""What a caller may pass, made into flat arrays without copies where none is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import chess
import numpy as np
import pytest
from hypothesis import given
from hypothesis.extra import numpy as hnp

from magicbb.lookup.queries import Queries, is_single

if TYPE_CHECKING:
    import numpy.typing as npt


@pytest.mark.parametrize(
    "value", ["e4", np.str_("e4"), 3, True, np.uint8(3), np.uint64(3), chess.E4, chess.SquareSet()]
)
def test_a_number_or_a_name_is_single(value: object) -> None:
    assert is_single(value)


@pytest.mark.parametrize(
    "value", [np.array(3), np.array([3]), [3], (3,), [], ["e4"], np.array("e4"), 3.5, None, b"e4"]
)
def test_anything_else_is_not(value: object) -> None:
    assert not is_single(value)


# ---- Nothing is copied that can be read where it is ----


@pytest.mark.parametrize(
    "view",
    [
        np.s_[:],
        np.s_[::-1],
        np.s_[3:40:5],
        np.s_[10:10],
        np.s_[:1],
    ],
    ids=str,
)
@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.uint64, np.int64])
def test_words_and_bytes_are_read_in_place(view: slice, dtype: type[np.integer[Any]]) -> None:
    whole = np.arange(50, dtype=dtype)
    queries = Queries.of(whole[view], 0)
    assert queries.squares.size == 0 or np.shares_memory(queries.squares, whole)
    assert queries.squares.tolist() == whole[view].tolist()


def test_a_table_of_words_is_read_in_place() -> None:
    whole = np.arange(12, dtype=np.uint64).reshape(3, 4)
    assert np.shares_memory(Queries.of(0, whole).occupied, whole)


def test_one_board_for_all_squares_is_not_repeated() -> None:
    board = np.array([5], dtype=np.uint64)
    queries = Queries.of(np.zeros(1000, np.uint8), board)
    assert np.shares_memory(queries.occupied, board)
    assert queries.occupied.tolist() == [5] * 1000


def test_one_square_for_all_boards_is_not_repeated() -> None:
    queries = Queries.of("h8", np.zeros((1000, 1000), np.uint64))
    assert queries.squares.strides == (0,)
    assert queries.squares.size == 1_000_000


# ---- Broadcasting ----


@given(shapes=hnp.mutually_broadcastable_shapes(num_shapes=2, min_side=0, max_side=4, max_dims=4))
def test_queries_are_broadcast_as_numpy_does(shapes: hnp.BroadcastableShapes) -> None:
    square_shape, board_shape = shapes.input_shapes
    squares = np.arange(np.prod(square_shape), dtype=np.uint8).reshape(square_shape)
    boards = np.arange(np.prod(board_shape), dtype=np.uint64).reshape(board_shape)
    queries = Queries.of(squares, boards)
    both: list[npt.NDArray[Any]] = [*np.broadcast_arrays(squares, boards)]
    assert queries.shape == shapes.result_shape
    assert queries.squares.tolist() == both[0].ravel().tolist()
    assert queries.occupied.tolist() == both[1].ravel().tolist()


@pytest.mark.parametrize(
    ("squares", "boards"),
    [((3,), (2,)), ((2, 3), (2,)), ((0,), (2,)), ((4, 1, 2), (3, 3))],
    ids=str,
)
def test_shapes_that_do_not_broadcast_are_named(
    squares: tuple[int, ...], boards: tuple[int, ...]
) -> None:
    with pytest.raises(ValueError, match=r"^square and occupied must have shapes that broad") as e:
        Queries.of(np.zeros(squares, np.uint8), np.zeros(boards, np.uint64))
    assert str(e.value).endswith(f"got {squares} and {boards}")


# ---- Where the answer goes ----


def queries_of(count: int) -> Queries:
    """Return some queries."""
    return Queries.of(np.zeros(count, np.uint8), np.zeros(count, np.uint64))


def test_without_out_a_fresh_array_is_made() -> None:
    result, flat = Queries.of(np.zeros((2, 3), np.uint8), 0).result(None)
    assert result.shape == (2, 3)
    assert result.dtype == np.uint64
    assert np.shares_memory(result, flat)


@pytest.mark.parametrize("view", [np.s_[:5], np.s_[9:4:-1], np.s_[::3]], ids=str)
def test_out_is_written_in_place(view: slice) -> None:
    out = np.zeros(15, np.uint64)[view]
    result, flat = queries_of(5).result(out)
    assert result is out
    assert flat.ndim == 1
    assert np.shares_memory(flat, out)


def test_out_that_is_an_input_is_written_at_the_end() -> None:
    boards = np.zeros(5, np.uint64)
    result, flat = Queries.of(np.zeros(5, np.uint8), boards).result(boards)
    assert result is boards
    assert not np.shares_memory(flat, boards)


def test_the_place_to_compute_into_has_one_dimension_whatever_out_is() -> None:
    queries = Queries.of(np.zeros((1, 4), np.uint8), 0)
    with pytest.warns(PendingDeprecationWarning):
        matrix = np.matrix(np.zeros((1, 4), np.uint64))  # its reshape keeps two dimensions
    assert queries.result(matrix)[1].ndim == 1
