"""The table behind `magicbb.rook_attacks` and its siblings."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from magicbb.files import DATA
from magicbb.tables.reading import read

if TYPE_CHECKING:
    from magicbb.tables.table import Table

MAGICS = DATA / "fancy.json"
"""The magics of the default table; it names the command and the seed that find them again."""


@functools.cache
def default_table() -> Table:
    """The table behind `magicbb.rook_attacks` and its siblings, made once per process.

    It is the fancy table of magics that ship with the package, filled and verified.

    >>> default_table().entries
    107648
    """
    return read(MAGICS)
