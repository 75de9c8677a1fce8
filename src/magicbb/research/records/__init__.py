"""The record book, and results published by others.

`book` is the interface. A `record` is one of `magic_records`, `table_records` or `proof_records`,
with its `provenance`; `values` checks their fields. `campaigns` are the work that makes records,
and `leases` let one coordinator at a time run each. `rows` stores records in the book's SQLite
file, which `database/` manages, and `survey` checks every row. `exchange` exports and imports
records. `published` reads the results of others, which `comparing`, `frontier` (the map of squares)
and `slots` compare with the book's; `report` is the page, `markdown` makes text in it safe, and
`errors` has the exceptions.
"""

from magicbb.research.records.book import RecordBook
from magicbb.research.records.campaigns import Campaign
from magicbb.research.records.errors import (
    Damage,
    DamagedBookError,
    DamagedBookWarning,
    LeaseLostError,
    RecordError,
)
from magicbb.research.records.magic_records import MagicRecord
from magicbb.research.records.proof_records import ProofRecord
from magicbb.research.records.provenance import Provenance
from magicbb.research.records.record import Record
from magicbb.research.records.table_records import TableRecord

__all__ = [
    "Campaign",
    "Damage",
    "DamagedBookError",
    "DamagedBookWarning",
    "LeaseLostError",
    "MagicRecord",
    "ProofRecord",
    "Provenance",
    "Record",
    "RecordBook",
    "RecordError",
    "TableRecord",
]
