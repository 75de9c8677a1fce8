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
from pathlib import Path
from typing import TYPE_CHECKING

from magicbb.files import DATA
from magicbb.magics.files import naming
from magicbb.tables.imports.importing import one_or_both
from magicbb.tables.npz_tables import read_npz
from magicbb.tables.reading import read_any
from magicbb.tables.table import Table

if TYPE_CHECKING:
    import os

    from magicbb.geometry.sliders import Slider

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
        table = read_npz(file)
        if not isinstance(table, Table):
            raise ValueError("it holds no magicbb table")
        return table


def read_file(
    path: str | os.PathLike[str], *more: str | os.PathLike[str], piece: Slider | str | None = None
) -> Table:
    """Read a table or magics in any of the formats, fill a table with them and verify it.

    The format is told by the content, not by the name.

    Args:
        path: The file; "-" is standard input.
        more: Other files whose magics belong to the same table.
        piece: Rook or bishop, if only its magics are there or only they count. In the table, those
            of the other slider are constructed.

    Raises:
        ValueError: The file is not understood, or what it holds is wrong; the sentence starts
            with the file's name. `CollisionError` if a number is not a magic.
        OSError: It cannot be read.
    """
    return read_any([path, *more], one_or_both(piece)).table
