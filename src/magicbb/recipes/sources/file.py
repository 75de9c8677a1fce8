"""Magics from a CSV or JSON file, with their offsets if it has them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from magicbb.files import STANDARD_INPUT
from magicbb.magics.files import in_order, read_magics
from magicbb.recipes.sources.source import Source

if TYPE_CHECKING:
    from magicbb.recipes.scheme import Scheme
    from magicbb.recipes.sources.source import Magics, Offsets, Search


@dataclass(frozen=True)
class File(Source):
    """The magics of a file; building the table checks that they suit the table's scheme."""

    path: str
    repeatable = False

    @property
    def name(self) -> str:
        """The file's name without its folders."""
        return Path(self.path).name

    def magics(self, scheme: Scheme, search: Search) -> tuple[Magics, Offsets | None]:  # noqa: ARG002
        """Read the file, once for each table built."""
        magics, offsets = in_order(read_magics(self.path))
        search.report(magics)
        return magics, offsets


def is_path(name: str) -> bool:
    """Whether a name is a file's: it contains a dot, as no other name does, is absolute, or is "-".

    >>> is_path("magics.csv"), is_path("./magics"), is_path("-"), is_path("fancy")
    (True, True, True, False)
    """
    return "." in name or name == STANDARD_INPUT or Path(name).is_absolute()
