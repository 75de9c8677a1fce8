"""The table behind `magicbb.rook_attacks` and related functions."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from magicbb.files import DATA
from magicbb.tables.reading import read

if TYPE_CHECKING:
    from magicbb.tables.table import Table

MAGICS = DATA / "fancy.json"
"""The magics of the default table; the file names the command and seed that reproduce them."""


@functools.cache
def default_table() -> Table:
    """The table behind `magicbb.rook_attacks` and related functions, made once per process.

    It is the fancy table with magics that ship with the package, filled and verified.

    >>> default_table().entries
    107648
    """
    return read(MAGICS)
