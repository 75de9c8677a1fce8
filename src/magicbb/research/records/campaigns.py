"""A campaign in the book: what was asked, and how far it is."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True)
class Campaign:
    """Long work, done as small jobs.

    Attributes:
        number: By which it is resumed.
        kind: What kind of work it is.
        params: What was asked, as JSON has it.
        seed: What it is seeded with.
        command: What was typed; empty where it was begun from Python.
        who: Who began it.
        version: The magicbb that began it.
        begun: When, in UTC.
        finished: When it was done, in UTC; None before.
        jobs: How many jobs are done.
        seconds: What they took, of one core.
    """

    number: int
    kind: str
    params: dict[str, Any]
    seed: int
    command: str
    who: str
    version: str
    begun: str
    finished: str | None
    jobs: int
    seconds: float

    @classmethod
    def from_columns(cls, columns: Mapping[str, Any]) -> Campaign:
        """The campaign of a row of the book."""
        values = {name: columns[name] for name in cls.__dataclass_fields__}
        read = {"params": json.loads(columns["params"]), "seed": int(columns["seed"])}
        return cls(**{**values, **read})

    def as_json(self) -> dict[str, Any]:
        """The fields by their names."""
        return asdict(self)


def canonical(value: Any) -> str:
    """A value as JSON text; equal values give equal texts.

    Raises:
        ValueError: JSON has no such value.
        TypeError: Likewise.

    >>> canonical({"b": 1, "a": [True, None]})
    '{"a":[true,null],"b":1}'
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)
