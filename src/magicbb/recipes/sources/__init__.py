"""The sources of a table's magics.

There is one file for each kind of source. The scheme determines what a look-up computes; the source
only provides the magics, and in some cases their offsets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from magicbb.arguments import short_repr, suggestion
from magicbb.recipes.sources.file import File, is_path
from magicbb.recipes.sources.searched import Annealed, Constructed
from magicbb.recipes.sources.shipped import Shipped
from magicbb.recipes.sources.source import SearchOptions, Source

if TYPE_CHECKING:
    from magicbb.recipes.scheme import Scheme

__all__ = ["SOURCES", "SearchOptions", "Source", "default_source", "parse_source"]


SOURCES: dict[str, Source] = {
    source.name: source
    for source in (
        Constructed(),
        Annealed(),
        Shipped("dense", "dense"),
        Shipped("densest", "densest/free"),
        Shipped("densest-fixed", "densest/fixed"),
        Shipped("densest-fixed-black", "densest/fixed-black"),
        Shipped("densest-shared", "densest/shared", ("union",)),
        Shipped("densest-bytes", "densest/bytes", ("nibbles",)),
    )
}
"""The sources by name."""


def default_source(scheme: Scheme) -> Source | None:
    """The default source of a scheme; None if its hash takes no magics.

    Layouts that pack get annealed magics with short ranges, unless different attack sets can share
    slots: in that case, gaps that other rows could fill save no space, and annealed magics needed
    7% more slots than constructed ones in a measurement.
    """
    if scheme.hash.kind is None:
        return None
    annealed = SOURCES["annealed"]
    gains = scheme.layout.packs and not scheme.storage.shareable
    return annealed if gains and not annealed.reason_against(scheme) else SOURCES["constructed"]


def parse_source(source: str) -> Source:
    """Parse the name of a source or of a file of magics.

    Raises:
        ValueError: The string is neither the name of a source nor a file name.
        TypeError: The argument is not a string.

    >>> parse_source("dense")
    Shipped(name='dense', file='dense', storages=None)
    """
    known = f"{', '.join(SOURCES)}, or a file of magics"
    complaint = f"source must be one of {known}, got {short_repr(source)}"
    if not isinstance(source, str):
        raise TypeError(complaint)
    if source in SOURCES:
        return SOURCES[source]
    if is_path(source):
        return File(source)
    raise ValueError(complaint + suggestion(source, SOURCES))
