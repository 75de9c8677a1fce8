"""The record book, and what others published."""

from magicbb.records.book import Book
from magicbb.records.campaigns import Campaign
from magicbb.records.errors import LeaseLostError, RecordError
from magicbb.records.magic_records import MagicRecord
from magicbb.records.proof_records import ProofRecord
from magicbb.records.provenance import Provenance
from magicbb.records.rows import Record
from magicbb.records.table_records import TableRecord

__all__ = [
    "Book",
    "Campaign",
    "LeaseLostError",
    "MagicRecord",
    "ProofRecord",
    "Provenance",
    "Record",
    "RecordError",
    "TableRecord",
]
