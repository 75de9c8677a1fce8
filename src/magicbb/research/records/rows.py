"""Convert records to and from database rows, and check that they are consistent."""

from __future__ import annotations

import contextlib
import functools
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from magicbb.magics.json_text import value_of
from magicbb.magics.settled import DISPROVED, EXISTS
from magicbb.research.codec import read, write
from magicbb.research.proofs import CertificateError
from magicbb.research.proofs.reading import certificate_of
from magicbb.research.records.database.structure import sort_out
from magicbb.research.records.errors import RecordError
from magicbb.research.records.magic_records import MagicRecord
from magicbb.research.records.proof_records import ProofRecord
from magicbb.research.records.table_records import TableRecord
from magicbb.research.records.values import seed_of

if TYPE_CHECKING:
    from magicbb.research.records.database.connection import Connection
    from magicbb.research.records.errors import Damage
    from magicbb.research.records.provenance import Provenance
    from magicbb.research.records.record import Kind, Record


def insert(
    connection: Connection, record: Record, provenance: Provenance, campaign: int | None = None
) -> bool:
    """Insert a record; return False if it is already in the book.

    Must be called inside a transaction.

    Raises:
        RecordError: The record contradicts one in the book.
    """
    check_consistent(connection, record)
    columns = {**columns_of(replace(record, provenance=provenance)), "campaign": campaign}
    if _is_held(connection, record, columns):
        return False
    names = ", ".join(f'"{name}"' for name in columns)
    values = ", ".join(f":{name}" for name in columns)
    statement = f"INSERT OR IGNORE INTO {record.TABLE} ({names}) VALUES ({values})"  # noqa: S608
    return connection.run(statement, columns) == 1


def _is_held(connection: Connection, record: Record, columns: dict[str, Any]) -> bool:
    """Whether the book already has this record in an older notation, whose digest differs."""
    if isinstance(record, TableRecord):
        where = {name: columns[name] for name in ("name", "magics")}
        tables, _ = select(connection, TableRecord, where, "id")
        return any(each.scheme == record.scheme for each in tables)
    if isinstance(record, ProofRecord):
        where = {name: columns[name] for name in ("piece", "square", "kind", "bits", "nodes")}
        proofs, _ = select(connection, ProofRecord, where, "id")
        for each in proofs:
            with contextlib.suppress(CertificateError):
                if certificate_of(each.certificate) == certificate_of(record.certificate):
                    return True
    return False


def select(
    connection: Connection, kind: type[Kind], where: dict[str, Any], order: str
) -> tuple[list[Kind], list[Damage]]:
    """Return the records of a kind whose columns have the given values, and the damaged rows."""
    conditions = " AND ".join(["TRUE", *(f"{name} = :{name}" for name in where)])
    statement = f"SELECT * FROM {kind.TABLE} WHERE {conditions} ORDER BY {order}"  # noqa: S608
    rows = connection.rows(statement, where)
    return sort_out(kind.TABLE, rows, functools.partial(record_of, kind))


def columns_of(record: Record) -> dict[str, Any]:
    """The column values of a record: its exported fields, with squares as numbers."""
    columns: dict[str, Any] = write(type(record), record)
    if isinstance(record, TableRecord):
        columns["magics"] = json.dumps(columns["magics"])
    else:
        columns["square"] = record.square
    if not isinstance(record, MagicRecord):
        columns["digest"] = record.digest
    if columns.get("seed") is not None:
        columns["seed"] = str(columns["seed"])  # SQLite has no unsigned 64-bit integers
    return columns


def record_of(kind: type[Kind], columns: dict[str, Any]) -> Kind:
    """Make a record from the columns of a row, ignoring unknown columns.

    Raises:
        ValueError: The row is damaged.
    """
    fields = {**columns}
    if kind is TableRecord:
        fields["magics"] = value_of(fields["magics"])
    if fields["seed"] is not None:
        fields["seed"] = seed_of(fields["seed"])
    return read(kind, fields, "the record", loose=True)


def check_consistent(connection: Connection, record: Record) -> None:
    """Check that a record does not contradict the book.

    If a magic with some number of bits exists, so does one with more bits; if none exists, none
    with fewer bits exists either.

    Raises:
        RecordError: The record contradicts the book.
    """
    if isinstance(record, TableRecord):
        return
    opposite = DISPROVED
    comparison, said = ">=", f"says that a magic with {record.bits} bits exists"
    if isinstance(record, ProofRecord) and record.outcome == DISPROVED:
        opposite, comparison, said = EXISTS, "<=", f"says that none with {record.bits} bits exists"
    place = (record.piece.name, record.square, record.kind, record.bits)
    same = f"piece = ? AND square = ? AND kind = ? AND bits {comparison} ?"
    queries = [f"SELECT bits FROM proofs WHERE {same} AND outcome = '{opposite}'"]  # noqa: S608
    if opposite == EXISTS:
        queries.append(f"SELECT bits FROM magics WHERE {same}")  # noqa: S608
    for query in queries:
        for row in connection.rows(query, place):
            held = "none" if opposite == DISPROVED else "one"
            raise RecordError(
                f"{record.where}: the record {said}, but the book {connection.path} says that "
                f"{held} with {row['bits']} bits exists"
            )
