"""Magics from a CSV or JSON file, with their offsets if the file has them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from magicbb.files import STANDARD_INPUT
from magicbb.magics.files import in_order, read_magics
from magicbb.recipes.sources.source import Source

if TYPE_CHECKING:
    from magicbb.recipes.scheme import Scheme
    from magicbb.recipes.sources.source import Magics, Offsets, SearchOptions


@dataclass(frozen=True)
class File(Source):
    """The magics of a file, which are checked against the scheme when the table is built."""

    path: str
    repeatable = False
    seeded = False

    @property
    def name(self) -> str:
        """The name of the file, without its directory.

        It begins with ./ if it could be mistaken for the name of a source.
        """
        name = Path(self.path).name
        return name if is_path(name) else f"./{name}"

    def magics(self, scheme: Scheme, options: SearchOptions) -> tuple[Magics, Offsets | None]:  # noqa: ARG002
        """Read the file; this happens once for each table built."""
        magics, offsets = in_order(read_magics(self.path))
        options.report(magics)
        return magics, offsets


def is_path(name: str) -> bool:
    """Whether a name denotes a file: it contains a dot, is an absolute path, or is "-".

    >>> is_path("magics.csv"), is_path("./magics"), is_path("-"), is_path("fancy")
    (True, True, True, False)
    """
    return "." in name or name == STANDARD_INPUT or Path(name).is_absolute()
