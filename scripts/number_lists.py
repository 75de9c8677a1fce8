# ruff: noqa: INP001 (a script, not a package)
"""Find the numbers in the lists of source code, in any language.

The code is independent of `magicbb verify`, so that lists overlooked by `verify` are found.
"""

from __future__ import annotations

import functools
import re
from collections import defaultdict
from itertools import count
from typing import NamedTuple

_SHORTEST = 48
"""A list with fewer numbers is treated as code: it cannot have one number per square."""

_FEWEST = 32
"""A field with fewer numbers does not hold per-square data; it may be a length."""

_SQUARES = 64
_WIDEST = 12
"""The maximum number of fields of a record."""

_LONG = 300
"""The minimum number of consecutive numbers in a table of attacks."""

NUMBER = r"(?:0[xX][0-9a-fA-F_']*[0-9a-fA-F]|[0-9](?:[0-9_']*[0-9])?)"
_COMMENTS = r"//[^\n]* | /\*(?s:.*?)\*/ | ^[ \t]*\#[^\n]*"
_LONG_STRINGS = r"\"{3}(?s:.*?)\"{3} | `[^`]*` | '(?:[^'\\\n]|\\.)*'"
_CHARACTERS = r"'(?:[^'\\\n]|\\.)'"


def _tokens(comments: str, strings: str) -> re.Pattern[str]:
    return re.compile(
        rf"""
          (?P<blank> {comments} )
        | (?P<text> {strings} | "(?:[^"\\\n]|\\.)*" )
        | (?P<run> (?:[0-9][\w']*,\s*){{{_LONG},}} )
        | (?P<number> {NUMBER} ) \w*
        | (?P<word> [^\W\d]\w* )
        | (?P<open> [(\[{{] )
        | (?P<close> [)\]}}] )
        | (?P<end> ; )
        """,
        re.VERBOSE | re.MULTILINE,
    )


_C, _SCRIPT, _PYTHON = (
    _tokens(_COMMENTS, _CHARACTERS),
    _tokens(_COMMENTS, _LONG_STRINGS),
    _tokens(r"\#[^\n]*", _LONG_STRINGS),
)
_PACKED = re.compile(r"[0-9a-fA-F\s]{8,}")
_QUOTED = re.compile(rf"\s*-?({NUMBER})\w*\s*")
_LABEL = re.compile(r"(\w+)[\"']?\s*[:=]\s*(?:-\s*)?(?:\w+\(\s*)?$")
_NAME = re.compile(r"(\w+)\s*(?:(?:\[[^\]]*\]\s*)+|(?<!:):(?!:)[^=]*)?=[^=]*$")


class Numbers(NamedTuple):
    """The position of a number, or of a run of many numbers, in a text.

    Attributes:
        start: The position of its first character.
        end: The position after its last character; for a single number, after its last digit.
        kind: "number", "run" (numbers separated by commas) or "digits" (hexadecimal digits,
            possibly separated by blanks).
    """

    start: int
    end: int
    kind: str

    @property
    def amount(self) -> int:
        """The approximate count of numbers."""
        return 1 if self.kind == "number" else (self.end - self.start) // 8


Fields = dict[tuple[str, str], list[Numbers]]
"""The numbers in lists, by the list's name and by the field's name or position in its record."""


class _Brackets:
    """The brackets of a text, outer ones before inner ones; the first represents the whole text."""

    def __init__(self) -> None:
        self.starts, self.signs, self.around = [0], ["{"], [0]
        self.numbers: list[tuple[int, Numbers]] = []
        self.is_code = [True]
        self.now = 0

    def open(self, start: int, sign: str) -> None:
        self.around.append(self.now)
        self.now = len(self.starts)
        self.starts.append(start)
        self.signs.append(sign)
        self.is_code.append(False)

    def end_statement(self) -> None:
        """Process a semicolon. If it is directly in braces, all brackets around it contain code.

        In square brackets, it is ignored, since it precedes the length of a Rust array.
        """
        inner = self.now
        while self.signs[self.now] == "{" and not self.is_code[inner]:
            self.is_code[inner] = True
            inner = self.around[inner]

    def counts(self) -> list[int]:
        """Count the numbers in each bracket, including nested brackets."""
        counts = [0] * len(self.starts)
        for bracket, numbers in self.numbers:
            counts[bracket] += numbers.amount
        for bracket in range(len(counts) - 1, 0, -1):
            counts[self.around[bracket]] += counts[bracket]
        return counts

    def lists(self, counts: list[int]) -> list[int]:
        """For each bracket, find the outermost list that contains it, possibly itself; else 0."""
        lists = [0]
        for bracket in range(1, len(counts)):
            outer = lists[self.around[bracket]]
            is_list = not self.is_code[bracket] and counts[bracket] >= _SHORTEST
            lists.append(outer or is_list * bracket)
        return lists


@functools.lru_cache(2)
def numbers_of(text: str, language: str) -> Fields:
    """Find all numbers in the lists of a text.

    A list is an outermost bracket that contains many numbers and no statements.
    """
    brackets = _brackets_of(text, language)
    counts = brackets.counts()
    lists = brackets.lists(counts)
    places: dict[int, count[int]] = {}
    fields: Fields = defaultdict(list)
    for inner, number in brackets.numbers:
        outer, record = lists[inner], inner
        while counts[record] == 1 and record != outer:
            record = brackets.around[record]
        if not outer:
            continue
        column = "" if number.kind == "number" else "table"
        if record != outer and counts[record] <= min(_WIDEST, counts[outer] // _SQUARES):
            label = _LABEL.search(text, max(0, number.start - 40), number.start)
            place = next(places.setdefault(record, count(1)))
            column = label[1] if label else str(place)
        fields[_name(text, brackets.starts[outer]), column].append(number)
    return {
        place: numbers
        for place, numbers in fields.items()
        if sum(each.amount for each in numbers) >= _FEWEST
    }


def _brackets_of(text: str, language: str) -> _Brackets:
    is_script = language.startswith(("javascript", "typescript"))
    tokens = _PYTHON if language == "python" else _SCRIPT if is_script else _C
    brackets = _Brackets()
    for match in tokens.finditer(text):
        kind = match.lastgroup
        if kind in {"number", "run"}:
            brackets.numbers.append((brackets.now, Numbers(*match.span(kind), kind)))
        elif kind == "text":
            brackets.numbers += [(brackets.now, number) for number in _in_string(match)]
        elif kind == "open":
            brackets.open(match.start(), match.group())
        elif kind == "close":
            brackets.now = brackets.around[brackets.now]
        elif kind == "end":
            brackets.end_statement()
    return brackets


def _in_string(match: re.Match[str]) -> list[Numbers]:
    """Return a string's numbers if it is one number, or only hexadecimal digits and blanks."""
    string = match.group()
    quote = 3 if string.startswith('"""') else 1
    inner, start = string[quote:-quote], match.start() + quote
    if _PACKED.fullmatch(inner):
        return [Numbers(start, start + len(inner), "digits")]
    number = _QUOTED.fullmatch(inner)
    if number is None:
        return []
    return [Numbers(start + number.start(1), start + number.end(1), "number")]


def _name(text: str, start: int) -> str:
    """Return the name that a list is assigned to, which may be on the previous line."""
    lines = text[max(0, start - 160) : start].splitlines()
    for before in (lines[-1:], lines[-2:]):
        if name := _NAME.search(" ".join(before)):
            return name[1]
    words = re.findall(r"[^\W\d]\w*", " ".join(lines[-2:]))
    return words[-1] if words else "list"
