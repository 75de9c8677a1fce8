"""The interface of a campaign's work: its jobs, their results, and the resulting records.

Workers receive and return text (see `run_job`), so a value is the same whether or not it was stored
in a book or sent over a network.
"""

from __future__ import annotations

import json
import pkgutil
import time
from abc import ABC, abstractmethod
from dataclasses import is_dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, get_type_hints

from magicbb.research.codec import read, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.research.records import Record

Job = TypeVar("Job")
Result = TypeVar("Result")


class Work(ABC, Generic[Job, Result]):
    """Work that consists of rounds of independent jobs.

    Each subclass is a frozen dataclass whose fields are its parameters. Jobs and results are
    also frozen dataclasses, or plain values; the annotations of `run` give their types. All are
    serialised as JSON by `magicbb.research.codec`. Work is pure: equal parameters and seeds give
    equal jobs and equal results, in any order, on any machine, with any number of workers. A job
    should take seconds, and call its kernels in slices of less than one second, to keep Ctrl-C
    responsive.

    Attributes:
        kind: The key of the class in `works.WORKS`.
        unit: The unit of `amount`, such as "nodes".
        records_partial: Whether results of an unfinished campaign are worth recording.
        seed: The random seed.
    """

    kind: ClassVar[str]
    unit: ClassVar[str] = "jobs"
    records_partial: ClassVar[bool] = False
    seed: int

    @abstractmethod
    def jobs(self, number: int, earlier: Sequence[Result]) -> Sequence[Job]:
        """The jobs of a round.

        Args:
            number: The round's number, starting at 0.
            earlier: The results of the previous round, in job order.

        Returns:
            The jobs; the campaign ends if there are none.
        """

    @abstractmethod
    def run(self, job: Job) -> Result:
        """Run a job, in a worker."""

    @abstractmethod
    def best(self, results: Sequence[Result]) -> str:
        """Describe the best of all results so far in a few words."""

    @abstractmethod
    def records(self, rounds: Sequence[Sequence[Result]]) -> list[Record]:
        """The records for the book, given the results of all rounds."""

    def weight(self, job: Job) -> float:  # noqa: ARG002
        """The relative duration of a job."""
        return 1.0

    def amount(self, result: Result) -> float:  # noqa: ARG002
        """The amount of work done by a job, for the reported rate."""
        return 1.0

    def command_of(self, command: str, rounds: int) -> str | None:  # noqa: ARG002
        """The command that reproduces the results after the given number of complete rounds.

        Args:
            command: The campaign's command.
            rounds: The number of rounds.

        Returns:
            The command; None if only a finished campaign can be reproduced.
        """
        return None


AnyWork = Work[Any, Any]
"""Work with jobs and results of any type."""


def params_of(work: AnyWork) -> dict[str, Any]:
    """The parameters of work as a JSON object, without the seed."""
    if not (isinstance(work, Work) and is_dataclass(work)):
        rule = "work must be a Work and a frozen dataclass"
        raise TypeError(f"{rule}, got a {type(work).__name__}")
    params: dict[str, Any] = write(type(work), work)
    del params["seed"]
    return params


def work_from(kind: type[AnyWork], params: dict[str, Any], seed: int) -> AnyWork:
    """Recreate work from its parameters.

    Raises:
        FormatError: The parameters do not fit this kind of work.
    """
    return read(kind, {**params, "seed": seed}, f"the {kind.kind} campaign")


def types_of(kind: type[AnyWork]) -> tuple[Any, Any]:
    """The types of the jobs and results of a class of work."""
    hints = get_type_hints(kind.run, include_extras=True)
    return hints["job"], hints["return"]


def path_of(work: AnyWork) -> str:
    """The import path of the work's class.

    Raises:
        ValueError: The class is not defined at module level.
    """
    kind = type(work)
    if "<" in kind.__qualname__:
        raise ValueError(
            f"work must be an instance of a module-level class, got {kind.__qualname__}"
        )
    return f"{kind.__module__}:{kind.__qualname__}"


def class_at(path: str) -> type[AnyWork]:
    """The class with the given import path, as returned by `path_of`.

    >>> class_at("magicbb.research.campaigns.work:Work").__name__
    'Work'
    """
    found: type[AnyWork] = pkgutil.resolve_name(path)
    return found


def run_job(path: str, params: str, seed: int, job: str) -> tuple[str, float]:
    """Run a job in a worker, with text as input and output.

    Args:
        path: The class of the work, as "module:Class".
        params: The parameters of the work, as JSON.
        seed: The seed of the work.
        job: The job, as JSON.

    Returns:
        The result as JSON, and the CPU time taken in seconds, which does not grow if the machine
        is busy with other work.
    """
    began = time.thread_time()
    kind = class_at(path)
    of_job, of_result = types_of(kind)
    work = work_from(kind, json.loads(params), seed)
    result = work.run(read(of_job, json.loads(job), "the job"))
    return as_text(write(of_result, result)), time.thread_time() - began


def as_text(value: Any) -> str:
    """Write a value as JSON.

    Raises:
        TypeError: The value cannot be written as JSON.
        ValueError: The value contains an infinity or NaN.
    """
    return json.dumps(value, allow_nan=False)
