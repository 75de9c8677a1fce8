"""The tables and columns of a book, and checks of their values."""

from __future__ import annotations

import functools
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from magicbb.arguments import short_repr
from magicbb.research.records.database.migrations import MIGRATIONS
from magicbb.research.records.errors import Damage
from magicbb.research.records.values import check_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

T = TypeVar("T")

_TYPES: dict[str, tuple[type, str]] = {
    "INTEGER": (int, "an integer"),
    "REAL": (float, "a number"),
    "TEXT": (str, "a text"),
}

_COLUMNS = """
    SELECT "table".name AS "table", "column".name AS name, "column".type, "column"."notnull", pk
    FROM sqlite_schema AS "table", pragma_table_info("table".name) AS "column"
    WHERE "table".type = 'table'
"""


@dataclass(frozen=True)
class Column:
    """A column of a table.

    Attributes:
        type: The column's SQLite type, a key of `_TYPES`.
        required: Whether every row must have a value in the column.
    """

    type: str
    required: bool


@functools.cache
def tables() -> Mapping[str, Mapping[str, Column]]:
    """The columns of each table of a book, by table name and column name.

    >>> tables()["results"]["seconds"]
    Column(type='REAL', required=True)
    """
    with closing(sqlite3.connect(":memory:")) as base:
        for statements in MIGRATIONS:
            for statement in statements:
                base.execute(statement)
        return columns_in(base)


def columns_in(base: sqlite3.Connection) -> dict[str, dict[str, Column]]:
    """The columns of each table in a database."""
    found: dict[str, dict[str, Column]] = {}
    for table, name, kind, required, key in base.execute(_COLUMNS):
        found.setdefault(table, {})[name] = Column(kind, bool(required or key))
    return found


def lacking(base: sqlite3.Connection) -> list[str]:
    """Describe each table and column that a book lacks.

    Additional tables and columns are ignored.
    """
    found = columns_in(base)
    faults = []
    for table, columns in tables().items():
        if table not in found:
            faults.append(f"it has no table {table}")
            continue
        missing = (name for name in columns if name not in found[table])
        faults += [f"its table {table} has no column {name}" for name in missing]
    return faults


def sort_out(
    table: str, rows: Iterable[dict[str, Any]], make: Callable[[dict[str, Any]], T]
) -> tuple[list[T], list[Damage]]:
    """Read rows of a table, and list those that are damaged.

    Args:
        table: The table's name.
        rows: The rows, each with its number as the first column.
        make: Converts a row's columns to a value, or raises ValueError if the row is damaged.
    """
    made: list[T] = []
    damaged = []
    for columns in rows:
        try:
            check_row(table, columns)
            made.append(make(columns))
        except ValueError as error:  # noqa: PERF203 (few rows are damaged)
            damaged.append(Damage(table, next(iter(columns.values())), f"{error}"))
    return made, damaged


def check_row(table: str, values: Mapping[str, Any]) -> None:
    """Check that a row has all required columns, with the right types.

    Raises:
        ValueError: A value is missing, has the wrong type, or is not valid UTF-8 text.
    """
    for name, column in tables()[table].items():
        value = values.get(name)
        if value is None:
            if column.required:
                raise ValueError(f"it has no {name}")
            continue
        kind, rule = _TYPES[column.type]
        if type(value) is not kind:
            raise ValueError(f"{name} must be {rule}, got {short_repr(value)}")
        if isinstance(value, str):
            check_text(value, name)
