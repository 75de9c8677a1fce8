"""Build, read and verify tables.

The modules: `table` (the table of a scheme), `rival_table` (the arrays of a non-magic method),
`build` (making them), `default` (the table behind `magicbb.rook_attacks`); `reading` (a table from
files of any format), with `npz_tables` (saved tables), `npz` (safe NPZ files) and `imports/`
(source code); `verifying` (tables and files), `one_slider` (magics for rooks or bishops alone) and
`slot_use` (which squares use a slot).
"""

from __future__ import annotations

from magicbb.public import public_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from magicbb.lookup.function import Lookup
    from magicbb.lookup.table import LookupTable
    from magicbb.lookup.verify import Report
    from magicbb.recipes.catalogue import CatalogueEntry
    from magicbb.recipes.choice import Choice
    from magicbb.recipes.scheme import Scheme
    from magicbb.tables.default import default_table
    from magicbb.tables.imports.findings import Findings
    from magicbb.tables.rival_table import RivalTable
    from magicbb.tables.slot_use import SlotUse
    from magicbb.tables.verifying import Verification

_NAMES = {
    "lookup.function": ("Lookup",),
    "lookup.table": ("LookupTable",),
    "lookup.verify": ("Report",),
    "recipes.catalogue": ("CatalogueEntry",),
    "recipes.choice": ("Choice",),
    "recipes.scheme": ("Scheme",),
    "tables.default": ("default_table",),
    "tables.imports.findings": ("Findings",),
    "tables.rival_table": ("RivalTable",),
    "tables.slot_use": ("SlotUse",),
    "tables.verifying": ("Verification",),
}
"""The public names that come from each module."""

__all__ = [
    "CatalogueEntry",
    "Choice",
    "Findings",
    "Lookup",
    "LookupTable",
    "Report",
    "RivalTable",
    "Scheme",
    "SlotUse",
    "Verification",
    "default_table",
]

__getattr__, __dir__ = public_names(__name__, _NAMES)
