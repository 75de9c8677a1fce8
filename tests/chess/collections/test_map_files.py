"""Attack maps in files: what is in them, chunk by chunk, whole or not at all."""

from __future__ import annotations

import csv
import gzip
import io
import os
import sys
import tracemalloc
import zipfile
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import chess
import numpy as np
import pytest
from pyarrow import parquet

from magicbb.arguments import MissingPackageError
from magicbb.chess.collections import map_files
from magicbb.chess.collections.attack_maps import AttackMaps, attack_maps
from magicbb.chess.collections.map_files import Written, check_format, write_maps
from magicbb.chess.collections.reading import position_chunks, read_positions
from magicbb.tables.default import default_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from magicbb.chess.collections.positions import Positions

SHIPPED = gzip.decompress(
    files("magicbb").joinpath("data").joinpath("positions.epd.gz").read_bytes()
)
SUFFIXES = [".npz", ".parquet", ".csv"]
EACH_FORMAT = pytest.mark.parametrize("suffix", SUFFIXES)
MAPS = ["starts", "squares", "pieces", "colors", "attacks", "white_attacked", "black_attacked"]


@pytest.fixture(scope="module")
def shipped() -> Positions:
    """The positions that come with the package."""
    return read_positions(io.BytesIO(SHIPPED))


@pytest.fixture(scope="module")
def maps(shipped: Positions) -> AttackMaps:
    """Their maps."""
    return attack_maps(shipped)


def chunks_of(positions: Positions, size: int) -> Iterator[Positions]:
    """The positions in chunks."""
    return (positions[start : start + size] for start in range(0, len(positions), size))


def rows_of(maps: AttackMaps) -> dict[str, Any]:
    """The columns that Parquet has."""
    position = np.repeat(np.arange(len(maps)), np.diff(maps.starts))
    columns = (position, maps.squares, maps.pieces, maps.colors, maps.attacks)
    return dict(zip(("position", "square", "piece", "color", "attacks"), columns, strict=True))


@pytest.mark.parametrize("size", [1, 1000, 4096, 1 << 16])
def test_npz_holds_the_arrays(
    tmp_path: Path, shipped: Positions, maps: AttackMaps, size: int
) -> None:
    path = tmp_path / "maps.npz"
    write_maps(path, chunks_of(shipped[:1500], size))
    expected = attack_maps(shipped[:1500])
    with np.load(path, allow_pickle=False) as found:
        assert set(found) == {*MAPS, "occupied", "white"}
        for name in MAPS:
            assert np.array_equal(found[name], getattr(expected, name))
            assert found[name].dtype == getattr(maps, name).dtype
        assert np.array_equal(found["occupied"], shipped.occupied[:1500])
        assert np.array_equal(found["white"], shipped.white[:1500])


def test_equal_maps_make_equal_files(tmp_path: Path, shipped: Positions) -> None:
    for suffix in SUFFIXES:
        one, other = tmp_path / f"one{suffix}", tmp_path / f"other{suffix}"
        write_maps(one, chunks_of(shipped, 1000))
        write_maps(other, chunks_of(shipped, 1000), threads=2, table=default_table())
        assert one.read_bytes() == other.read_bytes()


def test_npz_is_the_same_whatever_the_chunks(tmp_path: Path, shipped: Positions) -> None:
    write_maps(tmp_path / "one.npz", chunks_of(shipped, 7))
    write_maps(tmp_path / "other.npz", [shipped])
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "other.npz").read_bytes()
    with zipfile.ZipFile(tmp_path / "one.npz") as archive:
        assert archive.testzip() is None
        assert {info.date_time[0] for info in archive.infolist()} == {1980}


@pytest.mark.parametrize("size", [100, 1 << 16])
def test_parquet_has_a_row_per_slider(
    tmp_path: Path, shipped: Positions, maps: AttackMaps, size: int
) -> None:
    path = tmp_path / "maps.parquet"
    write_maps(path, chunks_of(shipped, size))
    table = parquet.read_table(path)
    kinds = ["int64", "uint8", "uint8", "bool", "uint64"]
    assert [str(field.type) for field in table.schema] == kinds
    for name, column in rows_of(maps).items():
        assert np.array_equal(table[name].to_numpy(), column)


@pytest.mark.parametrize("size", [100, 1 << 16])
def test_csv_has_the_same_rows_for_people(
    tmp_path: Path, shipped: Positions, maps: AttackMaps, size: int
) -> None:
    path = tmp_path / "maps.csv"
    write_maps(path, chunks_of(shipped, size))
    with path.open(newline="") as file:
        rows = [*csv.reader(file)]
    columns = [column.tolist() for column in rows_of(maps).values()]
    expected = [
        [
            str(position),
            chess.square_name(square),
            chess.piece_name(piece),
            chess.COLOR_NAMES[color],
            f"0x{attacks:016x}",
        ]
        for position, square, piece, color, attacks in zip(*columns, strict=True)
    ]
    assert rows == [["position", "square", "piece", "color", "attacks"], *expected]


@pytest.mark.parametrize("before", [0, 9, 10, 99, 12345678901, 2**63])
def test_rows_of_csv_have_room_for_any_number(maps: AttackMaps, before: int) -> None:
    end = 100
    out = np.full((int(maps.starts[end]) + 1) * map_files.LONGEST_ROW, 0x55, np.uint8)
    size = map_files.write_rows(maps.state, map_files.names(), 0, end, before, out)
    numbers = [int(line.split(b",")[0]) for line in out[:size].tobytes().splitlines()]
    assert numbers == [int(row) + before for row in rows_of(maps)["position"][: len(numbers)]]


@EACH_FORMAT
def test_what_was_written_is_counted(tmp_path: Path, suffix: str) -> None:
    content = SHIPPED[: SHIPPED.index(b"\n") + 1] * 5 + b"x\n"
    seen: list[int] = []
    chunks = position_chunks(io.BytesIO(content), 2, skip_invalid=True)
    written = write_maps(tmp_path / f"maps{suffix}", chunks, on_progress=seen.append)
    assert written == Written(5, 50, 1)
    assert seen == [2, 4, 5]


@EACH_FORMAT
def test_no_positions_make_a_file_without_rows(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"maps{suffix}"
    assert write_maps(path, []) == Written()
    if suffix == ".csv":
        assert path.read_bytes() == map_files.HEADER
    elif suffix == ".parquet":
        assert parquet.read_table(path).num_rows == 0
    else:
        with np.load(path) as found:
            assert {name: len(found[name]) for name in found} == {
                **dict.fromkeys([*MAPS, "occupied", "white"], 0),
                "starts": 1,
            }


@EACH_FORMAT
@pytest.mark.parametrize("error", [ValueError("bad"), KeyboardInterrupt(), OSError(5, "a", "b")])
@pytest.mark.parametrize("existing", [True, False])
def test_a_failure_leaves_everything_as_it_was(
    tmp_path: Path, shipped: Positions, suffix: str, error: BaseException, existing: bool
) -> None:
    path = tmp_path / f"maps{suffix}"
    if existing:
        path.write_bytes(b"old")

    def failing() -> Iterable[Positions]:
        yield shipped
        raise error

    with pytest.raises(type(error)) as caught:
        write_maps(path, failing())
    assert caught.value is error
    assert [(left, left.read_bytes()) for left in tmp_path.iterdir()] == [(path, b"old")] * existing


@EACH_FORMAT
def test_a_full_disk_is_said_of_the_file(
    tmp_path: Path, shipped: Positions, suffix: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: Any) -> None:
        raise OSError(28, "full")

    monkeypatch.setattr("os.fsync", fail)
    path = tmp_path / f"maps{suffix}"
    with pytest.raises(OSError, match="No space left") as caught:
        write_maps(path, [shipped])
    assert caught.value.filename == str(path)
    assert [*tmp_path.iterdir()] == []


@EACH_FORMAT
def test_memory_does_not_grow_with_the_file(
    tmp_path: Path, shipped: Positions, suffix: str
) -> None:
    def peak(count: int) -> int:
        tracemalloc.start()
        write_maps(tmp_path / f"maps{suffix}", (shipped for _ in range(count)), threads=1)
        size = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return size

    peak(1)
    few, many = peak(10), peak(40)
    assert many < few + (1 << 18)


@pytest.mark.parametrize("name", ["maps", "maps.txt", "maps.npz.gz", ".npz", "maps.", "-"])
def test_an_unknown_suffix_is_refused(tmp_path: Path, name: str) -> None:
    for refuse in (check_format, lambda path: write_maps(path, [])):
        with pytest.raises(ValueError, match=r"^attack maps are written to \.npz, \.parquet or"):
            refuse(tmp_path / name)
    assert [*tmp_path.iterdir()] == []


def test_what_are_no_chunks_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TypeError, match=r"^chunks must be Positions in a list, got 3$"):
        write_maps(tmp_path / "maps.csv", 3)  # type: ignore[arg-type]
    assert [*tmp_path.iterdir()] == []


def test_without_arrow_there_is_a_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    remedy = r"^a Parquet file needs PyArrow: pip install 'magicbb\[arrow\]'$"
    with pytest.raises(MissingPackageError, match=remedy):
        write_maps(tmp_path / "maps.parquet", [])
    assert check_format("maps.npz") == ".npz"


@EACH_FORMAT
def test_a_pipe_is_written_directly(tmp_path: Path, shipped: Positions, suffix: str) -> None:
    write_maps(tmp_path / f"maps{suffix}", [shipped[:10]])
    (tmp_path / "pipes").mkdir()
    pipe = tmp_path / "pipes" / f"pipe{suffix}"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_maps(pipe, [shipped[:10]])
        content = b"".join(iter(lambda: os.read(reader, 1 << 16), b""))
    finally:
        os.close(reader)
    if suffix == ".npz":
        with np.load(io.BytesIO(content)) as arrays:
            assert len(arrays["starts"]) == 11
    else:
        assert content == (tmp_path / f"maps{suffix}").read_bytes()
    assert pipe.is_fifo()
