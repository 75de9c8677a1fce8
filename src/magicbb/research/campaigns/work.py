"""A piece of long work: its jobs, what each of them computes, what comes of them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.research.records import Record


class Work(Protocol):
    """Work that consists of rounds of independent jobs.

    All that goes in and comes out is JSON: lists, texts, numbers, and dicts with texts as keys. It
    is pure: equal parameters and seeds give equal jobs and equal results, in any order, on any
    machine, with any number of workers. A job should take seconds, and call its kernels in slices
    of less than one, so that Ctrl-C is heard.

    Attributes:
        kind: The name under which `works.WORKS` knows the class.
    """

    kind: ClassVar[str]

    @property
    def seed(self) -> int:
        """Where its random numbers begin."""
        ...

    @classmethod
    def from_params(cls, params: dict[str, Any], seed: int) -> Work:
        """Make it again from what `params` gave."""
        ...

    def params(self) -> dict[str, Any]:
        """What makes it again, with the seed."""
        ...

    def jobs(self, number: int, earlier: Sequence[Any]) -> list[Any]:
        """The jobs of a round.

        Args:
            number: The round's number, from 0.
            earlier: The results of the round before, in the order of its jobs.

        Returns:
            Its jobs; none ends the campaign.
        """
        ...

    @staticmethod
    def run(params: dict[str, Any], seed: int, job: Any) -> Any:
        """Do a job, in a worker; what it returns is its result."""
        ...

    def best(self, results: Sequence[Any]) -> str:
        """Say in a few words what is the best of all results so far, of any round."""
        ...

    def records(self, rounds: Sequence[Sequence[Any]]) -> list[Record]:
        """What enters the book at the end, given the results of all rounds."""
        ...


class MeasuredWork(Work, Protocol):
    """Work whose jobs are not all alike: it says how much they are. Any `Work` may have these.

    Attributes:
        unit: What `amount` counts, such as "nodes".
    """

    unit: ClassVar[str]

    def amount(self, result: Any) -> float:
        """How much was done for this result; the rate counts that."""
        ...

    def weight(self, job: Any) -> float:
        """How long the job takes, compared with the others; the time left is made of that."""
        ...


def path_of(work: Work) -> str:
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


def class_at(path: str) -> type[Work]:
    """The class that `path_of` named.

    >>> class_at("magicbb.research.campaigns.work:Work").__name__
    'Work'
    """
    module, _, name = path.partition(":")
    found: Any = import_module(module)
    for part in name.split("."):
        found = getattr(found, part)
    return found
