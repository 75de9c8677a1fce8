# ruff: noqa: INP001 (a script, not a package)
"""The numbers in the lists of source code, whatever the language.

They are read in a way of its own, and not as `magicbb verify` reads them, so that a list that is
overlooked there is found all the same.
"""

from __future__ import annotations

import functools
import re
from collections import defaultdict
from itertools import count
from typing import NamedTuple

_SHORTEST = 48
"""A list of fewer numbers has not one for each square, and is code."""

_FEWEST = 32
"""A field of fewer numbers is not the squares', but a length or the like."""

_SQUARES = 64
_WIDEST = 12
"""Records have no more fields than this."""

_LONG = 300
"""So many numbers in a run are a table of attacks."""

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
    """Where a number, or a run of many, stands in a text.

    Attributes:
        start: Its first character.
        end: The position after its last character, or for one number after its last digit.
        kind: "number", "run" (with commas between them) or "digits" (hexadecimal ones, with blanks
            or nothing between them).
    """

    start: int
    end: int
    kind: str

    @property
    def amount(self) -> int:
        """About how many there are."""
        return 1 if self.kind == "number" else (self.end - self.start) // 8


Fields = dict[tuple[str, str], list[Numbers]]
"""The numbers of lists, by the name of the list, and the name or place of the record's field."""


class _Brackets:
    """The brackets of a text, each after the one that it stands in; the first is the text."""

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
        """Take a semicolon; those in square brackets are Rust's, before a length."""
        inner = self.now
        while self.signs[self.now] == "{" and not self.is_code[inner]:
            self.is_code[inner] = True
            inner = self.around[inner]

    def counts(self) -> list[int]:
        """How many numbers each bracket has, with those in it."""
        counts = [0] * len(self.starts)
        for bracket, numbers in self.numbers:
            counts[bracket] += numbers.amount
        for bracket in range(len(counts) - 1, 0, -1):
            counts[self.around[bracket]] += counts[bracket]
        return counts

    def lists(self, counts: list[int]) -> list[int]:
        """For each bracket the outermost list that it is in or is; 0 if there is none."""
        lists = [0]
        for bracket in range(1, len(counts)):
            outer = lists[self.around[bracket]]
            is_list = not self.is_code[bracket] and counts[bracket] >= _SHORTEST
            lists.append(outer or is_list * bracket)
        return lists


@functools.lru_cache(2)
def numbers_of(text: str, language: str) -> Fields:
    """All numbers in the lists of a text.

    A list is an outermost bracket with many numbers and no statements in it.
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
    """The numbers in a string that is digits and nothing else, or one number."""
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
    """The target of an assignment; it may be on the line before."""
    lines = text[max(0, start - 160) : start].splitlines()
    for before in (lines[-1:], lines[-2:]):
        if name := _NAME.search(" ".join(before)):
            return name[1]
    words = re.findall(r"[^\W\d]\w*", " ".join(lines[-2:]))
    return words[-1] if words else "list"
