"""Read tables and magics from one or more files, in any supported format.

| format | contents |
|---|---|
| NPZ | a table written by `Table.save`; or `rook_magics` and `bishop_magics` (64 numbers each) |
| CSV, JSON | one row or object per magic; see `magics.files` |
| source code | arrays of 64 or 128 numbers, in any language; see `imports` |

An NPZ file of plain arrays may also contain `rook_bits`, `rook_offsets`, `bishop_bits` and
`bishop_offsets`; its magics are white. An offset is the slot of a square's index 0, and may be
negative.
"""

from __future__ import annotations

import io
import json
import os
import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from magicbb.files import opened, read_start, source_name
from magicbb.geometry.sliders import SLIDERS, parse_rook_or_bishop
from magicbb.magics.files import (
    COLUMNS,
    Placed,
    columns_named,
    from_csv,
    from_objects,
    naming,
    objects_of,
)
from magicbb.magics.texts import LARGEST_TEXT, check_length, decode, one_form
from magicbb.tables.imports.importing import import_texts
from magicbb.tables.imports.sources.source_text import SourceText
from magicbb.tables.npz_tables import LARGEST_TABLE, read_npz
from magicbb.tables.one_slider import advice_to_verify_alone, of_sliders
from magicbb.tables.table import Table, table_from

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.files import Source
    from magicbb.geometry.sliders import Slider
    from magicbb.tables.imports.findings import Findings


@dataclass(frozen=True)
class Contents:
    """The table read from one or more files.

    Attributes:
        table: The verified table; magics for a slider that was not requested are constructed.
        findings: The interpretation of source code; None for other formats.
    """

    table: Table
    findings: Findings | None = None


@dataclass(frozen=True)
class _Rows:
    """Magics listed in a file, and the seed given in the file."""

    placed: list[Placed]
    seed: int | None = None


_Read = Table | _Rows | SourceText


def read(
    source: Source,
    *more: Source,
    piece: Slider | str | None = None,
    magics_only: bool = False,
) -> Table:
    """Read a table, or the magics to build one, in any format, and verify the table.

    The format is determined from the contents, not the file name: NPZ written by `Table.save`, or
    with the arrays `rook_magics` and `bishop_magics`; CSV or JSON with one row per magic; source
    code in C, C++, Rust, Go, Zig, Java, C#, JavaScript or Python. In source code, masks, shifts,
    offsets, lines and lists of attack sets are also read and checked. `magicbb.verify` reports the
    interpretation of arrays and what was not checked.

    Args:
        source: A file name, a binary file, or the text itself. A string with a line break or a
            brace is text; other strings and all `Path` objects are file names; "-" is standard
            input.
        more: Other files or texts that belong to the same table, such as one for each slider.
        piece: The only slider whose magics should be read (default: both). Magics for the other
            slider are constructed.
        magics_only: Whether to read only magics and shifts from source code.

    Raises:
        ValueError: The source is not understood, or its contents are wrong. The message starts with
            the file name. `CollisionError` if a number is not a magic.
        TypeError: An argument is neither a path, nor a file, nor a text.
        OSError: The file cannot be read.

    >>> import magicbb, tempfile, os
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     path = os.path.join(directory, "fancy.npz")
    ...     magicbb.build("fancy").save(path)
    ...     magicbb.read(path)
    <Table white/concatenated/direct, 107,648 entries>
    >>> magicbb.read(magicbb.export(magicbb.build("plain"), "c"))
    <Table white-fixed/strided/direct, 294,912 entries>
    """
    return read_any([source, *more], one_or_both(piece), magics_only=magics_only).table


def one_or_both(piece: Slider | str | None) -> tuple[Slider, ...]:
    """Return the slider for a piece, or both sliders if it is None.

    Raises:
        ValueError: The piece is neither rook nor bishop.
    """
    return SLIDERS if piece is None else (parse_rook_or_bishop(piece),)


def read_any(
    sources: Sequence[Source],
    sliders: tuple[Slider, ...] = SLIDERS,
    *,
    magics_only: bool = False,
) -> Contents:
    """Read a table as `read` does, and also return the findings about source code.

    Raises:
        ValueError: As for `read`.
        OSError: A file cannot be read.
    """
    files = [source for source in sources if not is_text(source)]
    paths = [source_name(file) for file in files if isinstance(file, (str, os.PathLike))]
    twice = [name for name, count in Counter(paths).items() if count > 1]
    if twice:
        raise ValueError(f"{twice[0]} is given twice")
    names = [
        f"text {number}" if is_text(source) else source_name(source)
        for number, source in enumerate(sources, 1)
    ]
    held = [_read(source) for source in sources]
    with naming(*files):
        return _together(held, names, sliders, magics_only=magics_only)


def is_text(source: Source) -> bool:
    """Whether a source is text rather than the name of a file."""
    return isinstance(source, str) and any(sign in source for sign in "\n\r{}")


def _together(
    held: Sequence[_Read], names: Sequence[str], sliders: tuple[Slider, ...], *, magics_only: bool
) -> Contents:
    """Combine the contents of several files."""
    texts = [each for each in held if isinstance(each, SourceText)]
    rows = [each for each in held if isinstance(each, _Rows)]
    if len(texts) == len(held):
        named = [replace(text, file=name) for text, name in zip(texts, names, strict=True)]
        found = import_texts(named if len(named) > 1 else texts, sliders, magics_only=magics_only)
        return Contents(found.table, found)
    if len(rows) == len(held):
        placed = [each for part in rows for each in part.placed]
        _check_there(placed, sliders)
        placed = of_sliders(placed, sliders)
        seeds = {part.seed for part in rows}
        return Contents(table_from(placed, seeds.pop() if len(seeds) == 1 else None))
    for name, each in zip(names, held, strict=True):
        if isinstance(each, Table):
            if len(held) == 1:
                return Contents(each)
            raise ValueError(f"{name} is a complete table; verify it separately")
    raise ValueError("source code cannot be combined with files in other formats")


def _check_there(placed: Sequence[Placed], sliders: Sequence[Slider]) -> None:
    """Raise an error if one slider has all its magics, and a requested one has none."""
    rows = {(each.magic.piece, each.magic.square) for each in placed}
    there = [slider for slider in SLIDERS if rows >= {(slider, square) for square in range(64)}]
    missing = [slider for slider in sliders if not any(slider == each for each, _ in rows)]
    if there and missing:
        (slider,) = there
        raise ValueError(
            f"it holds {slider} magics but no {missing[0]} magics; {advice_to_verify_alone(slider)}"
        )


def _read(source: Source) -> _Read:
    """Read one file or text: a table, rows of magics, or else text to be read as source code."""
    if isinstance(source, str) and is_text(source):
        check_length(len(source))
        return _of_text(one_form(source.removeprefix("\ufeff")))  # the mark of an editor
    with opened(source, "source") as file, naming(source):
        start = read_start(file, LARGEST_TEXT + 1)
        if start.startswith(b"PK"):
            whole = start + read_start(file, LARGEST_TABLE + 1 - len(start))  # a pipe has no seek
            if len(whole) > LARGEST_TABLE:
                raise ValueError(f"it is longer than {LARGEST_TABLE:,} bytes")
            held = read_npz(io.BytesIO(whole))
            return held if isinstance(held, Table) else _Rows(held)
        return _of_text(decode(start))


def _of_text(text: str) -> _Rows | SourceText:
    return _of_json(text) if text.lstrip()[:1] in {"{", "["} else _of_csv(text)


def _of_json(text: str) -> _Rows | SourceText:
    try:
        objects, seed = objects_of(text)
    except ValueError as error:
        if all(f'"{name}"' in text for name in COLUMNS):
            raise  # as source code, the numbers would be read without their squares
        return SourceText(text, complaint=error if _is_json(text) else None)
    return _Rows([*from_objects(objects)], seed)


_OBJECT = re.compile(r"\s*\[?\s*\{\s*\"")
"""Matches the start of a JSON object, which cannot be the start of source code."""


def _is_json(text: str) -> bool:
    """Whether a text is JSON, possibly malformed."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return _OBJECT.match(text) is not None or any(f'"{name}"' in text for name in COLUMNS)
    return True


def _of_csv(text: str) -> _Rows | SourceText:
    named = columns_named(text)
    if len(named) == len(COLUMNS):
        return _Rows([*from_csv(text)])
    missing = next(name for name in COLUMNS if name not in named)
    complaint = ValueError(f"column {missing!r} is missing") if named else None
    return SourceText(text, complaint=complaint)
