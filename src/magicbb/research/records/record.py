"""The types of record in a book: magics, tables and proofs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar, Union, get_args

from magicbb.arguments import short_repr
from magicbb.magics.magic import Magic
from magicbb.research.records.magic_records import MagicRecord
from magicbb.research.records.proof_records import ProofRecord
from magicbb.research.records.table_records import TableRecord

if TYPE_CHECKING:
    from collections.abc import Iterable

Record = Union[MagicRecord, TableRecord, ProofRecord]  # noqa: UP007 (evaluated at run time)
"""The types of record in a book."""

Kind = TypeVar("Kind", MagicRecord, TableRecord, ProofRecord)

RECORDS = get_args(Record)
"""The classes of records."""


def checked_records(records: Iterable[object], *kinds: type) -> list[Any]:
    """The records as a list, after checking that each is of one of the given classes, or any.

    Raises:
        TypeError: One is not.
    """
    found, kinds = [*records], kinds or RECORDS
    for each in found:
        if not isinstance(each, kinds):
            names = " or ".join(kind.__name__ for kind in kinds)
            hint = "; see MagicRecord.of" if isinstance(each, Magic) else ""
            raise TypeError(f"records must be {names} objects, got {short_repr(each)}{hint}")
    return found
