"""Exporting and importing records as JSON; imported records are verified.

    {"format": "magicbb records", "version": 1, "magics": [...], "tables": [...], "proofs": [...]}

Each record consists of its fields and its provenance. Campaigns are not exported: a record gives
the command and the seed that reproduce it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

from magicbb.arguments import short_repr
from magicbb.files import (
    gzipped_as_named,
    opened,
    read_start,
    source_name,
    unzipped,
    write_whole,
)
from magicbb.magics.files import naming
from magicbb.magics.json_text import value_of
from magicbb.research.codec import FormatError, OneOf, read, write
from magicbb.research.records.book import parse_book
from magicbb.research.records.errors import RecordError
from magicbb.research.records.magic_records import MagicRecord
from magicbb.research.records.proof_records import ProofRecord
from magicbb.research.records.provenance import Provenance
from magicbb.research.records.record import checked_records
from magicbb.research.records.table_records import TableRecord

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable

    from magicbb.files import Source
    from magicbb.research.records.book import RecordBook
    from magicbb.research.records.record import Record

FORMAT = "magicbb records"
FORMAT_VERSION = 1

LARGEST_FILE = 1 << 28
"""The maximum input file size in bytes; certificates of long proofs take up megabytes."""


@dataclass(frozen=True)
class Export:
    """The contents of an export file."""

    format: Annotated[str, OneOf((FORMAT,))]
    version: Annotated[int, OneOf((FORMAT_VERSION,))]
    magics: tuple[MagicRecord, ...] = ()
    tables: tuple[TableRecord, ...] = ()
    proofs: tuple[ProofRecord, ...] = ()


def fields_of(record: Record) -> dict[str, Any]:
    """The fields of a record, including its provenance, but without a proof's certificate."""
    fields: dict[str, Any] = write(type(record), record)
    fields.pop("certificate", None)
    return fields


def content_of(records: Iterable[Record]) -> dict[str, Any]:
    """Convert records to a JSON value that `records_of` can read.

    Records without provenance get the current user, time and version.

    Raises:
        TypeError: Something is not a record.
    """
    records = [
        record if record.provenance else replace(record, provenance=Provenance.of_this_moment())
        for record in checked_records(records)
    ]
    export = Export(
        FORMAT,
        FORMAT_VERSION,
        magics=tuple(each for each in records if isinstance(each, MagicRecord)),
        tables=tuple(each for each in records if isinstance(each, TableRecord)),
        proofs=tuple(each for each in records if isinstance(each, ProofRecord)),
    )
    content: dict[str, Any] = write(Export, export)
    for proof in content["proofs"]:
        proof["certificate"] = proof.pop("certificate")  # last, since it is long
    return content


def export_records(records: Iterable[Record], path: str | os.PathLike[str]) -> None:
    """Write records to a file, completely or not at all; gzipped if its name ends with .gz.

    Raises:
        TypeError: Something is not a record.
        OSError: The file cannot be written.

    >>> import os, tempfile
    >>> from magicbb import RecordBook, find
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     path = os.path.join(directory, "records.json")
    ...     with RecordBook("no-such-book.sqlite", create=False) as book:
    ...         _ = book.add(MagicRecord.of(find("bishop", "b1", 4)))
    ...         export_records(book.magics(), path)
    ...     len(read_records(path))
    1
    """
    text = json.dumps(content_of(records), indent=1) + "\n"
    write_whole(path, gzipped_as_named(text.encode(), path))


def import_records(
    book: RecordBook, source: Source, on_verified: Callable[[Record], None] | None = None
) -> tuple[list[Record], int]:
    """Read a file written by `export_records`, verify all records, and add them to a book.

    Args:
        book: The book.
        source: The file.
        on_verified: Callback that receives each record once it is verified.

    Returns:
        The records, and the number of records that are new to the book.

    Raises:
        ValueError: The file is not a valid export.
        RecordError: A record fails verification; the book is then unchanged.
        OSError: The file cannot be read.

    >>> import os, tempfile
    >>> from magicbb import RecordBook, find
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     path = os.path.join(directory, "records.json")
    ...     with RecordBook("no-such-book.sqlite", create=False) as book:
    ...         _ = book.add(MagicRecord.of(find("bishop", "b1", 4)))
    ...         export_records(book.magics(), path)
    ...     with RecordBook("no-such-book.sqlite", create=False) as book:
    ...         records, new = import_records(book, path)
    ...     new
    1
    """
    parse_book(book)
    records = read_records(source)
    try:
        return records, book.add_all(records, on_verified)
    except RecordError as error:
        raise RecordError(f"{source_name(source)}: {error}") from None


def read_records(source: Source) -> list[Record]:
    """Read the records of a file without verifying them.

    Raises:
        ValueError: The file is not a valid export.
        OSError: The file cannot be read.
    """
    with opened(source) as file, naming(source_name(source)):
        content = unzipped(read_start(file, LARGEST_FILE + 1), LARGEST_FILE)
        if len(content) > LARGEST_FILE:
            raise ValueError(f"it is longer than {LARGEST_FILE:,} bytes")
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise ValueError("it is not UTF-8 text") from None
        try:
            value = value_of(text)
        except ValueError as error:
            raise ValueError(f"it is not JSON: {error}") from None
        try:
            return records_of(value)
        except FormatError as error:
            raise ValueError(f"{error}") from None  # `naming` adds the file's name


def records_of(content: Any) -> list[Record]:
    """The records in a JSON value from `content_of`.

    Raises:
        ValueError: The value is not a valid export.
    """
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ValueError(f'it contains no records; "format" must be "{FORMAT}"')
    version = content.get("version")
    if version != FORMAT_VERSION or type(version) is not int:
        raise ValueError(
            f"it has format version {short_repr(version)}, but "
            f"this magicbb reads version {FORMAT_VERSION}"
        )
    export = read(Export, content, "the export", loose=True)
    return [*export.magics, *export.tables, *export.proofs]
