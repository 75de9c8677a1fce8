# ruff: noqa: INP001 (a script, not a package)
"""Changing one number in source code to a plausible mistake."""

from __future__ import annotations

import functools
import random
import re
from dataclasses import dataclass, field

from number_lists import NUMBER, Numbers, numbers_of

_LOOKED_AT = 20_000
"""So many characters of a run show how large its numbers are."""

_NUMBERS = re.compile(rf"(?<!\w){NUMBER}")
_DIGITS = re.compile("[0-9a-fA-F]+")


@dataclass(frozen=True)
class Change:
    """One number that is another one.

    Attributes:
        array: The name before the list that it is in.
        column: Which field of a record it is, by name or by place from 1; empty if there are none.
        line: The number of its line, from 1.
        before: The number, as it is written.
        after: The new text.
        source: The whole text, changed.
    """

    array: str
    column: str
    line: int
    before: str
    after: str
    source: str = field(repr=False)

    def __str__(self) -> str:
        """Its place and its text."""
        where = f"{self.array} {self.column}".strip()
        return f"line {self.line}, {where}: {self.before} -> {self.after}"


def make_change(text: str, language: str, key: str) -> Change:
    """Change one number in the lists of a source, depending on nothing but the key.

    The list and field are drawn first and then the number, so that each field has its share. A
    table with all attacks, if there is one, has half of all changes.

    Raises:
        ValueError: It has no list of numbers.
    """
    draw = random.Random(key)  # noqa: S311  (what is drawn is no secret)
    fields = numbers_of(text, language)
    if not fields:
        raise ValueError("there is no list of numbers in it")
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
    """One of the numbers; of digits, those up to the next blanks."""
    parts, kind = (_DIGITS, "digits") if numbers.kind == "digits" else (_NUMBERS, "number")
    first = draw.randrange(numbers.start, numbers.end)
    while first > numbers.start and not (text[first - 1].isspace() or text[first - 1] == ","):
        first -= 1
    one = parts.search(text, first, numbers.end) or parts.search(text, numbers.start, numbers.end)
    if one is None:
        raise ValueError(f"there is no number at {numbers.start}")
    return Numbers(*one.span(), kind)


def _value(number: str) -> int:
    return int(re.sub("[_']", "", number), 16 if number[:2] in {"0x", "0X"} else 10)


@functools.lru_cache(8)
def _bits(text: str, numbers: tuple[Numbers, ...]) -> int:
    """The bits of the type that the numbers of a field seem to have."""
    plain = [number for number in numbers if number.kind != "digits"]
    some = [text[each.start : min(each.end, each.start + _LOOKED_AT)] for each in plain]
    most = max((_value(number) for part in some for number in _NUMBERS.findall(part)), default=0)
    return next(bits for bits in (8, 16, 32, 64, most.bit_length()) if most < 1 << bits)


def _another(number: str, other: str, bits: int, draw: random.Random) -> str:
    """Plausible mistakes for a number."""
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
        others = others.replace("0", "")  # C would take the rest for an octal number
    return number[:at] + draw.choice(others) + number[at + 1 :]


def _written_like(number: str, value: int) -> str:
    """A value in the base, length, case and groups of a number."""
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
