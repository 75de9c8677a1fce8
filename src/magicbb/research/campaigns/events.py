"""The events of a campaign, for progress displays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class RoundBegan:
    """A round begins, or is resumed.

    Attributes:
        campaign: The campaign's number in the book; 0 without a book.
        round: The round's number, starting at 0.
        done: The number of results of this round that are already in the book.
        total: The number of jobs in the round.
        best: A description of the best result so far, provided by the work.
    """

    campaign: int
    round: int
    done: int
    total: int
    best: str


@dataclass(frozen=True)
class JobDone:
    """A job is done; with a book, its result is saved.

    Attributes:
        round: The round's number.
        job: The job's number in its round.
        done: The number of finished jobs in the round.
        total: The number of jobs in the round.
        rate: The speed in `unit` per second; 0.0 while unknown.
        unit: The unit of the rate, such as "jobs" or "nodes".
        best: A description of the best result so far, provided by the work.
        left: The estimated number of seconds until the round is done; None while unknown.
        seconds: The time that the job took on one core.
    """

    round: int
    job: int
    done: int
    total: int
    rate: float
    unit: str
    best: str
    left: float | None
    seconds: float = 0.0


@dataclass(frozen=True)
class WorkerDied:
    """A worker crashed; the jobs in flight are retried.

    Attributes:
        round: The round's number.
        jobs: The numbers of the jobs that are retried.
    """

    round: int
    jobs: tuple[int, ...]


Event: TypeAlias = RoundBegan | JobDone | WorkerDied
