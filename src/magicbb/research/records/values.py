"""Checks of values that are stored in the book, or read from it or from a file."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import Any

from magicbb.arguments import parse_seed, short_repr

LARGEST_INTEGER = 2**63 - 1
"""The largest integer that SQLite stores; also the largest row number."""

_LONGEST = 10_000
"""The maximum number of characters in a text field."""

MOST_SECONDS = 10**12
"""The maximum duration in seconds, about thirty thousand years."""


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
