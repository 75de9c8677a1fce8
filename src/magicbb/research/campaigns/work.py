"""A piece of long work: its jobs, what each of them computes, what comes of them.

A worker gets and gives texts, in any process on any machine (`do`): so it is the
same value everywhere, whether or not it has been in a book, or has come over a network.
"""

from __future__ import annotations

import json
import pkgutil
import time
from dataclasses import is_dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar, get_type_hints

from magicbb.research.codec import read, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.research.records import Record

Job = TypeVar("Job")
Result = TypeVar("Result")


class Work(Protocol[Job, Result]):
    """Work that consists of rounds of independent jobs.

    It is a frozen dataclass, and its fields are its parameters. Jobs and results are frozen
    dataclasses too, or plain values; the types of `run` say which. All of them go through JSON, as
    `magicbb.research.codec` writes it. Work is pure: equal parameters and seeds give equal jobs and
    equal results, in any order, on any machine, with any number of workers. A job should take
    seconds, and call its kernels in slices of less than one, so that Ctrl-C is heard.

    Where jobs are not all alike, it may have an ``amount(result)``, which is what the rate counts,
    its `unit`, such as "nodes", and a ``weight(job)``: how long a job takes, compared with others.
    Where what it has come to is that of whole rounds, it has a ``command_of(rounds)``: the command
    that makes again what there is after so many.

    Attributes:
        kind: The name under which `works.WORKS` knows the class.
    """

    kind: ClassVar[str]

    @property
    def seed(self) -> int:
        """Where its random numbers begin."""
        ...

    def jobs(self, number: int, earlier: Sequence[Result]) -> Sequence[Job]:
        """The jobs of a round.

        Args:
            number: The round's number, from 0.
            earlier: The results of the round before, in the order of its jobs.

        Returns:
            Its jobs; none ends the campaign.
        """
        ...

    def run(self, job: Job) -> Result:
        """Do a job, in a worker."""
        ...

    def best(self, results: Sequence[Result]) -> str:
        """Say in a few words what is the best of all results so far, of any round."""
        ...

    def records(self, rounds: Sequence[Sequence[Result]]) -> list[Record]:
        """What enters the book at the end, given the results of all rounds."""
        ...


AnyWork = Work[Any, Any]
"""Work of which only JSON is known: what a book or a worker has to do with."""


def params_of(work: AnyWork) -> dict[str, Any]:
    """The parameters of a piece of work, all but its seed, as JSON."""
    if not is_dataclass(work):
        raise TypeError(f"work must be a frozen dataclass, got a {type(work).__name__}")
    params: dict[str, Any] = write(type(work), work)
    del params["seed"]
    return params


def work_from(kind: type[AnyWork], params: dict[str, Any], seed: int) -> AnyWork:
    """Make a piece of work again.

    Raises:
        FormatError: The parameters are not those of such work.
    """
    return read(kind, {**params, "seed": seed}, f"the {kind.kind} campaign")


def types_of(kind: type[AnyWork]) -> tuple[Any, Any]:
    """The types of jobs and results."""
    hints = get_type_hints(kind.run, include_extras=True)
    return hints["job"], hints["return"]


def path_of(work: AnyWork) -> str:
    """Where a worker finds the class of a piece of work.

    Raises:
        ValueError: The class is within a function.
    """
    kind = type(work)
    if "<" in kind.__qualname__:
        raise ValueError(
            f"work must be of a class that a module has by name, got {kind.__qualname__}"
        )
    return f"{kind.__module__}:{kind.__qualname__}"


def class_at(path: str) -> type[AnyWork]:
    """The class that `path_of` named.

    >>> class_at("magicbb.research.campaigns.work:Work").__name__
    'Work'
    """
    found: type[AnyWork] = pkgutil.resolve_name(path)
    return found


def do(path: str, params: str, seed: int, job: str) -> tuple[str, float]:
    """Do a job, in a worker.

    Args:
        path: The class of the work, as "module:Class".
        params: Its parameters, as JSON.
        seed: Its seed.
        job: The job, as JSON.

    Returns:
        The result as JSON, and the seconds that it took.
    """
    began = time.perf_counter()
    kind = class_at(path)
    of_job, of_result = types_of(kind)
    work = work_from(kind, json.loads(params), seed)
    result = work.run(read(of_job, json.loads(job), "the job"))
    return as_text(write(of_result, result)), time.perf_counter() - began


def as_text(value: Any) -> str:
    """Write a value as JSON.

    Raises:
        TypeError: It is none.
        ValueError: There is a number in it that is infinite or none.
    """
    return json.dumps(value, allow_nan=False)
