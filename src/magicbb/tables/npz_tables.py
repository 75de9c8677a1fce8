"""Read tables written by `Table.save`, and plain arrays of magics, from NPZ files."""

from __future__ import annotations

import json
from types import NoneType
from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb.arguments import short_repr
from magicbb.geometry.sliders import SLIDERS
from magicbb.lookup.keys import PLACES, ROWS
from magicbb.magics.files import Placed, parse_magic
from magicbb.magics.magic import MOST_ENTRIES
from magicbb.recipes.scheme import Scheme, renamed
from magicbb.tables import npz
from magicbb.tables.table import FILLED, FORMAT, FORMAT_VERSION, Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import BinaryIO

    import numpy.typing as npt

LARGEST_TABLE = 10 * MOST_ENTRIES
"""The maximum size of an NPZ file in bytes, both compressed and uncompressed."""

_LARGEST_HEADER = 10_000


def read_npz(file: BinaryIO) -> Table | list[Placed]:
    """Read the table or the magics in a seekable NPZ file.

    Raises:
        ValueError: The file contains neither a table nor magics, or its arrays are invalid.
    """
    arrays = npz.unpack(file, LARGEST_TABLE)
    return _table_of(arrays) if "header" in arrays else [*_from_arrays(arrays)]


def _table_of(arrays: dict[str, npt.NDArray[Any]]) -> Table:
    """Build the table from an NPZ file's arrays; the derived arrays must match the magics."""
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
            raise ValueError(f"{name} does not match the magics; the file is damaged")
    return table


def _header(array: npt.NDArray[Any]) -> tuple[list[str], int | None, str | None]:
    """Parse the header: the names of the scheme's parts, the seed, and the name of the source."""
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
            f"it has format version {short_repr(version)}, "
            f"but this magicbb reads version {FORMAT_VERSION}"
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
        raise ValueError(f"{name} must have {length} numbers, got shape {arrays[name].shape}")
    numbers: list[int] = arrays[name].tolist()
    return numbers


def _from_arrays(arrays: Mapping[str, npt.NDArray[Any]]) -> Iterator[Placed]:
    there = [slider for slider in SLIDERS if f"{slider}_magics" in arrays]
    if not there:
        raise ValueError("it holds neither a magicbb table nor rook_magics and bishop_magics")
    read = {f"{slider}_{what}" for slider in SLIDERS for what in ("magics", "bits", "offsets")}
    if unread := sorted(arrays.keys() - read):
        raise ValueError(
            f"it has {short_repr(unread[0])}, but of plain arrays, only those that end with "
            f"_magics, _bits and _offsets are read"
        )
    for slider in there:
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
