"""Source code of other people, and what is made of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from magicbb.tables.imports.findings import Imported
from magicbb.tables.reading import one_or_both, read_any

if TYPE_CHECKING:
    import os


def import_magics(*sources: str | os.PathLike[str], piece: Any = None, **how: Any) -> Imported:
    """Read source code; return the table and how it was understood."""
    found = read_any(sources, one_or_both(piece), **how).findings
    assert isinstance(found, Imported)
    return found
