"""The table behind `magicbb.rook_attacks` and its siblings.

Its magics ship with the package, found by the package's own search; `data/fancy.json` names the
command and the seed that find them again.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING

from magicbb.interchange import read_file

if TYPE_CHECKING:
    from magicbb.lookups import Lookup
    from magicbb.tables import Table

DATA = Path(__file__).with_name("data") / "fancy.json"


_SLIDERS = {"rook_attacks": "rook", "bishop_attacks": "bishop", "queen_attacks": "queen"}


@functools.cache
def default_table() -> Table:
    """The fancy table of the shipped magics, filled and verified once per process.

    >>> default_table().entries
    107648
    """
    return read_file(DATA)


def __getattr__(name: str) -> Lookup:
    """Give `rook_attacks`, `bishop_attacks` or `queen_attacks` of the default table."""
    if name not in _SLIDERS:
        raise AttributeError(f"module 'magicbb.defaults' has no attribute {name!r}")
    return default_table().lookup(_SLIDERS[name])
