"""Files of magics in CSV or JSON, with one row per magic.

| column | contents |
|---|---|
| `piece`, `square` | the slider, and its square by name or number, in the mapping a1 = 0 |
| `kind` | one of `KINDS` |
| `bits` | the number of index bits; `index_bits` in older files |
| `magic` | the number, in decimal or with 0x; or, in every row, as bare hexadecimal digits |
| `offset` | optional: the slot of the square's index 0; may be negative |
| `storage` | optional: the storage of slots, the same in every row (default: "direct") |
| `author` | optional: the person or program that found the magic |

CSV columns may be in any order, separated by commas, semicolons or tabs; other columns are ignored.
JSON is a list of objects with these fields, or an object with such a list as `magics`.
"""

from __future__ import annotations

import contextlib
import csv
import functools
import io
import itertools
import json
import operator
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from magicbb.arguments import parse_number, short_repr
from magicbb.files import DATA, source_name
from magicbb.geometry.sliders import parse_rook_or_bishop
from magicbb.geometry.squares import parse_square, square_name
from magicbb.lookup.keys import row_name, row_of
from magicbb.magics.collisions import CollisionError
from magicbb.magics.json_text import value_of
from magicbb.magics.magic import Magic, parse_factor, parse_kind
from magicbb.magics.texts import read_text

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from magicbb.files import Source
    from magicbb.geometry.sliders import Slider

COLUMNS = PIECE, SQUARE, KIND, BITS, MAGIC = "piece", "square", "kind", "bits", "magic"
"""The required columns."""

FORMER_BITS = "index_bits"
"""The name of the column `bits` in files written by older versions."""

OFFSET, STORAGE, AUTHOR = "offset", "storage", "author"
"""The optional columns."""

_HEXADECIMAL = re.compile("[0-9a-fA-F]{1,16}")


@dataclass(frozen=True)
class Placed:
    """A magic from a file, with its offset, author and the table's storage, if given."""

    magic: Magic
    offset: int | None = None
    author: str = ""
    storage: str = ""


# ---- Writing ----


def fields_of(magic: Magic, offset: int | None = None) -> dict[str, Any]:
    """A magic as a JSON object.

    >>> fields_of(Magic("rook", "a1", "white", 12, 0x80008040002010))["magic"]
    '0x0080008040002010'
    """
    fields: dict[str, Any] = {
        PIECE: magic.piece.name,
        SQUARE: square_name(magic.square),
        KIND: magic.kind,
        BITS: magic.bits,
        MAGIC: f"{magic.magic:#018x}",
    }
    return fields if offset is None else {**fields, OFFSET: offset}


def to_csv(
    magics: Sequence[Magic], offsets: Sequence[int] | None = None, storage: str = "direct"
) -> str:
    """Write magics as CSV, with offsets if given, and the storage unless it is "direct"."""
    more = {} if storage == "direct" else {STORAGE: storage}
    columns = COLUMNS if offsets is None else (*COLUMNS, OFFSET)
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, (*columns, *more), lineterminator="\n")
    writer.writeheader()
    for magic, offset in zip(magics, offsets or itertools.repeat(None)):  # noqa: B905
        writer.writerow({**fields_of(magic, offset), **more})
    return text.getvalue()


def to_json(magics: Iterable[Magic], about: Mapping[str, Any]) -> str:
    """Write magics as JSON: the fields of `about`, then one magic per line."""
    lines = ",\n".join("    " + json.dumps(fields_of(magic)) for magic in magics)
    start = json.dumps({**about, "magics": []}, indent=2).removesuffix("[]\n}")
    return f"{start}[\n{lines}\n  ]\n}}\n"


# ---- Reading ----


def present_name(column: str) -> str:
    """The current name of a column, given its current or former name.

    >>> present_name("index_bits"), present_name("magic")
    ('bits', 'magic')
    """
    return BITS if column == FORMER_BITS else column


@contextlib.contextmanager
def naming(*sources: Source) -> Iterator[None]:
    """A context manager that prefixes the message of a ValueError with file names."""
    name = ", ".join(map(source_name, sources))
    try:
        yield
    except CollisionError as error:
        error.path = name or None
        raise
    except ValueError as error:
        if type(error) is not ValueError or not name:
            raise
        raise ValueError(f"{name}: {error}") from None


def read_magics(path: str | os.PathLike[str]) -> list[Placed]:
    """Read the rows of a CSV or JSON file without checking the magics.

    Raises:
        ValueError: The file is not a valid file of magics; the message starts with its name.
        OSError: The file cannot be read.
    """
    text = read_text(path)
    with naming(path):
        is_json = text.lstrip()[:1] in {"{", "["}
        return [*(from_objects(objects_of(text)[0]) if is_json else from_csv(text))]


@functools.cache
def shipped(name: str) -> tuple[Placed, ...]:
    """The rows of `data/NAME.csv`, a file shipped with the package.

    >>> len(shipped("group")), len(shipped("densest/free"))
    (64, 128)
    """
    return tuple(read_magics(DATA / f"{name}.csv"))


def in_order(placed: Iterable[Placed]) -> tuple[tuple[Magic, ...], tuple[int, ...] | None]:
    """Sort magics by slider and square; return them with their offsets, or with None if not given.

    Raises:
        ValueError: Only some of the magics have an offset.
    """
    entries = sorted(placed, key=lambda entry: row_of(entry.magic.piece, entry.magic.square))
    offsets = tuple(entry.offset for entry in entries if entry.offset is not None)
    if offsets and len(offsets) < len(entries):
        raise ValueError("offsets must be given for all squares or for none")
    return tuple(entry.magic for entry in entries), offsets or None


def columns_named(text: str) -> set[str]:
    """The names from `COLUMNS` in the first line of a text, read as a CSV header.

    >>> sorted(columns_named("square,magic")), columns_named("piece;x"), columns_named("U64 a[64]")
    (['magic', 'square'], {'piece'}, set())
    """
    return _fields(text, _delimiter(text)) & {*COLUMNS}


def _delimiter(text: str) -> str:
    """The separator that yields the most known columns in the first line."""
    return max(",;\t", key=lambda sign: len(_fields(text, sign) & {*COLUMNS}))


def _fields(text: str, delimiter: str) -> set[str]:
    """The fields of the first line, by their current names."""
    line = text.lstrip().partition("\n")[0]
    return {
        present_name(field.strip().strip('"').strip().lower()) for field in line.split(delimiter)
    }


def from_csv(text: str) -> Iterator[Placed]:
    """Parse a CSV file, with columns separated by commas, semicolons or tabs.

    Raises:
        ValueError: A column is missing, or a row is invalid; the message gives the line of the row.
    """
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True, delimiter=_delimiter(text))
    try:
        columns = [present_name(name.strip().lower()) for name in reader.fieldnames or ()]
        for name in (*COLUMNS, OFFSET, STORAGE):
            if name in COLUMNS and name not in columns:
                raise ValueError(f"column {name!r} is missing")
            if columns.count(name) > 1:
                raise ValueError(f"column {name!r} occurs twice")
        reader.fieldnames = columns
        rows: list[dict[str, Any]] = []
        lines = []
        for row in reader:
            if None in row or None in row.values():
                many = "many" if None in row else "few"
                raise ValueError(f"line {reader.line_num}: too {many} columns")
            rows.append(row)
            lines.append(f"line {reader.line_num}")
    except csv.Error as error:
        raise ValueError(f"line {reader.reader.line_num}: {error}") from None
    yield from _all_placed(rows, lines)


def objects_of(text: str) -> tuple[list[dict[str, Any]], int | None]:
    """The magics of a JSON file as objects, and the file's seed, if present.

    Raises:
        ValueError: The text is not JSON, or has no list of objects.
    """
    try:
        content = value_of(text)
    except ValueError as error:
        raise ValueError(f"not JSON: {error}") from None
    magics = content.get("magics") if isinstance(content, dict) else content
    if not isinstance(magics, list):
        raise ValueError('it must hold a list of magics, or an object with such a list as "magics"')
    for number, item in enumerate(magics):
        if not isinstance(item, dict):
            raise ValueError(f"magics[{number}] is not an object")
    seed = content.get("seed") if isinstance(content, dict) else None
    return magics, seed if type(seed) is int else None


def from_objects(objects: Iterable[Mapping[str, Any]]) -> Iterator[Placed]:
    """Parse magics given as JSON objects.

    Raises:
        ValueError: A field is missing or invalid; the message names the magic by its position.
    """
    objects = [*objects]
    items = [{present_name(name): each for name, each in item.items()} for item in objects]
    for number, item in enumerate(items):
        for name in COLUMNS:
            if name not in item:
                raise ValueError(f"magics[{number}] has no field {name!r}")
            if sum(present_name(given) == name for given in objects[number]) > 1:
                raise ValueError(f"magics[{number}] has the field {name!r} twice")
    yield from _all_placed(items, [f"magics[{number}]" for number in range(len(items))])


def parse_magic(slider: Slider, square: int, kind: str, bits: int, factor: int) -> Magic:
    """Create a magic from the values in a file; error messages name its square.

    Raises:
        ValueError: A value is not valid for a magic.
    """
    try:
        return Magic(slider, square, kind, bits, factor)
    except ValueError as error:
        raise ValueError(f"{row_name(row_of(slider, square))}: {error}") from None


def _all_placed(rows: Sequence[Mapping[str, Any]], where: Sequence[str]) -> Iterator[Placed]:
    """Parse rows of fields into magics; all factors may be hexadecimal digits without a prefix."""
    digits = [str(row[MAGIC]).strip() for row in rows if isinstance(row[MAGIC], str)]
    bare = len(digits) == len(rows) and all(map(_HEXADECIMAL.fullmatch, digits))
    if bare and not all(map(str.isdecimal, digits)):
        rows = [{**row, MAGIC: int(factor, 16)} for row, factor in zip(rows, digits, strict=True)]
    for row, place in zip(rows, where, strict=True):
        yield _placed(row, place)


def _placed(fields: Mapping[str, Any], where: str) -> Placed:
    """Parse the fields of one magic; error messages start with `where`."""
    try:
        slider = parse_rook_or_bishop(_text(fields[PIECE]))
        square = parse_square(_square(fields[SQUARE]))
        kind = parse_kind(_text(fields[KIND]))
        bits = _number(fields[BITS], BITS)
        offset = fields.get(OFFSET)
        factor = parse_factor(_not_boolean(fields[MAGIC], MAGIC))
        return Placed(
            parse_magic(slider, square, kind, bits, factor),
            None if offset in (None, "") else _number(offset, OFFSET),
            str(fields.get(AUTHOR) or ""),
            str(_text(fields.get(STORAGE)) or ""),
        )
    except (ValueError, TypeError) as error:
        raise ValueError(f"{where}: {error}") from None


def _text(value: Any) -> Any:
    return value.strip() if isinstance(value, str) else value


def _square(value: Any) -> Any:
    text = _text(_not_boolean(value, SQUARE))
    is_number = isinstance(text, str) and text.isascii() and text.isdecimal()
    return parse_number(text, f"{SQUARE} must be 0..63") if is_number else text


def _not_boolean(value: Any, name: str) -> Any:
    """Return a value, but reject JSON's true and false, which Python would treat as 1 and 0."""
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
