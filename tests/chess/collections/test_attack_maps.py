"""Attack maps of all shipped positions, against the ray walk and against python-chess."""

from __future__ import annotations

import gzip
import io
import pickle
from importlib.resources import files
from typing import Any

import chess
import numpy as np
import pytest

import magicbb as mb
from magicbb.chess.collections import attack_maps as module
from magicbb.chess.collections.attack_maps import BISHOP, QUEEN, ROOK, AttackMaps, attack_maps
from magicbb.chess.collections.positions import Positions
from magicbb.chess.collections.reading import read_positions
from magicbb.geometry.bitboards import squares_of
from magicbb.geometry.sliders import parse_slider

SHIPPED = gzip.decompress(
    files("magicbb").joinpath("data").joinpath("positions.epd.gz").read_bytes()
)
NAMES = [
    *("starts", "squares", "pieces", "colors", "attacks"),
    *("white_attacked", "black_attacked"),
]
SLIDERS = {BISHOP: parse_slider("bishop"), ROOK: parse_slider("rook"), QUEEN: parse_slider("queen")}


@pytest.fixture(scope="module")
def shipped() -> Positions:
    """The positions that come with the package."""
    return read_positions(io.BytesIO(SHIPPED))


@pytest.fixture(scope="module")
def maps(shipped: Positions) -> AttackMaps:
    """Their maps."""
    return attack_maps(shipped)


def same(one: AttackMaps, other: AttackMaps) -> bool:
    """Whether all arrays are equal."""
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in NAMES)


def test_the_names_are_those_of_python_chess() -> None:
    assert (BISHOP, ROOK, QUEEN) == (chess.BISHOP, chess.ROOK, chess.QUEEN)


def test_every_slider_attacks_what_the_ray_walk_says(shipped: Positions, maps: AttackMaps) -> None:
    position = np.repeat(np.arange(len(shipped)), np.diff(maps.starts))
    occupied = shipped.occupied[position]
    columns = (maps.squares, maps.pieces, occupied, maps.attacks)
    for square, piece, board, attacks in zip(*(column.tolist() for column in columns), strict=True):
        assert SLIDERS[piece].attacks(square, board) == attacks


def test_sliders_and_attacked_squares_are_those_of_python_chess(maps: AttackMaps) -> None:
    for place, line in enumerate(SHIPPED.decode().splitlines()):
        board, _ = chess.Board.from_epd(line)
        sliders = board.bishops | board.rooks | board.queens
        part = slice(maps.starts[place], maps.starts[place + 1])
        found = [getattr(maps, name)[part].tolist() for name in NAMES[1:5]]
        squares = [*squares_of(sliders)]
        assert found == [
            squares,
            [board.piece_type_at(square) for square in squares],
            [board.color_at(square) for square in squares],
            [board.attacks_mask(square) for square in squares],
        ]
        attacked = [0, 0]
        for square in squares_of(board.occupied):
            attacked[board.color_at(square) is chess.WHITE] |= board.attacks_mask(square)
        assert [maps.black_attacked[place], maps.white_attacked[place]] == attacked


def test_dtypes_and_shapes(shipped: Positions, maps: AttackMaps) -> None:
    kinds = [getattr(maps, name).dtype.name for name in NAMES]
    assert kinds == ["int64", "uint8", "uint8", "bool", "uint64", "uint64", "uint64"]
    assert len(maps) == len(shipped) == len(maps.starts) - 1
    assert maps.starts[0] == 0
    assert {len(getattr(maps, name)) for name in NAMES[1:5]} == {int(maps.starts[-1])}
    assert repr(maps) == "<AttackMaps: 4,096 positions, 26,861 sliders>"


@pytest.mark.parametrize("name", NAMES)
def test_nobody_can_write_to_them(maps: AttackMaps, name: str) -> None:
    for each in (maps, pickle.loads(pickle.dumps(maps))):  # noqa: S301
        assert np.array_equal(getattr(each, name), getattr(maps, name))
        with pytest.raises(ValueError, match="WRITEABLE"):
            getattr(each, name).flags.writeable = True
    with pytest.raises(AttributeError):
        setattr(maps, name, None)


@pytest.mark.parametrize("scheme", ["fancy", "pext-16", "hyperbola", "rays"])
def test_every_table_gives_the_same(shipped: Positions, maps: AttackMaps, scheme: str) -> None:
    table = mb.build(scheme)
    assert same(attack_maps(shipped, table=table), maps)


@pytest.mark.parametrize("threads", [1, 2, 3, 64])
def test_threads_change_nothing(
    shipped: Positions, maps: AttackMaps, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_SMALLEST_SHARE", 100)
    assert same(attack_maps(shipped, threads=threads), maps)


def test_parts_have_the_maps_of_the_whole(shipped: Positions, maps: AttackMaps) -> None:
    part = attack_maps(shipped[1000:1003])
    start, end = maps.starts[1000], maps.starts[1003]
    assert np.array_equal(part.starts, maps.starts[1000:1004] - start)
    assert np.array_equal(part.attacks, maps.attacks[start:end])
    assert np.array_equal(part.white_attacked, maps.white_attacked[1000:1003])


def test_no_positions_have_no_maps(shipped: Positions) -> None:
    for threads in (None, 2):
        empty = attack_maps(shipped[:0], threads=threads)
        assert (len(empty), empty.starts.tolist(), len(empty.attacks)) == (0, [0], 0)


def test_a_board_full_of_queens() -> None:
    line = b"/".join([*[b"QQQQQQQQ"] * 6, b"KQQQQQQQ", b"QQQQQQ1k"]) + b" b - -"
    positions = read_positions(io.BytesIO(line))
    maps = attack_maps(positions)
    board, _ = chess.Board.from_epd(line.decode())
    assert maps.attacks.tolist() == [board.attacks_mask(int(square)) for square in maps.squares]
    assert maps.starts.tolist() == [0, 61]


@pytest.mark.parametrize("positions", [None, "x", np.zeros((8, 1), np.uint64)], ids=repr)
def test_what_are_no_positions_is_refused(positions: Any) -> None:
    with pytest.raises(TypeError, match=r"^positions must be Positions, got"):
        attack_maps(positions)


@pytest.mark.parametrize("table", ["fancy", 3])
def test_what_is_no_table_is_refused(shipped: Positions, table: Any) -> None:
    with pytest.raises(TypeError, match=r"^table must be a table"):
        attack_maps(shipped, table=table)


@pytest.mark.parametrize("threads", [0, 4097])
def test_a_wrong_number_of_threads_is_refused(shipped: Positions, threads: int) -> None:
    with pytest.raises(ValueError, match=r"^threads must be 1\.\.4096"):
        attack_maps(shipped, threads=threads)


def test_notebooks_show_what_both_sides_attack_in_the_first_positions() -> None:
    positions = read_positions(io.BytesIO(b"4k3/8/8/8/8/8/1b6/R3K3 w Q -\n" * 5))
    svg = mb.attack_maps(positions)._repr_svg_()
    assert svg is not None
    assert "<title>4 of 5 positions: squares attacked by each side</title>" in svg
    sliders = "White: rook a1. Black: bishop b2."
    assert svg.count(f"<title>{sliders} Marked: b1, c1, d1, e1, f1, a2, d2, e2, f2,") == 4
    assert svg.count(f"<title>{sliders} Marked: a1, c1, a3, c3, d4, e5, f6, d7,") == 4


def test_there_is_nothing_to_show_of_no_positions() -> None:
    assert mb.attack_maps(Positions.concatenate([]))._repr_svg_() is None
