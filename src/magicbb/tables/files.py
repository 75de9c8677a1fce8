"""Reading tables and magics from files, our own and those that other people wrote.

| format | what is read |
|---|---|
| NPZ | what `Table.save` writes; or `rook_magics` and `bishop_magics` (64 numbers each) |
| CSV | columns `piece`, `square`, `kind`, `index_bits`, `magic`, perhaps `offset` |
| JSON | a list of objects with the same fields, or an object with such a list as `magics` |
| source code | arrays of 64 or 128 numbers, in whatever language; see `imports` |

An NPZ of plain arrays may also hold `rook_bits` and `rook_offsets`, likewise for the bishop; its
magics are white. Columns may stand in any order, and others are passed over.

Squares are named in the mapping a1 = 0; numbers may be decimal or 0x. Offsets, where they are
given, say where the indices of a square start, and may be negative.
"""

from __future__ import annotations

import csv
import io
import json
import operator
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb.arguments import parse_number, short_repr
from magicbb.geometry.sliders import SLIDERS, parse_slider
from magicbb.geometry.squares import parse_square
from magicbb.lookup.keys import PLACES, ROWS, row_name, row_of
from magicbb.magics.magic import MOST_ENTRIES, Magic, parse_factor, parse_kind
from magicbb.recipes.former import renamed
from magicbb.recipes.scheme import Scheme
from magicbb.tables import npz
from magicbb.tables.imports.findings import Imported
from magicbb.tables.imports.importing import import_text
from magicbb.tables.placed import Placed, table_from
from magicbb.tables.table import FORMAT, FORMAT_VERSION, Table
from magicbb.tables.texts import LARGEST_TEXT, decode, naming

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Mapping

    import numpy.typing as npt

    from magicbb.geometry.sliders import Slider

LARGEST_TABLE = 10 * MOST_ENTRIES
"""Bytes of the largest NPZ file that is read, and of all that it unpacks to."""

_LARGEST_HEADER = 10_000

COLUMNS = ("piece", "square", "kind", "index_bits", "magic")


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
        content = _json(text)
        magics = _list_of_magics(content)
    except ValueError as error:
        return import_text(text, otherwise=error)
    seed = content.get("seed") if isinstance(content, dict) else None
    return table_from(_from_json(magics), seed if type(seed) is int else None)


def _read_csv(text: str) -> Table | Imported:
    columns = text.lstrip().partition("\n")[0].split(",")
    if {name.strip() for name in columns}.isdisjoint(COLUMNS):
        try:
            return table_from(_from_csv(text))
        except ValueError as error:
            return import_text(text, otherwise=error)
    return table_from(_from_csv(text))


def _table_of(arrays: dict[str, npt.NDArray[Any]]) -> Table:
    """The table of our own NPZ file; what else is in it must be what its magics give."""
    names, seed, source = _header(arrays["header"])
    scheme = Scheme(*names)
    magics = []
    if scheme.hash.kind is not None:
        members = zip(_member(arrays, "magics", ROWS), _member(arrays, "bits", ROWS), strict=True)
        magics = [
            _magic(*place, scheme.hash.kind, bits, factor)
            for place, (factor, bits) in zip(PLACES, members, strict=True)
        ]
    offsets = _member(arrays, "offsets", ROWS) if "offsets" in arrays else None
    table = Table(scheme, magics, offsets, seed, source)
    for name in ("parameters", "slots", "attack_sets"):
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
            magic = _magic(slider, square, "white", bits[square], factors[square])
            yield Placed(magic, offsets[square])


def _from_csv(text: str) -> Iterable[Placed]:
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    try:
        columns = [name.strip() for name in reader.fieldnames or ()]
        for name in COLUMNS:
            if name not in columns:
                raise ValueError(f"column {name!r} is missing")
        reader.fieldnames = columns
        for row in reader:
            if None in row or None in row.values():
                many = "many" if None in row else "few"
                raise ValueError(f"line {reader.line_num}: too {many} columns")
            yield _placed(row, f"line {reader.line_num}")
    except csv.Error as error:
        raise ValueError(f"line {reader.reader.line_num}: {error}") from None


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not JSON: {error}") from None


def _list_of_magics(content: Any) -> list[dict[str, Any]]:
    if isinstance(content, dict):
        content = content.get("magics")
    if not isinstance(content, list):
        raise ValueError('must hold a list of magics, or an object with one as "magics"')
    for number, item in enumerate(content):
        if not isinstance(item, dict):
            raise ValueError(f"magic number {number} is not an object")
    return content


def _from_json(magics: list[dict[str, Any]]) -> Iterable[Placed]:
    for number, item in enumerate(magics):
        for name in COLUMNS:
            if name not in item:
                raise ValueError(f"magic number {number} has no field {name!r}")
        yield _placed(item, f"magic number {number}")


def _placed(fields: Mapping[str, Any], where: str) -> Placed:
    """One magic from its fields; an error says where it stands."""
    try:
        slider = parse_slider(_text(fields["piece"]))
        square = parse_square(_square(fields["square"]))
        kind = parse_kind(_text(fields["kind"]))
        bits = _number(fields["index_bits"], "index_bits")
        offset = fields.get("offset")
        return Placed(
            _magic(
                slider, square, kind, bits, parse_factor(_not_boolean(fields["magic"], "magic"))
            ),
            None if offset in (None, "") else _number(offset, "offset"),
        )
    except (ValueError, TypeError) as error:
        raise ValueError(f"{where}: {error}") from None


def _text(value: Any) -> Any:
    return value.strip() if isinstance(value, str) else value


def _square(value: Any) -> Any:
    text = _text(_not_boolean(value, "square"))
    is_number = isinstance(text, str) and text.isascii() and text.isdecimal()
    return parse_number(text, "square must be 0..63") if is_number else text


def _not_boolean(value: Any, name: str) -> Any:
    """Refuse what JSON calls true and false, which Python would take for 1 and 0."""
    if isinstance(value, bool):
        raise ValueError(f"{name} must be a number, got {value}")
    return value


def _number(value: Any, name: str) -> int:
    rule = f"{name} must be an integer"
    if isinstance(value, str):
        return parse_number(value.strip(), rule)
    try:
        return operator.index(_not_boolean(value, name))
    except TypeError:
        raise ValueError(f"{rule}, got {short_repr(value)}") from None


def _magic(slider: Slider, square: int, kind: str, bits: int, factor: int) -> Magic:
    if slider not in SLIDERS:
        raise ValueError(f"piece must be rook or bishop, got {slider}")
    try:
        return Magic(slider, square, kind, bits, factor)
    except ValueError as error:
        raise ValueError(f"{row_name(row_of(slider, square))}: {error}") from None
