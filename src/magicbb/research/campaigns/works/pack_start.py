"""What a packing campaign starts from: published magics, and a table given or published."""

from __future__ import annotations

import contextlib
import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from magicbb.files import STANDARD_INPUT, opened, read_start
from magicbb.geometry.bitboards import FULL
from magicbb.geometry.sliders import SLIDERS
from magicbb.lookup.keys import WIDEST_BITS, all_keys, row_of
from magicbb.magics.search.annealing.moves import shifted
from magicbb.research.campaigns.works.pack_jobs import Laid, Packed
from magicbb.research.packing.candidates import Candidate

if TYPE_CHECKING:
    from magicbb.tables.table import Table


def digest_of(start: str) -> str:
    """The SHA-256 of a file to start from; empty if it is a name from the catalogue.

    Raises:
        OSError: It is neither.
    """
    from magicbb.recipes.catalogue import CATALOGUE
    from magicbb.tables.npz_tables import LARGEST_TABLE

    if start in {"", STANDARD_INPUT} or start in CATALOGUE:
        return ""
    with opened(start) as file:  # a longer one will be refused
        return hashlib.sha256(read_start(file, LARGEST_TABLE + 1)).hexdigest()


def given_packing(start: str, digest: str, kind: str, shift: str, sharing: str) -> Packed:
    """The packing of a table to start from.

    Args:
        start: A name from the catalogue, or a file.
        digest: The result of `digest_of` at the start of the campaign.
        kind: The kind of magics that the table must have.
        shift: "fixed" or "free"; with "fixed", the table must have one shift per piece.
        sharing: The kind of sharing; a key of `pack_jobs.STORAGE_OF_SHARING`.

    Raises:
        ValueError: The file has changed, or the table is unsuitable.
        OSError: The file cannot be read.
    """
    from magicbb.recipes.catalogue import CATALOGUE
    from magicbb.tables.build import build
    from magicbb.tables.reading import read
    from magicbb.tables.table import Table

    if digest and digest_of(start) != digest:
        raise ValueError(f"{start} has changed since the campaign began")
    table = build(start) if start in CATALOGUE else read(Path(start))
    if not isinstance(table, Table):
        raise ValueError(f"start must be a table of magics, and {start} uses none")
    widths = {(magic.piece, magic.bits) for magic in table.magics}
    if (
        {magic.kind for magic in table.magics} != {kind}
        or table.offsets is None
        or (shift == "fixed" and len(widths) > len(SLIDERS))
    ):
        raise ValueError(
            f"start must be a table of {kind} magics with offsets and a {shift} shift, got "
            f"{'/'.join(table.scheme.names)} with {len(widths)} different numbers of index bits"
        )
    return _packed(sharing, table)


def published_packing(name: str, kind: str, sharing: str) -> Packed | None:
    """The packing of the smallest published table of a name and kind; None if there is none.

    A packing without sharing is a poor start for one with shared slots: after one round, a packing
    from scratch had 48,744 entries, and one with such a start had 50,755. So there is none for
    "postmask".
    """
    from magicbb.research.records.published import published_table, published_tables

    tables = [
        published_table(each.file)
        for each in published_tables()
        if each.file and each.name == name and each.kind == kind and sharing != "postmask"
    ]
    if not tables:
        return None
    return _packed(sharing, min(tables, key=lambda each: each.entries))


def _packed(sharing: str, table: Table) -> Packed:
    """Convert a table to a packing to start from."""
    pairs = zip(table.magics, table.offsets or (), strict=True)
    rows = tuple(
        Laid(Candidate(row, magic.bits, magic.magic), offset)
        for row, (magic, offset) in enumerate(pairs)
    )
    return Packed(sharing, table.entries, rows)


def published_candidates(kind: str, shift: str) -> list[Candidate]:
    """The published magics of a kind, including those of the densest tables that ship.

    For a fixed shift, only those that are valid with it.
    """
    from magicbb.recipes.catalogue import CATALOGUE
    from magicbb.recipes.sources import SOURCES
    from magicbb.research.records.published import (
        published_magics,
        published_table,
        published_tables,
    )
    from magicbb.tables.build import build

    magics = [record.as_magic() for record in published_magics()]
    for table in published_tables():
        if table.file is not None:
            magics += published_table(table.file).magics
    magics += [magic for name in SOURCES if name in CATALOGUE for magic in build(name).magics]
    keys, found = all_keys(), []
    for magic in magics:
        if magic.kind != kind:
            continue
        factor, bits = magic.magic, magic.bits
        if shift == "fixed":
            bits = WIDEST_BITS[magic.piece.name]
            factor = shifted(factor, bits - magic.bits, black=kind == "black")
        candidate = Candidate(row_of(magic.piece, magic.square), bits, factor)
        with contextlib.suppress(ValueError):  # a shifted factor may not be a magic
            if bits != magic.bits:
                candidate.pattern(kind, keys.attacks[keys.of_row(candidate.row)], FULL)
            found.append(candidate)
    return list(dict.fromkeys(found))
