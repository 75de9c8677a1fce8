"""Checks of arguments and optional packages; error messages state what is allowed or needed."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from typing import SupportsIndex

T = TypeVar("T")

_LINE_BREAK = re.compile(r"\s*\n\s*")


def parse_integer(value: SupportsIndex, stop: int, rule: str, *, start: int = 0) -> int:
    """Return an argument as a plain `int` after checking that it is in ``range(start, stop)``.

    `rule` states what is allowed; every error message starts with it.

    Raises:
        ValueError: The integer is out of range.
        TypeError: The argument is not an integer.

    >>> parse_integer(8, 8, "file must be 0..7")
    Traceback (most recent call last):
    ValueError: file must be 0..7, got 8
    """
    try:
        integer = operator.index(value)
    except TypeError:
        raise TypeError(f"{rule}, got {short_repr(value)}") from None
    if not start <= integer < stop:
        raise ValueError(f"{rule}, got {short_repr(value)}")
    return integer


def parse_index(index: SupportsIndex, count: int) -> int:
    """Return an index into a sequence of the given length as a number that is not negative.

    Raises:
        IndexError: The index is out of range.
        TypeError: The index is not an integer.

    >>> parse_index(-1, 3)
    2
    """
    try:
        number = operator.index(index)
    except TypeError:
        raise TypeError(f"index must be an integer, got {short_repr(index)}") from None
    if not -count <= number < count:
        allowed = f"must be {-count}..{count - 1}" if count else "is out of range: nothing is there"
        raise IndexError(f"index {allowed}, got {short_repr(number)}")
    return number % count


def as_list(values: Iterable[T], rule: str) -> list[T]:
    """Return the elements of an argument as a list.

    Raises:
        TypeError: The argument is not iterable; the message starts with `rule`.

    >>> as_list((2, 3), "numbers must be in a list")
    [2, 3]
    """
    if not isinstance(values, Iterable):
        raise TypeError(f"{rule}, got {short_repr(values)}")
    return [*values]


def parse_one_of(name: str, value: str, known: Iterable[str]) -> str:
    """Return an argument after checking that it is one of the allowed strings.

    Raises:
        ValueError: The argument is not one of the allowed strings.

    >>> parse_one_of("kind", "red", ["white", "black"])
    Traceback (most recent call last):
    ValueError: kind must be "white" or "black", got 'red'
    """
    words = [*known]
    if isinstance(value, str) and value in words:
        return value
    quoted = [f'"{word}"' for word in words]
    two = len(quoted) == 2  # noqa: PLR2004
    listed = " or ".join(quoted) if two else f"one of {', '.join(quoted)}"
    raise ValueError(f"{name} must be {listed}, got {short_repr(value)}")


def short_repr(value: object) -> str:
    """Return the `repr` of any value, truncated to fit into an error message.

    It never raises: if `repr` fails, the value is described instead.

    >>> short_repr("e9")
    "'e9'"
    >>> short_repr("e" * 1_000_000)
    "'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee..."
    >>> short_repr(10**5000)
    'an integer of 16610 bits'
    >>> import numpy
    >>> short_repr(numpy.eye(2))
    'array([[1., 0.], [0., 1.]])'
    """
    longest = 60
    if isinstance(value, int) and value.bit_length() > 3 * longest:
        # Python refuses to convert an integer of more than 4,300 digits to text.
        return f"an integer of {value.bit_length()} bits"
    try:
        text = _LINE_BREAK.sub(" ", repr(value))  # arrays have several lines
    except Exception:  # noqa: BLE001  a broken repr must not replace the error being reported
        return f"an object of type {type(value).__name__}"
    return text if len(text) <= longest else f"{text[: longest - 3]}..."


def suggestion(name: str, known: Iterable[str]) -> str:
    """Return an error message suffix that suggests the closest known name; empty if none is close.

    >>> suggestion("Rust", ["c", "rust"])
    '; did you mean rust?'
    """
    import difflib

    longest = 40  # longer names are not typos, and would be slow to compare
    near = difflib.get_close_matches(name.lower()[:longest], [*known], n=1)
    return f"; did you mean {near[0]}?" if near else ""


def parse_seed(seed: SupportsIndex) -> int:
    """Return a seed as a plain `int`.

    Raises:
        ValueError: The seed is negative or longer than 64 bits.
        TypeError: The seed is not an integer.
    """
    return parse_integer(seed, 2**64, "seed must be an integer from 0 to 2**64 - 1")


def parse_number(text: str, rule: str) -> int:
    """Parse an integer as Python does: in decimal, or with a prefix of 0x, 0o or 0b.

    Raises:
        ValueError: The text is not such an integer; the message starts with `rule`.

    >>> parse_number("0x1f", "magic must be a number")
    31
    """
    try:
        if text.isascii():
            return int(text, 0)
    except ValueError:
        pass
    raise ValueError(f"{rule}, got {short_repr(text)}")


class MissingPackageError(ModuleNotFoundError, ValueError):
    """An optional package is not installed, which a feature needs."""


def import_optional(package: str, extra: str, need: str) -> Any:
    """Import a package that one of magicbb's extras installs.

    Args:
        package: The name of the package.
        extra: The extra.
        need: What needs which package, for the error message.

    Raises:
        MissingPackageError: The package is not installed.

    >>> import_optional("magicbb.clouds", "clouds", "a cloud needs Vapour")
    Traceback (most recent call last):
    magicbb.arguments.MissingPackageError: a cloud needs Vapour: pip install 'magicbb[clouds]'
    """
    try:
        return import_module(package)
    except ModuleNotFoundError as error:
        if not f"{package}.".startswith(f"{error.name}."):
            raise  # an installed package lacks one of its own dependencies
        raise MissingPackageError(
            f"{need}: pip install 'magicbb[{extra}]'", name=error.name
        ) from None
