"""Attack maps in files, written chunk by chunk: whole, or not at all.

========== =========================================================================================
`.npz`     the arrays of `AttackMaps` under their names, of all positions together, and for each
           position the sets `occupied` and `white`; not compressed
`.parquet` a row per slider: `position` int64, `square` uint8, `piece` uint8, `color` bool,
           `attacks` uint64, with the values of `AttackMaps`; needs `magicbb[arrow]`
`.csv`     the same rows under a line of names, written for people: ``0,a1,rook,white,0x`` and
           sixteen digits
========== =========================================================================================

Positions are counted from 0, without the lines that were skipped.
"""

from __future__ import annotations

import contextlib
import shutil
import tempfile
import zipfile
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np
from numpy.lib import format as npy

from magicbb.arguments import short_repr
from magicbb.chess.collections import csv_rows
from magicbb.chess.collections.attack_maps import AttackMaps, attack_maps
from magicbb.files import check_target, writing_whole

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator
    from contextlib import AbstractContextManager
    from typing import TypeAlias

    from magicbb.chess.collections.positions import Positions
    from magicbb.lookup.table import LookupTable

    _Writer: TypeAlias = Callable[[Positions, AttackMaps, int], None]
    """What takes the maps of one chunk after the other, behind a number of positions."""

_MEMBERS: dict[str, type[np.generic]] = {
    "starts": np.int64,
    "squares": np.uint8,
    "pieces": np.uint8,
    "colors": np.bool_,
    "attacks": np.uint64,
    "white_attacked": np.uint64,
    "black_attacked": np.uint64,
    "occupied": np.uint64,
    "white": np.uint64,
}
"""The arrays of an NPZ file; the last two are of `Positions`."""

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The date of every member: equal maps make equal files."""

_ROWS_AT_ONCE = 1 << 12
"""Positions whose rows of CSV are in memory together, some two megabytes."""

_COPIED_AT_ONCE = 1 << 20


@dataclass
class Written:
    """What was written.

    Attributes:
        positions: How many positions.
        sliders: How many sliders they have.
        skipped: How many lines were passed over where they were read.
    """

    positions: int = 0
    sliders: int = 0
    skipped: int = 0


def check_format(path: str | os.PathLike[str]) -> str:
    """Return the suffix of a file that maps can be written to.

    Raises:
        ValueError: It is none of the three, or one that needs what is not installed.

    >>> check_format("maps.CSV")
    '.csv'
    >>> check_format("maps.txt")
    Traceback (most recent call last):
    ValueError: attack maps are written to .npz, .parquet or .csv, got 'maps.txt'
    """
    suffix = Path(path).suffix.lower()
    if suffix not in _WRITERS:
        name = short_repr(Path(path).name)
        raise ValueError(f"attack maps are written to .npz, .parquet or .csv, got {name}")
    if suffix == ".parquet" and find_spec("pyarrow") is None:
        raise ValueError("to write Parquet, install magicbb[arrow]")
    return suffix


def write_maps(
    path: str | os.PathLike[str],
    chunks: Iterable[Positions],
    *,
    table: LookupTable | None = None,
    threads: int | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> Written:
    """Write the attack maps of all positions to a file; its suffix says in what format.

    Args:
        path: The file; whatever goes wrong, it is then as it was before.
        chunks: The positions, as from `position_chunks`; no more than two are in memory.
        table: As for `attack_maps`.
        threads: As for `attack_maps`.
        on_progress: Called with the number of positions after each chunk.

    Raises:
        ValueError: The suffix is unknown, or its format needs what is not installed.
        OSError: The file cannot be written.
    """
    writer = _WRITERS[check_format(path)]
    target = check_target(path)
    spool = None if target.exists() and not target.is_file() else target.parent
    done = Written()
    with writing_whole(path) as file, writer(file, spool) as write:
        for positions in chunks:
            maps = attack_maps(positions, table=table, threads=threads)
            write(positions, maps, done.positions)
            done.positions += len(maps)
            done.sliders += len(maps.squares)
            done.skipped += positions.skipped
            if on_progress is not None:
                on_progress(done.positions)
    return done


@contextlib.contextmanager
def _npz(file: BinaryIO, spool: Path | None) -> Iterator[_Writer]:
    """Keep each array in a file of its own until all of it is there and its length is known."""
    with contextlib.ExitStack() as stack:
        files = {name: stack.enter_context(tempfile.TemporaryFile(dir=spool)) for name in _MEMBERS}
        sliders = 0

        def write(positions: Positions, maps: AttackMaps, _before: int) -> None:
            nonlocal sliders
            for name in _MEMBERS:
                array = getattr(maps if hasattr(maps, name) else positions, name)
                files[name].write((maps.starts[:-1] + sliders if name == "starts" else array).data)
            sliders += len(maps.squares)

        yield write
        files["starts"].write(np.array([sliders], np.int64).data)
        with zipfile.ZipFile(file, "w") as archive:
            for name, dtype in _MEMBERS.items():
                _add_member(archive, name, np.dtype(dtype), files[name])


def _add_member(
    archive: zipfile.ZipFile, name: str, dtype: np.dtype[Any], content: BinaryIO
) -> None:
    """Add an array of one dimension, whose elements a file holds, to an NPZ file."""
    length = content.tell() // dtype.itemsize
    content.seek(0)
    info = zipfile.ZipInfo(f"{name}.npy", _EPOCH)
    info.file_size = length * dtype.itemsize  # so that zipfile knows which are long
    header = {"descr": npy.dtype_to_descr(dtype), "fortran_order": False, "shape": (length,)}
    with archive.open(info, "w") as member:
        npy.write_array_header_1_0(member, header)
        shutil.copyfileobj(content, member, _COPIED_AT_ONCE)


@contextlib.contextmanager
def _csv(file: BinaryIO, _spool: Path | None) -> Iterator[_Writer]:
    file.write(csv_rows.HEADER)

    def write(_positions: Positions, maps: AttackMaps, before: int) -> None:
        starts, state, names = maps.starts, maps.state, csv_rows.names()
        for first in range(0, len(maps), _ROWS_AT_ONCE):
            end = min(first + _ROWS_AT_ONCE, len(maps))
            rows = int(starts[end] - starts[first])
            out = np.empty((rows + 1) * csv_rows.LONGEST_ROW, np.uint8)
            size = csv_rows.write_rows(state, names, first, end, before, out)
            file.write(out[:size].data)

    yield write


@contextlib.contextmanager
def _parquet(file: BinaryIO, _spool: Path | None) -> Iterator[_Writer]:
    import pyarrow as pa
    from pyarrow import parquet

    fields = [("position", pa.int64()), ("square", pa.uint8()), ("piece", pa.uint8())]
    schema = pa.schema([*fields, ("color", pa.bool_()), ("attacks", pa.uint64())])
    rows = parquet.ParquetWriter(file, schema)

    def write(_positions: Positions, maps: AttackMaps, before: int) -> None:
        numbers = np.arange(before, before + len(maps), dtype=np.int64)
        position = np.repeat(numbers, np.diff(maps.starts))
        columns = (position, maps.squares, maps.pieces, maps.colors, maps.attacks)
        arrays = [pa.array(column) for column in columns]
        rows.write_table(pa.Table.from_arrays(arrays, schema=schema))

    try:
        yield write
    except BaseException:
        # The writer must not find the file closed when it is thrown away.
        with contextlib.suppress(Exception):
            rows.close()
        raise
    rows.close()


_WRITERS: dict[str, Callable[[BinaryIO, Path | None], AbstractContextManager[_Writer]]] = {
    ".npz": _npz,
    ".parquet": _parquet,
    ".csv": _csv,
}
