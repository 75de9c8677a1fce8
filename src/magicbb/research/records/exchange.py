"""Records as JSON, out and in; what comes in is verified.

    {"format": "magicbb records", "version": 1, "magics": [...], "tables": [...], "proofs": [...]}

Each record has its fields and its provenance. Campaigns stay where they are: a record says with
which command and seed it is found again.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from magicbb.arguments import short_repr
from magicbb.files import write_whole
from magicbb.research.records.errors import RecordError
from magicbb.research.records.magic_records import MagicRecord
from magicbb.research.records.proof_records import ProofRecord
from magicbb.research.records.provenance import Provenance
from magicbb.research.records.table_records import TableRecord
from magicbb.tables.texts import naming

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from magicbb.research.records.book import Book
    from magicbb.research.records.rows import Record

FORMAT = "magicbb records"
FORMAT_VERSION = 1

LARGEST_FILE = 1 << 28
"""Bytes of the largest file that is read; certificates of long proofs take megabytes."""

_KINDS: tuple[type[Record], ...] = (MagicRecord, TableRecord, ProofRecord)


def fields_of(record: Record) -> dict[str, Any]:
    """The fields of a record with its provenance, but without a proof's certificate."""
    provenance = record.provenance.as_json() if record.provenance else {}
    return {**record.as_json(), **provenance}


def content_of(records: Iterable[Record]) -> dict[str, Any]:
    """Records as a value for JSON, from which `records_of` reads them."""
    content: dict[str, Any] = {"format": FORMAT, "version": FORMAT_VERSION}
    content |= {kind.TABLE: [] for kind in _KINDS}
    for record in records:
        fields = fields_of(record)
        if isinstance(record, ProofRecord):
            fields["certificate"] = record.certificate
        content[record.TABLE].append(fields)
    return content


def export_records(records: Iterable[Record], path: str | os.PathLike[str]) -> None:
    """Write records to a file, whole or not at all.

    Raises:
        OSError: The file cannot be written.
    """
    write_whole(path, (json.dumps(content_of(records), indent=1) + "\n").encode())


def import_records(
    book: Book, path: str | os.PathLike[str], on_verified: Callable[[Record], None] | None = None
) -> tuple[list[Record], int]:
    """Read what `export_records` wrote, verify all of it, and add it to a book.

    Args:
        book: The book.
        path: The file.
        on_verified: Called with each record once it is verified.

    Returns:
        The records, and how many of them were not in the book before.

    Raises:
        ValueError: The file is not understood; or, as a `RecordError`, a record is false. The book
            is as it was then.
        OSError: The file cannot be read.
    """
    records = read_records(path)
    try:
        return records, book.add_all(records, on_verified)
    except RecordError as error:
        raise RecordError(f"{os.fspath(path)}: {error}") from None


def read_records(path: str | os.PathLike[str]) -> list[Record]:
    """The records of a file; nothing is verified.

    Raises:
        ValueError: The file is not understood.
        OSError: It cannot be read.
    """
    with Path(path).open("rb") as file, naming(path):
        content = file.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            raise ValueError(f"it is longer than {LARGEST_FILE:,} bytes")
        try:
            value = json.loads(content.decode("utf-8-sig"))
        except (ValueError, RecursionError) as error:
            raise ValueError(f"not JSON: {error}") from None
        return records_of(value)


def records_of(content: Any) -> list[Record]:
    """The records of what `content_of` gave.

    Raises:
        ValueError: It is something else.
    """
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ValueError(f'it holds no records; "format" must be "{FORMAT}"')
    version = content.get("version")
    if version != FORMAT_VERSION or type(version) is not int:
        raise ValueError(
            f"it has the format version {short_repr(version)}, "
            f"this magicbb reads version {FORMAT_VERSION}"
        )
    records: list[Record] = []
    for kind in _KINDS:
        items = content.get(kind.TABLE, [])
        if not isinstance(items, list):
            raise ValueError(f"{kind.TABLE} must be a list, got {short_repr(items)}")
        for number, item in enumerate(items):
            records.append(_record(kind, item, f"number {number} of the {kind.TABLE}"))
    return records


def _record(kind: type[Record], fields: Any, where: str) -> Record:
    if not isinstance(fields, dict):
        raise ValueError(f"{where} is not an object")
    try:
        _refuse_booleans(fields)
        return kind.from_json(fields, Provenance.from_json(fields))
    except KeyError as error:
        raise ValueError(f"{where}: there is no field {error}") from None
    except (ValueError, TypeError) as error:
        raise ValueError(f"{where}: {error}") from None


def _refuse_booleans(value: Any) -> None:
    """Refuse what JSON calls true and false, which Python would take for 1 and 0."""
    if isinstance(value, bool):
        raise ValueError(f"no field of a record is {str(value).lower()}")
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            _refuse_booleans(each)
