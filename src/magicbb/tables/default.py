"""The table behind `magicbb.rook_attacks` and its siblings.

Its magics ship with the package, found by the package's own search; `data/fancy.json` names the
command and the seed that find them again.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from magicbb.files import DATA
from magicbb.tables.files import read_file

if TYPE_CHECKING:
    from magicbb.tables.table import Table

MAGICS = DATA / "fancy.json"


@functools.cache
def default_table() -> Table:
    """The fancy table of the shipped magics, filled and verified once per process.

    >>> default_table().entries
    107648
    """
    return read_file(MAGICS)
