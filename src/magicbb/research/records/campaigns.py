"""Campaigns in the book: their parameters and the results of their jobs."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from magicbb.arguments import parse_integer, short_repr
from magicbb.magics.json_text import value_of
from magicbb.research.records.database.structure import sort_out
from magicbb.research.records.values import (
    LARGEST_INTEGER,
    MOST_SECONDS,
    check_short,
    parse_moment,
    parse_seconds,
    seed_of,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from magicbb.research.records.database.connection import Connection
    from magicbb.research.records.errors import Damage


@dataclass(frozen=True)
class Campaign:
    """A campaign in the book: a long computation, split into small jobs.

    Attributes:
        number: The campaign's number, for `resume`.
        kind: The kind of work.
        params: The parameters, as JSON values.
        seed: The seed.
        command: The command line that starts the same campaign; empty if none was given.
        who: The name of the user who started it.
        version: The version of magicbb that started it.
        begun: The time at which it was started, in UTC.
        finished: The time at which it was finished, in UTC; None if unfinished.
        jobs: The number of finished jobs.
        seconds: The total time of these jobs on one core.
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
        """The campaign stored in a row of the book.

        Raises:
            ValueError: The row is damaged.
        """
        values = {name: columns[name] for name in cls.__dataclass_fields__}
        if values["number"] < 1:
            raise ValueError(f"number must be 1 or more, got {values['number']}")
        for name in ("kind", "command", "who", "version"):
            check_short(values[name], name)
        for name in ("begun", "finished"):
            if values[name] is not None:
                parse_moment(values[name], name)
        params = value_of(values["params"])
        if not isinstance(params, dict):
            raise ValueError(f"params must be an object, got {short_repr(params)}")
        read = {"params": params, "seed": seed_of(values["seed"])}
        return cls(**{**values, **read, "seconds": parse_seconds(values["seconds"])})

    def to_dict(self) -> dict[str, Any]:
        """The fields as a dict."""
        return asdict(self)


def parse_number(number: int) -> int:
    """Return the number of a campaign, checked."""
    return parse_integer(
        number, LARGEST_INTEGER, "the number of a campaign must be 1 or more", start=1
    )


def parse_round(number: int) -> int:
    """Return the number of a round, checked."""
    return parse_integer(number, LARGEST_INTEGER, "round must be 0 or more")


def select(
    connection: Connection, number: int | None = None
) -> tuple[list[Campaign], list[Damage]]:
    """Return all campaigns in numerical order, or only the given one, and the damaged rows."""
    rows = connection.rows(
        """
        SELECT campaigns.*,
            (SELECT count(*) FROM results WHERE campaign = number) AS jobs,
            (
                SELECT total(seconds) FROM results WHERE campaign = number
                AND typeof(seconds) = 'real' AND seconds BETWEEN 0 AND ?2 -- not in a damaged row
            ) AS seconds
        FROM campaigns WHERE ?1 IS NULL OR number = ?1 ORDER BY number
        """,
        (number, MOST_SECONDS),
    )
    return sort_out("campaigns", rows, Campaign.from_columns)


def results(
    connection: Connection, campaign: int, round: int
) -> tuple[list[tuple[int, Any]], list[Damage]]:
    """Return the results of a round, as pairs of job number and result, and the damaged rows."""
    rows = connection.rows(
        "SELECT rowid, * FROM results WHERE campaign = ? AND round = ? ORDER BY job",
        (campaign, round),
    )
    return sort_out("results", rows, result_of)


def result_of(columns: Mapping[str, Any]) -> tuple[int, Any]:
    """The job number and the result in a row of the book.

    Raises:
        ValueError: The row is damaged.
    """
    for name in ("round", "job"):
        if columns[name] < 0:
            raise ValueError(f"{name} must be 0 or more, got {columns[name]}")
    parse_seconds(columns["seconds"])
    return columns["job"], value_of(columns["result"])


def result_row(
    number: int, round: int, job: int, result: Any, seconds: float
) -> tuple[int, int, int, str, float]:
    """The columns of a job's result.

    Raises:
        ValueError: A number is out of range, or the result is not a JSON value.
    """
    text = json.dumps(result, separators=(",", ":"), allow_nan=False)
    of_round = parse_round(round)
    of_job = parse_integer(job, LARGEST_INTEGER, "job must be 0 or more")
    return parse_number(number), of_round, of_job, text, parse_seconds(seconds)


def add_result(connection: Connection, row: tuple[int, int, int, str, float]) -> bool:
    """Add a `result_row`, within a transaction; return False if the job already has a result."""
    added = connection.run(
        "INSERT INTO results (campaign, round, job, result, seconds) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT DO NOTHING",
        row,
    )
    return bool(added)
