"""Strict JSON parsing, which rejects text that parsers might interpret differently."""

from __future__ import annotations

import json
import math
from collections import Counter
from typing import Any

_MOST_DIGITS = 1000
"""The maximum number of digits of an integer. Python itself rejects integers with several thousand
digits, but its message is meant for programmers."""


def value_of(text: str) -> Any:
    """Parse JSON text.

    Args:
        text: The text, from an untrusted source.

    Raises:
        ValueError: The text is not JSON, contains NaN, an infinity, an overlong number or a
            duplicate field in an object, or is nested too deeply for Python.

    >>> value_of('{"bits": 4, "bits": 5}')
    Traceback (most recent call last):
    ValueError: an object has the field 'bits' twice
    """
    try:
        return json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=_refuse,
            parse_float=_float,
            parse_int=_integer,
        )
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        counts = Counter(name for name, _ in pairs)
        twice = next(name for name, count in counts.items() if count > 1)
        raise ValueError(f"an object has the field {twice[:40]!r} twice")
    return made


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not a JSON number")


def _float(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise ValueError(f"the number {digits[:40]} is too large")
    return value


def _integer(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise ValueError(f"a number has {len(digits):,} digits")
    return int(digits)
