"""The default slider table of `Position`: the fastest one on this CPU."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from magicbb.arguments import short_repr
from magicbb.chess.generator.move_tables import MoveTables
from magicbb.compile.intrinsics import has_bmi2
from magicbb.lookup.table import LookupTable
from magicbb.tables.build import build
from magicbb.tables.default import default_table

if TYPE_CHECKING:
    from magicbb.tables.rival_table import RivalTable
    from magicbb.tables.table import Table

_SLOW = {"bdver4", "znver1", "znver2"}
"""AMD CPUs before Zen 3, on which a PEXT instruction takes dozens of cycles."""


@functools.cache
def default_slider_table() -> Table | RivalTable:
    """The `pext` table if the CPU has a fast PEXT instruction, else the `fancy` one."""
    import llvmlite.binding as llvm

    if has_bmi2() and llvm.get_host_cpu_name() not in _SLOW:
        return build("pext")
    return default_table()


def move_tables(table: LookupTable | None = None) -> MoveTables:
    """The move generator's tables for the given slider table, or for the default one.

    Raises:
        TypeError: The argument is not a table.
    """
    if table is None:
        table = default_slider_table()
    if not isinstance(table, LookupTable):
        raise TypeError(
            f"table must be a table, for example magicbb.build(...), got {short_repr(table)}"
        )
    return MoveTables.of(table)
