"""The provenance of a record: its author, time, seed, command, version and duration."""

from __future__ import annotations

import getpass
import os
from dataclasses import dataclass
from datetime import datetime, timezone

from magicbb.arguments import parse_seed
from magicbb.public import __version__
from magicbb.research.records.values import check_short, parse_moment, parse_seconds

WHO = "MAGICBB_WHO"
"""The environment variable that sets the user's name in the record book."""


@dataclass(frozen=True)
class Provenance:
    """The provenance of a record.

    Attributes:
        who: The name of the user.
        when: The time in UTC, in ISO 8601 format.
        seed: The seed of the search; None if unknown.
        command: The command that reproduces the record; empty if there is none.
        version: The version of magicbb.
        seconds: The time on one core; None if unknown.

    Raises:
        ValueError: A value is invalid.

    >>> Provenance("Ada", "2026-11-21T12:00:00+00:00", 1, "magicbb find rook a1", "0.1.0", 2.5).who
    'Ada'
    """

    who: str
    when: str
    seed: int | None
    command: str
    version: str
    seconds: float | None

    def __post_init__(self) -> None:
        """Check the values, which may come from a file."""
        for name in ("who", "when", "command", "version"):
            check_short(getattr(self, name), name)
        object.__setattr__(self, "when", parse_moment(self.when, "when"))
        try:
            if isinstance(self.seed, bool):
                raise TypeError(f"seed must be an integer, got {self.seed}")
            seed = None if self.seed is None else parse_seed(self.seed)
        except TypeError as error:
            raise ValueError(f"{error}") from None
        object.__setattr__(self, "seed", seed)
        if self.seconds is not None:
            object.__setattr__(self, "seconds", parse_seconds(self.seconds))

    @classmethod
    def of_this_moment(
        cls, seed: int | None = None, command: str = "", seconds: float | None = None
    ) -> Provenance:
        """The provenance of a result that this user has just computed with this version."""
        return cls(who(), now(), seed, command, __version__, seconds)


def who() -> str:
    """The name in MAGICBB_WHO if set; otherwise, the user's name.

    Raises:
        ValueError: The name in MAGICBB_WHO is too long or not valid text.
    """
    chosen = os.environ.get(WHO, "").strip()
    if chosen:
        check_short(chosen, WHO)
        return chosen
    try:
        user = getpass.getuser()
        check_short(user, "the user's name")
    except (ImportError, KeyError, OSError, ValueError):  # a user without a name, or a strange one
        return "unknown"
    return user


def now() -> str:
    """The current time in UTC, in ISO 8601 format.

    >>> now().endswith("+00:00")
    True
    """
    return datetime.now(timezone.utc).isoformat(timespec="seconds")
