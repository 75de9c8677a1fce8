"""The provenance of a record: author, time, seed, command, version and duration."""

from __future__ import annotations

import getpass
import os
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any

from magicbb.arguments import parse_seed, short_repr
from magicbb.public import __version__

WHO = "MAGICBB_WHO"
"""The environment variable with the name that is written into the book."""

_LONGEST = 10_000
"""The most characters in any text."""

_MOST_SECONDS = 10**12
"""Some thirty thousand years."""


@dataclass(frozen=True)
class Provenance:
    """The provenance of a record.

    Attributes:
        who: A name.
        when: UTC, in the form of ISO 8601.
        seed: The seed of the search; None if unknown.
        command: The command that reproduces it; empty if there is none.
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
        """Check what came from elsewhere."""
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
        """That of what was done here, by this user, and is ready now."""
        return cls(who(), now(), seed, command, __version__, seconds)


def who() -> str:
    """The user's name, or what MAGICBB_WHO says."""
    chosen = os.environ.get(WHO, "").strip()
    if chosen:
        return chosen
    try:
        return getpass.getuser()
    except (ImportError, KeyError, OSError):  # a process whose user has no name
        return "unknown"


def now() -> str:
    """This moment in UTC.

    >>> now().endswith("+00:00")
    True
    """
    return datetime.now(timezone.utc).isoformat(timespec="seconds")


def parse_moment(value: str, name: str) -> str:
    """A moment in UTC.

    Raises:
        ValueError: It is not a time, or has no time zone.

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
            f"{name} must be a time with its zone such as 2026-11-21T12:00:00+00:00, "
            f"got {short_repr(value)}"
        )
    return utc.isoformat(timespec="seconds")


def seed_of(text: str) -> int:
    """A seed as the book has it, which is a text, since SQLite has no 64 bits without a sign.

    Raises:
        ValueError: It is none.
    """
    if not (text.isascii() and text.isdecimal() and len(text) <= len(f"{2**64}")):
        raise ValueError(f"seed must be an integer from 0 to 2**64 - 1, got {short_repr(text)}")
    return parse_seed(int(text))


def check_short(value: object, name: str) -> None:
    """Check that it is a text, and not too long.

    Raises:
        ValueError: It is.
    """
    if not isinstance(value, str) or len(value) > _LONGEST:
        raise ValueError(f"{name} must be a short text, got {short_repr(value)}")
    check_text(value, name)


def check_text(text: str, name: str) -> None:
    """Refuse what no file in UTF-8 can hold.

    Raises:
        ValueError: The text has half of a surrogate pair in it, or a zero.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{name} must be text in Unicode, got {short_repr(text)}") from None
    if "\0" in text:
        raise ValueError(f"{name} must hold no zero character, got {short_repr(text)}")


def parse_seconds(value: Any) -> float:
    """A time that something took.

    Raises:
        ValueError: It is none.
    """
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not 0 <= value <= _MOST_SECONDS:
        raise ValueError(f"seconds must be a number of 0 or more, got {short_repr(value)}")
    return float(value)


def check_counts(record: object, *names: str) -> None:
    """Refuse a record with a field that should count something and does not.

    Raises:
        ValueError: It is no non-negative integer, or SQLite has none that is so large.
    """
    for name in names:
        value = getattr(record, name)
        if type(value) is not int or not 0 <= value < 2**63:
            raise ValueError(f"{name} must be a non-negative integer, got {short_repr(value)}")
