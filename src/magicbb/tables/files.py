"""Reading tables and magics from files, our own and those that other people wrote.

| format | what is read |
|---|---|
| NPZ | what `Table.save` writes; or `rook_magics` and `bishop_magics` (64 numbers each) |
| CSV, JSON | a row or an object for each magic; see `magics.files` |
| source code | arrays of 64 or 128 numbers, in whatever language; see `imports` |

An NPZ of plain arrays may also hold `rook_bits` and `rook_offsets`, likewise for the bishop; its
magics are white. Offsets, where they are given, say where the indices of a square start, and may be
negative.
"""

from __future__ import annotations

import functools
import io
import json
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb.arguments import short_repr
from magicbb.files import DATA
from magicbb.geometry.sliders import SLIDERS
from magicbb.lookup.keys import PLACES, ROWS
from magicbb.magics.files import (
    COLUMNS,
    LARGEST_TEXT,
    Placed,
    decode,
    from_csv,
    from_objects,
    naming,
    objects_of,
    parse_magic,
)
from magicbb.magics.magic import MOST_ENTRIES
from magicbb.recipes.scheme import Scheme, renamed
from magicbb.tables import npz
from magicbb.tables.imports.findings import Imported
from magicbb.tables.imports.importing import import_text
from magicbb.tables.table import FILLED, FORMAT, FORMAT_VERSION, Table, table_from

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Mapping

    import numpy.typing as npt

LARGEST_TABLE = 10 * MOST_ENTRIES
"""Bytes of the largest NPZ file that is read, and of all that it unpacks to."""

_LARGEST_HEADER = 10_000

MAGICS = DATA / "fancy.json"
"""The magics of the default table; it names the command and the seed that find them again."""


@functools.cache
def default_table() -> Table:
    """The table behind `magicbb.rook_attacks` and its siblings, made once per process.

    It is the fancy table of magics that ship with the package, filled and verified.

    >>> default_table().entries
    107648
    """
    return read_file(MAGICS)


def load(path: str | os.PathLike[str]) -> Table:
    """Read a table that `Table.save` wrote; it is filled and verified anew.

    Raises:
        ValueError: It is not such a file, is of another version, or its arrays are not right.
        OSError: It cannot be read.

    >>> import magicbb, tempfile, os
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     path = os.path.join(directory, "fancy.npz")
    ...     magicbb.default_table().save(path)
    ...     magicbb.load(path) == magicbb.default_table()
    True
    """
    with Path(path).open("rb") as file, naming(path):
        arrays = npz.unpack(file, LARGEST_TABLE)
        if "header" not in arrays:
            raise ValueError("it holds no magicbb table")
        return _table_of(arrays)


def read_file(path: str | os.PathLike[str]) -> Table:
    """Read a table or magics in any of the formats, fill a table with them and verify it.

    The format is told by the content, not by the name.

    Raises:
        ValueError: The file is not understood, or what it holds is wrong; the sentence starts
            with the file's name. `CollisionError` where a magic is none.
        OSError: It cannot be read.
    """
    read = read_any(path)
    return read.table if isinstance(read, Imported) else read


def read_any(path: str | os.PathLike[str]) -> Table | Imported:
    """As `read_file`, with what was found out about magics in source code.

    Raises:
        ValueError: As `read_file`.
        OSError: It cannot be read.
    """
    with Path(path).open("rb") as file, naming(path):
        start = file.read(LARGEST_TEXT + 1)
        if start.startswith(b"PK"):
            whole = start + file.read(LARGEST_TABLE - len(start))  # a pipe cannot be rewound
            arrays = npz.unpack(io.BytesIO(whole), LARGEST_TABLE)
            return _table_of(arrays) if "header" in arrays else table_from(_from_arrays(arrays))
        text = decode(start)
        return _read_json(text) if text.lstrip()[:1] in {"{", "["} else _read_csv(text)


def _read_json(text: str) -> Table | Imported:
    try:
        objects, seed = objects_of(text)
    except ValueError as error:
        return import_text(text, otherwise=error)
    return table_from(from_objects(objects), seed)


def _read_csv(text: str) -> Table | Imported:
    columns = text.lstrip().partition("\n")[0].split(",")
    if {name.strip() for name in columns}.isdisjoint(COLUMNS):
        try:
            return table_from(from_csv(text))
        except ValueError as error:
            return import_text(text, otherwise=error)
    return table_from(from_csv(text))


def _table_of(arrays: dict[str, npt.NDArray[Any]]) -> Table:
    """The table of our own NPZ file; what else is in it must be what its magics give."""
    names, seed, source = _header(arrays["header"])
    scheme = Scheme(*names)
    magics = []
    if scheme.hash.kind is not None:
        members = zip(_member(arrays, "magics", ROWS), _member(arrays, "bits", ROWS), strict=True)
        magics = [
            parse_magic(*place, scheme.hash.kind, bits, factor)
            for place, (factor, bits) in zip(PLACES, members, strict=True)
        ]
    offsets = _member(arrays, "offsets", ROWS) if "offsets" in arrays else None
    table = Table(scheme, magics, offsets, seed, source)
    for name in FILLED:
        if name in arrays and not np.array_equal(arrays[name], getattr(table, name)):
            raise ValueError(f"{name} is not what its magics give, the file is damaged")
    return table


def _header(array: npt.NDArray[Any]) -> tuple[list[str], int | None, str | None]:
    """The names of the scheme's parts, the seed, and the name of the source."""
    try:
        if array.size > _LARGEST_HEADER:
            raise ValueError
        header = json.loads(array.astype(np.uint8).tobytes())
        if header["format"] != FORMAT:
            raise ValueError
        version, names, seed = header["version"], header["scheme"], header["seed"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise ValueError("it holds no magicbb table") from None
    if version != FORMAT_VERSION:
        raise ValueError(
            f"it has the format version {short_repr(version)}, "
            f"this magicbb reads version {FORMAT_VERSION}"
        )
    are_names = isinstance(names, list) and [type(name) for name in names] == [str] * 3
    source = header.get("source")
    if not (are_names and type(seed) in {int, NoneType} and type(source) in {str, NoneType}):
        raise ValueError("its header is damaged")
    names, former = renamed(names)
    return names, seed, former if source is None else source


def _member(arrays: Mapping[str, npt.NDArray[Any]], name: str, length: int) -> list[int]:
    if name not in arrays:
        raise ValueError(f"it has no member {name!r}")
    if arrays[name].shape != (length,):
        raise ValueError(f"{name} must have {length} numbers, got the shape {arrays[name].shape}")
    numbers: list[int] = arrays[name].tolist()
    return numbers


def _from_arrays(arrays: Mapping[str, npt.NDArray[Any]]) -> Iterable[Placed]:
    for slider in SLIDERS:
        factors = _member(arrays, f"{slider}_magics", 64)
        bits = [slider.mask(square).bit_count() for square in range(64)]
        if f"{slider}_bits" in arrays:
            bits = _member(arrays, f"{slider}_bits", 64)
        offsets: list[int | None] = [None] * 64
        if f"{slider}_offsets" in arrays:
            offsets = [*_member(arrays, f"{slider}_offsets", 64)]
        for square in range(64):
            magic = parse_magic(slider, square, "white", bits[square], factors[square])
            yield Placed(magic, offsets[square])
