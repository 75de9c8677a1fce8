"""Write attack maps to files, chunk by chunk; a file is written completely or not at all."""

from __future__ import annotations

import contextlib
import functools
import shutil
import tempfile
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np
from numpy.lib import format as npy

from magicbb.arguments import import_optional, short_repr
from magicbb.chess.collections.attack_maps import AttackMaps, MapsState, attack_maps
from magicbb.compile import Bytes, Word, counting, entry
from magicbb.files import check_target, is_stream, writing_whole

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from typing import TypeAlias

    import numpy.typing as npt

    from magicbb.chess.collections.positions import Positions
    from magicbb.lookup.table import LookupTable

    _Writer: TypeAlias = Callable[[Positions, AttackMaps, int], None]
    """A function that writes the maps of a chunk; the integer is the number of positions already
    written."""

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
"""The arrays of an NPZ file; the last two come from `Positions`."""

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The date of every archive member, fixed so that equal maps produce identical files."""

_ROWS_AT_ONCE = 1 << 12
"""The number of positions whose CSV rows are formatted at once: about two megabytes of text."""

_COPIED_AT_ONCE = 1 << 20


HEADER = b"position,square,piece,color,attacks\n"

LONGEST_ROW = len("18446744073709551615,a1,bishop,white,0x0123456789abcdef\n")
"""The maximum length of a row in bytes."""

_RECORD = 16  # bytes: text such as "bishop,white,0x", and its length; a quarter of a cache line

_ZERO, _ONE, _THREE, _FOUR, _SEVEN, _TEN = map(Word, (0, 1, 3, 4, 7, 10))
_FIFTEEN, _SIXTEEN, _SIXTY = Word(15), Word(16), Word(60)
_COMMA, _NEWLINE, _DIGIT_0, _FILE_A, _RANK_1 = map(Word, b",\n0a1")
_TO_LETTERS = Word(ord("a") - ord("9") - 1)  # the distance from the character after "9" to "a"
_NINE = Word(9)


@dataclass
class Written:
    """The numbers of positions and sliders written to a file, and the number of lines skipped.

    Attributes:
        positions: The number of positions.
        sliders: The number of sliders in the positions.
        skipped: The number of lines skipped when the positions were read.
    """

    positions: int = 0
    sliders: int = 0
    skipped: int = 0


def check_format(path: str | os.PathLike[str]) -> str:
    """Return a path's suffix in lower case after checking that its format can be written.

    Raises:
        ValueError: The suffix is unknown.
        MissingPackageError: Parquet is requested, but PyArrow is not installed.

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
    if suffix == ".parquet":
        import_optional("pyarrow.parquet", "arrow", "a Parquet file needs PyArrow")
    return suffix


def write_maps(
    path: str | os.PathLike[str],
    chunks: Iterable[Positions],
    *,
    table: LookupTable | None = None,
    threads: int | None = None,
    on_progress: Callable[[int], None] | None = None,
) -> Written:
    """Write the attack maps of all positions to a file, in the format given by its suffix.

    - `.npz`: the arrays of `AttackMaps` for all positions, under their names, and the bitboards
      `occupied` and `white` of each position, uint64[n]; not compressed.
    - `.parquet`: a row per slider, with the columns `position` int64, `square` uint8, `piece`
      uint8, `color` bool and `attacks` uint64, and the values of `AttackMaps`.
    - `.csv`: the same rows below a header line, human-readable: ``0,a1,rook,white,0x`` and sixteen
      hexadecimal digits.

    Positions are numbered from 0; skipped lines are not counted.

    Args:
        path: The file; left unchanged if writing fails.
        chunks: The positions, as from `position_chunks`; at most two chunks are in memory at a
            time.
        table: As for `attack_maps`.
        threads: As for `attack_maps`.
        on_progress: Called after each chunk with the number of positions written.

    Raises:
        ValueError: The suffix is unknown.
        TypeError: `chunks` is not iterable, or a chunk is not a `Positions`.
        MissingPackageError: Parquet is requested, but PyArrow is not installed.
        OSError: The file cannot be written.

    >>> import os, tempfile
    >>> from magicbb.chess.collections.reading import read_positions
    >>> import io
    >>> positions = read_positions(io.BytesIO(b"4k3/8/8/8/8/8/8/R3K3 w Q - 7 30"))
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     write_maps(os.path.join(directory, "maps.csv"), [positions]).sliders
    1
    """
    if not isinstance(chunks, Iterable):
        raise TypeError(f"chunks must be Positions in a list, got {short_repr(chunks)}")
    writer = _WRITERS[check_format(path)]
    target = check_target(path)
    spool = None if is_stream(target) else target.parent
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
    """Write an NPZ file, spooling each array to a temporary file until its length is known."""
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
    """Add a one-dimensional array to an NPZ file, reading its elements from a file."""
    length = content.tell() // dtype.itemsize
    content.seek(0)
    info = zipfile.ZipInfo(f"{name}.npy", _EPOCH)
    info.file_size = length * dtype.itemsize  # tells zipfile whether ZIP64 is needed
    header = {"descr": npy.dtype_to_descr(dtype), "fortran_order": False, "shape": (length,)}
    with archive.open(info, "w") as member:
        npy.write_array_header_1_0(member, header)
        shutil.copyfileobj(content, member, _COPIED_AT_ONCE)


@contextlib.contextmanager
def _csv(file: BinaryIO, _spool: Path | None) -> Iterator[_Writer]:
    file.write(HEADER)

    def write(_positions: Positions, maps: AttackMaps, before: int) -> None:
        starts, state = maps.starts, maps.state
        for first in range(0, len(maps), _ROWS_AT_ONCE):
            end = min(first + _ROWS_AT_ONCE, len(maps))
            rows = int(starts[end] - starts[first])
            out = np.empty((rows + 1) * LONGEST_ROW, np.uint8)
            size = write_rows(state, names(), first, end, before, out)
            file.write(out[:size].data)

    yield write


@functools.cache
def names() -> npt.NDArray[np.uint8]:
    """The text "piece,color,0x" for each piece and colour, padded and followed by its length."""
    pieces, colors = ("bishop", "rook", "queen"), ("black", "white")
    texts = [f"{piece},{color},0x".encode() for piece in pieces for color in colors]
    records = b"".join(text.ljust(_RECORD - 1, b"\0") + bytes([len(text)]) for text in texts)
    return np.frombuffer(records.ljust(4 * 2 * _RECORD, b"\0"), np.uint8)


@entry
def write_rows(
    maps: MapsState, names: Bytes, first: Word, end: Word, before: Word, out: Bytes
) -> Word:
    """Write the rows of the positions in ``range(first, end)``; return their size in bytes.

    `names` is the array from `names()`; `before` is the number of positions already in the file.
    `out` must have space for `LONGEST_ROW` bytes per row and one more record.
    """
    place, squares, pieces = _ZERO, maps.squares, maps.pieces
    colors, attacks = maps.colors, maps.attacks
    for position in counting(first, end):
        number = before + position
        width, power = _ONE, number // _TEN
        while power:
            width, power = width + _ONE, power // _TEN
        for slider in counting(maps.starts[position], maps.starts[position + _ONE]):
            digits, rest = place + width, number
            for back in counting(_ONE, width + _ONE):
                out[digits - back] = _DIGIT_0 + rest % _TEN
                rest //= _TEN
            place = digits
            square = Word(squares[slider])
            out[place], out[place + _ONE] = _COMMA, _FILE_A + (square & _SEVEN)
            out[place + _ONE + _ONE], out[place + _THREE] = _RANK_1 + (square >> _THREE), _COMMA
            place += _FOUR
            record = (
                (Word(pieces[slider]) - _THREE & _THREE) << _ONE | Word(colors[slider])
            ) << _FOUR
            # Copy the whole record: a fixed-length copy takes one instruction, and excess bytes are
            # overwritten.
            for byte in counting(_SIXTEEN):
                out[place + byte] = names[record + byte]
            place += Word(names[record + _FIFTEEN])
            seen = attacks[slider]
            for byte in counting(_SIXTEEN):
                nibble = seen >> (_SIXTY - (byte << _ONE + _ONE)) & _FIFTEEN
                out[place + byte] = nibble + _DIGIT_0 + (_TO_LETTERS if nibble > _NINE else _ZERO)
            out[place + _SIXTEEN] = _NEWLINE
            place += _SIXTEEN + _ONE
    return place


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
        # Close the writer now: its destructor would find the file already closed.
        with contextlib.suppress(Exception):
            rows.close()
        raise
    rows.close()


_WRITERS: dict[str, Callable[[BinaryIO, Path | None], AbstractContextManager[_Writer]]] = {
    ".npz": _npz,
    ".parquet": _parquet,
    ".csv": _csv,
}
