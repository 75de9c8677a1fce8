# ruff: noqa: INP001 (a script, not a package)
"""Mutate one number in source code into a plausible wrong value."""

from __future__ import annotations

import functools
import random
import re
from dataclasses import dataclass, field

from number_lists import NUMBER, Numbers, numbers_of

_LOOKED_AT = 20_000
"""The number of characters in a run of numbers that are examined to guess their width."""

_NUMBERS = re.compile(rf"(?<!\w){NUMBER}")
_DIGITS = re.compile("[0-9a-fA-F]+")


@dataclass(frozen=True)
class Change:
    """A source in which one number has been changed.

    Attributes:
        array: The name of the list that contains the number.
        column: The name or 1-based position of the record's field; empty if the list has no
            records.
        line: The line number, starting at 1.
        before: The text of the original number.
        after: The text of the new number.
        source: The complete changed source.
    """

    array: str
    column: str
    line: int
    before: str
    after: str
    source: str = field(repr=False)

    def __str__(self) -> str:
        """The place of the change, and the number before and after it."""
        where = f"{self.array} {self.column}".strip()
        return f"line {self.line}, {where}: {self.before} -> {self.after}"


def make_change(text: str, language: str, key: str) -> Change:
    """Change one number in the lists of a source, chosen deterministically from the key.

    First a field is drawn, then one of its numbers, so that fields with few numbers are as likely
    as others. If the source contains tables of attacks, half of all changes affect these.

    Raises:
        ValueError: The source has no list of numbers.
    """
    draw = random.Random(key)  # noqa: S311  (not for cryptography)
    fields = numbers_of(text, language)
    if not fields:
        raise ValueError("the source has no list of numbers")
    tables = [place for place, numbers in fields.items() if numbers[0].kind != "number"]
    others = [place for place in fields if place not in tables]
    place = draw.choice(draw.choice([each for each in (tables, others) if each]))
    numbers = fields[place]
    bits = _bits(text, tuple(numbers))
    while True:
        number, other = (_one_of(text, draw.choice(numbers), draw) for _ in range(2))
        before = text[number.start : number.end]
        if number.kind == "digits":
            after = _with_another_digit(before, draw, "hex")
            break
        after = _another(before, text[other.start : other.end], bits, draw)
        if _value(after) != _value(before) and _value(after) < 1 << bits:
            break
    line = text.count("\n", 0, number.start) + 1
    changed = text[: number.start] + after + text[number.end :]
    return Change(*place, line, before, after, changed)


def _one_of(text: str, numbers: Numbers, draw: random.Random) -> Numbers:
    """Draw one number from a run; in a string of digits, blanks separate the numbers."""
    parts, kind = (_DIGITS, "digits") if numbers.kind == "digits" else (_NUMBERS, "number")
    first = draw.randrange(numbers.start, numbers.end)
    while first > numbers.start and not (text[first - 1].isspace() or text[first - 1] == ","):
        first -= 1
    one = parts.search(text, first, numbers.end) or parts.search(text, numbers.start, numbers.end)
    if one is None:
        raise ValueError(f"no number at offset {numbers.start}")
    return Numbers(*one.span(), kind)


def _value(number: str) -> int:
    return int(re.sub("[_']", "", number), 16 if number[:2] in {"0x", "0X"} else 10)


@functools.lru_cache(8)
def _bits(text: str, numbers: tuple[Numbers, ...]) -> int:
    """Guess the width in bits of the type of a field's numbers."""
    plain = [number for number in numbers if number.kind != "digits"]
    some = [text[each.start : min(each.end, each.start + _LOOKED_AT)] for each in plain]
    most = max((_value(number) for part in some for number in _NUMBERS.findall(part)), default=0)
    return next(bits for bits in (8, 16, 32, 64, most.bit_length()) if most < 1 << bits)


def _another(number: str, other: str, bits: int, draw: random.Random) -> str:
    """Draw a plausible wrong value for a number."""
    how = draw.choice(["digit", "bit", "next", "other"])
    if how == "digit":
        return _with_another_digit(number, draw)
    if how == "other":
        return other
    value = _value(number)
    value = value ^ 1 << draw.randrange(bits) if how == "bit" else value + draw.choice([-1, 1])
    return _written_like(number, max(value, 0))


def _with_another_digit(number: str, draw: random.Random, base: str = "") -> str:
    is_prefixed = number[:2] in {"0x", "0X"}
    places = [
        at for at, digit in enumerate(number) if digit not in "_'" and (at > 1 or not is_prefixed)
    ]
    at = draw.choice(places)
    digits = "0123456789"
    if base or is_prefixed:
        digits += "ABCDEF" if any(digit in "ABCDEF" for digit in number) else "abcdef"
    others = digits.replace(number[at], "")
    if not at and len(number) > 1 and not base:
        others = others.replace("0", "")  # a leading zero would make it octal in C
    return number[:at] + draw.choice(others) + number[at + 1 :]


def _written_like(number: str, value: int) -> str:
    """Format a value with the base, length, case and digit groups of a number."""
    if number[:2] not in {"0x", "0X"}:
        return str(value)
    bare = re.sub("[_']", "", number)
    digits = f"{value:0{len(bare) - 2}x}"
    if any(digit in "ABCDEF" for digit in bare):
        digits = digits.upper()
    sign = next((sign for sign in "_'" if sign in number), "")
    if sign:
        group = len(number) - number.rindex(sign) - 1
        digits = digits.rjust(-(-len(digits) // group) * group, "0")
        digits = sign.join(digits[at : at + group] for at in range(0, len(digits), group))
    return number[:2] + digits
