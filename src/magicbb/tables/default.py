"""The table behind `magicbb.rook_attacks` and related functions."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from magicbb.files import DATA
from magicbb.tables.reading import read

if TYPE_CHECKING:
    from magicbb.tables.table import Table

MAGICS = DATA / "fancy.json"
"""The magics of the default table. The file contains the command and seed to reproduce them."""


@functools.cache
def default_table() -> Table:
    """The table behind `magicbb.rook_attacks` and related functions, built once per process.

    It is the fancy table, filled from magics shipped with the package and then verified.

    >>> default_table().entries
    107648
    """
    return read(MAGICS)
