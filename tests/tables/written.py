"""The magics of a table as CSV and as JSON, as other people may write them."""

from __future__ import annotations

import json
from typing import Any

import pytest

import magicbb as mb

Field = dict[str, Any]

every_format = pytest.mark.parametrize("form", ["csv", "json"])


def fields_of(table: mb.Table, *, offsets: bool = False) -> list[Field]:
    """Return a table's magics as fields, with the offsets where its squares start."""
    starts = table.offsets or table.parameters[:, -1].tolist()
    return [
        {
            "piece": magic.piece.name,
            "square": mb.geometry.square_name(magic.square),
            "kind": magic.kind,
            "bits": magic.bits,
            "magic": hex(magic.magic),
        }
        | ({"offset": start} if offsets else {})
        for magic, start in zip(table.magics, starts, strict=True)
    ]


def to_csv(fields: list[Field]) -> str:
    """Write fields as lines of a CSV file."""
    lines = [",".join(fields[0]), *(",".join(map(str, field.values())) for field in fields)]
    return "\n".join(lines) + "\n"


def to_json(fields: list[Field]) -> str:
    """Write fields as a JSON list."""
    return json.dumps(fields)


WRITERS = {"csv": to_csv, "json": to_json}
