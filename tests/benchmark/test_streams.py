"""Streams: what is asked."""

from __future__ import annotations

import numpy as np
import pytest

from magicbb.benchmark.streams import (
    STREAMS,
    lookups_per_move,
    stream_of,
)
from magicbb.chess.notation.fen import parse_board
from magicbb.geometry.sliders import BISHOP, QUEEN, ROOK, Slider

BOARDS = [parse_board("r6r/8/8/3q4/8/8/8/B6R w"), parse_board("8/8/8/8/8/8/8/Q7 w")]


@pytest.mark.parametrize(
    ("slider", "squares", "positions"),
    [(ROOK, [7, 35, 56, 63, 0], [0, 0, 0, 0, 1]), (BISHOP, [0, 35, 0], [0, 0, 1]),
     (QUEEN, [35, 0], [0, 1])],
)  # fmt: skip
def test_games_ask_for_every_slider_of_every_position(
    slider: Slider, squares: list[int], positions: list[int]
) -> None:
    stream = stream_of("games", slider, BOARDS, 100)
    assert stream.positions is not None
    assert stream.squares.tolist() == squares
    assert stream.positions.tolist() == positions
    assert stream.occupied.tolist() == [BOARDS[number].occupied for number in positions]


def test_no_more_queries_than_asked_for() -> None:
    assert len(stream_of("games", ROOK, BOARDS, 2)) == 2
    assert len(stream_of("random", ROOK, BOARDS, 17)) == 17


@pytest.mark.parametrize("name", STREAMS)
def test_a_stream_has_its_name_and_kinds_of_numbers(name: str) -> None:
    stream = stream_of(name, ROOK, BOARDS, 10)
    assert (stream.name, stream.slider) == (name, ROOK)
    assert [str(array.dtype) for array in (stream.squares, stream.occupied)] == ["uint8", "uint64"]
    assert stream.pressed == (name == "pressure")


def test_random_streams_follow_the_seed() -> None:
    first, same, other = (stream_of("random", ROOK, [], 50, seed) for seed in (1, 1, 2))
    assert np.array_equal(first.occupied, same.occupied)
    assert not np.array_equal(first.occupied, other.occupied)
    assert first.squares.max() < 64


def test_positions_without_the_slider_are_refused() -> None:
    with pytest.raises(ValueError, match="no position has a piece that moves like a bishop"):
        stream_of("games", BISHOP, [parse_board("8/8/8/8/8/8/8/R7")], 10)


def test_lookups_per_move_are_those_of_one_side() -> None:
    assert lookups_per_move(ROOK, BOARDS) == 5 / 4
