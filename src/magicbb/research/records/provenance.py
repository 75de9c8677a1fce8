"""The provenance of a record: its author, time, seed, command, version and duration."""

from __future__ import annotations

import getpass
import os
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any

from magicbb.arguments import parse_seed, short_repr
from magicbb.public import __version__

WHO = "MAGICBB_WHO"
"""The environment variable that sets the user's name in the record book."""

LARGEST_INTEGER = 2**63 - 1
"""The largest integer that SQLite stores; also the largest row number."""

_LONGEST = 10_000
"""The maximum number of characters in a text field."""

MOST_SECONDS = 10**12
"""The maximum duration in seconds, about thirty thousand years."""


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


def parse_moment(value: str, name: str) -> str:
    """Convert a time to UTC, in ISO 8601 format.

    Raises:
        ValueError: The text is not a time, or has no time zone.

    >>> parse_moment("2026-11-21T13:00:00+01:00", "when")
    '2026-11-21T12:00:00+00:00'
    """
    try:
        moment = datetime.fromisoformat(value.replace("Z", "+00:00"))
        utc = moment.astimezone(timezone.utc) if moment.tzinfo else None
    except (ValueError, OverflowError):
        utc = None
    if utc is None:
        raise ValueError(
            f"{name} must be a time with its time zone, such as 2026-11-21T12:00:00+00:00, "
            f"got {short_repr(value)}"
        )
    return utc.isoformat(timespec="seconds")


def seed_of(text: str) -> int:
    """Parse a seed, which the book stores as text, since SQLite has no unsigned 64-bit integers.

    Raises:
        ValueError: The text is not a seed.
    """
    if not (text.isascii() and text.isdecimal() and len(text) <= len(f"{2**64}")):
        raise ValueError(f"seed must be an integer from 0 to 2**64 - 1, got {short_repr(text)}")
    return parse_seed(int(text))


def check_short(value: object, name: str) -> None:
    """Check that a value is text, and not too long.

    Raises:
        ValueError: The value is not text, or is too long.
    """
    if not isinstance(value, str) or len(value) > _LONGEST:
        rule = f"text of at most {_LONGEST:,} characters"
        raise ValueError(f"{name} must be {rule}, got {short_repr(value)}")
    check_text(value, name)


def check_text(text: str, name: str) -> None:
    """Check that a string can be encoded in UTF-8 and contains no null character.

    Raises:
        ValueError: The string contains an unpaired surrogate or a null character.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{name} must be valid Unicode text, got {short_repr(text)}") from None
    if "\0" in text:
        raise ValueError(f"{name} must not contain a null character, got {short_repr(text)}")


def parse_seconds(value: Any) -> float:
    """Parse a duration in seconds.

    Raises:
        ValueError: The value is not a duration.
    """
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not 0 <= value <= MOST_SECONDS:
        raise ValueError(f"seconds must be a non-negative number, got {short_repr(value)}")
    return float(value)


def check_counts(record: object, *names: str) -> None:
    """Check that the named fields of a record are counts.

    Raises:
        ValueError: A field is not a non-negative integer, or is too large for SQLite.
    """
    for name in names:
        value = getattr(record, name)
        if type(value) is not int or not 0 <= value <= LARGEST_INTEGER:
            rule = "an integer from 0 to 2**63 - 1"
            raise ValueError(f"{name} must be {rule}, got {short_repr(value)}")
