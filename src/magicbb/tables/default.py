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
    from magicbb.lookup.lookups import Lookup
    from magicbb.tables.table import Table

MAGICS = DATA / "fancy.json"


_SLIDERS = {"rook_attacks": "rook", "bishop_attacks": "bishop", "queen_attacks": "queen"}


@functools.cache
def default_table() -> Table:
    """The fancy table of the shipped magics, filled and verified once per process.

    >>> default_table().entries
    107648
    """
    return read_file(MAGICS)


def __getattr__(name: str) -> Lookup:
    """Give `rook_attacks`, `bishop_attacks` or `queen_attacks` of the default table."""
    if name not in _SLIDERS:
        raise AttributeError(f"module 'magicbb.tables.default' has no attribute {name!r}")
    return default_table().lookup(_SLIDERS[name])
