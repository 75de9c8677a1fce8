"""Reading tables and magics from files in any of the formats, one file or several together."""

from __future__ import annotations

import io
import json
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from magicbb.files import opened, read_start, source_name
from magicbb.geometry.sliders import SLIDERS
from magicbb.magics.files import (
    COLUMNS,
    Placed,
    columns_named,
    from_csv,
    from_objects,
    naming,
    objects_of,
)
from magicbb.magics.texts import LARGEST_TEXT, decode
from magicbb.tables.imports.importing import import_texts
from magicbb.tables.imports.sources.source_text import SourceText
from magicbb.tables.npz_tables import LARGEST_TABLE, read_npz
from magicbb.tables.one_slider import alone, of_sliders, report_of
from magicbb.tables.table import Table, table_from

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from magicbb.geometry.sliders import Slider
    from magicbb.lookup.verify import Report
    from magicbb.tables.imports.findings import Imported


@dataclass(frozen=True)
class Contents:
    """What files hold.

    Attributes:
        table: The table, which is verified.
        sliders: Those that it was asked for; another's magics are constructed.
        found: How source code was understood, if it is from some.
    """

    table: Table
    sliders: tuple[Slider, ...] = SLIDERS
    found: Imported | None = None

    def verify(self) -> Report:
        """Look up every key of these sliders once more.

        Raises:
            VerificationError: One of them is wrong.
        """
        return report_of(self.table, self.sliders)


@dataclass(frozen=True)
class _Rows:
    """Magics that stand one by one in a file, and the seed that it says they are from."""

    placed: list[Placed]
    seed: int | None = None


_FEWEST_COLUMNS = 2
"""A first line with one word such as "magic" may be a comment of a program."""

_Read = Table | _Rows | SourceText


def read_any(
    paths: Sequence[str | os.PathLike[str]],
    sliders: tuple[Slider, ...] = SLIDERS,
    *,
    magics_only: bool = False,
) -> Contents:
    """As `read_file`, with what was found out about magics in source code.

    Raises:
        ValueError: As `read_file`.
        OSError: It cannot be read.
    """
    names = [*map(source_name, paths)]
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise ValueError(f"{twice[0]} is given twice")
    read = [_read(path) for path in paths]
    with naming(*paths):
        return _together(read, names, sliders, magics_only=magics_only)


def _together(
    read: Sequence[_Read], names: Sequence[str], sliders: tuple[Slider, ...], *, magics_only: bool
) -> Contents:
    """The table that several files make."""
    texts = [each for each in read if isinstance(each, SourceText)]
    rows = [each for each in read if isinstance(each, _Rows)]
    if len(texts) == len(read):
        named = [replace(text, file=name) for text, name in zip(texts, names, strict=True)]
        found = import_texts(named if len(named) > 1 else texts, sliders, magics_only=magics_only)
        return Contents(found.table, sliders, found)
    if len(rows) == len(read):
        placed = [each for part in rows for each in part.placed]
        _check_there(placed, sliders)
        placed = of_sliders(placed, sliders)
        seeds = {part.seed for part in rows}
        return Contents(table_from(placed, seeds.pop() if len(seeds) == 1 else None), sliders)
    for name, each in zip(names, read, strict=True):
        if isinstance(each, Table):
            if len(read) == 1:
                return Contents(each, sliders)
            raise ValueError(f"{name} is a whole table, which is verified by itself")
    raise ValueError("some are source code and others are not; files that go together are alike")


def _check_there(placed: Sequence[Placed], sliders: Sequence[Slider]) -> None:
    """Say it where a slider's magics are missing altogether."""
    rows = {(each.magic.slider, each.magic.square) for each in placed}
    there = [slider for slider in SLIDERS if rows >= {(slider, square) for square in range(64)}]
    missing = [slider for slider in sliders if not any(slider == each for each, _ in rows)]
    if there and missing:
        (slider,) = there
        raise ValueError(f"it holds {slider} magics but no {missing[0]} magics; {alone(slider)}")


def _read(path: str | os.PathLike[str]) -> _Read:
    """What one file holds, as far as that can be told without the others."""
    with opened(path) as file, naming(path):
        start = read_start(file, LARGEST_TEXT + 1)
        if start.startswith(b"PK"):
            whole = start + read_start(file, LARGEST_TABLE - len(start))  # no pipe can be rewound
            held = read_npz(io.BytesIO(whole))
            return held if isinstance(held, Table) else _Rows(held)
        text = decode(start)
        return _of_json(text) if text.lstrip()[:1] in {"{", "["} else _of_csv(text)


def _of_json(text: str) -> _Rows | SourceText:
    try:
        objects, seed = objects_of(text)
    except ValueError as error:
        return SourceText(text, complaint=error if _is_json(text) else None)
    return _Rows([*from_objects(objects)], seed)


def _is_json(text: str) -> bool:
    """Whether it is JSON, or was before it was damaged."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return any(f'"{name}"' in text for name in COLUMNS)
    return True


def _of_csv(text: str) -> _Rows | SourceText:
    named = columns_named(text)
    if len(named) == len(COLUMNS):
        return _Rows([*from_csv(text)])
    missing = next(name for name in COLUMNS if name not in named)
    complaint = ValueError(f"column {missing!r} is missing") if named else None
    return SourceText(text, complaint=complaint)
